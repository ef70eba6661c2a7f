// Four switches, and the games that fit light up.

import { h } from "../../dom.js";
import { choice, labelled } from "../../lab/make.js";

// An axis: its words, what may be chosen, and whether a game fits.
/** @type {[string, string, string[][], (game: any, value: string) => boolean][]} */
const AXES = [
  ["players", "Players", [["", "any"], ["1", "one"], ["2", "two"], ["3", "three or more"]], (game, value) => Math.min(game.players, 3) === Number(value)],
  ["chance", "Chance", [["", "any"], ["no", "deterministic"], ["yes", "stochastic"]], (game, value) => game.chance === (value === "yes")],
  ["sum", "Payoffs", [["", "any"], ["yes", "zero-sum"], ["no", "general"]], (game, value) => game.zero_sum === (value === "yes")],
  ["information", "Information", [["", "any"], ["yes", "perfect"], ["no", "hidden"]], (_, value) => value === "yes"],
];

/** @param {HTMLElement} place */
export function show(place, { name, games }) {
  const lists = AXES.map(([axis, word, options]) => {
    const list = choice(options, { id: `${name}-${axis}` });
    list.addEventListener("change", tell);
    return labelled(word, list);
  });
  const told = h("p", { role: "status" });
  const items = games.map((game) => h("li", {}, h("a", { href: `#play/${encodeURIComponent(game.name)}` }, game.name)));
  place.append(h("div", { class: "row" }, ...lists), told, h("ul", { class: "lights" }, ...items));
  tell();

  function tell() {
    const values = lists.map((one) => one.querySelector("select").value);
    const fits = games.map((game) => AXES.every(([, , , fit], axis) => values[axis] === "" || fit(game, values[axis])));
    items.forEach((item, index) => item.classList.toggle("lit", fits[index]));
    const count = fits.filter(Boolean).length;
    told.textContent = values[3] === "no"
      ? "None here: in all of these games every player sees the whole position. Poker and its like need other searches."
      : `${count} of ${games.length} games fit.`;
  }
}
