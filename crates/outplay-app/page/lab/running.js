// Pseudocode whose running line is lit, and the stack of calls.

import { h } from "../dom.js";

// Each program: what is called at a kind of node, and its lines. A line is lit by the events behind it.
const MAX = (call, cut) => [
  ["def max-value(state{w}):", "max enter"],
  ["    v = -∞", ""],
  [`    for each successor of state:`, ""],
  [`        v = max(v, ${call}(successor{w}))`, "max update"],
  ...(cut ? [["        if v ≥ β: return v", "max cut"], ["        α = max(α, v)", "max update"]] : []),
  ["    return v", "max leave"],
];
const MIN = (call, cut) => [
  ["def min-value(state{w}):", "min enter"],
  ["    v = +∞", ""],
  [`    for each successor of state:`, ""],
  [`        v = min(v, ${call}(successor{w}))`, "min update"],
  ...(cut ? [["        if v ≤ α: return v", "min cut"], ["        β = min(β, v)", "min update"]] : []),
  ["    return v", "min leave"],
];
const VALUE = [
  ["def value(state{w}):", "leaf enter"],
  ["    if the game is over: return its utility", "leaf leaf|leaf leave"],
  ["    if MAX moves: return max-value(state{w})", ""],
  ["    if MIN moves: return min-value(state{w})", ""],
];
const CHANCE = [
  ["    if chance moves: return exp-value(state)", ""],
  ["", ""],
  ["def exp-value(state):", "chance enter"],
  ["    v = 0", ""],
  ["    for each successor of state:", ""],
  ["        v += p(successor) · value(successor)", "chance update"],
  ["    return v", "chance leave"],
];
const GAP = [["", ""]];
const PROGRAMS = {
  minimax: [...VALUE, ...GAP, ...MAX("value"), ...GAP, ...MIN("value")],
  "alpha-beta": [...VALUE, ...GAP, ...MAX("value", true), ...GAP, ...MIN("value", true)],
  expectimax: [...VALUE, ...CHANCE, ...GAP, ...MAX("value"), ...GAP, ...MIN("value")],
};

/**
 * A program beside a tree.
 * @param {string} name of an algorithm; there is no program for some
 */
export function program(name) {
  if (!PROGRAMS[name]) return null;
  const window = name === "alpha-beta" ? ", α, β" : "";
  const lines = PROGRAMS[name].map(([text, lit]) => ({ lit, line: h("span", { class: "line" }, `${text.replaceAll("{w}", window)}\n`) }));
  const stack = h("p", { class: "stack", "aria-live": "off" });
  const element = h("div", { class: "running" }, h("pre", { tabindex: 0, role: "group", "aria-label": "Pseudocode" }, ...lines.map(({ line }) => line)), stack);
  return { element, at };

  // Shows a step: its line, and which calls are open.
  function at(tree, step) {
    const now = step > 0 ? tree.steps[step - 1] : null;
    const shape = now ? tree.nodes[now.node].shape : "";
    for (const { lit, line } of lines) line.classList.toggle("lit", now !== null && lit.split("|").includes(`${shape} ${now.event}`));
    const open = new Set();
    let highest = 0;
    for (const { event, node } of tree.steps.slice(0, step)) {
      if (event === "enter") open.add(node);
      if (event === "leave") open.delete(node);
      highest = Math.max(highest, open.size);
    }
    const names = [...open].map((node) => tree.nodes[node].name || tree.nodes[node].move);
    stack.textContent = `Calls under way: ${names.join(" → ") || "none"}. Height ${names.length}, ${highest} at most so far.`;
  }
}
