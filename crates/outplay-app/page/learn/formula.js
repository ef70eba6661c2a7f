// Formulas: numbers, names, `+ - * / ^`, brackets and a few functions. The same language as in `lessons/formula.rs`, which has checked them.

// Deeper trees are not counted.
const DEEPEST = 1000;

const total = (depth, of) => {
  let sum = 0;
  for (let ply = 0; ply <= Math.min(Math.max(depth, 0), DEEPEST); ply += 1) sum += of(ply);
  return sum;
};
// All nodes of a tree with so many moves everywhere.
const minimaxNodes = (moves, depth) => total(depth, (ply) => moves ** ply);
// The leaves that alpha-beta looks at if the best move always comes first.
const alphaBetaLeaves = (moves, depth) => moves ** Math.ceil(depth / 2) + moves ** Math.floor(depth / 2) - 1;
const alphaBetaNodes = (moves, depth) => total(depth, (ply) => alphaBetaLeaves(moves, ply));

// The greatest depth whose nodes are not more than a number.
function deepest(most, nodes) {
  let depth = 0;
  while (depth < DEEPEST && nodes(depth + 1) <= most) depth += 1;
  return depth;
}

const FUNCTIONS = {
  sqrt: Math.sqrt,
  log: Math.log10,
  floor: Math.floor,
  ceil: Math.ceil,
  min: Math.min,
  max: Math.max,
  minimax_nodes: minimaxNodes,
  minimax_plies: (moves, nodes) => deepest(nodes, (depth) => minimaxNodes(moves, depth)),
  alpha_beta_leaves: alphaBetaLeaves,
  alpha_beta_nodes: alphaBetaNodes,
  alpha_beta_plies: (moves, nodes) => deepest(nodes, (depth) => alphaBetaNodes(moves, depth)),
};

const SIGNS = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => left / right,
};

/**
 * Reads a formula: a function from the values of its names to its own.
 * @param {string} text
 * @returns {(names: Record<string, number>) => number}
 */
export function formula(text) {
  const words = text.match(/[\w.]+|[^\s\w]/g) ?? [];
  let at = 0;
  const next = (signs) => (signs.includes(words[at]) ? words[at++] : null);

  function chain(inner, signs) {
    let value = inner();
    for (let sign = next(signs); sign; sign = next(signs)) {
      const [left, right, apply] = [value, inner(), SIGNS[sign]];
      value = (names) => apply(left(names), right(names));
    }
    return value;
  }
  const sum = () => chain(product, ["+", "-"]);
  const product = () => chain(power, ["*", "/"]);

  function power() {
    const base = atom();
    if (!next(["^"])) return base;
    const exponent = power();
    return (names) => base(names) ** exponent(names);
  }

  function atom() {
    if (next(["-"])) {
      const value = power();
      return (names) => -value(names);
    }
    if (next(["("])) return closed(sum());
    const word = words[at++];
    if (/^\d/.test(word)) return () => Number(word);
    if (!next(["("])) return (names) => names[word];
    const of = [sum()];
    while (next([","])) of.push(sum());
    return closed((names) => FUNCTIONS[word](...of.map((one) => one(names))));
  }

  function closed(inner) {
    next([")"]);
    return inner;
  }

  return sum();
}
