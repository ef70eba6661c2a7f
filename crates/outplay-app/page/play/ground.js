// The ground of a board: squares, holes, lines or walls, the names at its edges, and an invisible cell on every place.

import { set, svg } from "../dom.js";
import { CELL } from "./places.js";

/** Draws the ground, unless it is there already. `stage` is a BoardView. */
export function drawGround(stage) {
  const { board, game, seats } = stage.view;
  const key = JSON.stringify([game, board.ground, board.width, board.height, board.walls, board.lines, stage.flipped]);
  if (key === stage.drawn) return;
  stage.drawn = key;
  stage.agents.clear();
  stage.layers[2].replaceChildren();
  const [ground, , , , cells] = stage.layers;
  const { width, height, columns, rows } = board;
  const [left, below] = [rows.length ? 34 : 6, columns.length ? 34 : 6];
  set(stage.picture, "viewBox", `${-left} -6 ${width * CELL + left + 6} ${height * CELL + below + 6}`);
  set(stage.picture, "aria-label", `${game.split(":")[0]} board, ${seats.join(seats.length === 2 ? " against " : ", ")}`);
  set(stage.picture, "class", `board ${board.ground}`);
  // Wide boards may use the width of the room, high ones its height.
  stage.picture.style.setProperty("--shape", String(width / height));
  ground.replaceChildren(svg("rect", { x: 0, y: 0, width: width * CELL, height: height * CELL, class: "table" }));
  const points = lines(stage, ground);
  if (board.ground === "crossings") crossings(stage, ground);
  cells.replaceChildren();
  stage.cells.clear();
  const walls = new Set(board.walls.map(String));
  for (let y = 0; y < height; y++) {
    const row = svg("g", { role: "row" });
    for (let x = 0; x < width; x++) {
      const [ax, ay] = stage.at([x, y]);
      const box = { x: ax * CELL, y: ay * CELL, width: CELL, height: CELL };
      if (walls.has(String([x, y]))) {
        ground.append(svg("rect", { ...box, class: "wall" }));
        continue;
      }
      if (points && !points.has(String([x, y]))) continue;
      square(ground, board.ground, box, (x + y) % 2 === 1);
      const cell = svg("rect", { ...box, class: "cell", role: "gridcell", tabindex: -1, "data-x": x, "data-y": y });
      row.append(cell);
      stage.cells.set(String([x, y]), cell);
    }
    // A row of walls has nothing to choose, and is no row for who listens.
    if (row.children.length > 0) cells.append(row);
  }
  if (!stage.cells.has(String(stage.focus)) && stage.cells.size > 0) stage.focus = stage.cells.keys().next().value.split(",").map(Number);
  columns.forEach((name, x) => ground.append(label(name, stage.at([x, 0])[0] * CELL + 50, height * CELL + 26)));
  rows.forEach((name, y) => ground.append(label(name, -18, stage.at([0, y])[1] * CELL + 58)));
}

function square(ground, kind, box, dark) {
  if (kind === "squares") ground.append(svg("rect", { ...box, class: dark ? "dark" : "light" }));
  else if (kind === "rack") ground.append(svg("circle", { cx: box.x + 50, cy: box.y + 50, r: 43, class: "hole" }));
  else if (kind === "tiles") ground.append(svg("rect", { x: box.x + 5, y: box.y + 5, width: CELL - 10, height: CELL - 10, rx: 8, class: "tray" }));
  else if (kind === "points") ground.append(svg("circle", { cx: box.x + 50, cy: box.y + 50, r: 11, class: "point" }));
  else if (!["maze", "pits", "crossings"].includes(kind)) ground.append(svg("rect", { ...box, class: "line" }));
}

// Lines from edge to edge, and dots where some of them cross.
function crossings(stage, ground) {
  const { width, height, dots } = stage.view.board;
  const [right, bottom] = [width * CELL - 50, height * CELL - 50];
  for (let x = 0; x < width; x++) ground.append(svg("line", { x1: x * CELL + 50, x2: x * CELL + 50, y1: 50, y2: bottom, class: "way thin" }));
  for (let y = 0; y < height; y++) ground.append(svg("line", { x1: 50, x2: right, y1: y * CELL + 50, y2: y * CELL + 50, class: "way thin" }));
  for (const dot of dots) {
    const [x, y] = stage.at(dot);
    ground.append(svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 9, class: "point" }));
  }
}

// The lines between points. Returns the points, if that is what the board is made of.
function lines(stage, ground) {
  const { board } = stage.view;
  if (board.ground !== "points") return null;
  for (const line of board.lines) {
    const [[x1, y1], [x2, y2]] = line.map((place) => stage.at(place).map((one) => one * CELL + 50));
    ground.append(svg("line", { x1, y1, x2, y2, class: "way" }));
  }
  return new Set(board.lines.flat().map(String));
}

function label(text, x, y) {
  const element = svg("text", { x, y, class: "label", "aria-hidden": "true" });
  element.textContent = text;
  return element;
}
