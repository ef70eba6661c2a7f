// Handles on a tree: payoffs are changed and moves put into another order, by dragging or by keys.

import { draw } from "../lab/make.js";
import { numbered, read, write } from "./text.js";

// So many pixels are one step of a payoff.
const STEP = 9;
const LEAST = -99;
const MOST = 99;

/**
 * Lays handles over a picture. A leaf changes by ↑ and ↓, or dragged up and down; any node changes places with the one beside it by
 * Shift with ← and →, or dragged sideways.
 * @param {{ svg: SVGElement, nodes: any[] }} drawn
 * @param {string} text the tree
 * @param {(text: string, focus: number) => void} changed gets the new tree, and the number of the node that was changed
 */
export function handles(drawn, text, changed) {
  const tree = read(text);
  const all = numbered(tree);
  drawn.nodes.forEach((node, index) => {
    if (index > 0) drawn.svg.append(handle(node, index));
  });

  function handle(node, index) {
    const { node: one } = all[index];
    const isLeaf = one.children.length === 0;
    const number = isLeaf ? Number(one.content) : NaN;
    const spins = Number.isFinite(number);
    const spoken = spins ? { role: "spinbutton", "aria-valuenow": number, "aria-valuemin": LEAST, "aria-valuemax": MOST } : { role: "button" };
    const half = isLeaf ? Math.max(node.box / 2, 13) : 18;
    const rect = draw("rect", {
      class: "handle", x: node.x - half, y: node.y - 18, width: 2 * half, height: 36, rx: 6, tabindex: 0, "data-handle": index,
      ...spoken, "aria-label": `${isLeaf ? "leaf" : "node"} ${node.name || node.by}, ${spins ? "arrows change it, " : ""}Shift with arrows moves it`,
    });
    let from = null;
    rect.addEventListener("keydown", (event) => {
      const up = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      const right = event.shiftKey ? { ArrowRight: 1, ArrowLeft: -1 }[event.key] : undefined;
      if (up && spins) pay(index, number + up);
      else if (right) move(index, right);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    rect.addEventListener("pointerdown", (event) => {
      from = [event.clientX, event.clientY];
      rect.setPointerCapture(event.pointerId);
    });
    rect.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [x, y] = [event.clientX - from[0], from[1] - event.clientY];
      from = null;
      if (Math.abs(x) > Math.abs(y)) move(index, Math.abs(x) > 20 ? Math.sign(x) : 0);
      else if (spins) pay(index, number + Math.round(y / STEP));
    });
    return rect;
  }

  function pay(index, payoff) {
    const next = String(Math.max(LEAST, Math.min(MOST, payoff)));
    if (next === all[index].node.content) return;
    all[index].node.content = next;
    changed(write(tree), index);
  }

  function move(index, by) {
    const { node, parent } = all[index];
    const at = parent.children.indexOf(node);
    const other = parent.children[at + by];
    if (by === 0 || !other) return;
    [parent.children[at], parent.children[at + by]] = [other, node];
    changed(write(tree), numbered(tree).findIndex((one) => one.node === node));
  }
}
