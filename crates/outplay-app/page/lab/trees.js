// Trees: a search, step by step. Nothing moves by itself.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { deepening } from "./deepen.js";
import { editor } from "./edit.js";
import { flat } from "./flat.js";
import { request, treeForm } from "./form.js";
import { legend } from "./legend.js";
import { choice, download, labelled, make, ticked } from "./make.js";
import { byLeaf, told } from "./pace.js";
import { picture, stateAfter } from "./picture.js";
import { prediction } from "./predict.js";
import { presentation } from "./present.js";
import { program } from "./running.js";
import { stepper } from "./stepper.js";
import { viewport } from "./view.js";

const JUMPS = [
  { id: "next-leaf", word: "▶ leaf", title: "To the next leaf (L)", key: "l", is: ({ event }) => event === "leaf" },
  { id: "next-cut", word: "▶ cut", title: "To the next cut (C)", key: "c", is: ({ event }) => event === "cut" },
];

/**
 * @param {HTMLElement} place
 * @param {Record<string, any>} first the fields of the address
 */
export function open(place, first) {
  let fields = first;
  let tree = null;
  let drawn = null;
  let code = null;
  const once = latest();

  const form = treeForm((some) => change({ ...some, step: "" }));
  const labels = choice([["value", "= 3, ≤ 2"], ["range", "[3, 3], [-∞, 2]"], ["window", "alpha and beta"]], { id: "labels" });
  labels.addEventListener("change", () => change({ labels: labels.value === "value" ? "" : labels.value }));
  const pace = choice([["", "leaf by leaf"], ["all", "every step"]], { id: "pace" });
  pace.addEventListener("change", () => change({ pace: pace.value }));
  const beside = ticked("pseudocode", { id: "code" });
  beside.box.addEventListener("change", () => change({ code: beside.box.checked ? "1" : "" }));
  const view = viewport("The picture of the search", "frame");
  const iterations = deepening((depth) => change({ depth, step: "" }));
  const edit = editor((text) => change({ tree: text, step: "", grown: "" }));
  const steps = stepper({
    jumps: JUMPS, moved, view, label: "",
    pace: (of) => (pace.value === "all" ? null : byLeaf(of)),
    asks: (from, to) => predict.asks(tree, from, to),
    over: (by) => { if (by > 0) iterations.next(); },
  });
  const predict = prediction((to) => steps.go(to));
  const { sentence } = steps;
  const exports = [["svg", "SVG"], ["tikz", "TikZ"], ["text", "Text"]].map(([formName, word]) =>
    make("button", { id: `export-${formName}`, onclick: () => take(formName) }, word));
  const result = make("pre", { class: "result", id: "result" });
  const quizLink = make("a", { class: "button", id: "to-quiz" }, "Quiz on this tree");
  const compareLink = make("a", { class: "button", id: "to-compare" }, "Compare searches");
  const running = make("div", { class: "running-room" });
  const stage = make("section", { class: "card stage", "aria-label": "The search" });
  const present = presentation(stage, steps.by);

  stage.append(
    make("div", { class: "row steps" }, ...steps.buttons, labelled("Step", pace), labelled("Nodes show", labels), beside.label, predict.label, edit.label),
    make("div", { class: "row" }, steps.slider, steps.count, iterations.row, ...view.buttons, present.button),
    sentence, predict.form, predict.verdict, edit.row, edit.told,
    make("div", { class: "side-by-side" }, view.element, running), result, legend(),
    make("div", { class: "row take" }, make("span", { class: "soft" }, "This picture as"), ...exports, quizLink, compareLink));
  place.append(form.element, stage);

  async function load() {
    form.set(fields);
    labels.value = fields.labels || "value";
    pace.value = fields.pace === "all" ? "all" : "";
    beside.box.checked = fields.code === "1";
    /** @type {any} */
    const asked = { ...request(fields), labels: labels.value };
    const { answer, error } = await once(() => ask("trace", asked));
    if (error !== undefined) form.error(error);
    if (!answer) return;
    form.error("");
    tree = flat(answer);
    drawn = picture(tree, "The tree that is searched");
    const shared = new URLSearchParams(Object.entries(fields).filter(([name, value]) => value && name !== "step")).toString();
    quizLink.href = `#lab/quiz?${shared}`;
    compareLink.href = `#lab/compare?${shared}`;
    code = beside.box.checked ? program(tree.algorithm) : null;
    running.replaceChildren(...(code ? [code.element] : []));
    running.parentElement.classList.toggle("without-code", !code);
    predict.clear();
    iterations.load(asked.tree, fields.depth);
    edit.load(asked.tree, drawn);
    steps.load(tree, drawn, Number(fields.step) || 0);
  }

  function change(some) {
    fields = { ...fields, ...some };
    keep("trees", fields);
    load();
  }

  function moved(step, before) {
    drawn.show(stateAfter(tree, step, labels.value));
    code?.at(tree, step);
    const last = tree.steps.length;
    const rule = tree.rule ? ` It cuts at v ${tree.rule === ">" ? ">" : "≥"} beta.` : "";
    const { words, isCut } = told(tree, before, step);
    sentence.textContent = step === 0 ? `${tree.algorithm}, ${last} steps.${rule} Press → for the first step.` : words;
    sentence.classList.toggle("is-cut", step > 0 && isCut);
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
    close() {
      steps.close();
      present.close();
    },
  };
}
