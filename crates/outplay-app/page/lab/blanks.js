// The fields of a quiz, each at the node it is about.

import { draw, make } from "./make.js";
import { HALF } from "./picture.js";

// A field is so wide and so high, in units of the picture.
const [WIDE, HIGH] = [48, 26];
// The room beside the fields: the shape on their left, and the name of the next node.
const BESIDE = 52;
const WINDOW = [["alphas", "alpha", "α"], ["betas", "beta", "β"]];
const VALUE = [["values", "value", "value"]];

const kindsOf = (asksWindows) => (asksWindows ? [...WINDOW, ...VALUE] : VALUE);

/**
 * The same tree, wide enough that fields do not touch the next node.
 * @param {any} tree
 * @param {boolean} asksWindows
 */
export function spread(tree, asksWindows) {
  const need = BESIDE + WIDE * kindsOf(asksWindows).length;
  const inner = tree.nodes.filter(({ shape }) => shape !== "leaf");
  const gaps = inner.flatMap((one) => inner.filter(({ x, y }) => y === one.y && x > one.x).map(({ x }) => x - one.x));
  const factor = Math.max(1, need / Math.min(need, ...gaps));
  const first = Math.min(...tree.nodes.map(({ x }) => x));
  const nodes = tree.nodes.map((node) => ({ ...node, x: first + (node.x - first) * factor }));
  const width = Math.max(tree.width, ...nodes.map(({ x, shape }) => x + (shape === "leaf" ? BESIDE : need)));
  return { ...tree, nodes, width };
}

/**
 * Lays fields over a picture: one for the value of each inner node, and before it two for alpha and beta if they are asked for.
 * @param {{ svg: SVGElement, nodes: any[] }} drawn
 * @param {boolean} asksWindows
 * @param {() => void} filled is called when something was typed
 */
export function blanks({ svg, nodes }, asksWindows, filled) {
  const kinds = kindsOf(asksWindows);
  for (const { shape, index, name, x, y } of nodes) {
    if (shape === "leaf") continue;
    const fields = kinds.map(([kind, word, placeholder]) => make("input", {
      "data-kind": kind, "data-node": index, "aria-label": `${word} of ${name}`, placeholder, autocomplete: "off", oninput: filled,
    }));
    const room = { x: x + HALF + 3, y: y - HIGH / 2, width: WIDE * kinds.length, height: HIGH };
    svg.append(draw("foreignObject", { class: "blanks", ...room }, make("div", {}, ...fields)));
  }
}
