// The form for a tree: its text, the trees that everybody knows, trees by wish, and how it is searched.

import { ask } from "./ask.js";
import { choice, labelled, make, ticked } from "./make.js";

export const CLASSIC = "((3 12 8) (2 4 6) (14 5 2))";

// The wishes by their names in the address, with what they are if nobody says otherwise.
const WISHES = { depth: "3-3", branching: "2-3", values: "0-20", cuts: "1", above_leaves: "", deep: "", no_ties: "1", same_cuts: "" };

// The fields of the address that say which tree it is, and how it is searched.
export const SEARCH = ["tree", "algorithm", "prune", "fail_hard", "order", "seed", "depth", "payoffs", "table"];

/**
 * What the server is asked, from fields of the address.
 * @param {Record<string, any>} fields
 * @returns {Record<string, any>}
 */
export function request(fields) {
  const asked = Object.fromEntries(SEARCH.filter((name) => fields[name]).map((name) => [name, fields[name]]));
  if (asked.seed) asked.seed = Number(asked.seed);
  asked.table = fields.table === "1";
  asked.fail_hard = fields.fail_hard === "1";
  asked.tree ??= CLASSIC;
  return asked;
}

// A range like `2-3`, also with signs: `-5-9`, `-5--1`.
function rangeOf(text) {
  const match = /^\s*(-?\d+)\s*(?:-|to|\.\.|,)?\s*(-?\d+)?\s*$/.exec(text);
  if (!match) throw new Error(`“${text}” is no range: write a whole number, or two, like 2-3`);
  return [Number(match[1]), Number(match[2] ?? match[1])];
}

// A text area with the tree; `changed(fields)` is called when somebody wants another one.
export function treeForm(changed, { searches = true } = {}) {
  const text = make("textarea", { rows: 3, spellcheck: "false", "aria-label": "The tree", id: "tree-text" });
  const error = make("p", { class: "error", role: "alert" });
  const send = () => changed({ tree: text.value });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  });
  const classics = choice([["", "Classic trees …"]], { "aria-label": "Classic trees", id: "classics" });
  classics.addEventListener("change", () => {
    if (classics.value) changed({ tree: classics.value, algorithm: "" });
    classics.value = "";
  });
  ask("classics", {}).then(({ classics: all }) =>
    classics.append(...all.map(({ name, tree }) => make("option", { value: tree }, name))), () => {});
  const show = make("button", { class: "primary", id: "show-tree", onclick: send }, "Use this tree");
  const wishes = wishForm(changed, error);
  const knobs = searches ? [knobForm(changed)] : [];
  const element = make("section", { class: "card tree-form", "aria-label": "The tree" },
    text, make("div", { class: "row" }, show, classics), error, wishes.element, ...knobs.map((one) => one.element));
  return {
    element,
    set(fields) {
      text.value = fields.tree ?? CLASSIC;
      wishes.set(fields);
      for (const one of knobs) one.set(fields);
    },
    error(words) { error.textContent = words; },
    wish: wishes.wish,
  };
}

// How the tree is searched.
function knobForm(changed) {
  const lists = {
    algorithm: choice([["", "what fits"], ["alpha-beta", "alpha-beta"], ["minimax", "minimax"], ["expectimax", "expectimax"],
      ["max-n", "max-n"], ["paranoid", "paranoid"]], { id: "algorithm" }),
    prune: choice([["", "as usual"], ["non-strict", "v ≥ beta"], ["strict", "v > beta"]], { id: "prune" }),
    fail_hard: choice([["", "fail-soft"], ["1", "fail-hard"]], { id: "fail-hard" }),
    order: choice([["", "as written"], ["best", "best first"], ["worst", "worst first"], ["random", "random"],
      ["eval", "by evaluation"]], { id: "order" }),
  };
  const words = { algorithm: "Search", prune: "Cuts at", fail_hard: "Bounds", order: "Order" };
  for (const [name, list] of Object.entries(lists)) list.addEventListener("change", () => changed({ [name]: list.value }));
  const depth = make("input", { id: "depth", size: 4, placeholder: "all", "aria-describedby": "depth-help" });
  depth.addEventListener("change", () => changed({ depth: /^\d+$/.test(depth.value) ? `${depth.value}p` : depth.value }));
  const payoffs = make("input", { id: "payoffs", size: 6, placeholder: "any" });
  payoffs.addEventListener("change", () => changed({ payoffs: payoffs.value }));
  const table = ticked("table", { id: "table" });
  table.box.addEventListener("change", () => changed({ table: table.box.checked ? "1" : "" }));
  const element = make("details", { class: "knobs" }, make("summary", {}, "How it is searched"),
    make("div", { class: "row" }, ...Object.entries(lists).map(([name, list]) => labelled(words[name], list)),
      labelled("Depth", depth), labelled("Payoffs", payoffs), table.label),
    make("p", { class: "soft", id: "depth-help" }, "A depth is 2p (plies) or 1r (rounds), and needs evaluations like B=4. Payoffs -2,2 let chance nodes be cut."));
  return {
    element,
    set(fields) {
      for (const [name, list] of Object.entries(lists)) list.value = fields[name] ?? "";
      depth.value = fields.depth ?? "";
      payoffs.value = fields.payoffs ?? "";
      table.box.checked = fields.table === "1";
    },
  };
}

// Trees by wish. The wishes and the seed are in the address.
function wishForm(changed, error) {
  const inputs = Object.fromEntries(["depth", "branching", "values", "cuts", "grown"].map((name) =>
    [name, make("input", { size: 6, id: `wish-${name}`, inputmode: "text" })]));
  const flags = {
    above_leaves: ticked("a cut above the leaves", { id: "wish-above_leaves" }),
    deep: ticked("a deep cut", { id: "wish-deep" }),
    no_ties: ticked("no ties", { id: "wish-no_ties" }),
    same_cuts: ticked("the same cuts at ≥ and >", { id: "wish-same_cuts" }),
  };
  const wishes = () => ({
    ...Object.fromEntries(["depth", "branching", "values", "cuts"].map((name) => [name, inputs[name].value])),
    ...Object.fromEntries(Object.entries(flags).map(([name, { box }]) => [name, box.checked ? "1" : ""])),
  });
  // What the server is asked for, but for the seed.
  const asked = (wish) => ({
    depth: rangeOf(wish.depth), branching: rangeOf(wish.branching), values: rangeOf(wish.values), cuts: Number(wish.cuts),
    above_leaves: wish.above_leaves === "1", deep: wish.deep === "1", no_ties: wish.no_ties === "1",
    same_cuts: wish.same_cuts === "1",
  });
  const grow = async (seed) => {
    error.textContent = "";
    const wish = wishes();
    try {
      const { tree } = await ask("grow", { ...asked(wish), seed });
      const kept = Object.fromEntries(Object.entries(wish).map(([name, value]) => [`w_${name}`, value || "0"]));
      changed({ tree, grown: seed, ...kept });
    } catch (problem) {
      error.textContent = problem.message;
    }
  };
  const again = make("button", { id: "grow", onclick: () => grow(seedIn(inputs.grown)) }, "Make this tree");
  const next = make("button", { id: "grow-next", onclick: () => { inputs.grown.value = String(seedIn(inputs.grown) + 1); grow(seedIn(inputs.grown)); } }, "Another one");
  const element = make("details", { class: "wishes" }, make("summary", {}, "Make a tree by wish"),
    make("div", { class: "row" }, labelled("Depth", inputs.depth), labelled("Moves", inputs.branching), labelled("Payoffs", inputs.values),
      labelled("Cuts, at least", inputs.cuts), labelled("Seed", inputs.grown)),
    make("div", { class: "row" }, ...Object.values(flags).map(({ label }) => label)),
    make("div", { class: "row" }, next, again));
  return {
    element,
    wish: () => asked(wishes()),
    set(fields) {
      for (const name of ["depth", "branching", "values", "cuts"]) inputs[name].value = fields[`w_${name}`] ?? WISHES[name];
      for (const [name, { box }] of Object.entries(flags)) box.checked = (fields[`w_${name}`] ?? WISHES[name]) === "1";
      inputs.grown.value = fields.grown ?? "1";
    },
  };
}

function seedIn(input) {
  const seed = Math.trunc(Number(input.value));
  return Number.isSafeInteger(seed) && seed >= 0 ? seed : 1;
}
