// A position of a game, to look at or to play on.

import { h } from "../../dom.js";
import { BoardView } from "../../play/board.js";
import { Socket } from "../../play/socket.js";
import { hasServer } from "../given.js";
import { thinking } from "./thinking.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, game: string, start: string, moves: string[], against: string | null, think: boolean, caption: string, picture: string }} figure
 */
export function show(place, { name, game, start, moves: first, against, think, caption, picture }) {
  if (caption) place.append(h("p", { class: "caption" }, caption));
  if (!hasServer()) {
    place.append(h("pre", { class: "picture mono" }, picture));
    return null;
  }
  const socket = new Socket(() => {});
  const board = new BoardView((move) => play(move), () => {});
  // Every figure has a board of its own, so none has the id of the one in Play.
  board.text.removeAttribute("id");
  const status = h("p", { class: "status", role: "status", id: `${name}-status` });
  const back = h("button", { id: `${name}-again`, onclick: () => at(first) }, "From the beginning");
  const more = h("a", { class: "button" }, "Open in Play");
  let moves = first;
  const thoughts = think ? thinking(name, socket, () => ({ game, start, moves })) : null;
  place.append(board.root, status, h("div", { class: "row controls" }, against ? back : null, more), thoughts?.element ?? "");
  let turn = 0;
  // The reader plays whoever moves first in this position.
  let seat = null;
  at(first);

  async function at(next, animate = false) {
    const mine = ++turn;
    moves = next;
    try {
      const view = await socket.ask("show", { game, start, moves });
      if (mine !== turn) return;
      if (moves.length === first.length) seat = view.turn;
      const isMine = against === "nobody" || view.turn === seat;
      board.show(view, { enabled: Boolean(against) && isMine && !view.result, flipped: false, animate });
      status.textContent = view.result ?? (Number.isInteger(view.turn) ? `${view.seats[view.turn]} to move` : "");
      back.disabled = moves.length === first.length;
      more.href = `#play/${encodeURIComponent(game)}?${new URLSearchParams({ start, moves: moves.join(",") })}`;
      if (!against || view.result) return;
      if (view.turn === "chance") play((await socket.ask("roll", { game, start, moves })).move);
      else if (!isMine) answer(mine);
    } catch (error) {
      status.textContent = error.message;
    }
  }

  const play = (move) => at([...moves, move], true);

  // The opponent's move.
  function answer(mine) {
    const depth = Number(against.split(":")[1]);
    socket.begin("choose", { game, start, moves, player: { kind: "engine", depth } }, (event) => {
      if (mine !== turn || event.event) return;
      if (event.move) play(event.move);
      else if (event.error) status.textContent = event.error;
    });
  }

  return () => {
    turn += 1;
    socket.close();
  };
}
