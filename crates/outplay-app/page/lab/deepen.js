// Iterative deepening: the searches of one ply, two plies and so on, each to be stepped through, one after the other.

import { make } from "./make.js";

/** @param {(depth: string) => void} chosen gets a depth like `2p`, or nothing for the whole tree */
export function deepening(chosen) {
  const row = make("span", { class: "row iterations", role: "group", "aria-label": "Depth of the search" });
  let depths = [];
  let now = "";

  // The depths of a tree whose inner nodes have evaluations, written like `B=4`.
  function load(text, depth) {
    now = depth ?? "";
    depths = ["", ...Array.from({ length: Math.max(0, plies(text) - 1) }, (_, ply) => `${ply + 1}p`)];
    row.hidden = !text.includes("=") || depths.length < 2;
    const order = [...depths.slice(1), ""];
    row.replaceChildren(make("span", { class: "soft" }, "Plies"), ...order.map((one) => make("button", {
      "data-depth": one || "all", "aria-pressed": String(one === now), onclick: () => chosen(one),
    }, one === "" ? "all" : one.replace("p", ""))));
  }

  // On to the next iteration, where there is one.
  function next() {
    const order = [...depths.slice(1), ""];
    const at = order.indexOf(now);
    if (!row.hidden && now !== "" && at >= 0) chosen(order[at + 1]);
  }

  return { row, load, next };
}

// How many plies a tree has, by its brackets: a search of some plies does not draw those below.
function plies(text) {
  let [depth, deepest] = [0, 0];
  for (const sign of text) {
    if ("({".includes(sign)) depth += 1;
    if (")}".includes(sign)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
