// Real trees: what a search looks at from a position of a game, alpha-beta and its like or Monte-Carlo search, drawn with boards or as a list.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { boardTree } from "./boards.js";
import { gameFields } from "./games.js";
import { choice, labelled, make } from "./make.js";
import { rootOf, toggle } from "./opened.js";
import { outline } from "./outline.js";
import { followingBoard } from "./position.js";

const SAMPLED = "mcts";
const RULES = [["", "UCB1"], ["ucb1-tuned", "UCB1-Tuned"], ["puct", "PUCT"]];
const NOTES = {
  searched: "Below each board, or behind each move: what was found, and the window (alpha, beta) with which the search came. Grey and crossed out: never looked at.",
  sampled: "Below each board, or behind each move: visits · mean, and the value by which it is selected, as it was when it was last compared. Underlined or bold: most visits. A mean with ! is proven.",
};
const KEYS = "A click or Enter opens a node, arrow keys move.";

/**
 * The Play view calls a position the start of its moves.
 * @param {Record<string, any>} fields
 * @returns {Record<string, any>}
 */
const named = ({ start, ...fields }) => ({ position: start, ...fields });

/**
 * @param {HTMLElement} place
 * @param {Record<string, any>} first the fields of the address
 */
export function open(place, first) {
  let fields = named(first);
  let root = null;
  let chosen = null;
  const once = latest();

  const game = gameFields((some) => change(some.game === undefined ? some : { algorithm: "", ...some }));
  const input = (name, id, more) => make("input", { id, ...more, onchange: (event) => change({ [name]: event.target.value }) });
  const list = (name, id, options) => choice(options, { id, onchange: (event) => change({ [name]: event.target.value }) });
  const search = list("algorithm", "real-search", []);
  const forSearch = {
    depth: input("depth", "real-depth", { type: "number", min: 1, max: 12 }),
    order: list("order", "real-order", [["", "by evaluation"], ["given", "as the rules list them"], ["best", "best first"], ["worst", "worst first"]]),
    prune: list("prune", "real-prune", [["", "v ≥ beta"], ["strict", "v > beta"]]),
  };
  const forSamples = {
    rule: list("rule", "real-rule", RULES),
    simulations: input("simulations", "real-simulations", { type: "number", min: 1, max: 3000 }),
    exploration: input("exploration", "real-exploration", { size: 4, placeholder: "usual" }),
    seed: input("seed", "real-seed", { type: "number", min: 0, max: 999999 }),
  };
  const usual = { depth: "3", order: "", prune: "", rule: "", simulations: "500", exploration: "", seed: "1" };
  const labels = { depth: "Depth", order: "Order", prune: "Cuts at", rule: "Rule", simulations: "Simulations", exploration: "Exploration", seed: "Seed" };
  const group = (fields) => make("div", { class: "row" }, ...Object.entries(fields).map(([name, field]) => labelled(labels[name], field)));
  const [searchFields, sampleFields] = [group(forSearch), group(forSamples)];
  const shape = list("view", "real-view", [["", "with boards"], ["list", "as a list"]]);
  const error = make("p", { class: "error", role: "alert", id: "real-error" });
  const about = make("p", { id: "about" });
  const note = make("p", { class: "soft" });
  const board = followingBoard();
  const phases = make("a", { class: "button", id: "to-simulations" }, "Step through the simulations");
  const on = { toggle: opened, look };
  const drawn = boardTree(on);
  const lines = outline(on);
  const zoom = make("span", { class: "row" }, ...drawn.buttons);
  place.append(
    make("section", { class: "card", "aria-label": "The position" },
      make("div", { class: "row" }, ...game.elements, labelled("Search", search)), searchFields, sampleFields, error),
    make("section", { class: "card stage narrow-first", "aria-label": "The tree" }, about,
      make("div", { class: "row" }, labelled("Shown", shape), zoom, phases),
      make("div", { class: "beside-board" }, make("div", {}, drawn.element, lines.element, note), board.element)),
  );

  const isSampled = () => fields.algorithm === SAMPLED;

  const asked = (path) => ({
    game: fields.game, position: fields.position, moves: fields.moves, algorithm: fields.algorithm, path, boards: true,
    ...(isSampled()
      ? { rule: fields.rule, simulations: Number(fields.simulations || usual.simulations), seed: Number(fields.seed || usual.seed), exploration: fields.exploration }
      : { depth: Number(fields.depth || usual.depth), order: fields.order, prune: fields.prune }),
  });

  function change(some) {
    fields = { ...fields, ...some };
    keep("real", fields);
    if (Object.keys(some).every((name) => name === "view")) show();
    else load();
  }

  async function load() {
    game.set(fields);
    for (const [name, field] of Object.entries({ ...forSearch, ...forSamples })) field.value = fields[name] || usual[name];
    searchFields.hidden = isSampled();
    sampleFields.hidden = !isSampled();
    phases.hidden = !isSampled();
    const { answer, error: problem } = await once(() => ask("real", asked([])));
    if (problem !== undefined) {
      error.textContent = problem;
      root = null;
      show();
      about.textContent = "";
    }
    if (!answer) return;
    error.textContent = "";
    offer(answer.about.algorithm);
    about.textContent = told(answer.about);
    root = rootOf(answer);
    chosen = root;
    show();
    follow();
  }

  function told({ algorithm, generated, leaves, cutoffs, line, note, unit, rule, simulations, counts }) {
    const play = line.length ? ` Best play: ${line.join(" ")}.` : "";
    if (algorithm !== SAMPLED) {
      const values = `Values count ${unit.name}${unit.size === 1 ? "" : `, ${unit.size} to one`}.`;
      return `${note ?? ""} ${generated} positions, ${leaves} leaves, ${cutoffs} cut-offs.${play} ${values}`.trim();
    }
    const name = RULES.find(([value]) => value === (rule === "ucb1" ? "" : rule))?.[1] ?? rule;
    return `${note ?? ""} ${simulations} simulations, selected by ${name}.${play} A mean is ${counts}.`.trim();
  }

  // The searches that take this game, and the one that is shown.
  async function offer(algorithm) {
    const plain = (fields.game || await game.first).split(":")[0];
    const known = (await game.list).find(({ name }) => name === plain);
    const names = [...new Set([...(known?.searches ?? []), ...(known?.sampled ? [SAMPLED] : []), algorithm])];
    search.replaceChildren(...names.map((name) => make("option", { value: name }, name === SAMPLED ? "Monte-Carlo search" : name)));
    search.value = algorithm;
  }

  // The tree as it is open now, in the form that is wanted.
  function show() {
    const hasBoards = Boolean(root?.board);
    const withBoards = hasBoards && fields.view !== "list";
    shape.value = withBoards ? "" : "list";
    shape.disabled = !hasBoards;
    drawn.element.hidden = zoom.hidden = !withBoards;
    lines.element.hidden = withBoards || !root;
    note.textContent = root ? `${isSampled() ? NOTES.sampled : NOTES.searched} ${KEYS}` : "";
    if (root) (withBoards ? drawn : lines).show(root, chosen);
  }

  async function opened(node) {
    try {
      await toggle(node, (path) => ask("real", asked(path)));
      show();
    } catch (problem) {
      error.textContent = problem.message;
    }
  }

  function look(node) {
    chosen = node;
    show();
    follow();
  }

  // The board beside the tree shows the node that is looked at.
  async function follow() {
    const before = (fields.moves ?? "").split(/[\s,]+/).filter(Boolean);
    const name = fields.game || await game.first;
    board.at(name, fields.position ?? "", [...before, ...chosen.moves]);
    const most = Math.min(300, Number(fields.simulations || usual.simulations));
    const query = { game: name, position: fields.position, moves: [...before, ...chosen.moves].join(" "), rule: fields.rule, simulations: most, seed: fields.seed, exploration: fields.exploration };
    const kept = Object.entries(query).filter(([, value]) => value).map(([key, value]) => [key, String(value)]);
    phases.setAttribute("href", `#lab/simulations?${new URLSearchParams(kept)}`);
  }

  load();
  return {
    moved(next) { fields = named(next); load(); },
    close() {
      board.close();
      drawn.close();
    },
  };
}
