// A match of two games from the same opening: after the first one the players change their seats.

import { h } from "../dom.js";

const HALVES = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

export class Match {
  // `list(game)` asks for the openings of a game; `begin(moves)` starts a match with one of them, `swap(got)` its second game, and `end()` leaves it.
  constructor({ list, begin, swap, end }) {
    this.list = list;
    this.asked = ""; // the game whose openings are there, or on their way
    this.sets = [];
    this.set = h("select", { id: "openings", "aria-label": "Openings", onchange: () => this.#fill() });
    this.opening = h("select", { id: "opening", "aria-label": "Opening" });
    this.told = h("p", { class: "soft", id: "match-score", role: "status" });
    const button = (id, text, onclick) => h("button", { type: "button", id, onclick }, text);
    this.begin = button("match", "New match", () => begin(this.#chosen()));
    this.swap = button("swap", "Second game, colours swapped", () => swap(this.got));
    this.end = button("leave-match", "Leave the match", end);
    this.choice = h("div", { class: "row" }, this.set, this.opening);
    this.root = h("section", { class: "card hidden", id: "match-room", "aria-label": "Match of two games" },
      h("h2", {}, "Match of two games"), this.choice, this.told, h("div", { class: "row" }, this.begin, this.swap, this.end));
  }

  // Shows what there is to choose, and how the match stands. `names` says who plays each seat now.
  show({ view, match, names }) {
    const { about, game, seats } = view;
    const has = about.openings.length > 0 && seats.length === 2;
    this.root.classList.toggle("hidden", !has);
    if (!has) return;
    if (this.asked !== game) this.#ask(game);
    this.got = match ? firstGot(view.payoffs) : null;
    const isOver = this.got !== null;
    this.told.textContent = match ? score(match, this.got, names, seats[0]) : "Both players have each side of the same opening once.";
    this.choice.classList.toggle("hidden", match !== null);
    this.begin.classList.toggle("hidden", match !== null);
    this.swap.classList.toggle("hidden", match?.game !== 1 || !isOver);
    this.end.classList.toggle("hidden", match === null);
    this.end.textContent = match?.game === 2 && isOver ? "Choose another opening" : "Leave the match";
  }

  async #ask(game) {
    this.asked = game;
    try {
      const { sets } = await this.list(game);
      if (this.asked !== game) return;
      this.sets = sets;
    } catch {
      // The next position asks again.
      this.asked = "";
      return;
    }
    this.set.replaceChildren(...this.sets.map(({ name, openings }, index) => h("option", { value: index }, `${name.replaceAll("-", " ")} (${openings.length})`)));
    this.set.classList.toggle("hidden", this.sets.length === 1);
    this.#fill();
  }

  #fill() {
    const { openings } = this.sets[this.set.value] ?? { openings: [] };
    const options = openings.map((moves, index) => h("option", { value: index }, `${index + 1}: ${moves.join(" ")}`));
    this.opening.replaceChildren(h("option", { value: "" }, "drawn by lot"), ...options);
    this.begin.disabled = openings.length === 0;
  }

  // The moves of the opening that is chosen.
  #chosen() {
    const { openings } = this.sets[this.set.value];
    const { value } = this.opening;
    return openings[value === "" ? Math.floor(Math.random() * openings.length) : Number(value)];
  }
}

// What the first seat got of a game that is over: 1, a half or 0. Nothing, if it goes on.
function firstGot(payoffs) {
  if (!payoffs) return null;
  return payoffs[0] > payoffs[1] ? 1 : payoffs[0] < payoffs[1] ? 0 : 0.5;
}

// How a match stands. The player who has the first seat in the first game has the second one in the second.
function score({ game, got: before }, got, names, seat) {
  const [first, second] = game === 1 ? names : [names[1], names[0]];
  const last = got === null ? null : game === 1 ? got : 1 - got;
  const games = [game === 2 ? before : null, last].filter((one) => one !== null);
  const sum = games.reduce((all, one) => all + one, 0);
  const stands = `${first} ${HALVES.format(sum)} : ${HALVES.format(games.length - sum)} ${second}`;
  if (games.length === 2) return `The match is over: ${stands}`;
  if (game === 1) return got === null ? `Game 1 of 2. ${first} has ${seat}.` : `After game 1 of 2: ${stands}`;
  return `Game 2 of 2. ${second} has ${seat}. So far ${stands}`;
}
