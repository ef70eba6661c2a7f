// Play: a game, who plays it, and what the engine thinks.

import { h, set } from "../dom.js";
import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { build } from "./build.js";
import { listGames, showChoices } from "./choices.js";
import { draw } from "./draw.js";
import { pressed } from "./keys.js";
import { Match } from "./match.js";
import { beginMatch, swapSeats } from "./matches.js";
import { analyse, review, roll, score, think } from "./minds.js";
import { Socket } from "./socket.js";
import { stopWatching } from "./watch.js";

// How often the address is written: a browser does not like more.
const ADDRESS_PAUSE = 300;
// How long a position is shown before it is analysed: nobody wants that of those that are leafed through.
const ANALYSIS_PAUSE = 60;
// How long a position is shown in which chance moves.
const ROLL_PAUSE = 250;

export function open(room, rest) {
  const play = new Play(room);
  play.load(address.read(rest));
  return { moved: (next) => play.moved(next), close: () => play.close() };
}

class Play {
  constructor(room) {
    this.socket = new Socket((open) => this.connected(open));
    this.state = address.fresh();
    this.view = null;
    this.flipped = false;
    this.paused = false;
    this.note = null; // what the last player said about its move
    this.turns = []; // who made each move, as far as it is known
    this.watching = null;
    this.number = 0; // of the position that is wanted
    this.tries = [null, ""]; // what to show if the address cannot be: the same game anew, then another
    this.board = new BoardView((move) => {
      this.paused = false;
      this.play(move);
    }, (dead) => {
      this.state.dead = dead;
      this.save();
      score(this);
    });
    this.analysis = new Analysis({
      changed: () => this.settle(),
      line: (moves) => this.insert(moves),
      jump: (ply) => this.go(ply),
      review: () => review(this),
    });
    this.match = new Match({
      list: (game) => this.socket.ask("openings", { game }),
      begin: (moves) => beginMatch(this, moves),
      swap: (got) => swapSeats(this, got),
      end: () => this.begin(this.state.game),
    });
    this.players = []; // a list for each seat
    this.films = null;
    this.status = h("p", { class: "status", id: "status", role: "status" });
    this.error = h("p", { class: "error", id: "error", role: "alert" });
    build(this, room);
    this.onkey = (event) => pressed(this, event);
    document.addEventListener("keydown", this.onkey);
    listGames(this);
  }

  // Who plays, or how it is seen, has changed, and nothing else.
  redraw() {
    draw(this, false);
    this.settle();
  }

  connected(open) {
    if (!open) this.tell(new Error("The connection was lost. It is opened again with the next move."));
    else if (this.error.dataset.lost) this.tell(null);
    if (open) delete this.error.dataset.lost;
    else this.error.dataset.lost = "true";
  }

  tell(error) {
    this.error.textContent = error ? error.message : "";
  }

  // Shows what an address says.
  async load(state) {
    stopWatching(this);
    this.analysis.forget();
    this.state = state;
    if (state.film) this.paused = true;
    showChoices(this);
    await this.show(false);
  }

  // The address was changed by hand, or by a link.
  moved(rest) {
    if (address.write(address.read(rest)) === address.write(this.state)) return;
    this.load(address.read(rest));
  }

  close() {
    clearTimeout(this.saving);
    clearTimeout(this.starting);
    stopWatching(this);
    this.films.close();
    document.removeEventListener("keydown", this.onkey);
    this.socket.close();
  }

  // Asks for the position that is to be shown, shows it, and lets things go on.
  async show(animate) {
    const mine = ++this.number;
    const { game, start, moves, ply } = this.state;
    clearTimeout(this.starting);
    this.socket.stop();
    let view;
    try {
      view = await this.socket.ask("show", { game, start, moves: moves.slice(0, ply) });
    } catch (error) {
      if (mine === this.number) this.wrong(error);
      return false;
    }
    if (mine !== this.number) return false;
    this.tell(this.note);
    this.note = null;
    this.view = view;
    Object.assign(this.state, { game: view.game, start: view.start, moves: [...view.played, ...moves.slice(ply)], ply: view.played.length });
    this.turns = [...view.turns, ...this.turns.slice(ply)];
    showChoices(this);
    draw(this, animate);
    this.save();
    this.settle();
    return true;
  }

  // The position cannot be shown: a game that can is shown beside what is wrong.
  wrong(error) {
    this.tell(error);
    if (this.view) {
      const { game, start, played } = this.view;
      this.state = { ...this.state, game, start, moves: played, ply: played.length };
      showChoices(this);
      draw(this, false);
    } else if (this.tries.length > 0) {
      // If not even a new game can be shown, the server is gone.
      const game = this.tries.shift();
      const { message } = error;
      this.load(address.fresh(game ?? this.state.game)).then(() => this.tell(new Error(message)));
    }
  }

  save() {
    clearTimeout(this.saving);
    this.saving = setTimeout(() => history.replaceState(null, "", address.write(this.state)), this.watching ? ADDRESS_PAUSE : 0);
  }

  // Who moves: a player by its value, chance, or nobody where the game is over.
  mover() {
    return this.view.turn === null ? null : this.who(this.view.turn);
  }

  // Who plays a seat, or whether it is chance.
  who(turn) {
    return turn === "chance" ? turn : (this.players[turn]?.value ?? "human");
  }

  hasPerson() {
    return this.players.some((list) => list.value === "human");
  }

  hasOthers() {
    return this.players.some((list) => list.value !== "human");
  }

  isAtEnd() {
    return this.state.ply === this.state.moves.length;
  }

  // What happens in the position that is shown: a player thinks, or the engine does.
  settle() {
    const { view } = this;
    clearTimeout(this.starting);
    if (!view || this.watching) return;
    const mover = this.mover();
    const goesOn = this.isAtEnd() && !this.paused;
    const rolls = mover === "chance" && goesOn;
    const thinks = goesOn && ![null, "human", "chance"].includes(mover);
    if (rolls) this.starting = setTimeout(() => roll(this), ROLL_PAUSE);
    else if (thinks) think(this, mover);
    else if (this.analysis.isOn && mover !== null && mover !== "chance") this.starting = setTimeout(() => analyse(this), ANALYSIS_PAUSE);
    else if (view.scored) score(this);
    else this.socket.stop();
    if (!this.analysis.isOn) {
      this.board.showScores(null);
      if (!view.scored) this.board.showOwnership(null);
    }
    set(this.status, "data-thinking", thinks ? "true" : null);
    if (thinks) this.status.textContent = `${view.seats[view.turn]} is thinking ...`;
    if (rolls) this.status.textContent = "Chance moves ...";
    document.body.dataset.analysis = String(this.analysis.isOn || this.analysis.knows);
  }

  here() {
    const { game, start, moves, ply } = this.state;
    return { game, start, moves: moves.slice(0, ply) };
  }

  // Makes a move where the game is, and says what its player had to say about it. What came after is gone.
  play(move, note = null) {
    const { state } = this;
    this.note = note ? new Error(note) : null;
    this.analysis.forgetAfter(state.ply);
    state.moves = [...state.moves.slice(0, state.ply), move];
    state.dead = state.film = null;
    state.ply += 1;
    return this.show(true);
  }

  // Moves of a line that was clicked.
  insert(moves) {
    const { state } = this;
    this.analysis.forgetAfter(state.ply);
    this.paused = true;
    state.moves = [...state.moves.slice(0, state.ply), ...moves];
    state.dead = state.film = null;
    state.ply += moves.length;
    this.show(false);
  }

  go(ply) {
    if (this.watching) stopWatching(this);
    if (ply < 0 || ply > this.state.moves.length) return;
    const animate = ply === this.state.ply + 1;
    this.state.ply = ply;
    return this.show(animate);
  }

  undo(count) {
    const { state } = this;
    stopWatching(this);
    let ply = Math.max(0, state.ply - count);
    // Back to before the dice: they would be thrown again at once.
    while (ply > 0 && this.turns[ply] === "chance") ply -= 1;
    state.moves = state.moves.slice(0, ply);
    state.dead = state.film = null;
    state.ply = ply;
    this.analysis.forgetAfter(state.ply);
    // Otherwise the engine would make the same move again at once.
    this.paused = !this.hasPerson() || (count === 1 && this.hasOthers());
    this.show(false);
  }

  // Back to where a person was to move before.
  takeBack() {
    const { state } = this;
    let ply = state.ply - 1;
    while (ply > 0 && this.who(this.turns[ply]) !== "human") ply -= 1;
    this.undo(state.ply - ply);
    this.paused = false;
  }

  begin(game) {
    this.paused = false;
    const moves = [];
    const { start, players } = this.state;
    const isSame = game === this.state.game;
    this.load({ game, start: isSame ? start : "", moves, ply: 0, dead: null, players: [...players], match: null, film: null });
  }

  reseat() {
    this.state.players = this.players.map((list) => list.value);
    this.paused = false;
    this.show(false);
  }

  turnBoard() {
    this.flipped = !this.flipped;
    this.redraw();
  }

  pauseOrGo() {
    this.paused = !this.paused;
    this.show(false);
  }
}
