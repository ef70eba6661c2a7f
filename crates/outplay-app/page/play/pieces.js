// The pieces of a board. Those that have just moved glide to their places.

import { set, svg } from "../dom.js";
import { same } from "./places.js";
import { look, shape } from "./shapes.js";

/** Draws all pieces; with `animate` the last move is seen. `stage` is a BoardView. */
export function drawPieces(stage, animate) {
  const { board, seats, last } = stage.view;
  const layer = stage.layers[2];
  for (const piece of [...layer.children]) if (!piece.dataset.id) piece.remove();
  const ids = new Set();
  for (const piece of board.pieces) {
    const place = stage.translate([piece.x, piece.y]);
    const classes = `piece shape-${piece.shape} ${look(seats, piece.seat)} ${piece.id === null ? "" : `agent-${piece.id % 5}`}`;
    if (piece.id !== null) {
      ids.add(String(piece.id));
      agent(stage, piece, classes, place);
      continue;
    }
    const element = svg("g", { class: classes }, ...shape(piece));
    element.dataset.place = `${piece.x},${piece.y}`;
    layer.append(element);
    const moved = animate && last?.to && same(last.to, [piece.x, piece.y]);
    const from = moved && (last.from ?? (board.ground === "rack" ? [piece.x, -1] : null));
    element.style.transform = from ? stage.translate(from) : place;
    if (from) requestAnimationFrame(() => requestAnimationFrame(() => (element.style.transform = place)));
  }
  for (const [id, { element }] of stage.agents) {
    if (!ids.has(id)) {
      element.remove();
      stage.agents.delete(id);
    }
  }
}

// Somebody who walks about keeps its element, so that its way is seen.
function agent(stage, piece, classes, place) {
  const id = String(piece.id);
  let agent = stage.agents.get(id);
  const kind = `${piece.shape} ${piece.label}`;
  if (!agent || agent.kind !== kind) {
    agent?.element.remove();
    agent = { kind, element: svg("g", {}, svg("g", {}, ...shape(piece))) };
    agent.element.dataset.id = id;
    stage.agents.set(id, agent);
  }
  set(agent.element, "class", classes);
  stage.layers[2].append(agent.element);
  agent.element.style.transform = place;
  const turn = piece.shape !== "eater" ? "" : piece.angle === 180 ? "translate(100 0) scale(-1 1)" : `rotate(${piece.angle} 50 50)`;
  agent.element.firstChild.setAttribute("transform", turn);
}
