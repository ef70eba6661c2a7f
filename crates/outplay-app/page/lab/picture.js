// The picture of a tree: nodes where the server has put them, and what is known of them after a step.

import { draw } from "./make.js";

// Half the height of a symbol, and what else the server has counted on.
export const HALF = 15;
const GAP = 5;
const MOVE_AT = 0.7;
const SEVER_AT = 0.45;
// On a narrow page a picture shrinks to this share of its size before it has to be scrolled.
const SMALLEST = 0.75;

// Signs as they are printed.
export const pretty = (label) => label.replace("<=", "≤").replace(">=", "≥").replace("->", "→");

// A picture of `tree`: an element, and what belongs to each node.
export function picture(tree, name) {
  const nodes = tree.nodes.map((node, index) => ({ ...node, index, severed: false, below: false }));
  const svg = draw("svg", {
    class: "tree", viewBox: `0 0 ${tree.width} ${tree.height}`, width: tree.width, height: tree.height,
    role: "group", "aria-label": name,
  });
  svg.style.minWidth = `${SMALLEST * tree.width}px`;
  const levels = tree.levels.map(({ word, y }) => text(word, "level", 14, y + 4.5, "start"));
  const edges = draw("g", {});
  const moves = draw("g", {});
  const shapes = draw("g", {});
  for (const node of nodes) {
    if (node.parent !== null) {
      node.edge = draw("g", { class: "branch", "data-edge": node.index });
      edges.append(node.edge);
      paintEdge(node, nodes);
      moves.append(...move(node, nodes));
    }
    node.group = draw("g", { class: "node", "data-node": node.index });
    node.label = node.shape === "leaf"
      ? text("", "label below", node.x, node.y + HALF + (node.name ? 26 : 13), "middle")
      : text("", "label", node.x + HALF + GAP, node.y + 4.5, "start");
    node.group.append(...symbol(node), node.label);
    shapes.append(node.group);
  }
  svg.append(...levels, edges, moves, shapes);
  return { svg, nodes, show: (state) => show(nodes, state) };
}

// What is known after some steps, as plain data: labels, what is cut, where the search is.
export function stateAfter(tree, steps, labels) {
  const state = { labels: new Map(), severed: new Set(), open: new Set(), seen: new Set(), at: null, line: new Set() };
  const known = new Map();
  for (const step of tree.steps.slice(0, steps)) {
    if (step.node === null) continue;
    state.at = step.node;
    state.seen.add(step.node);
    if (step.event === "enter") state.open.add(step.node);
    if (step.event === "leave") state.open.delete(step.node);
    const before = known.get(step.node) ?? {};
    known.set(step.node, { ...before, ...pick(step) });
    for (const [node, range] of step.ranges ?? []) known.set(node, { ...known.get(node), range });
    for (const child of step.cut ?? []) state.severed.add(child);
  }
  for (const [node, one] of known) {
    if (tree.nodes[node].shape !== "leaf") state.labels.set(node, labelOf(one, labels));
  }
  if (steps >= tree.steps.length) state.line = new Set(tree.line);
  return state;
}

function pick({ value, window }) {
  return Object.fromEntries(Object.entries({ value, window }).filter(([, one]) => one !== undefined));
}

function labelOf({ value = "", range = "", window = "" }, labels) {
  if (labels === "window") return `${value} ${window}`.trim();
  return labels === "range" ? range : value;
}

// `absent` are nodes that the search has not made yet. Only what has changed is painted again: a step of a large tree changes little.
function show(nodes, { labels, severed, open, seen, at, line, marks = new Map(), absent = new Set() }) {
  for (const node of nodes) {
    const parent = node.parent === null ? null : nodes[node.parent];
    node.severed = severed.has(node.index);
    node.below = parent !== null && (parent.severed || parent.below);
    const cut = node.severed || node.below;
    const best = line.has(node.index);
    const words = ["node", cut && "cut", open.has(node.index) && "open", node.index === at && "at", best && "best",
      !cut && !seen.has(node.index) && "waiting",
      absent.has(node.index) && "absent", marks.get(node.index)].filter(Boolean).join(" ");
    const label = cut ? "" : pretty(labels.get(node.index) ?? "");
    if (changed(node, "label", label)) write(node.label, label);
    if (!changed(node, "words", words)) continue;
    node.group.setAttribute("class", words);
    if (node.edge) {
      node.edge.setAttribute("class", ["branch", cut && "cut", best && "best", absent.has(node.index) && "absent"].filter(Boolean).join(" "));
      if (changed(node, "severed", node.severed)) paintEdge(node, nodes);
    }
    node.words?.setAttribute("class", cut ? "move cut" : absent.has(node.index) ? "move absent" : "move");
  }
}

// Whether a part of a node is another one than it was when it was last painted.
function changed(node, part, now) {
  node.painted ??= { severed: false };
  const isOther = node.painted[part] !== now;
  node.painted[part] = now;
  return isOther;
}

// A label of one line or more.
function write(label, words) {
  const [first, ...rest] = words.split("\n");
  label.textContent = first;
  const x = label.getAttribute("x");
  for (const line of rest) {
    const next = draw("tspan", { x, dy: 14, class: "more" });
    next.textContent = line;
    label.append(next);
  }
}

// Where a branch starts and ends.
export function ends(node, nodes) {
  const parent = nodes[node.parent];
  return [[parent.x, parent.y + HALF], [node.x, node.y - HALF]];
}

function paintEdge(node, nodes) {
  const [from, to] = ends(node, nodes);
  node.edge.replaceChildren(...(node.severed ? severedLines(from, to) : [line("edge", from, to)]));
}

// What is left of a severed branch, and two slashes across the gap.
function severedLines(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.max(1, Math.hypot(dx, dy));
  const [ux, uy] = [dx / length, dy / length];
  const along = (by) => [from[0] + ux * (SEVER_AT * length + by), from[1] + uy * (SEVER_AT * length + by)];
  const [sx, sy] = [4.6 * -uy + 1.6 * ux, 4.6 * ux + 1.6 * uy];
  const slash = (by) => {
    const [x, y] = along(by);
    return line("slash", [x - sx, y - sy], [x + sx, y + sy]);
  };
  return [line("edge", from, along(-2.5)), line("edge", along(2.5), to), slash(-2.5), slash(2.5)];
}

function line(kind, from, to) {
  return draw("line", { class: kind, x1: from[0], y1: from[1], x2: to[0], y2: to[1] });
}

// The move on a branch, and its odds.
function move(node, nodes) {
  const words = [node.by, node.odds].filter(Boolean).join("  ");
  if (!words) return [];
  const [from, to] = ends(node, nodes);
  const x = from[0] + MOVE_AT * (to[0] - from[0]);
  const y = from[1] + MOVE_AT * (to[1] - from[1]) + 4;
  node.words = text(words, "move", x, y, "middle");
  return [node.words];
}

function symbol(node) {
  const { x, y, name } = node;
  if (node.shape === "leaf") {
    const below = name ? [text(name, "small", x, y + HALF + 13, "middle")] : [];
    const box = draw("rect", { class: "shape leaf", x: x - node.box / 2, y: y - HALF, width: node.box, height: 2 * HALF });
    return [box, text(node.content, "payoff", x, y + 4.5, "middle"), ...below];
  }
  return [outline(node), ...inside(node), text(name, "name", x - HALF - GAP, y + 4.5, "end")];
}

function outline({ x, y, shape }) {
  const [top, bottom, left, right] = [y - HALF, y + HALF, x - HALF - 1, x + HALF + 1];
  if (shape === "max") return draw("polygon", { class: "shape max", points: `${x},${top} ${right},${bottom} ${left},${bottom}` });
  if (shape === "min") return draw("polygon", { class: "shape min", points: `${x},${bottom} ${right},${top} ${left},${top}` });
  if (shape === "chance") return draw("circle", { class: "shape chance", cx: x, cy: y, r: HALF });
  return draw("rect", { class: "shape player", x: x - HALF, y: top, width: 2 * HALF, height: 2 * HALF, rx: 7 });
}

function inside({ x, y, shape }) {
  return shape.startsWith("p") ? [text(shape, "small", x, y + 4.5, "middle")] : [];
}

function text(words, kind, x, y, anchor) {
  return draw("text", { class: kind, x, y, "text-anchor": anchor }, words);
}
