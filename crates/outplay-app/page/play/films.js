// Demonstrations: what to watch for, who plays, games to watch, and what many of them come to.

import { h } from "../dom.js";
import { mysteryOf } from "./mystery.js";
import { speedList } from "./speed.js";
import { tallyOf } from "./tally.js";
import { film } from "./watch.js";

/** The card of demonstrations. `list(demos)` fills it, `show()` brings it up to date with the game that is shown. */
export function demonstrations(play) {
  const titles = h("div", { class: "films", role: "group", "aria-label": "Demonstrations" });
  const about = h("div", { class: "about-film" });
  const root = h("details", { class: "card hidden", id: "films" }, h("summary", {}, "Demonstrations"), titles, about);
  let demos = [];
  let shown = null;

  function list(all) {
    demos = all;
    titles.replaceChildren(...demos.map((demo) =>
      h("button", { type: "button", class: "film", "data-demo": demo.name, "data-game": demo.game, onclick: () => open(demo) }, demo.title)));
  }

  // The demonstration that a film belongs to.
  const of = (name) => demos.find((demo) => demo.name === name || demo.sides.some((side) => side.film === name)) ?? null;

  function open(demo) {
    film(play, demo.suspects ? demo.name : demo.sides[0].film);
  }

  function show() {
    const [plain] = play.state.game.split(":");
    root.classList.toggle("hidden", !demos.some(({ game }) => game === plain));
    const wanted = play.state.film ? of(play.state.film.name) : null;
    for (const title of titles.children) title.setAttribute("aria-pressed", String(title.dataset.demo === wanted?.name));
    if (wanted) root.open = true;
    if (wanted !== shown?.demo) {
      shown?.close();
      shown = wanted && told(wanted);
      about.replaceChildren(...(shown ? [shown.element] : []));
    }
    shown?.show();
  }

  // What is said of one demonstration.
  function told(demo) {
    const body = demo.suspects ? mysteryOf(play, demo) : sidesOf(play, demo);
    const element = h("div", {},
      h("h2", { id: "film-title" }, demo.title), h("p", { id: "film-watch" }, h("b", {}, "What to watch for: "), demo.watch),
      h("label", { class: "row" }, h("span", { class: "soft" }, "Watched at"), speedList()), ...body.elements);
    return { demo, element, show: body.show, close: body.close };
  }

  return {
    root, list, show,
    close: () => shown?.close(),
    // Who plays the film that is shown, seat by seat; nothing if no film is.
    players() {
      const { film } = play.state;
      if (!film) return null;
      return of(film.name)?.sides.find((side) => side.film === film.name)?.players ?? ["somebody: guess who", "random"];
    },
  };
}

// The films of a demonstration, side by side, and a tally of them.
function sidesOf(play, demo) {
  const tally = tallyOf(demo);
  const buttons = demo.sides.map(({ film: name, side }) =>
    h("button", { type: "button", class: "film", "data-film": name, onclick: () => film(play, name) }, `▶ ${side}`));
  const rows = demo.sides.map(({ players: [pacman, ghosts] }, index) =>
    h("div", { class: "film-row" }, buttons[index], h("p", { class: "soft small" }, `Pacman: ${pacman}. Ghosts: ${ghosts}.`)));
  const show = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.film === play.state.film?.name));
  };
  return { elements: [...rows, tally.element], show, close: tally.close };
}
