// Trees: a search, step by step. Nothing moves by itself.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { request, treeForm } from "./form.js";
import { choice, download, labelled, make } from "./make.js";
import { picture, stateAfter } from "./picture.js";

export function open(place, first) {
  let fields = first;
  let tree = null;
  let drawn = null;
  let step = 0;
  const once = latest();

  const form = treeForm(fields, (some) => change({ ...some, step: "" }));
  const labels = choice([["value", "= 3, ≤ 2"], ["range", "[3, 3], [-∞, 2]"], ["window", "alpha and beta"]], { id: "labels" });
  labels.addEventListener("change", () => change({ labels: labels.value === "value" ? "" : labels.value }));
  const slider = make("input", { type: "range", min: 0, value: 0, id: "slider", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const count = make("output", { id: "count", class: "soft" });
  const sentence = make("p", { id: "sentence", "aria-live": "polite" });
  const buttons = [
    ["first", "|◀", "To the start (Home)", () => go(0)],
    ["back", "◀", "One step back (←)", () => go(step - 1)],
    ["next", "▶", "One step (→)", () => go(step + 1)],
    ["next-leaf", "▶ leaf", "To the next leaf (L)", () => jump("leaf")],
    ["next-cut", "▶ cut", "To the next cut (C)", () => jump("cut")],
    ["last", "▶|", "To the end (End)", () => go(Infinity)],
  ].map(([id, word, title, click]) => make("button", { id, title, "aria-label": title, onclick: click }, word));
  const exports = [["svg", "SVG"], ["tikz", "TikZ"], ["text", "Text"]].map(([formName, word]) =>
    make("button", { id: `export-${formName}`, onclick: () => take(formName) }, word));
  const frame = make("div", { class: "frame", id: "frame", tabindex: 0, role: "region", "aria-label": "The picture of the search" });
  const result = make("pre", { class: "result", id: "result" });
  const quizLink = make("a", { class: "button", id: "to-quiz" }, "Quiz on this tree");
  const compareLink = make("a", { class: "button", id: "to-compare" }, "Compare searches");

  place.append(
    form.element,
    make("section", { class: "card stage", "aria-label": "The search" },
      make("div", { class: "row steps" }, ...buttons, labelled("Nodes show", labels)),
      make("div", { class: "row" }, slider, count),
      sentence, frame, result,
      make("div", { class: "row" }, make("span", { class: "soft" }, "This picture as"), ...exports, quizLink, compareLink)),
  );
  document.addEventListener("keydown", keyed);

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
    frame.replaceChildren(drawn.svg);
    slider.max = tree.steps.length;
    const shared = new URLSearchParams(Object.entries(fields).filter(([name, value]) => value && name !== "step")).toString();
    quizLink.href = `#lab/quiz?${shared}`;
    compareLink.href = `#lab/compare?${shared}`;
    go(fields.step === undefined || fields.step === "" ? 0 : Number(fields.step) || 0);
  }

  function change(some) {
    fields = { ...fields, ...some };
    keep("trees", fields);
    load();
  }

  function go(to) {
    if (!tree) return;
    step = Math.max(0, Math.min(tree.steps.length, to));
    drawn.show(stateAfter(tree, step, labels.value));
    slider.value = step;
    const last = tree.steps.length;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    count.textContent = `step ${step} of ${last}`;
    const rule = tree.rule ? ` It cuts at v ${tree.rule === ">" ? ">" : "≥"} beta.` : "";
    sentence.textContent = step === 0
      ? `${tree.algorithm}, ${last} steps.${rule} Press → for the first step.`
      : tree.steps[step - 1].sentence;
    sentence.className = step > 0 && tree.steps[step - 1].event === "cut" ? "is-cut" : "";
    result.textContent = step === last ? tree.result.trim() : "";
    buttons[0].disabled = buttons[1].disabled = step === 0;
    for (const button of buttons.slice(2)) button.disabled = step === last;
    fields = { ...fields, step: step || "" };
    keep("trees", fields);
    follow();
  }

  // Keeps the node in sight at which the search is.
  function follow() {
    const at = step > 0 ? tree.steps[step - 1].node : null;
    if (at === null) return;
    const { x, y } = drawn.nodes[at];
    const scale = drawn.svg.getBoundingClientRect().width / tree.width || 1;
    const outside = (from, size, at) => at < from + 60 || at > from + size - 60;
    if (outside(frame.scrollLeft, frame.clientWidth, x * scale)) frame.scrollLeft = x * scale - frame.clientWidth / 2;
    if (outside(frame.scrollTop, frame.clientHeight, y * scale)) frame.scrollTop = y * scale - frame.clientHeight / 2;
  }

  function jump(event) {
    const next = tree?.steps.findIndex((one, index) => index >= step && one.event === event) ?? -1;
    go(next < 0 ? Infinity : next + 1);
  }

  function keyed(event) {
    const typing = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(Infinity),
      l: () => jump("leaf"), c: () => jump("cut"),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  async function take(formName) {
    try {
      download(await ask("export", { ...request(fields), labels: labels.value, step, form: formName }));
    } catch (problem) {
      form.error(problem.message);
    }
  }

  load();
  return {
    moved(next) { fields = next; load(); },
    close() { document.removeEventListener("keydown", keyed); },
  };
}
