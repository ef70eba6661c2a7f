// A tree to step through: the stepper of the lab, with pseudocode beside it and handles to change the tree where the lesson wants them.

import { h } from "../../dom.js";
import { ask, latest } from "../../lab/ask.js";
import { choice, labelled } from "../../lab/make.js";
import { picture, stateAfter } from "../../lab/picture.js";
import { stepper } from "../../lab/stepper.js";
import { handles } from "../change.js";
import { hasServer } from "../given.js";
import { program } from "../../lab/running.js";

const LABELS = [["value", "= 3, ≤ 2"], ["range", "[3, 3], [-∞, 2]"], ["window", "alpha and beta"]];

/**
 * @param {HTMLElement} place
 * @param {{ name: string, request: any, trace: any, change: boolean, code: string | null, caption: string }} figure
 */
export function show(place, { name, request, trace, change, code, caption }) {
  let tree = trace;
  let drawn = null;
  let text = request.tree;
  const first = request.labels ?? "value";
  const once = latest();
  const changes = change && hasServer();
  const beside = code ? program(code) : null;
  const labels = choice(LABELS, { id: `${name}-labels` });
  labels.value = first;
  labels.addEventListener("change", () => again(null));
  const problem = h("p", { class: "error", role: "alert" });
  const result = h("pre", { class: "result", id: `${name}-result` });
  const steps = stepper({
    name: `${name}-`,
    within: place,
    jumps: [
      { id: "next-leaf", word: "▶ leaf", title: "To the next leaf (L)", key: "l", is: ({ event }) => event === "leaf" },
      { id: "next-cut", word: "▶ cut", title: "To the next cut (C)", key: "c", is: ({ event }) => event === "cut" },
    ].filter(({ id }) => id !== "next-cut" || trace.rule),
    moved,
    label: caption || "The tree",
  });
  const original = h("button", { class: "original", disabled: true, onclick: () => { text = request.tree; again(null); } }, "As it was");
  place.append(
    ...(caption ? [h("p", { class: "caption" }, caption)] : []),
    h("div", { class: "row steps" }, ...steps.buttons, hasServer() && trace.rule ? labelled("Nodes show", labels) : null, changes ? original : null),
    h("div", { class: "row" }, steps.slider, steps.count),
    steps.sentence,
    ...(changes ? [h("p", { class: "soft small" }, "Drag a leaf up or down to change it, and any node sideways to change its place. By keys: ↑ ↓, and Shift with ← →.")] : []),
    h("div", { class: beside ? "side-by-side" : "" }, steps.frame, beside?.element),
    problem, result);
  load(0);

  function load(at) {
    drawn = picture(tree, caption || "The tree");
    if (changes) handles(drawn, text, (next, focus) => { text = next; again(focus); });
    steps.load(tree, drawn, at);
  }

  // The search of another tree, or with other labels: at its end where a payoff was changed, so that what follows from it is seen.
  async function again(focus) {
    const at = focus === null ? steps.step : Infinity;
    const { answer, error } = await once(() => ask("trace", { ...request, tree: text, labels: labels.value }));
    problem.textContent = error ?? "";
    if (!answer) return;
    tree = answer;
    original.disabled = text === request.tree;
    load(at);
    if (focus !== null) drawn.svg.querySelector(`[data-handle="${focus}"]`)?.focus();
  }

  function moved(step) {
    drawn.show(stateAfter(tree, step, labels.value));
    beside?.at(tree, step);
    const { sentence } = steps;
    sentence.textContent = step === 0 ? `${tree.algorithm}, ${tree.steps.length} steps. Press → for the first step.` : tree.steps[step - 1].sentence;
    sentence.classList.toggle("is-cut", step > 0 && tree.steps[step - 1].event === "cut");
    result.textContent = step === tree.steps.length ? tree.result.trim() : "";
  }

  return () => steps.close();
}
