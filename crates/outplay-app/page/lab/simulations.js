// Monte Carlo: the simulations of a search, phase by phase, on a tree or from a position of a game.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { flat } from "./flat.js";
import { CLASSIC, treeForm } from "./form.js";
import { gameFields } from "./games.js";
import { choice, labelled, make, ticked } from "./make.js";
import { picture } from "./picture.js";
import { followingBoard } from "./position.js";
import { stepper } from "./stepper.js";
import { viewport } from "./view.js";

const RULES = [["", "UCB1"], ["ucb1-tuned", "UCB1-Tuned"], ["puct", "PUCT"]];
const WORDS = { select: "Select", expand: "Expand", "play-out": "Play out", "back-up": "Back up" };
// How long each step is shown while it plays, in milliseconds.
const PACE = 900;

const PHASES = [
  ["Select", "From the root down, the mover takes the child with the highest value. UCB1 is the mean of a child, counted from 0 for the lowest payoff to 1 for the highest, and a bonus that is larger the fewer visits the child has: a move that was tried seldom may be better than it looks. A child that was never tried comes first."],
  ["Expand", "The search has come to the end of its tree. If it was here before, the node gets a child for every move, and one of them is selected."],
  ["Play out", "From there the game is played to its end, at random or by what the game knows. One such game says little; many of them say how good a position is."],
  ["Back up", "Every node on the way back to the root counts one more visit, and adds the result to its mean: what the player wins who chose it. So MAX's numbers are MIN's with the other sign."],
];

export function open(place, first) {
  let fields = first;
  let tree = null;
  let drawn = null;
  let timer = null;
  const once = latest();

  const what = choice([["tree", "A tree"], ["game", "A position of a game"]], { id: "simulations-what" });
  what.addEventListener("change", async () => change({ game: what.value === "game" ? fields.game || await game.first : "" }));
  const form = treeForm((some) => change({ ...some, game: "" }), { searches: false });
  const game = gameFields((some) => change(some));
  const gameCard = make("section", { class: "card", "aria-label": "The position" }, make("div", { class: "row" }, ...game.elements));
  const rule = choice(RULES, { id: "rule" });
  rule.addEventListener("change", () => change({ rule: rule.value }));
  const number = (id, min, max, name) => {
    const input = make("input", { type: "number", id, min, max, size: 5 });
    input.addEventListener("change", () => change({ [name]: input.value }));
    return input;
  };
  const simulations = number("simulations", 1, 300, "simulations");
  const seed = number("seed", 0, 999999, "seed");
  const exploration = make("input", { id: "exploration", size: 4, placeholder: "usual", onchange: () => change({ exploration: exploration.value }) });
  const solver = ticked("proofs", { id: "solver" });
  solver.box.addEventListener("change", () => change({ solver: solver.box.checked ? "1" : "" }));
  const error = make("p", { class: "error", role: "alert", id: "simulations-error" });

  const view = viewport("The tree of the search", "frame");
  const steps = stepper({
    jumps: [
      { id: "next-simulation", word: "▶ simulation", title: "To the end of a simulation (S)", key: "s", is: ({ event }) => event === "back-up" },
    ],
    moved, view, label: "",
  });
  const { sentence } = steps;
  const play = make("button", { id: "play", "aria-pressed": "false", onclick: () => (timer ? pause() : start()) }, "Play");
  const jump = make("input", { type: "number", id: "jump", min: 1, size: 5, onchange: () => toSimulation(Number(jump.value)) });
  const board = followingBoard();
  const whole = make("a", { class: "button", id: "to-real" }, "The tree with boards");
  const result = make("pre", { class: "result", id: "result" });
  const phases = make("details", { class: "phases", id: "phases" }, make("summary", {}, "The four phases"),
    make("dl", {}, ...PHASES.flatMap(([word, words]) => [make("dt", {}, word), make("dd", {}, words)])));

  place.append(
    make("div", { class: "side" },
      make("div", { class: "row" }, labelled("Simulate", what)), form.element, gameCard,
      make("section", { class: "card", "aria-label": "The search" },
        make("div", { class: "row" }, labelled("Rule", rule), labelled("Simulations", simulations), labelled("Seed", seed),
          labelled("Exploration", exploration), solver.label), error, phases)),
    make("section", { class: "card stage narrow-first", "aria-label": "The simulations" },
      make("div", { class: "row steps" }, ...steps.buttons, play, labelled("Simulation", jump)),
      make("div", { class: "row" }, steps.slider, steps.count, ...view.buttons, whole),
      sentence, make("div", { class: "beside-board" }, view.element, board.element), result,
      make("p", { class: "soft" }, "At each node: visits · mean for the player who chose it. Below, in colour: the value by which it is selected.")),
  );

  const asked = () => ({
    ...(fields.game
      ? { game: fields.game, position: fields.position, moves: fields.moves }
      : { tree: fields.tree || CLASSIC }),
    rule: fields.rule, exploration: fields.exploration, solver: fields.solver === "1",
    simulations: fields.simulations ? Number(fields.simulations) : null, seed: fields.seed ? Number(fields.seed) : null,
  });

  function change(some) {
    fields = { ...fields, ...some, step: "" };
    keep("simulations", fields);
    load();
  }

  async function load() {
    pause();
    const isGame = Boolean(fields.game);
    what.value = isGame ? "game" : "tree";
    form.element.hidden = isGame;
    gameCard.hidden = !isGame;
    form.set(fields);
    if (isGame) game.set(fields);
    rule.value = fields.rule ?? "";
    simulations.value = fields.simulations || "20";
    seed.value = fields.seed || "1";
    exploration.value = fields.exploration ?? "";
    solver.box.checked = fields.solver === "1";
    const { answer, error: problem } = await once(() => ask("simulate", asked()));
    if (problem !== undefined) error.textContent = problem;
    if (!answer) return;
    error.textContent = "";
    tree = flat(answer);
    drawn = picture(tree, "The tree that is searched");
    drawn.svg.classList.add("counts");
    // Of a game, nodes come into being; a tree is there from the beginning.
    drawn.svg.classList.toggle("grows", isGame);
    board.element.hidden = whole.hidden = !isGame;
    whole.href = `#lab/real?${new URLSearchParams({ algorithm: "mcts", ...chosen("game", "position", "moves", "rule", "simulations", "seed", "exploration") })}`;
    jump.max = tree.simulations;
    steps.load(tree, drawn, Number(fields.step) || 0);
  }

  function moved(step) {
    const now = step > 0 ? tree.steps[step - 1] : null;
    drawn.show(stateAfter(tree, step));
    const words = now ? now.sentence : `${tree.simulations} simulations, ${tree.steps.length} steps. Press → for the first step.`;
    sentence.replaceChildren(...(now ? [make("span", { class: "phase" }, WORDS[now.event])] : []), words);
    jump.value = now ? now.simulation : "";
    result.textContent = step === tree.steps.length ? tree.result.trim() : "";
    if (step === tree.steps.length) pause();
    if (fields.game) board.at(fields.game, fields.position ?? "", [...(fields.moves ?? "").split(/[\s,]+/).filter(Boolean), ...wayTo(now?.chosen ?? now?.node ?? 0)]);
    fields = { ...fields, step: step || "" };
    keep("simulations", fields);
  }

  // The moves that lead to a node.
  function wayTo(index) {
    const { parent, by } = tree.nodes[index];
    return parent === null ? [] : [...wayTo(parent), by];
  }

  const chosen = (...names) => Object.fromEntries(names.filter((name) => fields[name]).map((name) => [name, fields[name]]));

  // To the first step of a simulation.
  function toSimulation(wanted) {
    const at = tree?.steps.findIndex(({ simulation }) => simulation === wanted) ?? -1;
    if (at >= 0) steps.go(at + 1);
  }

  function start() {
    if (!tree) return;
    if (steps.step === tree.steps.length) steps.go(0);
    timer = setInterval(() => steps.go(steps.step + 1), PACE);
    play.setAttribute("aria-pressed", "true");
    play.textContent = "Pause";
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    play.setAttribute("aria-pressed", "false");
    play.textContent = "Play";
  }

  load();
  return {
    moved(next) { fields = next; load(); },
    close() {
      pause();
      board.close();
      steps.close();
    },
  };
}

// What is known after some steps: visits and means of all simulations, and the values of the one that is shown.
function stateAfter(tree, steps) {
  const state = { labels: new Map(), severed: new Set(), open: new Set(), seen: new Set([0]), at: null, line: new Set() };
  const [counts, scores] = [new Map(), new Map()];
  let simulation = 0;
  for (const step of tree.steps.slice(0, steps)) {
    if (step.simulation !== simulation) {
      simulation = step.simulation;
      scores.clear();
      state.open.clear();
    }
    if (step.node !== null) state.open.add(step.node);
    for (const [node, score] of step.scores ?? []) scores.set(node, score);
    for (const [node, visits, mean, proven] of step.counts ?? []) counts.set(node, { visits, mean, proven });
    const at = step.chosen ?? step.node;
    if (at !== null && at !== undefined) {
      state.open.add(at);
      state.seen.add(at);
      state.at = at;
    }
  }
  for (const node of new Set([...counts.keys(), ...scores.keys()])) {
    const { visits, mean, proven } = counts.get(node) ?? { visits: 0, mean: null };
    const means = mean === null ? "" : ` · ${mean}${proven ? "!" : ""}`;
    const score = scores.has(node) ? `\n${scores.get(node)}` : "";
    state.labels.set(node, `${visits}${means}${score}`);
  }
  state.absent = new Set([...tree.nodes.keys()].filter((node) => !state.seen.has(node)));
  return state;
}
