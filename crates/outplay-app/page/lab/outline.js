// A tree as a list: a line for every node, opened line by line.

import { beside, found } from "./opened.js";
import { make } from "./make.js";

// So many moves of a node are shown at first.
const AT_FIRST = 60;
// Nodes of one side have its colour; in a game of more players they have their names.
const SIDES = ["MAX", "MIN", "chance"];

/**
 * @param {{ toggle: (node: any) => void, look: (node: any) => void }} on
 */
export function outline({ toggle, look }) {
  const element = make("ul", { class: "real", role: "tree", "aria-label": "The tree of the search", id: "real-tree", onkeydown: keyed });
  let lines = new Map();
  const whole = new Set();

  function show(root, chosen) {
    const hadFocus = element.contains(document.activeElement);
    lines = new Map();
    element.replaceChildren(item(root, chosen));
    if (hadFocus) lines.get(String(chosen.path))?.line.focus({ preventScroll: true });
  }

  function item(node, chosen) {
    const words = [
      make("span", { class: "twist", "aria-hidden": "true" }, node.inner ? (node.isOpen ? "▾" : "▸") : "·"),
      make("b", {}, node.move),
      node.turn ? make("span", { class: SIDES.includes(node.turn) ? `tag ${node.turn.toLowerCase()}` : "tag" }, node.turn) : null,
      node.visits === undefined && beside(node) ? make("span", { class: "mono" }, beside(node)) : null,
      make("span", { class: node.cut ? "tag" : "mono value" }, found(node)),
      node.visits !== undefined && beside(node) ? make("span", { class: "mono more" }, beside(node)) : null,
      node.source ? make("span", { class: "soft" }, node.source) : null,
      node.payoffs ? make("span", { class: "soft" }, "over") : null,
      node.cuts ? make("span", { class: "soft" }, `${node.cuts} cut`) : null,
    ];
    const act = () => {
      look(node);
      if (node.inner) toggle(node);
    };
    const line = make("div", { class: `line${node.best ? " best" : ""}`, tabindex: node === chosen ? 0 : -1, onclick: act }, ...words);
    lines.set(String(node.path), { line, node });
    const below = node.isOpen ? [make("ul", { role: "group" }, ...children(node, chosen))] : [];
    return make("li", { role: "treeitem", class: node.cut ? "cut" : "", "aria-expanded": node.inner ? String(node.isOpen) : null }, line, ...below);
  }

  function children(node, chosen) {
    const isWhole = whole.has(node) || node.children.length <= AT_FIRST;
    const shown = isWhole ? node.children : node.children.slice(0, AT_FIRST);
    const more = () => {
      whole.add(node);
      look(node);
    };
    return [
      ...shown.map((child) => item(child, chosen)),
      ...(isWhole ? [] : [make("li", { role: "none" }, make("button", { onclick: more }, `${node.children.length - AT_FIRST} more`))]),
      ...(node.reason ? [make("li", { class: "reason", role: "none" }, node.reason)] : []),
    ];
  }

  function keyed(event) {
    const line = event.target.closest(".line");
    const all = [...lines.values()];
    const at = all.findIndex((one) => one.line === line);
    if (at < 0) return;
    const { node } = all[at];
    const go = (one) => one && look(one.node);
    const acts = {
      ArrowDown: () => go(all[at + 1]),
      ArrowUp: () => go(all[at - 1]),
      ArrowRight: () => (node.inner && !node.isOpen ? toggle(node) : go(all[at + 1])),
      ArrowLeft: () => (node.isOpen ? toggle(node) : node.parent && look(node.parent)),
      Enter: () => toggle(node),
      " ": () => toggle(node),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  return { element, show };
}
