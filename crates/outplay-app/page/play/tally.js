// What many games of a demonstration come to: counted while they are played, until all are over or somebody stops them.

import { h } from "../dom.js";
import { Socket } from "./socket.js";

const GAMES = 100;
const COUNTS = ["10", "100", "1000"];

const percent = (share) => `${(100 * share).toFixed(0)}%`;

// A share or a mean, with the interval in which it is in 19 of 20 cases.
function interval({ value, low, high }, written) {
  return low === null || high === null ? written(value) : `${written(value)} (${written(low)} to ${written(high)})`;
}

/** @param {{ name: string, sides: { side: string }[] }} demo */
export function tallyOf(demo) {
  // Games are watched over another connection meanwhile.
  const socket = new Socket(() => {});
  let isOn = false;
  const games = h("select", { id: "tally-games", "aria-label": "How many games" }, ...COUNTS.map((count) => h("option", { value: count }, `${count} games each`)));
  games.value = String(GAMES);
  const button = h("button", { type: "button", id: "tally", onclick: () => (isOn ? stopped() : begin()) }, "Play many games");
  const told = h("span", { class: "soft", id: "tally-told", role: "status" });
  const body = h("tbody", {});
  const table = h("table", { class: "tally hidden" },
    h("thead", {}, h("tr", {}, ...["", "won", "score", "moves"].map((word) => h("th", { scope: "col" }, word)))), body);
  const note = h("p", { class: "soft small hidden" }, "In brackets: the interval in which the true number lies in 19 of 20 such trials.");
  const element = h("div", { class: "tally-room" }, h("div", { class: "row" }, games, button, told),
    h("div", { class: "table-frame", tabindex: 0, role: "region", "aria-label": "What many games came to" }, table), note);

  function begin() {
    running(true);
    told.textContent = "playing ...";
    socket.begin("tally", { demo: demo.name, games: Number(games.value) }, (event) => {
      if (event.error) told.textContent = event.error;
      if (event.sides) shown(event);
      if (event.error || event.event === "done") running(false);
    });
  }

  function stopped() {
    socket.stop();
    running(false);
    told.textContent += ", stopped";
  }

  function running(on) {
    isOn = on;
    button.textContent = on ? "Stop" : "Play many games";
    games.disabled = on;
  }

  function shown({ sides, wanted }) {
    for (const one of [table, note]) one.classList.remove("hidden");
    told.textContent = `${Math.min(...sides.map((side) => side.games))} of ${wanted} games`;
    body.replaceChildren(...sides.map(({ won, score, moves }, index) => h("tr", {},
      h("th", { scope: "row" }, demo.sides[index].side),
      h("td", {}, interval(won, percent)), h("td", {}, interval(score, (one) => one.toFixed(0))), h("td", {}, interval(moves, (one) => one.toFixed(1))))));
  }

  return { element, close: () => socket.close() };
}
