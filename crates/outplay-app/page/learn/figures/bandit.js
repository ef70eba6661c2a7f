// Play-outs to be given out by hand, and then by UCB1, with the same luck.

import { h } from "../../dom.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, arms: { name: string, odds: number, results: string }[], ucb: number[] }} figure
 */
export function show(place, { name, arms, ucb }) {
  let given = [];
  const told = h("p", { role: "status", id: `${name}-told` });
  const body = h("tbody");
  const head = ["Move", "Give", "Yours", "Won", "By UCB1", "Won", "True share"];
  const again = h("button", { id: `${name}-again`, onclick: () => { given = []; paint(); } }, "Begin again");
  const rest = h("button", { id: `${name}-rest`, onclick: () => { while (given.length < ucb.length) give(given.length % arms.length); paint(); } }, "Spread the rest evenly");
  const buttons = arms.map((_, index) => h("button", { class: "primary", "data-arm": index, onclick: () => { give(index); paint(); } }, "One play-out"));
  const rows = arms.map((arm, index) => {
    const cells = Array.from({ length: 5 }, () => h("td", { class: "number" }));
    body.append(h("tr", {}, h("th", { scope: "row" }, arm.name), h("td", {}, buttons[index]), ...cells));
    return cells;
  });
  place.append(told, h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Play-outs" },
    h("table", { class: "figures" }, h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))), body)),
  h("div", { class: "row" }, rest, again));
  paint();

  function give(arm) {
    if (given.length < ucb.length) given.push(arm);
  }

  function paint() {
    const isOver = given.length === ucb.length;
    const [mine, other] = [given, isOver ? ucb : []].map(tally);
    rows.forEach((cells, arm) => {
      const words = [mine[arm].all, share(mine[arm]), isOver ? other[arm].all : "", isOver ? share(other[arm]) : "", isOver ? arms[arm].odds : "?"];
      words.forEach((word, index) => { cells[index].textContent = String(word); });
    });
    for (const button of [...buttons, rest]) button.disabled = isOver;
    told.textContent = isOver ? ending(mine, other) : `You have ${ucb.length - given.length} of ${ucb.length} play-outs left. Find the move that wins most.`;
  }

  // How often each move was tried, and how often it won.
  function tally(moves) {
    return arms.map(({ results }, arm) => {
      const all = moves.filter((one) => one === arm).length;
      return { all, won: [...results.slice(0, all)].filter((one) => one === "1").length };
    });
  }

  function ending(mine, other) {
    const best = arms.reduce((most, arm, index) => (arm.odds > arms[most].odds ? index : most), 0);
    const chosen = (counts) => counts.reduce((most, one, index) => (one.all > counts[most].all ? index : most), 0);
    const words = (who, counts) => `${who} tried ${arms[chosen(counts)].name} most, and won ${counts.reduce((sum, one) => sum + one.won, 0)} of ${ucb.length}.`;
    return `The best move is ${arms[best].name}. ${words("You", mine)} ${words("UCB1", other)}`;
  }
}

const share = ({ all, won }) => (all === 0 ? "" : `${won} (${Math.round((100 * won) / all)}%)`);
