// What lies over and under the pieces: the last move, where one can go, whose a place will be, what moves are worth. It says the same in words.

import { set, svg } from "../dom.js";
import { CELL, same } from "./places.js";
import { look } from "./shapes.js";

/** Draws all marks anew. `stage` is a BoardView. */
// What can be done, what was done last, and what it is worth.
export function drawMarks(stage) {
  const { board, last, moves } = stage.view;
  const [, under, , over] = stage.layers;
  under.replaceChildren();
  over.replaceChildren();
  const box = (place, name, inset = 0) => {
    const [x, y] = stage.at(place);
    return svg("rect", { x: x * CELL + inset, y: y * CELL + inset, width: CELL - 2 * inset, height: CELL - 2 * inset, class: name });
  };
  const crosses = board.ground === "crossings";
  if (last && board.ground !== "maze" && !crosses) {
    for (const place of [last.from, last.to]) if (place) under.append(box(place, "last"));
  }
  const occupied = new Set(board.pieces.map((piece) => String([piece.x, piece.y])));
  for (const place of board.marks) {
    if (crosses) over.append(crossed(stage, place, occupied.has(String(place))));
    else over.append(box(place, "mark", 4));
  }
  owned(stage, over);
  for (const piece of stage.layers[2].children) piece.classList.toggle("dead", stage.isDead(piece.dataset.place));
  const targets = stage.targets();
  if (stage.enabled) {
    if (stage.selected && board.ground !== "maze") for (const place of [stage.selected, ...stage.path]) under.append(box(place, "selected"));
    for (const key of new Set(targets.map((move) => String(stage.next(move))))) {
      const [x, y] = stage.at(key.split(",").map(Number));
      const taken = occupied.has(key) && board.ground !== "maze";
      over.append(svg("circle", { cx: x * CELL + 50, cy: y * CELL + (stage.scores && !taken ? 38 : 50), r: taken ? 46 : crosses ? 8 : 13, class: taken ? "target taken" : "target" }));
    }
  }
  badges(stage, over, targets);
  const origins = new Set(moves.map((move) => String(move.from)));
  const reach = new Set(targets.flatMap((move) => [stage.next(move), move.to, ...move.also]).map(String));
  for (const [key, cell] of stage.cells) {
    const can = (stage.enabled && (origins.has(key) || reach.has(key))) || stage.chain(key) !== null;
    set(cell, "class", `cell${can ? " can" : ""}${stage.enabled && origins.has(key) ? " grab" : ""}`);
    set(cell, "tabindex", key === String(stage.focus) ? 0 : -1);
    set(cell, "aria-label", told(stage, key, reach.has(key)));
    set(cell, "aria-selected", key === String(stage.selected) ? "true" : null);
  }
}

// The mark of a crossing: a ring on a stone, a square where nothing may be put.
function crossed(stage, place, isTaken) {
  const [x, y] = stage.at(place);
  if (!isTaken) return svg("rect", { x: x * CELL + 28, y: y * CELL + 28, width: 44, height: 44, class: "mark forbidden" });
  const { seats, board } = stage.view;
  const piece = board.pieces.find((one) => same([one.x, one.y], place));
  return svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 18, class: `ring ${look(seats, piece.seat)}` });
}

// Whose each place will be: a square of that colour, the larger the surer it is. A stone that stays for sure says so itself.
function owned(stage, over) {
  if (!stage.ownership) return;
  const { board, seats } = stage.view;
  const stones = new Map(board.pieces.map((piece) => [String([piece.x, piece.y]), piece.seat]));
  stage.ownership.forEach((share, index) => {
    const size = 46 * Math.abs(share);
    const place = [index % board.width, Math.floor(index / board.width)];
    const stays = Math.abs(share) === 1 && stones.get(String(place)) === (share > 0 ? 0 : 1);
    if (size < 6 || stays) return;
    const [x, y] = stage.at(place);
    over.append(svg("rect", { x: x * CELL + 50 - size / 2, y: y * CELL + 50 - size / 2, width: size, height: size, class: `owned ${look(seats, share > 0 ? 0 : 1)}` }));
  });
}

function badges(stage, over, targets) {
  if (!stage.scores) return;
  const shown = new Map(); // the best score at each place
  const put = (place, score) => {
    const key = String(place);
    if (score && (!shown.has(key) || score.score > shown.get(key).score.score)) shown.set(key, { place, score });
  };
  if (stage.selected || targets.length > 0) for (const move of targets) put(stage.next(move), stage.scores.get(move.name));
  else for (const move of stage.view.moves) if (move.to) put(move.from ?? move.to, stage.scores.get(move.name));
  for (const { place, score } of shown.values()) {
    const [x, y] = stage.at(place);
    const width = 16 + 13.5 * score.brief.length;
    const badge = svg("g", { class: `badge ${score.trust}${score.best ? " best" : ""}` },
      svg("rect", { x: x * CELL + 50 - width / 2, y: y * CELL + 66, width, height: 31, rx: 9 }));
    const text = svg("text", { x: x * CELL + 50, y: y * CELL + 89 });
    text.textContent = score.brief;
    badge.append(text);
    over.append(badge);
  }
}

function told(stage, key, reachable) {
  const { board, seats } = stage.view;
  const [x, y] = key.split(",").map(Number);
  const name = `${board.columns[x] ?? `column ${x + 1}`}${board.rows[y] ?? ` row ${y + 1}`}`;
  const piece = board.pieces.find((one) => one.x === x && one.y === y);
  const what = piece ? `${piece.seat === null ? "" : `${seats[piece.seat]} `}${piece.shape} ${piece.label}`.trim() : "empty";
  return `${name}, ${what}${stage.isDead(key) ? ", dead" : ""}${stage.enabled && reachable ? ", possible" : ""}`;
}
