// The quiz: fill in what alpha-beta finds, click the branches that it cuts, choose the move. The server marks it.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { request, treeForm } from "./form.js";
import { choice, draw, labelled, make, ticked } from "./make.js";
import { ends, picture, pretty } from "./picture.js";

const NOTHING = { labels: new Map(), severed: new Set(), open: new Set(), seen: new Set(), at: null, line: new Set() };

export function open(place, first) {
  let fields = first;
  let sheet = null;
  let drawn = null;
  let cuts = new Set();
  let wrong = null;
  const once = latest();

  const form = treeForm(fields, change, { searches: false });
  const rule = choice([["", "v ≥ beta"], ["strict", "v > beta"]], { id: "rule" });
  rule.addEventListener("change", () => change({ prune: rule.value }));
  const search = choice([["", "alpha-beta"], ["minimax", "minimax"]], { id: "quiz-search" });
  search.addEventListener("change", () => change({ algorithm: search.value }));
  const windows = ticked("ask for alpha and beta, too", { id: "ask-windows" });
  windows.box.addEventListener("change", () => change({ windows: windows.box.checked ? "1" : "" }));
  const convention = make("p", { id: "convention", class: "soft" });
  const frame = make("div", { class: "frame", id: "frame", tabindex: 0, role: "region", "aria-label": "The tree of the quiz" });
  const table = make("div", { class: "answers", id: "answers" });
  const verdict = make("p", { id: "verdict", role: "status" });
  const buttons = [
    make("button", { id: "check", onclick: () => mark(false) }, "Check so far"),
    make("button", { id: "hand-in", class: "primary", onclick: () => mark(true) }, "Hand in"),
    make("button", { id: "clear", onclick: () => build() }, "Clear"),
    make("button", { id: "print", onclick: printed }, "Print sheet and key"),
  ];
  const paper = make("section", { class: "paper", "aria-hidden": "true" });

  place.append(
    form.element,
    make("section", { class: "card stage", "aria-label": "The quiz" },
      make("div", { class: "row" }, labelled("Search", search), labelled("It cuts at", rule), windows.label),
      convention, frame, table, make("div", { class: "row" }, ...buttons), verdict),
    paper,
  );
  const cleared = () => paper.replaceChildren();
  addEventListener("afterprint", cleared);

  function change(some) {
    fields = { ...fields, ...some };
    keep("quiz", fields);
    load();
  }

  const asked = () => ({ ...request(fields), algorithm: fields.algorithm || "alpha-beta", prune: fields.prune || "non-strict" });

  async function load() {
    form.set(fields);
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

  // A blank sheet.
  function build() {
    cuts = new Set();
    wrong = null;
    drawn = picture(sheet, "The tree of the quiz");
    frame.replaceChildren(drawn.svg);
    if (sheet.rule) for (const node of drawn.nodes) cuttable(node);
    table.replaceChildren(...rows());
    verdict.textContent = "";
    verdict.className = "";
    paint();
  }

  // A branch that can be clicked, also with the keyboard.
  function cuttable(node) {
    if (node.parent === null) return;
    const [from, to] = ends(node, drawn.nodes);
    const hit = draw("line", {
      class: "hit", x1: from[0], y1: from[1], x2: to[0], y2: to[1], tabindex: 0, role: "checkbox", "aria-checked": "false",
      "aria-label": `cut ${node.move}`, "data-cut": node.index,
    });
    const toggle = () => {
      if (!cuts.delete(node.index)) cuts.add(node.index);
      hit.setAttribute("aria-checked", String(cuts.has(node.index)));
      wrong = null;
      paint();
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
    const labels = new Map([...table.querySelectorAll("input[data-kind=values]")].map((input) => [Number(input.dataset.node), input.value]));
    const marks = new Map(wrong === null ? [] : [[wrong, "wrong"]]);
    drawn.show({ ...NOTHING, labels, severed: cuts, marks, seen: new Set(sheet.nodes.keys()) });
    for (const input of table.querySelectorAll("input")) {
      const { severed, below } = drawn.nodes[Number(input.dataset.node)];
      input.disabled = severed || below;
    }
  }

  // One line for every node where somebody moves.
  function rows() {
    const inner = drawn.nodes.filter((node) => node.shape !== "leaf");
    const asksWindows = windows.box.checked && sheet.rule;
    const head = ["Node", ...(asksWindows ? ["alpha", "beta"] : []), "Value"].map((word) => make("th", { scope: "col" }, word));
    const field = (node, kind, word) => make("td", {}, make("input", {
      size: 6, "data-kind": kind, "data-node": node.index, "aria-label": `${word} of ${node.name}`, autocomplete: "off", oninput: () => { wrong = null; paint(); },
    }));
    const row = (node) => make("tr", {}, make("th", { scope: "row" }, `${node.shape.toUpperCase()} ${node.name}`),
      ...(asksWindows ? [field(node, "alphas", "alpha"), field(node, "betas", "beta")] : []), field(node, "values", "value"));
    const best = choice([["", "…"], ...sheet.moves.map((one) => [one, one])], { id: "best-move" });
    return [
      make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...inner.map(row))),
      labelled("The move", best),
      make("p", { class: "soft" }, hint(sheet, asksWindows)),
    ];
  }

  function answers() {
    const kind = (name) => Object.fromEntries([...table.querySelectorAll(`input[data-kind=${name}]`)]
      .filter((input) => input.value.trim() !== "" && !input.disabled).map((input) => [input.dataset.node, input.value]));
    return { values: kind("values"), alphas: kind("alphas"), betas: kind("betas"), cuts: [...cuts], move: table.querySelector("select").value };
  }

  async function mark(complete) {
    if (!sheet) return;
    const { answer, error } = await once(() => ask("mark", { ...asked(), windows: windows.box.checked, complete, answers: answers() }));
    if (error !== undefined) {
      verdict.textContent = error;
      verdict.className = "error";
    }
    if (!answer) return;
    const { right, questions, verdict: how, sentence, node, about } = answer;
    const score = `${right} of ${questions} right`;
    verdict.className = how;
    verdict.textContent = {
      passed: `Passed: all ${questions} answers are right.`,
      open: `${score} so far. ${sentence}`,
      wrong: `${score}, then the first mistake: ${sentence}`,
    }[how];
    wrong = how === "wrong" ? node : null;
    paint();
    if (how === "wrong" && about !== "cut") table.querySelector(about === "move" ? "select" : `input[data-node="${node}"]`)?.focus();
  }

  // A sheet without answers, and its key on the next page.
  async function papers() {
    const key = await ask("key", { ...asked(), labels: "window" });
    const blank = picture(sheet, "");
    blank.show({ ...NOTHING, seen: new Set(sheet.nodes.keys()) });
    for (const node of blank.nodes.filter((one) => one.shape !== "leaf")) {
      blank.svg.append(draw("line", { class: "blank", x1: node.x + 20, y1: node.y + 8, x2: node.x + 62, y2: node.y + 8 }));
    }
    const solved = picture(sheet, "");
    const labels = new Map(key.key.filter((one) => one.value).map(({ node, value, window }) => [node, pretty([value, window].filter(Boolean).join(" "))]));
    solved.show({
      ...NOTHING, labels, severed: new Set(key.key.filter((one) => one.cut).map((one) => one.node)),
      line: new Set(key.key.filter((one) => one.best).map((one) => one.node)), seen: new Set(sheet.nodes.keys()),
    });
    paper.replaceChildren(
      make("div", { class: "page" }, make("h2", {}, `What does ${sheet.algorithm} do?`), make("p", {}, task(sheet)), blank.svg,
        make("p", {}, "Name: ______________________   Move: ________")),
      make("div", { class: "page" }, make("h2", {}, "Key"), solved.svg, make("p", {}, `The move is ${key.move}.`),
        make("ul", {}, ...key.cuts.map((one) => make("li", {}, one)))),
    );
  }

  async function printed() {
    try {
      await papers();
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

function task({ rule }) {
  const order = "Go through the tree from left to right.";
  return rule
    ? `${order} Write the value beside every node, cross out the branches that are cut, and choose the move. Cut as soon as v ${rule === ">" ? "> beta (MAX) or v < alpha (MIN)" : "≥ beta (MAX) or v ≤ alpha (MIN)"}.`
    : `${order} Write the value beside every node, and choose the move.`;
}
