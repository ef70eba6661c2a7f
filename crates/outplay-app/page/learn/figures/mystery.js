// Somebody plays Pacman: watch, guess who it is, and be told.

import { h } from "../../dom.js";
import { BoardView } from "../../play/board.js";
import { Socket } from "../../play/socket.js";
import { hasServer } from "../given.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, suspects: string[], rounds: { game: string, moves: string[], pictures: string[], who: number, answer: string }[] }} figure
 */
export function show(place, { name, suspects, rounds }) {
  const socket = hasServer() ? new Socket(() => {}) : null;
  const board = socket ? new BoardView(() => {}, () => {}) : null;
  board?.text.removeAttribute("id");
  const picture = h("pre", { class: "picture mono" });
  const told = h("p", { role: "status", id: `${name}-told` });
  const slider = h("input", { type: "range", class: "slider", min: 0, id: `${name}-slider`, "aria-label": "Moves of Pacman", oninput: () => at(Number(slider.value)) });
  const next = h("button", { id: `${name}-next`, class: "primary", onclick: () => at(Number(slider.value) + 1) }, "▶ one move");
  const guesses = suspects.map((suspect, index) => h("button", { "data-guess": index, onclick: () => guess(index) }, suspect.split(":")[0]));
  const answer = h("pre", { class: "output" });
  const verdict = h("p", { class: "verdict", role: "status" });
  const another = h("button", { id: `${name}-another`, onclick: () => begin((round + 1) % rounds.length) }, "Another game");
  place.append(h("p", { class: "caption" }, "Who plays? The ghosts move at random."), board?.root ?? picture, told,
    h("div", { class: "row" }, next, slider),
    h("div", { class: "row", role: "group", "aria-label": "Your guess" }, h("span", { class: "soft" }, "He is"), ...guesses, another), verdict, answer);
  let round = 0;
  let turn = 0;
  const right = new Set();
  begin(0);

  function begin(next) {
    round = next;
    verdict.textContent = answer.textContent = "";
    verdict.className = "verdict";
    slider.max = String(rounds[round].pictures.length - 1);
    at(0);
  }

  // After so many moves of Pacman; every other agent has moved as often.
  async function at(wanted) {
    const { game, moves, pictures } = rounds[round];
    const last = pictures.length - 1;
    const step = Math.min(wanted, last);
    slider.value = String(step);
    next.disabled = step === last;
    told.textContent = `Game ${round + 1} of ${rounds.length}: Pacman has made ${step} of ${last} moves.`;
    picture.textContent = pictures[step];
    if (!socket) return;
    const mine = ++turn;
    const agents = Math.ceil(moves.length / last);
    try {
      const view = await socket.ask("show", { game, start: "", moves: moves.slice(0, step * agents) });
      if (mine === turn) board.show(view, { enabled: false, flipped: false, animate: true });
    } catch (error) {
      if (mine === turn) told.textContent = error.message;
    }
  }

  function guess(index) {
    const { who, answer: words } = rounds[round];
    const isRight = index === who;
    if (isRight) right.add(round);
    verdict.className = `verdict ${isRight ? "passed" : "wrong"}`;
    verdict.textContent = `${isRight ? "Right." : "No."} You have found out ${right.size} of ${rounds.length}.`;
    answer.textContent = isRight ? words.trim() : "Go through the moves again: would one who fears every ghost have gone there? Would one who does not look ahead?";
  }

  return () => {
    turn += 1;
    socket?.close();
  };
}
