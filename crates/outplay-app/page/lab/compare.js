// Compare: the same tree, or the same position of a game, under every search.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { request, treeForm } from "./form.js";
import { choice, download, labelled, make } from "./make.js";
import { gameFields } from "./games.js";
import { pretty } from "./picture.js";

// Of so many moves of the root the table says what a search knows.
const MOST_BOUNDS = 4;

export function open(place, first) {
  let fields = first;
  let last = null;
  const once = latest();

  const what = choice([["tree", "A tree"], ["game", "A position of a game"]], { id: "compare-what" });
  what.addEventListener("change", async () => change({ game: what.value === "game" ? fields.game || await game.first : "" }));
  const form = treeForm((some) => change({ ...some, game: "" }), { searches: false });
  const game = gameFields((some) => change(some));
  const plies = make("input", { type: "number", min: 1, max: 9, id: "plies", onchange: () => change({ plies: plies.value }) });
  const gameCard = make("section", { class: "card", "aria-label": "The position" },
    make("div", { class: "row" }, ...game.elements, labelled("Plies", plies)));
  const error = make("p", { class: "error", role: "alert", id: "compare-error" });
  const busy = make("p", { class: "soft", role: "status" });
  const plot = make("div", { class: "frame plot", id: "plot" });
  const table = make("div", { class: "frame", id: "rows", tabindex: 0, role: "region", "aria-label": "The searches" });
  const note = make("p", { class: "soft" });
  const take = make("button", { id: "export-plot", onclick: () => last && download({ name: "compare.svg", type: "image/svg+xml", content: last.svg }) }, "The plot as SVG");

  place.append(
    make("div", { class: "side" }, make("div", { class: "row" }, labelled("Compare", what)), form.element, gameCard),
    make("section", { class: "card stage", "aria-label": "The comparison" }, error, busy, plot, note, table, make("div", { class: "row" }, take)),
  );

  function change(some) {
    fields = { ...fields, ...some };
    keep("compare", fields);
    load();
  }

  async function load() {
    const isGame = Boolean(fields.game);
    what.value = isGame ? "game" : "tree";
    form.element.hidden = isGame;
    gameCard.hidden = !isGame;
    form.set(fields);
    game.set(fields);
    plies.value = fields.plies ?? "3";
    busy.textContent = "Searching …";
    const asked = isGame
      ? { game: fields.game, position: fields.position, moves: fields.moves, plies: Number(plies.value) }
      : request(fields);
    const { answer, error: problem } = await once(() => ask("compare", asked));
    if (answer || problem !== undefined) busy.textContent = "";
    if (problem !== undefined) {
      error.textContent = problem;
      plot.replaceChildren();
      table.replaceChildren();
      note.textContent = "";
    }
    if (!answer) return;
    error.textContent = "";
    last = answer;
    plot.replaceChildren(drawing(answer.svg));
    table.replaceChildren(tableOf(answer));
    note.textContent = noteOf(answer);
  }

  load();
  return { moved(next) { fields = next; load(); }, close() {} };
}

// The drawing of the server as elements of the page, which gives it its colours.
function drawing(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  const element = document.importNode(parsed.documentElement, true);
  element.classList.add("bars");
  return element;
}

function noteOf({ b, sqrt_b: root, b_075: middle, depth }) {
  if (b === null) return "Minimax was broken off, so that b is not known.";
  return `b = ${b.toFixed(2)} is what minimax looks at: b^${depth} leaves. The best order comes near √b = ${root.toFixed(2)}, `
    + `a random one near b^0.75 = ${middle.toFixed(2)}.`;
}

// Columns: a word, and whether a narrow page leaves it out.
const COLUMNS = [["Search"], ["Value"], ["Move", true], ["Generated", true], ["Expanded", true], ["Leaves"], ["Cut-offs", true], ["Table hits", true], ["b*"], ["Known of the moves", true]];

function tableOf({ rows }) {
  const head = make("tr", {}, ...COLUMNS.map(([word, isMinor]) => make("th", { scope: "col", class: isMinor ? "minor" : null }, word)));
  return make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, ...rows.map(rowOf)));
}

function rowOf(row) {
  const rule = { strict: "v > beta", "non-strict": "v ≥ beta" }[row.prune];
  const { shuffled } = row;
  const order = shuffled ? `random (mean of ${shuffled.orders})` : row.order;
  const how = [rule, order, row.fail_hard && "fail-hard", row.table && "table"].filter(Boolean).join(", ");
  const start = make("th", { scope: "row" }, row.algorithm, make("span", { class: "soft how" }, how));
  if (row.reason) return make("tr", {}, start, make("td", { colspan: COLUMNS.length - 1, class: "soft" }, row.reason));
  const { generated, expanded, leaves, cutoffs, table_hits: hits } = row.counts;
  const bounds = (row.bounds ?? []).slice(0, MOST_BOUNDS).map(pretty).join(", ");
  const cells = [shown(row.value), row.move ?? "–", generated, expanded, shuffled ? shuffled.leaves.toFixed(1) : leaves, cutoffs, hits, row.effective?.toFixed(2) ?? "", bounds];
  const kind = (index) => [index + 1 < cells.length ? "number" : "bounds", COLUMNS[index + 1][1] && "minor"].filter(Boolean).join(" ");
  return make("tr", {}, start, ...cells.map((cell, index) => make("td", { class: kind(index) }, String(cell))));
}

const shown = (value) => Array.isArray(value) ? `[${value.join(" ")}]` : typeof value === "number" ? String(Math.round(value * 1e4) / 1e4) : value ?? "";
