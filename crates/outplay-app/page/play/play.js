// Play: a game, who plays it, and what the engine thinks.

import { h, set } from "../dom.js";
import * as address from "./address.js";
import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { Match } from "./match.js";
import { Socket } from "./socket.js";

// How a search can play: by the value in an address, and in words.
const LIMITS = [
  ["time:100", "0.1 s"],
  ["time:500", "0.5 s"],
  ["time:2000", "2 s"],
  ["time:10000", "10 s"],
  ["depth:1", "depth 1"],
  ["depth:2", "depth 2"],
  ["depth:4", "depth 4"],
  ["depth:8", "depth 8"],
];
// Searches beside the best one, where there is no engine.
const OTHER_LIMITS = LIMITS.filter(([value]) => ["time:500", "depth:2", "depth:4"].includes(value));

// Who plays the other seats, if nobody is chosen and the game has no player of its own.
const OPPONENT = "time:500";
const PAYOFF = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
// How often the address is written: a browser does not like more.
const ADDRESS_PAUSE = 300;
// How long a position is shown before it is analysed: nobody wants that of those that are leafed through.
const ANALYSIS_PAUSE = 60;
// How long a position is shown in which chance moves.
const ROLL_PAUSE = 250;
// Time between the moves of a game that is watched, by kind of board.
const PACE = { maze: 140, other: 600 };

// Who can play a seat of a game: people, players that only this game has, its searches, and chance.
function playersOf({ seats, searches, usual_search: usual }, seat) {
  const title = (name) => name.charAt(0).toUpperCase() + name.slice(1);
  const own = (seats[seat]?.players ?? []).map((name) => [`own:${name}`, name]);
  const best = LIMITS.map(([value, text]) => [value, `${title(usual)}, ${text}`]);
  const others = usual === "engine" ? [] : searches.filter(({ name }) => name !== usual);
  const rest = others.flatMap(({ name }) => OTHER_LIMITS.map(([value, text]) => [`${name}:${value}`, `${title(name)}, ${text}`]));
  return [["human", "Person"], ...own, ...best, ...rest, ["random", "Random"]];
}

// The value of a player, as the server is asked for it: `time:500`, `paranoid:depth:2`, `own:greedy`, `random`.
function asked(player) {
  const [kind, ...rest] = player.split(":");
  if (kind === "random") return { kind };
  if (kind === "own") return { kind, name: rest.join(":") };
  if (kind === "time" || kind === "depth") return { kind: "engine", [kind]: Number(rest[0]) };
  return { kind: "engine", search: kind, [rest[0]]: Number(rest[1]) };
}

export function open(room, rest) {
  const play = new Play(room);
  play.load(address.read(rest));
  return { moved: (next) => play.moved(next), close: () => play.close() };
}

class Play {
  constructor(room) {
    this.socket = new Socket((open) => this.#connected(open));
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
      this.#play(move);
    }, (dead) => {
      this.state.dead = dead;
      this.#save();
      this.#score();
    });
    this.analysis = new Analysis({
      changed: () => this.#settle(),
      line: (moves) => this.#insert(moves),
      jump: (ply) => this.#go(ply),
      review: () => this.#review(),
    });
    this.match = new Match({
      list: (game) => this.socket.ask("openings", { game }),
      begin: (moves) => this.#beginMatch(moves),
      swap: (got) => this.#swapSeats(got),
      end: () => this.#new(this.state.game),
    });
    this.#build(room);
    this.onkey = (event) => this.#key(event);
    document.addEventListener("keydown", this.onkey);
    this.#games();
  }

  #build(room) {
    const button = (id, text, label, onclick) => h("button", { type: "button", id, "aria-label": label, title: label, onclick }, text);
    this.game = h("select", { id: "game", onchange: () => this.#new(this.game.value) });
    this.players = []; // a list for each seat
    this.seats = h("div", { class: "seats" });
    this.status = h("p", { class: "status", id: "status", role: "status" });
    this.payoffs = h("p", { class: "payoffs soft", id: "payoffs" });
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
      this.payoffs,
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
        this.seats),
      this.filmRoom,
      this.match.root,
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
      this.films.replaceChildren(...films.map(({ name, game, demo, side }) =>
        h("button", { type: "button", class: "film", "data-game": game, onclick: () => this.#film(name) }, h("b", {}, demo), ` ${side}`)));
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
    const { game } = this.state;
    if (!game) return;
    const [plain] = game.split(":");
    if (![...this.game.options].some((option) => option.value === game)) {
      this.game.append(h("option", { value: game }, this.catalogue ? `${plain} (another board)` : game));
    }
    this.game.value = game;
    const films = [...this.films.children];
    for (const film of films) film.classList.toggle("hidden", film.dataset.game !== plain);
    this.filmRoom.classList.toggle("hidden", !films.some((film) => film.dataset.game === plain));
    const about = this.view?.game === game ? this.view.about : this.catalogue?.find((one) => one.name === plain);
    if (about) this.#fillSeats(about);
  }

  // A list of players for each seat.
  #fillSeats(about) {
    const { players } = this.state;
    this.players = about.seats.map((_, seat) => this.players[seat] ?? h("select", { id: `player-${seat}`, onchange: () => this.#seat() }));
    this.players.forEach((list, seat) => {
      const all = playersOf(about, seat);
      const options = JSON.stringify(all);
      if (list.dataset.options !== options) {
        list.replaceChildren(...all.map(([value, text]) => h("option", { value }, text)));
        list.dataset.options = options;
      }
      if (!all.some(([value]) => value === players[seat])) players[seat] = null;
      const own = about.seats[seat].players[0];
      list.value = players[seat] ?? (seat === 0 ? "human" : own ? `own:${own}` : OPPONENT);
    });
    players.length = about.seats.length;
    const rows = about.seats.flatMap(({ name }, seat) => [h("label", { for: `player-${seat}` }, name), this.players[seat]]);
    const shown = JSON.stringify(about.seats.map(({ name }) => name));
    if (this.seats.dataset.shown !== shown) this.seats.replaceChildren(...rows);
    this.seats.dataset.shown = shown;
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
    this.#tell(this.note);
    this.note = null;
    this.view = view;
    Object.assign(this.state, { game: view.game, start: view.start, moves: [...view.played, ...moves.slice(ply)], ply: view.played.length });
    this.turns = [...view.turns, ...this.turns.slice(ply)];
    this.#choices();
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
      this.load(address.fresh(game ?? this.state.game)).then(() => this.#tell(new Error(message)));
    }
  }

  #draw(animate) {
    const { view, state } = this;
    const enabled = this.#mover() === "human" && !this.watching;
    this.board.show(view, { enabled, flipped: this.flipped, animate });
    this.analysis.at(view, state.ply, state.moves.length);
    this.flip.disabled = this.board.isUpright;
    this.analysis.bar.classList.toggle("flipped", this.flipped && !this.flip.disabled);
    this.#list();
    const caption = view.board.caption ? ` — ${view.board.caption}` : "";
    const told = view.result ?? (view.turn === "chance" ? "Chance moves" : `${view.seats[view.turn]} to move`);
    this.status.textContent = view.scored ? "The game is over, the score is counted ..." : `${told}${caption}`;
    this.payoffs.textContent = this.#payoffs();
    this.match.show({ view, match: state.match, names: this.#names() });
    set(this.status, "data-over", view.result ? "true" : null);
    const { game, start, moves, ply } = state;
    const query = new URLSearchParams({ game, start, moves: moves.slice(0, ply).join(" ") });
    this.tree.href = `#lab/real?${query}`;
    for (const [id, off] of [["first", ply === 0], ["back", ply === 0], ["forward", ply === moves.length], ["last", ply === moves.length], ["undo", moves.length === 0], ["take-back", moves.length === 0]]) {
      document.getElementById(id).disabled = off;
    }
    this.pause.classList.toggle("hidden", this.#hasPerson() && !this.paused);
    this.pause.textContent = this.paused ? "Go on" : "Pause";
    this.watch.textContent = this.watching ? "■ Stop" : "▶ Watch";
    this.watch.disabled = moves.length === 0;
  }

  // What each player has won, where more than one number says so.
  #payoffs() {
    const { payoffs, seats, about } = this.view;
    if (!payoffs || about.axes.zero_sum || seats.length < 2) return "";
    return seats.map((name, seat) => `${name} ${PAYOFF.format(payoffs[seat])}`).join(" · ");
  }

  // Who plays each seat, in words.
  #names() {
    return this.players.map((list) => list.selectedOptions[0]?.textContent ?? "?");
  }

  #list() {
    const { moves, ply } = this.state;
    const shown = moves.map((move, index) => {
      const onclick = () => this.#go(index + 1);
      const chance = this.turns[index] === "chance";
      return h("li", {}, h("button", {
        type: "button", class: chance ? "move chance" : "move", title: chance ? "by chance" : null, onclick, "aria-current": index + 1 === ply ? "step" : null,
      }, move));
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

  // Who moves: a player by its value, chance, or nobody where the game is over.
  #mover() {
    return this.view.turn === null ? null : this.#who(this.view.turn);
  }

  // Who plays a seat, or whether it is chance.
  #who(turn) {
    return turn === "chance" ? turn : (this.players[turn]?.value ?? "human");
  }

  #hasPerson() {
    return this.players.some((list) => list.value === "human");
  }

  #hasOthers() {
    return this.players.some((list) => list.value !== "human");
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
    const goesOn = this.#isAtEnd() && !this.paused;
    const rolls = mover === "chance" && goesOn;
    const thinks = goesOn && ![null, "human", "chance"].includes(mover);
    if (rolls) this.starting = setTimeout(() => this.#roll(), ROLL_PAUSE);
    else if (thinks) this.#think(mover);
    else if (this.analysis.isOn && mover !== null && mover !== "chance") this.starting = setTimeout(() => this.#analyse(), ANALYSIS_PAUSE);
    else if (view.scored) this.#score();
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

  #here() {
    const { game, start, moves, ply } = this.state;
    return { game, start, moves: moves.slice(0, ply) };
  }

  #think(mover) {
    const mine = this.number;
    this.socket.begin("choose", { ...this.#here(), player: asked(mover) }, (event) => {
      if (mine !== this.number || event.event) return;
      if (event.move) this.#play(event.move, event.note);
      else if (event.error) this.#tell(new Error(event.error));
    });
  }

  // A turn of chance: the server has the dice.
  async #roll() {
    const mine = this.number;
    try {
      const { move } = await this.socket.ask("roll", this.#here());
      if (mine === this.number) this.#play(move);
    } catch (error) {
      if (mine === this.number) this.#tell(error);
    }
  }

  #analyse() {
    const mine = this.number;
    this.socket.begin("analyse", { ...this.#here(), lines: this.analysis.wanted }, (event) => {
      if (mine !== this.number) return;
      const scores = this.analysis.hear(event, this.view);
      if (scores) this.board.showScores(scores);
      if (event.ownership) this.board.showOwnership(event.ownership);
    });
  }

  // The score of a game that is over: with the stones that a person calls dead, or those that are judged to be.
  #score() {
    const mine = this.number;
    this.socket.begin("score", { ...this.#here(), dead: this.state.dead }, (event) => {
      if (mine !== this.number) return;
      if (event.error) this.#tell(new Error(event.error));
      if (!event.ownership) return;
      const hint = event.correctable ? "; click stones that are judged wrongly" : "";
      this.status.textContent = `${event.told} — ${event.caption}${hint}`;
      this.board.showDead(event);
      this.analysis.heard(this.state.ply, event.bar);
    });
  }

  // Makes a move where the game is, and says what its player had to say about it. What came after is gone.
  #play(move, note = null) {
    const { state } = this;
    this.note = note ? new Error(note) : null;
    this.analysis.forgetAfter(state.ply);
    state.moves = [...state.moves.slice(0, state.ply), move];
    state.dead = null;
    state.ply += 1;
    return this.#show(true);
  }

  // Moves of a line that was clicked.
  #insert(moves) {
    const { state } = this;
    this.analysis.forgetAfter(state.ply);
    this.paused = true;
    state.moves = [...state.moves.slice(0, state.ply), ...moves];
    state.dead = null;
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
    let ply = Math.max(0, state.ply - count);
    // Back to before the dice: they would be thrown again at once.
    while (ply > 0 && this.turns[ply] === "chance") ply -= 1;
    state.moves = state.moves.slice(0, ply);
    state.dead = null;
    state.ply = ply;
    this.analysis.forgetAfter(state.ply);
    // Otherwise the engine would make the same move again at once.
    this.paused = !this.#hasPerson() || (count === 1 && this.#hasOthers());
    this.#show(false);
  }

  // Back to where a person was to move before.
  #takeBack() {
    const { state } = this;
    let ply = state.ply - 1;
    while (ply > 0 && this.#who(this.turns[ply]) !== "human") ply -= 1;
    this.#undo(state.ply - ply);
    this.paused = false;
  }

  #new(game) {
    this.paused = false;
    const moves = [];
    const { start, players } = this.state;
    const isSame = game === this.state.game;
    this.load({ game, start: isSame ? start : "", moves, ply: 0, dead: null, players: [...players], match: null });
  }

  // The first game of a match from an opening, by the players that are chosen now.
  #beginMatch(moves) {
    const { game } = this.state;
    const players = this.players.map((list) => list.value);
    this.paused = false;
    this.load({ game, start: "", moves: [...moves], ply: moves.length, dead: null, players, match: { game: 1, plies: moves.length, got: null } });
  }

  // The second game: the same opening, and everybody has the other seat.
  #swapSeats(got) {
    const { game, start, moves, match } = this.state;
    const opening = moves.slice(0, match.plies);
    const players = this.players.map((list) => list.value).reverse();
    this.paused = false;
    this.load({ game, start, moves: opening, ply: opening.length, dead: null, players, match: { game: 2, plies: match.plies, got } });
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
      this.load({ ...this.state, game: event.game, start: "", moves: event.moves, ply: 0, dead: null, match: null }).then(() => this.#watch());
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
      await this.load({ ...this.state, game: read.game, start: read.start, moves: read.moves, ply: read.moves.length, dead: null, match: null });
    } catch (error) {
      this.textError.textContent = error.message;
    }
  }

  async #write(what) {
    this.textError.textContent = "";
    const { game, start, moves } = this.state;
    const players = this.#names();
    try {
      const at = what === "game" ? { game, start, moves } : this.#here();
      const written = await this.socket.ask("write", { ...at, players });
      this.text.value = what === "position" ? written.position : (written.text ?? written.moves);
    } catch (error) {
      this.textError.textContent = error.message;
    }
  }

  // Whether a person walks or slides with the arrow keys in this game.
  #isWalked() {
    return Boolean(this.view) && this.board.walks && this.#hasPerson() && !this.view.result && !this.watching;
  }

  // Arrows walk through a maze, or slide tiles; elsewhere left and right go through the game, unless somebody is at a list, a text or the board.
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("select, textarea, input, .cell, [role=slider]")) return;
    if (this.#isWalked() && event.key?.startsWith("Arrow")) {
      event.preventDefault();
      this.board.walk(event.key);
    } else if (event.key === "ArrowLeft") this.#go(this.state.ply - 1);
    else if (event.key === "ArrowRight") this.#go(this.state.ply + 1);
  }
}
