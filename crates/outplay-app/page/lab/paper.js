// Sheets of paper: a quiz without answers for every student, each with a tree of its own, and the keys behind them.

import { ask } from "./ask.js";
import { draw, make } from "./make.js";
import { picture, pretty } from "./picture.js";

const NOTHING = { labels: new Map(), severed: new Set(), open: new Set(), seen: new Set(), at: null, line: new Set() };

/** A sheet and its key, for a question to the server. `title` stands on both. */
export async function sheetAndKey(asked, title) {
  const [sheet, key] = await Promise.all([ask("sheet", { ...asked, labels: "window" }), ask("key", { ...asked, labels: "window" })]);
  return { sheet: blankPage(sheet, title), key: keyPage(sheet, key, title) };
}

// The tree with lines to write on.
function blankPage(sheet, title) {
  const blank = picture(sheet, "");
  blank.show({ ...NOTHING, seen: new Set(sheet.nodes.keys()) });
  for (const node of blank.nodes.filter((one) => one.shape !== "leaf")) {
    blank.svg.append(draw("line", { class: "blank", x1: node.x + 20, y1: node.y + 8, x2: node.x + 62, y2: node.y + 8 }));
  }
  return make("div", { class: "page" }, make("h2", {}, `What does ${sheet.algorithm} do?${title ? ` ${title}` : ""}`), make("p", {}, task(sheet)), blank.svg,
    make("p", {}, "Name: ______________________   Move: ________"));
}

function keyPage(sheet, key, title) {
  const solved = picture(sheet, "");
  const labels = new Map(key.key.filter((one) => one.value).map(({ node, value, window }) => [node, pretty([value, window].filter(Boolean).join(" "))]));
  solved.show({
    ...NOTHING, labels, severed: new Set(key.key.filter((one) => one.cut).map((one) => one.node)),
    line: new Set(key.key.filter((one) => one.best).map((one) => one.node)), seen: new Set(sheet.nodes.keys()),
  });
  return make("div", { class: "page" }, make("h2", {}, `Key${title ? ` ${title}` : ""}`), solved.svg, make("p", {}, `The move is ${key.move}.`),
    make("ul", {}, ...key.cuts.map((one) => make("li", {}, one))));
}

function task({ rule }) {
  const order = "Go through the tree from left to right.";
  return rule
    ? `${order} Write the value beside every node, cross out the branches that are cut, and choose the move. Cut as soon as v ${rule === ">" ? "> beta (MAX) or v < alpha (MIN)" : "≥ beta (MAX) or v ≤ alpha (MIN)"}.`
    : `${order} Write the value beside every node, and choose the move.`;
}
