// Trees: a search, step by step. Nothing moves by itself.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { request, treeForm } from "./form.js";
import { choice, download, labelled, make } from "./make.js";
import { picture, stateAfter } from "./picture.js";
import { stepper } from "./stepper.js";

export function open(place, first) {
  let fields = first;
  let tree = null;
  let drawn = null;
  const once = latest();

  const form = treeForm(fields, (some) => change({ ...some, step: "" }));
  const labels = choice([["value", "= 3, ≤ 2"], ["range", "[3, 3], [-∞, 2]"], ["window", "alpha and beta"]], { id: "labels" });
  labels.addEventListener("change", () => change({ labels: labels.value === "value" ? "" : labels.value }));
  const steps = stepper({
    jumps: [
      { id: "next-leaf", word: "▶ leaf", title: "To the next leaf (L)", key: "l", is: ({ event }) => event === "leaf" },
      { id: "next-cut", word: "▶ cut", title: "To the next cut (C)", key: "c", is: ({ event }) => event === "cut" },
    ],
    moved,
    label: "The picture of the search",
  });
  const { sentence } = steps;
  const exports = [["svg", "SVG"], ["tikz", "TikZ"], ["text", "Text"]].map(([formName, word]) =>
    make("button", { id: `export-${formName}`, onclick: () => take(formName) }, word));
  const result = make("pre", { class: "result", id: "result" });
  const quizLink = make("a", { class: "button", id: "to-quiz" }, "Quiz on this tree");
  const compareLink = make("a", { class: "button", id: "to-compare" }, "Compare searches");

  place.append(
    form.element,
    make("section", { class: "card stage", "aria-label": "The search" },
      make("div", { class: "row steps" }, ...steps.buttons, labelled("Nodes show", labels)),
      make("div", { class: "row" }, steps.slider, steps.count),
      sentence, steps.frame, result,
      make("div", { class: "row" }, make("span", { class: "soft" }, "This picture as"), ...exports, quizLink, compareLink)),
  );

  async function load() {
    form.set(fields);
    labels.value = fields.labels || "value";
    const asked = { ...request(fields), labels: labels.value };
    const { answer, error } = await once(() => ask("trace", asked));
    if (error !== undefined) form.error(error);
    if (!answer) return;
    form.error("");
    tree = answer;
    drawn = picture(tree, "The tree that is searched");
    const shared = new URLSearchParams(Object.entries(fields).filter(([name, value]) => value && name !== "step")).toString();
    quizLink.href = `#lab/quiz?${shared}`;
    compareLink.href = `#lab/compare?${shared}`;
    steps.load(tree, drawn, Number(fields.step) || 0);
  }

  function change(some) {
    fields = { ...fields, ...some };
    keep("trees", fields);
    load();
  }

  function moved(step) {
    drawn.show(stateAfter(tree, step, labels.value));
    const last = tree.steps.length;
    const rule = tree.rule ? ` It cuts at v ${tree.rule === ">" ? ">" : "≥"} beta.` : "";
    sentence.textContent = step === 0
      ? `${tree.algorithm}, ${last} steps.${rule} Press → for the first step.`
      : tree.steps[step - 1].sentence;
    sentence.classList.toggle("is-cut", step > 0 && tree.steps[step - 1].event === "cut");
    result.textContent = step === last ? tree.result.trim() : "";
    fields = { ...fields, step: step || "" };
    keep("trees", fields);
  }

  async function take(formName) {
    try {
      download(await ask("export", { ...request(fields), labels: labels.value, step: steps.step, form: formName }));
    } catch (problem) {
      form.error(problem.message);
    }
  }

  load();
  return {
    moved(next) { fields = next; load(); },
    close() { steps.close(); },
  };
}
