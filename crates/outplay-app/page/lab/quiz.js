// The quiz: fill in what alpha-beta finds, click the branches that it cuts, choose the move. The server marks it.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { blanks, spread } from "./blanks.js";
import { classSheets } from "./class.js";
import { request, treeForm } from "./form.js";
import { keepAnswers, restored } from "./kept.js";
import { choice, download, draw, labelled, make, ticked } from "./make.js";
import { sheetAndKey } from "./paper.js";
import { ends, picture } from "./picture.js";
import { series } from "./series.js";

const NOTHING = { labels: new Map(), severed: new Set(), open: new Set(), seen: new Set(), at: null, line: new Set() };

export function open(place, first) {
  let fields = first;
  let sheet = null;
  let drawn = null;
  let cuts = new Set();
  let wrong = null;
  let each = null;
  const once = latest();

  const form = treeForm(change, { searches: false });
  const rule = choice([["", "v ≥ beta"], ["strict", "v > beta"]], { id: "rule" });
  rule.addEventListener("change", () => change({ prune: rule.value }));
  const search = choice([["", "alpha-beta"], ["minimax", "minimax"]], { id: "quiz-search" });
  search.addEventListener("change", () => change({ algorithm: search.value }));
  const windows = ticked("ask for alpha and beta, too", { id: "ask-windows" });
  windows.box.addEventListener("change", () => change({ windows: windows.box.checked ? "1" : "" }));
  const convention = make("p", { id: "convention", class: "soft" });
  const frame = make("div", { class: "frame", id: "frame", tabindex: 0, role: "region", "aria-label": "The tree of the quiz" });
  const below = make("div", {});
  const table = make("div", { class: "answers", id: "answers" }, frame, below);
  const verdict = make("p", { id: "verdict", role: "status" });
  const buttons = [
    make("button", { id: "check", onclick: () => mark(false) }, "Check so far"),
    make("button", { id: "hand-in", class: "primary", onclick: () => mark(true) }, "Hand in"),
    make("button", { id: "hint", onclick: () => hinted() }, "A hint"),
    make("button", { id: "clear", onclick: () => { keepAnswers(name(), null); build(); } }, "Clear"),
    make("button", { id: "print", onclick: printed }, "Print sheet and key"),
    make("button", { id: "save", onclick: () => saved(), title: "To be handed in, and graded by `outplay grade --answers`" }, "Save to a file"),
  ];
  const paper = make("section", { class: "paper", "aria-hidden": "true" });

  const line = series(change, (words) => form.error(words));
  const sheets = classSheets({
    wish: () => form.wish(), asked: () => asked(), failed: (words) => form.error(words), show: (pages) => paper.replaceChildren(...pages),
  });

  place.append(
    form.element,
    make("section", { class: "card stage", "aria-label": "The quiz" },
      make("div", { class: "row" }, labelled("Search", search), labelled("It cuts at", rule), windows.label),
      convention, line.row, table, make("div", { class: "row" }, ...buttons), verdict, sheets),
    paper,
  );
  const cleared = () => paper.replaceChildren();
  addEventListener("afterprint", cleared);

  function change(some) {
    fields = { ...fields, ...some };
    keep("quiz", fields);
    load();
  }

  // What answers are kept by.
  const name = () => JSON.stringify([asked(), windows.box.checked]);

  const asked = () => ({ ...request(fields), algorithm: fields.algorithm || "alpha-beta", prune: fields.prune || "non-strict" });

  async function load() {
    form.set(fields);
    line.set(fields);
    rule.value = fields.prune === "strict" ? "strict" : "";
    search.value = fields.algorithm === "minimax" ? "minimax" : "";
    windows.box.checked = fields.windows === "1";
    const { answer, error } = await once(() => ask("sheet", { ...asked(), labels: "window" }));
    if (error !== undefined) form.error(error);
    if (!answer) return;
    form.error("");
    sheet = answer;
    rule.disabled = windows.box.disabled = !sheet.rule;
    convention.textContent = conventionOf(sheet);
    build();
  }

  // A blank sheet, or what was filled in before.
  function build() {
    const before = restored(name());
    cuts = new Set(before?.cuts ?? []);
    wrong = null;
    each = null;
    const asksWindows = windows.box.checked && Boolean(sheet.rule);
    drawn = picture(spread(sheet, asksWindows), "The tree of the quiz");
    frame.replaceChildren(drawn.svg);
    if (sheet.rule) for (const node of drawn.nodes) cuttable(node);
    blanks(drawn, asksWindows, filled);
    below.replaceChildren(...rest());
    for (const input of table.querySelectorAll("input")) input.value = before?.[input.dataset.kind]?.[input.dataset.node] ?? "";
    table.querySelector("select").value = before?.move ?? "";
    verdict.textContent = "";
    verdict.className = "";
    paint();
  }

  // Something was filled in: marks are out of date, and it is kept.
  function filled() {
    wrong = null;
    each = null;
    paint();
    keepAnswers(name(), answers());
  }

  // A branch that can be clicked, also with the keyboard.
  function cuttable(node) {
    if (node.parent === null) return;
    const [from, to] = ends(node, drawn.nodes);
    const hit = draw("line", {
      class: "hit", x1: from[0], y1: from[1], x2: to[0], y2: to[1], tabindex: 0, role: "checkbox", "aria-checked": String(cuts.has(node.index)),
      "aria-label": `cut ${node.move}`, "data-cut": node.index,
    });
    const toggle = () => {
      if (!cuts.delete(node.index)) cuts.add(node.index);
      hit.setAttribute("aria-checked", String(cuts.has(node.index)));
      filled();
    };
    hit.addEventListener("click", toggle);
    hit.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      toggle();
    });
    drawn.svg.append(hit);
  }

  function paint() {
    const marks = new Map(wrong === null ? [] : [[wrong, "wrong"]]);
    drawn.show({ ...NOTHING, severed: cuts, marks, seen: new Set(sheet.nodes.keys()) });
    for (const input of table.querySelectorAll("input")) {
      const { severed, below } = drawn.nodes[Number(input.dataset.node)];
      input.disabled = severed || below;
      judge(input, judgement(input.dataset));
    }
    const best = table.querySelector("select");
    if (best) judge(best, each?.move);
    for (const hit of drawn.svg.querySelectorAll(".hit")) hit.classList.toggle("judged-wrong", each?.cuts?.[hit.dataset.cut] === false);
  }

  // Whether a field is right; nothing where that is not known.
  function judgement({ kind, node }) {
    return (kind === "values" ? each?.values : each?.windows)?.[node];
  }

  // The next question, with what it is about.
  async function hinted() {
    if (!sheet) return;
    const { answer, error } = await once(() => ask("mark", { ...asked(), windows: windows.box.checked, complete: false, answers: answers() }));
    if (error !== undefined) told("error", error);
    if (!answer) return;
    counted(line.hinted());
    const { verdict: how, sentence, node, about } = answer;
    if (how === "passed") told("passed", "There is nothing left to ask.");
    else if (how === "wrong") told("open", `Something is wrong at ${drawn.nodes[node].name || drawn.nodes[node].by}. Look at it again before you go on.`);
    else told("open", `${sentence} ${rules(drawn.nodes[node], about, sheet)}`);
  }

  // What a series counts.
  function counted(some) {
    fields = { ...fields, ...some };
    keep("quiz", fields);
    line.set(fields);
  }

  function told(how, words) {
    verdict.className = how;
    verdict.textContent = words;
  }

  // What is not about one node.
  function rest() {
    const best = choice([["", "…"], ...sheet.moves.map((one) => [one, one])], { id: "best-move", onchange: filled });
    return [labelled("The move", best), make("p", { class: "soft" }, hint(sheet, windows.box.checked && sheet.rule))];
  }

  function answers() {
    const kind = (name) => Object.fromEntries([...table.querySelectorAll(`input[data-kind=${name}]`)]
      .filter((input) => input.value.trim() !== "" && !input.disabled).map((input) => [input.dataset.node, input.value]));
    return { values: kind("values"), alphas: kind("alphas"), betas: kind("betas"), cuts: [...cuts], move: table.querySelector("select").value };
  }

  async function mark(complete) {
    if (!sheet) return;
    const { answer, error } = await once(() => ask("mark", { ...asked(), windows: windows.box.checked, complete, answers: answers() }));
    if (error !== undefined) told("error", error);
    if (!answer) return;
    const { right, questions, verdict: how, sentence, node, about } = answer;
    each = answer.each;
    const marks = [...Object.values(each.values), ...Object.values(each.windows), ...Object.values(each.cuts), ...("move" in each ? [each.move] : [])];
    const all = `Of ${marks.length} filled in, ${marks.filter(Boolean).length} are right.`;
    told(how, {
      passed: `Passed: all ${questions} answers are right.`,
      open: `${right} of ${questions} right so far. ${all} ${sentence}`,
      wrong: `${right} of ${questions} right, then the first mistake: ${sentence} ${all}`,
    }[how]);
    if (complete) {
      counted(line.handedIn(right, questions));
    }
    wrong = how === "wrong" ? node : null;
    paint();
    if (how === "wrong" && about !== "cut") table.querySelector(about === "move" ? "select" : `input[data-node="${node}"]`)?.focus();
  }

  // What `outplay grade --answers` reads.
  function saved() {
    const content = JSON.stringify({ version: 1, quiz: { ...asked(), windows: windows.box.checked }, answers: answers() }, null, 2);
    download({ name: "quiz-answers.json", type: "application/json", content: `${content}\n` });
  }

  // A sheet without answers, and its key on the next page.
  async function printed() {
    try {
      const { sheet: blank, key } = await sheetAndKey(asked(), "");
      paper.replaceChildren(blank, key);
      print();
    } catch (problem) {
      form.error(problem.message);
    }
  }

  load();
  return {
    moved(next) { fields = next; load(); },
    close() { removeEventListener("afterprint", cleared); },
  };
}

// A mark at a field.
function judge(field, isRight) {
  field.classList.toggle("judged-right", isRight === true);
  field.classList.toggle("judged-wrong", isRight === false);
  if (isRight === false) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
}

// The rule that a question is about, without its answer.
function rules(node, about, { rule }) {
  if (about === "window") return "alpha is the most that MAX has for sure on the way from the root, beta the least that MIN has.";
  if (about === "move") return "MAX takes the move with the greatest value, MIN the one with the least. A bound is no reason to change the move.";
  const [who, takes, other, test] = node.shape === "min" ? ["MIN", "least", "MAX", rule === ">" ? "v < alpha" : "v ≤ alpha"] : ["MAX", "greatest", "MIN", rule === ">" ? "v > beta" : "v ≥ beta"];
  const cut = rule ? ` It stops as soon as ${test}: as soon as ${other} has something better elsewhere.` : "";
  return `${node.name} is a ${who} node: it takes the ${takes} value of its moves, from left to right.${cut}`;
}

function conventionOf({ rule, algorithm }) {
  if (!rule) return `${algorithm} looks at everything: nothing is cut.`;
  return rule === ">"
    ? "The convention: a branch is cut only when v > beta at MAX, or v < alpha at MIN. Equal values do not cut."
    : "The convention: a branch is cut as soon as v ≥ beta at MAX, or v ≤ alpha at MIN. Equal values cut.";
}

function hint({ rule }, asksWindows) {
  const cut = rule ? " Click a branch of the picture to cut it. Where something is cut, the value is a bound: 70 or <= 70 are both right." : "";
  const window = asksWindows ? " alpha and beta are those with which the search comes to a node; write inf and -inf." : "";
  return `Write values like 70.${cut}${window}`;
}
