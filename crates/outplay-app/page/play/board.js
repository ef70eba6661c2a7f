// The board: draws what the server describes, for any game, and turns clicks, drags and keys into moves.

import { h, svg } from "../dom.js";
import { drawGround } from "./ground.js";
import { drawMarks } from "./marks.js";
import { drawPieces } from "./pieces.js";
import { CELL, same } from "./places.js";
import { listen } from "./pointer.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOWARD = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SIGNS = { left: "←", right: "→", up: "↑", down: "↓" };

export class BoardView {
  // `onMove(name)` is called when a move was made by hand, `onDead(points)` when other stones are called dead.
  constructor(onMove, onDead) {
    this.onMove = onMove;
    this.onDead = onDead;
    this.picture = svg("svg", { class: "board", role: "grid" });
    this.layers = ["ground", "under", "pieces", "over", "cells"].map((name) => svg("g", { class: name }));
    this.picture.append(...this.layers);
    this.text = h("pre", { class: "picture mono hidden", id: "picture", tabindex: 0, "aria-label": "The position" });
    this.choices = h("div", { class: "choices row", role: "group", "aria-label": "Choose" });
    this.root = h("div", { class: "board-room" }, this.picture, this.text, this.choices);
    this.cells = new Map();
    this.agents = new Map();
    this.view = null;
    this.enabled = false;
    this.selected = null;
    // The places on the way of a move that were clicked after the first.
    this.path = [];
    this.focus = [0, 0];
    this.flipped = false;
    this.slides = false;
    this.scores = null;
    this.ownership = null;
    this.fates = null;
    this.drag = null;
    this.drawn = "";
    listen(this);
    this.picture.addEventListener("keydown", (event) => this.#key(event));
  }

  // Shows a position. `enabled` says whether a person is to move.
  show(view, { enabled, flipped, animate }) {
    const before = this.view;
    this.view = view;
    this.enabled = enabled && view.moves.length > 0;
    this.flipped = flipped && !this.isUpright;
    // While chance moves, or where the game is over, it is still a game with tiles to slide.
    if (Number.isInteger(view.turn)) this.slides = view.moves.some((move) => move.toward);
    this.selected = this.#onlyOrigin();
    this.path = [];
    this.scores = null;
    this.ownership = null;
    this.fates = null;
    this.choices.replaceChildren();
    if (view.about.board) {
      drawGround(this);
      drawPieces(this, animate && before !== null && view.played.length === before.played.length + 1);
      drawMarks(this);
    } else {
      this.text.textContent = view.picture;
    }
    this.picture.classList.toggle("hidden", !view.about.board);
    this.text.classList.toggle("hidden", view.about.board);
    // What chance does is nothing to choose from.
    if (view.turn === "chance") return;
    for (const move of view.moves) if (!move.to) this.#button(move.toward ? `${SIGNS[move.toward]} ${move.name}` : move.name, move.name);
  }

  // Scores of moves: a map from a move's name to { told, brief, trust, best }.
  showScores(scores) {
    this.scores = scores;
    if (this.view.about.board) drawMarks(this);
    for (const button of this.choices.children) this.#scored(button);
  }

  // Whose each place will be at the end, row by row from the upper left: 1 is the first player's for sure, -1 the second one's. Nothing: not known.
  showOwnership(ownership) {
    this.ownership = ownership;
    if (this.view.about.board) drawMarks(this);
  }

  // What is counted at the end of a game: whose each place is, and which stones are dead. If that may be `correctable`, a click on a stone
  // changes what becomes of all stones with the same number in `chains`.
  showDead({ ownership, dead, chains, correctable }) {
    this.fates = { dead: new Set(dead), chains, correctable };
    this.showOwnership(ownership);
  }

  // Whether it has an up and a down, so that nobody sees it from the other side.
  get isUpright() {
    return !this.view.about.board || ["rack", "maze", "tiles"].includes(this.view.board.ground);
  }

  // Whether arrow keys make moves.
  get walks() {
    return this.view.board.ground === "maze" || this.slides;
  }

  // Where a place is drawn.
  at([x, y]) {
    const { width, height } = this.view.board;
    return this.flipped ? [width - 1 - x, height - 1 - y] : [x, y];
  }

  // The place that all moves start from, if there is only one.
  #onlyOrigin() {
    const origins = this.view.moves.map((move) => move.from);
    return origins.length > 0 && origins[0] && origins.every((one) => !one || same(one, origins[0])) ? origins[0] : null;
  }

  translate(place) {
    const [x, y] = this.at(place);
    return `translate(${x * CELL}px, ${y * CELL}px)`;
  }

  // The number of a place, row by row from the upper left.
  #number(key) {
    const [x, y] = key.split(",").map(Number);
    return y * this.view.board.width + x;
  }

  isDead(key) {
    return this.fates !== null && key !== undefined && this.fates.dead.has(this.#number(key));
  }

  // The group that a stone lives or dies with, if a person may say whether it does.
  chain(key) {
    return this.fates?.correctable ? (this.fates.chains[this.#number(key)] ?? null) : null;
  }

  // Calls a group dead that was alive, or the other way round.
  #judge(key) {
    const chain = this.chain(key);
    if (chain === null) return;
    const { dead, chains } = this.fates;
    const wasDead = this.isDead(key);
    chains.forEach((one, number) => one === chain && (wasDead ? dead.delete(number) : dead.add(number)));
    this.onDead([...dead].sort((one, other) => one - other));
  }

  // Moves that go on with a click now: those of the piece that is chosen, on the way that it has gone so far, and those that need none.
  targets() {
    const goesOn = (move) => this.path.every((place, nth) => same(place, move.via[nth]));
    return this.view.moves.filter((move) => move.to && (move.from ? same(move.from, this.selected) && goesOn(move) : true));
  }

  // The place that a move goes to with the next click.
  next(move) {
    return move.via[this.path.length] ?? move.to;
  }

  // Chooses the piece that moves. It goes back to where it was, if it was on its way.
  select(place) {
    this.stand(this.selected);
    this.selected = place;
    this.path = [];
    drawMarks(this);
  }

  // Draws the piece that is chosen somewhere on its way.
  stand(place) {
    const piece = this.selected && this.path.length > 0 && this.layers[2].querySelector(`[data-place="${this.selected}"]`);
    if (piece) piece.style.transform = this.translate(place);
  }

  click(place) {
    if (this.fates) this.#judge(String(place));
    if (!this.enabled) return;
    const goOn = this.targets().filter((move) => same(this.next(move), place));
    if (goOn.length > 0 && goOn.every((move) => move.via.length > this.path.length)) {
      this.path.push(place);
      this.stand(place);
      drawMarks(this);
      return;
    }
    const hits = this.targets().filter((move) => same(move.to, place) || move.also.some((one) => same(one, place)));
    if (hits.length === 1) {
      this.make(hits[0].name);
    } else if (hits.length > 1) {
      this.choices.replaceChildren();
      for (const move of hits) this.#button(move.choice ?? move.name, move.name);
      this.choices.querySelector("button").focus();
    } else {
      const starts = this.view.moves.some((move) => same(move.from, place));
      this.select(starts && !same(this.selected, place) ? place : this.#onlyOrigin());
    }
  }

  #button(text, name) {
    const onclick = () => this.enabled && this.make(name);
    const button = h("button", { type: "button", class: "choice", "data-move": name, onclick, disabled: !this.enabled }, text);
    this.choices.append(button);
    this.#scored(button);
  }

  // Says what the move of a button is worth.
  #scored(button) {
    button.querySelector(".score")?.remove();
    const score = this.scores?.get(button.dataset.move);
    if (score) button.append(" ", h("span", { class: `score ${score.trust}${score.best ? " best" : ""}` }, score.told));
  }

  make(name) {
    this.enabled = false;
    this.onMove(name);
  }

  #key(event) {
    if (!event.target.classList.contains("cell")) return;
    const place = [Number(event.target.dataset.x), Number(event.target.dataset.y)];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.click(place);
    } else if (event.key === "Escape") {
      this.select(this.#onlyOrigin());
    } else if (event.key in ARROWS) {
      event.preventDefault();
      if (this.walks) this.walk(event.key);
      else this.#step(place, ARROWS[event.key]);
    }
  }

  // An arrow as a move in that direction. Whether it is one.
  walk(key) {
    if (!(key in ARROWS) || !this.enabled) return false;
    const [dx, dy] = ARROWS[key];
    const goes = ({ from, to, toward }) => toward === TOWARD[key] || (from && to && to[0] - from[0] === dx && to[1] - from[1] === dy);
    const move = this.view.moves.find(goes);
    if (move) this.make(move.name);
    return true;
  }

  // An arrow moves the focus.
  #step(place, [dx, dy]) {
    const sign = this.flipped ? -1 : 1;
    const next = String([place[0] + sign * dx, place[1] + sign * dy]);
    if (!this.cells.has(next)) return;
    this.cells.get(String(this.focus))?.setAttribute("tabindex", -1);
    this.focus = next.split(",").map(Number);
    this.cells.get(next).setAttribute("tabindex", 0);
    this.cells.get(next).focus();
  }
}
