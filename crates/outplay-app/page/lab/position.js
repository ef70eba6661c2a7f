// The board of a position in a tree, as Play shows it, and a way there to play on.

import { BoardView } from "../play/board.js";
import { Socket } from "../play/socket.js";
import { make } from "./make.js";

/** A board that follows what is looked at. */
export function followingBoard() {
  const socket = new Socket(() => {});
  const board = new BoardView(() => {}, () => {});
  board.text.removeAttribute("id");
  const told = make("p", { class: "status", role: "status", id: "board-told" });
  const link = make("a", { class: "button", id: "play-on" }, "Play on from here");
  let turn = 0;

  // Shows the position after some moves; nothing is said where the server does not know them.
  async function at(game, start, moves) {
    const mine = ++turn;
    const view = await socket.ask("show", { game, start, moves }).catch(() => null);
    if (mine !== turn || !view) return;
    board.show(view, { enabled: false, flipped: false, animate: false });
    const mover = view.turn === "chance" ? "chance moves" : `${view.seats[view.turn]} to move`;
    told.textContent = `${moves.length > 0 ? `After ${moves.join(" ")}: ` : ""}${view.result ?? mover}`;
    link.setAttribute("href", `#play/${encodeURIComponent(game)}?${new URLSearchParams({ start: view.start, moves: view.played.join(",") })}`);
  }

  return { element: make("div", { class: "following", id: "board" }, board.root, told, link), at, close: () => { turn += 1; socket.close(); } };
}
