// Large trees are made flat: on paper the upper levels of a wide tree are far apart, on a screen one wants to see more than one of them.

// Levels are so far apart at most, in units of the picture.
const GAP = 96;

/** The same tree with its levels nearer to each other. */
export function flat(tree) {
  const before = [...new Set(tree.nodes.map(({ y }) => y))].sort((one, other) => one - other);
  let y = before[0];
  const after = new Map(before.map((level, index) => {
    if (index > 0) y += Math.min(GAP, level - before[index - 1]);
    return [level, y];
  }));
  const levels = tree.levels.map((level) => ({ ...level, y: after.get(level.y) ?? level.y }));
  const nodes = tree.nodes.map((node) => ({ ...node, y: after.get(node.y) }));
  const height = tree.height - (before[before.length - 1] - y);
  return { ...tree, levels, nodes, height };
}
