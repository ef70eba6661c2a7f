// How fast one steps through a search: leaf by leaf, or by every step.

/** Where one stops who goes leaf by leaf: behind each leaf and all that follows from it. */
export function byLeaf(tree) {
  const at = [];
  tree.steps.forEach(({ event }, index) => {
    if (event !== "leaf") return;
    let end = index + 1;
    while (end < tree.steps.length && tree.steps[end].event !== "enter") end += 1;
    at.push(end);
  });
  return at.length > 0 ? { at, word: "leaf" } : null;
}

/** What is said of the steps from one stop to another: not where the search goes, and not twice what a leaf is worth. */
export function told(tree, from, to) {
  const steps = tree.steps.slice(Math.max(0, from), to);
  const said = steps.filter(({ event, node }) => event !== "enter" && !(event === "leave" && tree.nodes[node]?.shape === "leaf"));
  const words = (said.length > 0 ? said : steps.slice(-1)).map(({ sentence }) => sentence);
  return { words: words.join(" "), isCut: steps.some(({ event }) => event === "cut") };
}
