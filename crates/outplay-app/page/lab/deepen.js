// Iterative deepening: the searches of one ply, two plies and so on, each to be stepped through, one after the other.

import { make } from "./make.js";

/** @param {(depth: string) => void} chosen gets a depth like `2p`, or nothing for the whole tree */
export function deepening(chosen) {
  const row = make("span", { class: "row iterations", role: "group", "aria-label": "Depth of the search" });
  let depths = [];
  let now = "";

  // The depths of a tree that has an evaluation at every inner node.
  function load(tree, depth) {
    now = depth ?? "";
    if (now === "") depths = ["", ...Array.from({ length: plies(tree) - 1 }, (_, ply) => `${ply + 1}p`)];
    row.hidden = !tree.evaluated || depths.length < 2;
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

function plies({ nodes }) {
  const depth = (node) => (node.parent === null ? 0 : 1 + depth(nodes[node.parent]));
  return Math.max(...nodes.map(depth));
}
