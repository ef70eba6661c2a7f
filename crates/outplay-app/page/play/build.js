// What Play consists of: the board, its buttons, and the cards beside it.

import { h } from "../dom.js";
import { demonstrations } from "./films.js";
import { touchPad } from "./pad.js";
import { readText, writeText } from "./texts.js";
import { watch } from "./watch.js";

/** Fills the room, and keeps in `play` the elements that change later. */
export function build(play, room) {
  const button = (id, text, label, onclick) => h("button", { type: "button", id, "aria-label": label, title: label, onclick }, text);
  play.game = h("select", { id: "game", onchange: () => play.begin(play.game.value) });
  play.seats = h("div", { class: "seats" });
  play.rules = h("p", { class: "soft small", id: "rules" });
  play.payoffs = h("p", { class: "payoffs soft", id: "payoffs" });
  play.moves = h("ol", { class: "played", id: "moves", "aria-label": "Moves" });
  play.flip = button("flip", "Flip", "Flip the board", () => play.turnBoard());
  play.watch = button("watch", "▶ Watch", "Watch the game", () => watch(play));
  play.pause = button("pause", "Pause", "Pause the players", () => play.pauseOrGo());
  play.text = h("textarea", { id: "text", rows: 5, spellcheck: "false", "aria-label": "Text of the game" });
  play.textError = h("p", { class: "error", id: "text-error", role: "alert" });
  play.films = demonstrations(play);
  play.pad = touchPad(play);
  play.tree = h("a", { id: "tree", class: "button" }, "Tree of this position");
  play.sampled = h("a", { id: "sampled", class: "button" }, "Monte-Carlo tree");
  const table = h("div", { class: "table-room" },
    h("div", { class: "board-row" }, play.analysis.bar, play.board.root),
    play.pad.root,
    play.status,
    play.payoffs,
    play.error,
    h("div", { class: "row controls" },
      button("first", "|◀", "To the start", () => play.go(0)),
      button("back", "◀", "One move back", () => play.go(play.state.ply - 1)),
      button("forward", "▶", "One move on", () => play.go(play.state.ply + 1)),
      button("last", "▶|", "To the end", () => play.go(play.state.moves.length)),
      play.watch,
      play.pause,
      button("undo", "Undo", "Undo one move", () => play.undo(1)),
      button("take-back", "Take back", "Take back your last move", () => play.takeBack()),
      play.flip));
  const side = h("div", { class: "side" },
    h("section", { class: "card", "aria-label": "Game" },
      h("div", { class: "row" }, h("label", { for: "game" }, "Game"), play.game, h("button", { type: "button", id: "new", class: "primary", onclick: () => play.begin(play.state.game) }, "New game")),
      play.rules, play.seats),
    play.films.root,
    play.match.root,
    play.analysis.root,
    h("section", { class: "card", "aria-label": "Moves" }, h("h2", {}, "Moves"), play.moves, h("div", { class: "row" }, play.tree, play.sampled)),
    h("details", { class: "card", id: "texts" }, h("summary", {}, "Text: import and export"),
      play.text, play.textError,
      h("div", { class: "row" },
        button("read", "Read", "Read this text", () => readText(play)),
        button("write-game", "Game", "Write the game here", () => writeText(play, "game")),
        button("write-position", "Position", "Write the position here", () => writeText(play, "position")))));
  room.append(h("h1", { class: "hidden-title" }, "Play"), h("div", { class: "play" }, table, side));
}
