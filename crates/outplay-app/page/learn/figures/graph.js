// A tree that folds into a graph: nodes that are the same position move together.

import { h, svg as draw } from "../../dom.js";

const [STEP, LEVEL, MARGIN, HALF] = [46, 78, 34, 15];
// Two positions of the graph are not nearer than this.
const APART = 90;

/**
 * @param {HTMLElement} place
 * @param {{ name: string, nodes: { parent: number | null, name: string, pays: string | null, depth: number }[], distinct: number, caption: string }} figure
 */
export function show(place, { name, nodes, distinct, caption }) {
  const slider = h("input", { type: "range", class: "slider", id: `${name}-fold`, min: 0, max: 100, value: 0, "aria-label": "Folded, in per cent", oninput: paint });
  const told = h("p", { role: "status", id: `${name}-told` });
  const places = layout(nodes);
  const width = Math.max(...places.flatMap(({ tree, graph }) => [tree[0], graph[0]])) + MARGIN;
  const height = 2 * MARGIN + LEVEL * Math.max(...nodes.map(({ depth }) => depth));
  const picture = draw("svg", { class: "tree folding", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": caption });
  place.append(h("p", { class: "caption" }, caption),
    h("div", { class: "row" }, h("label", { for: `${name}-fold` }, "Tree"), slider, h("span", {}, "Graph")), told,
    h("div", { class: "frame", tabindex: 0, role: "group", "aria-label": "The picture" }, picture));
  paint();

  function paint() {
    const share = Number(slider.value) / 100;
    const between = (node, axis) => places[node].tree[axis] + (places[node].graph[axis] - places[node].tree[axis]) * share;
    const x = (node) => between(node, 0);
    const y = (node) => MARGIN + LEVEL * between(node, 1);
    const edges = nodes.flatMap(({ parent }, node) => parent === null ? []
      : [draw("line", { class: "edge", x1: x(parent), y1: y(parent) + HALF, x2: x(node), y2: y(node) - HALF })]);
    const marks = nodes.map((node, index) => draw("g", { class: `node ${node.pays === null ? "" : "end"}` },
      draw("rect", { class: "shape", x: x(index) - 19, y: y(index) - HALF, width: 38, height: 2 * HALF, rx: 8 }),
      draw("text", { x: x(index), y: y(index) + 4.5, "text-anchor": "middle" }, node.name),
      ...(node.pays === null ? [] : [draw("text", { class: "small", x: x(index), y: y(index) + HALF + 13, "text-anchor": "middle" }, node.pays)])));
    picture.replaceChildren(...edges, ...marks);
    told.textContent = share === 1
      ? `${distinct} positions: each is searched once, and looked up when it comes again.`
      : `${nodes.length} nodes in the tree, ${distinct} different positions among them.`;
  }
}

// Where every node is in the tree, leaves side by side, and in the graph: in the middle of all nodes of the same position and depth.
function layout(nodes) {
  const tree = new Array(nodes.length).fill(0);
  const children = nodes.map(() => []);
  nodes.forEach(({ parent }, node) => parent !== null && children[parent].push(node));
  let leaves = 0;
  for (let node = nodes.length - 1; node >= 0; node -= 1) {
    const below = children[node];
    // Nodes come before their children, so that leaves are met from the right.
    tree[node] = below.length === 0 ? -STEP * leaves++ : (tree[below[0]] + tree[below.at(-1)]) / 2;
  }
  const least = Math.min(...tree);
  const graph = folded(nodes, tree);
  return nodes.map(({ name, depth }, node) => ({
    tree: [tree[node] - least + MARGIN, depth],
    graph: [graph.get(name).x - least + MARGIN, graph.get(name).depth],
  }));
}

// Every position once: as deep as its deepest node, in the middle of all of them, and not on another one.
function folded(nodes, tree) {
  const places = new Map();
  nodes.forEach(({ name, depth }, node) => {
    const place = places.get(name) ?? { all: [], depth: 0 };
    place.all.push(tree[node]);
    place.depth = Math.max(place.depth, depth);
    places.set(name, place);
  });
  for (const place of places.values()) place.x = place.all.reduce((sum, one) => sum + one, 0) / place.all.length;
  const levels = new Set([...places.values()].map(({ depth }) => depth));
  for (const level of levels) {
    const row = [...places.values()].filter(({ depth }) => depth === level).sort((one, other) => one.x - other.x);
    row.forEach((place, index) => { if (index > 0) place.x = Math.max(place.x, row[index - 1].x + APART); });
  }
  return places;
}
