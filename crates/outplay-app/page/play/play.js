// Play: a game, who plays it, and what the engine thinks.

import { h, set } from "../dom.js";
import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { Socket } from "./socket.js";

// Who can play any game, by value. A game may have more of them.
const PLAYERS = [
  ["human", "Person"],
  ["time:100", "Engine, 0.1 s"],
  ["time:500", "Engine, 0.5 s"],
  ["time:2000", "Engine, 2 s"],
  ["time:10000", "Engine, 10 s"],
  ["depth:1", "Engine, depth 1"],
  ["depth:2", "Engine, depth 2"],
  ["depth:4", "Engine, depth 4"],
  ["depth:8", "Engine, depth 8"],
  ["random", "Random"],
];

// Who plays the other side, if nobody is chosen and the game has no player of its own.
const OPPONENT = "time:500";
// How often the address is written: a browser does not like more.
const ADDRESS_PAUSE = 300;
// How long a position is shown before it is analysed: nobody wants that of those that are leafed through.
const ANALYSIS_PAUSE = 60;
// Time between the moves of a game that is watched, by kind of board.
const PACE = { maze: 140, other: 600 };

export function open(room, rest) {
  const play = new Play(room);
  play.load(address.read(rest));
  return { moved: (next) => play.moved(next), close: () => play.close() };
}

class Play {
  constructor(room) {
    this.socket = new Socket((open) => this.#connected(open));
    this.state = { ...address.NEW };
    this.view = null;
    this.flipped = false;
    this.paused = false;
    this.watching = null;
    this.number = 0; // of the position that is wanted
    this.tries = [null, address.NEW.game]; // what to show if the address cannot be: the same game anew, then another
    this.board = new BoardView((move) => {
      this.paused = false;
      this.#play(move);
    });
    this.analysis = new Analysis({
      changed: () => this.#settle(),
      line: (moves) => this.#insert(moves),
      jump: (ply) => this.#go(ply),
      review: () => this.#review(),
    });
    this.#build(room);
    this.onkey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onkey);
    this.#games();
  }

  #build(room) {
    const button = (id, text, label, onclick) => h("button", { type: "button", id, "aria-label": label, title: label, onclick }, text);
    this.game = h("select", { id: "game", onchange: () => this.#new(this.game.value) });
    this.players = [0, 1].map((seat) => h("select", { id: `player-${seat}`, onchange: () => this.#seat() }));
    this.names = [0, 1].map((seat) => h("label", { for: `player-${seat}` }));
    this.status = h("p", { class: "status", id: "status", role: "status" });
    this.error = h("p", { class: "error", id: "error", role: "alert" });
    this.moves = h("ol", { class: "played", id: "moves", "aria-label": "Moves" });
    this.flip = button("flip", "Flip", "Flip the board", () => this.#flip());
    this.watch = button("watch", "▶ Watch", "Watch the game", () => this.#watch());
    this.pause = button("pause", "Pause", "Pause the players", () => this.#pause());
    this.text = h("textarea", { id: "text", rows: 5, spellcheck: "false", "aria-label": "Text of the game" });
    this.textError = h("p", { class: "error", id: "text-error", role: "alert" });
    this.films = h("div", { class: "films" });
    this.filmRoom = h("details", { class: "card hidden", id: "films" }, h("summary", {}, "Demonstrations"), this.films);
    this.tree = h("a", { id: "tree", class: "button" }, "Tree of this position");
    const table = h("div", { class: "table-room" },
      h("div", { class: "board-row" }, this.analysis.bar, this.board.root),
      this.status,
      this.error,
      h("div", { class: "row controls" },
        button("first", "|◀", "To the start", () => this.#go(0)),
        button("back", "◀", "One move back", () => this.#go(this.state.ply - 1)),
        button("forward", "▶", "One move on", () => this.#go(this.state.ply + 1)),
        button("last", "▶|", "To the end", () => this.#go(this.state.moves.length)),
        this.watch,
        this.pause,
        button("undo", "Undo", "Undo one move", () => this.#undo(1)),
        button("take-back", "Take back", "Take back your last move", () => this.#takeBack()),
        this.flip));
    const side = h("div", { class: "side" },
      h("section", { class: "card", "aria-label": "Game" },
        h("div", { class: "row" }, h("label", { for: "game" }, "Game"), this.game, h("button", { type: "button", id: "new", class: "primary", onclick: () => this.#new(this.state.game) }, "New game")),
        h("div", { class: "seats" }, this.names[0], this.players[0], this.names[1], this.players[1])),
      this.filmRoom,
      this.analysis.root,
      h("section", { class: "card", "aria-label": "Moves" }, h("h2", {}, "Moves"), this.moves, h("div", { class: "row" }, this.tree)),
      h("details", { class: "card", id: "texts" }, h("summary", {}, "Text: import and export"),
        this.text, this.textError,
        h("div", { class: "row" },
          button("read", "Read", "Read this text", () => this.#read()),
          button("write-game", "Game", "Write the game here", () => this.#write("game")),
          button("write-position", "Position", "Write the position here", () => this.#write("position")))));
    room.append(h("h1", { class: "hidden-title" }, "Play"), h("div", { class: "play" }, table, side));
  }

  async #games() {
    try {
      const { games, films } = await this.socket.ask("games");
      this.catalogue = games;
      this.game.replaceChildren(...games.flatMap((game) => [
        h("option", { value: game.name, title: game.about }, game.name),
        ...game.variants.map((variant) => h("option", { value: `${game.name}:${variant}` }, `${game.name} ${variant}`)),
      ]));
      this.films.replaceChildren(...films.map(({ name, demo, side }) =>
        h("button", { type: "button", class: "film", onclick: () => this.#film(name) }, h("b", {}, demo), ` ${side}`)));
      this.#choices();
      if (this.view) this.#redraw();
    } catch (error) {
      this.#tell(error);
    }
  }

  // Who plays, or how it is seen, has changed, and nothing else.
  #redraw() {
    this.#draw(false);
    this.#settle();
  }

  // The lists of games and players say what is played.
  #choices() {
    if (!this.catalogue) return;
    const { game, players } = this.state;
    const [plain] = game.split(":");
    const entry = this.catalogue.find((one) => one.name === plain);
    if (![...this.game.options].some((option) => option.value === game)) {
      this.game.append(h("option", { value: game }, `${plain} (another board)`));
    }
    this.game.value = game;
    this.filmRoom.classList.toggle("hidden", plain !== "pacman");
    [0, 1].forEach((seat) => {
      const own = (entry?.seats[seat].players ?? []).map((name) => [`own:${name}`, name]);
      const all = [...PLAYERS.slice(0, 1), ...own, ...PLAYERS.slice(1)];
      this.players[seat].replaceChildren(...all.map(([value, text]) => h("option", { value }, text)));
      if (!all.some(([value]) => value === players[seat])) players[seat] = null;
      this.players[seat].value = players[seat] ?? (seat === 0 ? "human" : (own[0]?.[0] ?? OPPONENT));
      this.names[seat].textContent = entry?.seats[seat].name ?? `Player ${seat + 1}`;
    });
  }

  #connected(open) {
    if (!open) this.#tell(new Error("The connection was lost. It is opened again with the next move."));
    else if (this.error.dataset.lost) this.#tell(null);
    if (open) delete this.error.dataset.lost;
    else this.error.dataset.lost = "true";
  }

  #tell(error) {
    this.error.textContent = error ? error.message : "";
  }

  // Shows what an address says.
  async load(state) {
    this.#stopWatching();
    this.analysis.forget();
    this.state = state;
    this.#choices();
    await this.#show(false);
  }

  // The address was changed by hand, or by a link.
  moved(rest) {
    if (address.write(address.read(rest)) === address.write(this.state)) return;
    this.load(address.read(rest));
  }

  close() {
    clearTimeout(this.saving);
    clearTimeout(this.starting);
    this.#stopWatching();
    document.removeEventListener("keydown", this.onkey);
    this.socket.close();
  }

  // Asks for the position that is to be shown, shows it, and lets things go on.
  async #show(animate) {
    const mine = ++this.number;
    const { game, start, moves, ply } = this.state;
    clearTimeout(this.starting);
    this.socket.stop();
    let view;
    try {
      view = await this.socket.ask("show", { game, start, moves: moves.slice(0, ply) });
    } catch (error) {
      if (mine === this.number) this.#wrong(error);
      return false;
    }
    if (mine !== this.number) return false;
    this.#tell(null);
    this.view = view;
    this.state.moves = [...view.played, ...moves.slice(ply)];
    this.#draw(animate);
    this.#save();
    this.#settle();
    return true;
  }

  // The position cannot be shown: a game that can is shown beside what is wrong.
  #wrong(error) {
    this.#tell(error);
    if (this.view) {
      const { game, start, played } = this.view;
      this.state = { ...this.state, game, start, moves: played, ply: played.length };
      this.#choices();
      this.#draw(false);
    } else if (this.tries.length > 0) {
      // If not even a new game can be shown, the server is gone.
      const game = this.tries.shift();
      const { message } = error;
      this.load({ ...address.NEW, game: game ?? this.state.game, moves: [] }).then(() => this.#tell(new Error(message)));
    }
  }

  #draw(animate) {
    const { view, state } = this;
    const enabled = view.turn !== null && this.#mover() === "human" && !this.watching;
    this.board.show(view, { enabled, flipped: this.flipped, animate });
    this.analysis.at(view, state.ply, state.moves.length);
    this.flip.disabled = ["rack", "maze"].includes(view.board.ground);
    this.analysis.bar.classList.toggle("flipped", this.flipped && !this.flip.disabled);
    this.#list();
    const caption = view.board.caption ? ` — ${view.board.caption}` : "";
    const told = view.result ?? `${view.seats[view.turn]} to move`;
    this.status.textContent = `${told}${caption}`;
    set(this.status, "data-over", view.result ? "true" : null);
    const { game, start, moves, ply } = state;
    const query = new URLSearchParams({ game, start, moves: moves.slice(0, ply).join(",") });
    this.tree.href = `#lab/real?${query}`;
    for (const [id, off] of [["first", ply === 0], ["back", ply === 0], ["forward", ply === moves.length], ["last", ply === moves.length], ["undo", moves.length === 0], ["take-back", moves.length === 0]]) {
      document.getElementById(id).disabled = off;
    }
    this.pause.classList.toggle("hidden", this.#hasPerson() && !this.paused);
    this.pause.textContent = this.paused ? "Go on" : "Pause";
    this.watch.textContent = this.watching ? "■ Stop" : "▶ Watch";
    this.watch.disabled = moves.length === 0;
  }

  #list() {
    const { moves, ply } = this.state;
    const shown = moves.map((move, index) => {
      const onclick = () => this.#go(index + 1);
      return h("li", {}, h("button", { type: "button", class: "move", onclick, "aria-current": index + 1 === ply ? "step" : null }, move));
    });
    this.moves.replaceChildren(...shown);
    const current = this.moves.querySelector("[aria-current]");
    if (current) this.moves.scrollTop = current.offsetTop - this.moves.offsetTop - 60;
    else this.moves.scrollTop = 0;
  }

  #save() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => history.replaceState(null, "", address.write(this.state)), this.watching ? ADDRESS_PAUSE : 0);
  }

  #mover() {
    return this.view.turn === null ? null : this.#who(this.view.turn);
  }

  // Who plays a seat. Before the list of players is there, a person.
  #who(seat) {
    return this.players[seat].value || "human";
  }

  #hasPerson() {
    return [0, 1].some((seat) => this.#who(seat) === "human");
  }

  #isAtEnd() {
    return this.state.ply === this.state.moves.length;
  }

  // What happens in the position that is shown: a player thinks, or the engine does.
  #settle() {
    const { view } = this;
    clearTimeout(this.starting);
    if (!view || this.watching) return;
    const mover = this.#mover();
    const thinks = mover !== null && mover !== "human" && this.#isAtEnd() && !this.paused;
    if (thinks) this.#think(mover);
    else if (this.analysis.isOn && mover !== null) this.starting = setTimeout(() => this.#analyse(), ANALYSIS_PAUSE);
    else this.socket.stop();
    if (!this.analysis.isOn) this.board.showScores(null);
    set(this.status, "data-thinking", thinks ? "true" : null);
    if (thinks) this.status.textContent = `${view.seats[view.turn]} is thinking ...`;
    document.body.dataset.analysis = String(this.analysis.isOn || this.analysis.knows);
  }

  #here() {
    const { game, start, moves, ply } = this.state;
    return { game, start, moves: moves.slice(0, ply) };
  }

  #think(mover) {
    const mine = this.number;
    const [kind, value] = [mover.split(":")[0], mover.slice(mover.indexOf(":") + 1)];
    const player = kind === "random" ? { kind } : kind === "own" ? { kind, name: value } : { kind: "engine", [kind]: Number(value) };
    this.socket.begin("choose", { ...this.#here(), player }, (event) => {
      if (mine !== this.number || event.event) return;
      if (event.move) this.#play(event.move);
      else if (event.error) this.#tell(new Error(event.error));
    });
  }

  #analyse() {
    const mine = this.number;
    this.socket.begin("analyse", { ...this.#here(), lines: this.analysis.wanted }, (event) => {
      if (mine !== this.number) return;
      const scores = this.analysis.hear(event, this.view);
      if (scores) this.board.showScores(scores);
    });
  }

  // Makes a move where the game is. What came after is gone.
  #play(move) {
    const { state } = this;
    this.analysis.forgetAfter(state.ply);
    state.moves = [...state.moves.slice(0, state.ply), move];
    state.ply += 1;
    return this.#show(true);
  }

  // Moves of a line that was clicked.
  #insert(moves) {
    const { state } = this;
    this.analysis.forgetAfter(state.ply);
    this.paused = true;
    state.moves = [...state.moves.slice(0, state.ply), ...moves];
    state.ply += moves.length;
    this.#show(false);
  }

  #go(ply) {
    if (this.watching) this.#stopWatching();
    if (ply < 0 || ply > this.state.moves.length) return;
    const animate = ply === this.state.ply + 1;
    this.state.ply = ply;
    return this.#show(animate);
  }

  #undo(count) {
    const { state } = this;
    this.#stopWatching();
    state.moves = state.moves.slice(0, Math.max(0, state.ply - count));
    state.ply = state.moves.length;
    this.analysis.forgetAfter(state.ply);
    // Otherwise the engine would make the same move again at once.
    this.paused = !this.#hasPerson() || (count === 1 && [0, 1].some((seat) => this.#who(seat) !== "human"));
    this.#show(false);
  }

  // Back to where a person was to move before.
  #takeBack() {
    const { view, state } = this;
    let ply = state.ply - 1;
    while (ply > 0 && this.#who(view.turns[ply]) !== "human") ply -= 1;
    this.#undo(state.ply - ply);
    this.paused = false;
  }

  #new(game) {
    this.paused = false;
    const moves = [];
    this.load({ ...this.state, game, start: game === this.state.game ? this.state.start : "", moves, ply: 0 });
  }

  #seat() {
    this.state.players = this.players.map((list) => list.value);
    this.paused = false;
    this.#show(false);
  }

  #flip() {
    this.flipped = !this.flipped;
    this.#redraw();
  }

  #pause() {
    this.paused = !this.paused;
    this.#show(false);
  }

  #watch() {
    if (this.watching) {
      this.#stopWatching();
      this.#show(false);
      return;
    }
    if (this.#isAtEnd()) this.state.ply = 0;
    this.watching = true;
    this.#step(false);
  }

  async #step(animate) {
    const shown = await this.#show(animate);
    if (!this.watching) return;
    if (!shown || this.#isAtEnd()) {
      this.#stopWatching();
      this.paused = !this.view.result;
      this.#redraw();
      return;
    }
    const pace = PACE[this.view.board.ground] ?? PACE.other;
    const between = this.view.turn === 0 || this.view.board.ground !== "maze" ? pace : pace / 4;
    this.watching = setTimeout(() => {
      this.state.ply += 1;
      this.#step(true);
    }, between);
  }

  #stopWatching() {
    clearTimeout(this.watching);
    this.watching = null;
  }

  #film(name) {
    this.socket.begin("film", { name, seed: Math.floor(Math.random() * 1e6) }, (event) => {
      if (event.error) this.#tell(new Error(event.error));
      if (!event.moves) return;
      this.paused = true;
      this.load({ ...this.state, game: event.game, start: "", moves: event.moves, ply: 0 }).then(() => this.#watch());
    });
  }

  #review() {
    const mine = this.number;
    const { game, start, moves } = this.state;
    document.body.dataset.analysis = "true";
    this.socket.begin("review", { game, start, moves }, (event) => {
      if (mine !== this.number) return;
      if (event.event === "ply") this.analysis.heard(event.ply, event.bar);
      if (event.error) this.#tell(new Error(event.error));
      if (event.event === "done") this.#settle();
    });
  }

  async #read() {
    this.textError.textContent = "";
    try {
      const read = await this.socket.ask("read", { game: this.state.game, text: this.text.value });
      this.paused = true;
      await this.load({ ...this.state, game: read.game, start: read.start, moves: read.moves, ply: read.moves.length });
    } catch (error) {
      this.textError.textContent = error.message;
    }
  }

  async #write(what) {
    this.textError.textContent = "";
    const { game, start, moves } = this.state;
    const [first, second] = this.players.map((list) => list.selectedOptions[0]?.textContent ?? "?");
    try {
      const at = what === "game" ? { game, start, moves } : this.#here();
      const written = await this.socket.ask("write", { ...at, first, second });
      this.text.value = what === "position" ? written.position : (written.text ?? written.moves);
    } catch (error) {
      this.textError.textContent = error.message;
    }
  }

  // Arrows walk through a maze; elsewhere left and right go through the game, unless somebody is at a list, a text or the board.
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("select, textarea, input, .cell, [role=slider]")) return;
    if (this.view?.board.ground === "maze" && this.board.walk(event.key)) event.preventDefault();
    else if (event.key === "ArrowLeft") this.#go(this.state.ply - 1);
    else if (event.key === "ArrowRight") this.#go(this.state.ply + 1);
  }
}
