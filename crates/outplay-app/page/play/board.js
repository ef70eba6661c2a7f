// The board: draws what the server describes, for any game, and turns clicks, drags and keys into moves.

import { h, set, svg } from "../dom.js";
import { look, shape } from "./shapes.js";

const CELL = 100;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TOWARD = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SIGNS = { left: "←", right: "→", up: "↑", down: "↓" };
// So far a pointer goes at least, in hundredths of a place, if it slides everything to one side.
const SWIPE = 40;
const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

export class BoardView {
  // `onMove(name)` is called when a move was made by hand.
  constructor(onMove) {
    this.onMove = onMove;
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
    this.drag = null;
    this.drawn = "";
    this.picture.addEventListener("pointerdown", (event) => this.#down(event));
    this.picture.addEventListener("pointermove", (event) => this.#drag(event));
    this.picture.addEventListener("pointerup", (event) => this.#up(event));
    this.picture.addEventListener("pointercancel", () => this.#drop());
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
    this.choices.replaceChildren();
    if (view.about.board) {
      this.#ground();
      this.#pieces(animate && before !== null && view.played.length === before.played.length + 1);
      this.#marks();
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
    if (this.view.about.board) this.#marks();
    for (const button of this.choices.children) this.#scored(button);
  }

  // Whose each place will be at the end, row by row from the upper left: 1 is the first player's for sure, -1 the second one's. Nothing: not known.
  showOwnership(ownership) {
    this.ownership = ownership;
    if (this.view.about.board) this.#marks();
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
  #at([x, y]) {
    const { width, height } = this.view.board;
    return this.flipped ? [width - 1 - x, height - 1 - y] : [x, y];
  }

  // The place that all moves start from, if there is only one.
  #onlyOrigin() {
    const origins = this.view.moves.map((move) => move.from);
    return origins.length > 0 && origins[0] && origins.every((one) => !one || same(one, origins[0])) ? origins[0] : null;
  }

  #ground() {
    const { board, game, seats } = this.view;
    const key = JSON.stringify([game, board.ground, board.width, board.height, board.walls, board.lines, this.flipped]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.agents.clear();
    this.layers[2].replaceChildren();
    const [ground, , , , cells] = this.layers;
    const { width, height, columns, rows } = board;
    const [left, below] = [rows.length ? 34 : 6, columns.length ? 34 : 6];
    set(this.picture, "viewBox", `${-left} -6 ${width * CELL + left + 6} ${height * CELL + below + 6}`);
    set(this.picture, "aria-label", `${game.split(":")[0]} board, ${seats.join(seats.length === 2 ? " against " : ", ")}`);
    set(this.picture, "class", `board ${board.ground}`);
    // Wide boards may use the width of the room, high ones its height.
    this.picture.style.setProperty("--shape", String(width / height));
    ground.replaceChildren(svg("rect", { x: 0, y: 0, width: width * CELL, height: height * CELL, class: "table" }));
    const points = this.#lines(ground);
    if (board.ground === "crossings") this.#crossings(ground);
    cells.replaceChildren();
    this.cells.clear();
    const walls = new Set(board.walls.map(String));
    for (let y = 0; y < height; y++) {
      const row = svg("g", { role: "row" });
      for (let x = 0; x < width; x++) {
        const [ax, ay] = this.#at([x, y]);
        const box = { x: ax * CELL, y: ay * CELL, width: CELL, height: CELL };
        if (walls.has(String([x, y]))) {
          ground.append(svg("rect", { ...box, class: "wall" }));
          continue;
        }
        if (points && !points.has(String([x, y]))) continue;
        this.#square(ground, board.ground, box, (x + y) % 2 === 1);
        const cell = svg("rect", { ...box, class: "cell", role: "gridcell", tabindex: -1, "data-x": x, "data-y": y });
        row.append(cell);
        this.cells.set(String([x, y]), cell);
      }
      cells.append(row);
    }
    if (!this.cells.has(String(this.focus)) && this.cells.size > 0) this.focus = this.cells.keys().next().value.split(",").map(Number);
    columns.forEach((name, x) => ground.append(label(name, this.#at([x, 0])[0] * CELL + 50, height * CELL + 26)));
    rows.forEach((name, y) => ground.append(label(name, -18, this.#at([0, y])[1] * CELL + 58)));
  }

  #square(ground, kind, box, dark) {
    if (kind === "squares") ground.append(svg("rect", { ...box, class: dark ? "dark" : "light" }));
    else if (kind === "rack") ground.append(svg("circle", { cx: box.x + 50, cy: box.y + 50, r: 43, class: "hole" }));
    else if (kind === "tiles") ground.append(svg("rect", { x: box.x + 5, y: box.y + 5, width: CELL - 10, height: CELL - 10, rx: 8, class: "tray" }));
    else if (kind === "points") ground.append(svg("circle", { cx: box.x + 50, cy: box.y + 50, r: 11, class: "point" }));
    else if (!["maze", "pits", "crossings"].includes(kind)) ground.append(svg("rect", { ...box, class: "line" }));
  }

  // Lines from edge to edge, and dots where some of them cross.
  #crossings(ground) {
    const { width, height, dots } = this.view.board;
    const [right, bottom] = [width * CELL - 50, height * CELL - 50];
    for (let x = 0; x < width; x++) ground.append(svg("line", { x1: x * CELL + 50, x2: x * CELL + 50, y1: 50, y2: bottom, class: "way thin" }));
    for (let y = 0; y < height; y++) ground.append(svg("line", { x1: 50, x2: right, y1: y * CELL + 50, y2: y * CELL + 50, class: "way thin" }));
    for (const dot of dots) {
      const [x, y] = this.#at(dot);
      ground.append(svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 9, class: "point" }));
    }
  }

  // The lines between points. Returns the points, if that is what the board is made of.
  #lines(ground) {
    const { board } = this.view;
    if (board.ground !== "points") return null;
    for (const line of board.lines) {
      const [[x1, y1], [x2, y2]] = line.map((place) => this.#at(place).map((one) => one * CELL + 50));
      ground.append(svg("line", { x1, y1, x2, y2, class: "way" }));
    }
    return new Set(board.lines.flat().map(String));
  }

  #pieces(animate) {
    const { board, seats, last } = this.view;
    const layer = this.layers[2];
    for (const piece of [...layer.children]) if (!piece.dataset.id) piece.remove();
    const ids = new Set();
    for (const piece of board.pieces) {
      const place = this.#translate([piece.x, piece.y]);
      const classes = `piece shape-${piece.shape} ${look(seats, piece.seat)} ${piece.id === null ? "" : `agent-${piece.id % 5}`}`;
      if (piece.id !== null) {
        ids.add(String(piece.id));
        this.#agent(piece, classes, place);
        continue;
      }
      const element = svg("g", { class: classes }, ...shape(piece));
      element.dataset.place = `${piece.x},${piece.y}`;
      layer.append(element);
      const moved = animate && last?.to && same(last.to, [piece.x, piece.y]);
      const from = moved && (last.from ?? (board.ground === "rack" ? [piece.x, -1] : null));
      element.style.transform = from ? this.#translate(from) : place;
      if (from) requestAnimationFrame(() => requestAnimationFrame(() => (element.style.transform = place)));
    }
    for (const [id, { element }] of this.agents) {
      if (!ids.has(id)) {
        element.remove();
        this.agents.delete(id);
      }
    }
  }

  // Somebody who walks about keeps its element, so that its way is seen.
  #agent(piece, classes, place) {
    const id = String(piece.id);
    let agent = this.agents.get(id);
    const kind = `${piece.shape} ${piece.label}`;
    if (!agent || agent.kind !== kind) {
      agent?.element.remove();
      agent = { kind, element: svg("g", {}, svg("g", {}, ...shape(piece))) };
      agent.element.dataset.id = id;
      this.agents.set(id, agent);
    }
    set(agent.element, "class", classes);
    this.layers[2].append(agent.element);
    agent.element.style.transform = place;
    const turn = piece.shape !== "eater" ? "" : piece.angle === 180 ? "translate(100 0) scale(-1 1)" : `rotate(${piece.angle} 50 50)`;
    agent.element.firstChild.setAttribute("transform", turn);
  }

  #translate(place) {
    const [x, y] = this.#at(place);
    return `translate(${x * CELL}px, ${y * CELL}px)`;
  }

  // What can be done, what was done last, and what it is worth.
  #marks() {
    const { board, last, moves } = this.view;
    const [, under, , over] = this.layers;
    under.replaceChildren();
    over.replaceChildren();
    const box = (place, name, inset = 0) => {
      const [x, y] = this.#at(place);
      return svg("rect", { x: x * CELL + inset, y: y * CELL + inset, width: CELL - 2 * inset, height: CELL - 2 * inset, class: name });
    };
    const crosses = board.ground === "crossings";
    if (last && board.ground !== "maze" && !crosses) {
      for (const place of [last.from, last.to]) if (place) under.append(box(place, "last"));
    }
    const occupied = new Set(board.pieces.map((piece) => String([piece.x, piece.y])));
    for (const place of board.marks) {
      if (crosses) over.append(this.#crossed(place, occupied.has(String(place))));
      else over.append(box(place, "mark", 4));
    }
    this.#owned(over);
    const targets = this.#targets();
    if (this.enabled) {
      if (this.selected && board.ground !== "maze") for (const place of [this.selected, ...this.path]) under.append(box(place, "selected"));
      for (const key of new Set(targets.map((move) => String(this.#next(move))))) {
        const [x, y] = this.#at(key.split(",").map(Number));
        const taken = occupied.has(key) && board.ground !== "maze";
        over.append(svg("circle", { cx: x * CELL + 50, cy: y * CELL + (this.scores && !taken ? 38 : 50), r: taken ? 46 : crosses ? 8 : 13, class: taken ? "target taken" : "target" }));
      }
    }
    this.#badges(over, targets);
    const origins = new Set(moves.map((move) => String(move.from)));
    const reach = new Set(targets.flatMap((move) => [this.#next(move), move.to, ...move.also]).map(String));
    for (const [key, cell] of this.cells) {
      const can = this.enabled && (origins.has(key) || reach.has(key));
      set(cell, "class", `cell${can ? " can" : ""}${this.enabled && origins.has(key) ? " grab" : ""}`);
      set(cell, "tabindex", key === String(this.focus) ? 0 : -1);
      set(cell, "aria-label", this.#told(key, reach.has(key)));
      set(cell, "aria-selected", key === String(this.selected) ? "true" : null);
    }
  }

  // The mark of a crossing: a ring on a stone, a square where nothing may be put.
  #crossed(place, isTaken) {
    const [x, y] = this.#at(place);
    if (!isTaken) return svg("rect", { x: x * CELL + 28, y: y * CELL + 28, width: 44, height: 44, class: "mark forbidden" });
    const { seats, board } = this.view;
    const piece = board.pieces.find((one) => same([one.x, one.y], place));
    return svg("circle", { cx: x * CELL + 50, cy: y * CELL + 50, r: 18, class: `ring ${look(seats, piece.seat)}` });
  }

  // Whose each place will be: a square of that colour, the larger the surer it is.
  #owned(over) {
    if (!this.ownership) return;
    const { board, seats } = this.view;
    this.ownership.forEach((share, index) => {
      const size = 46 * Math.abs(share);
      if (size < 6) return;
      const [x, y] = this.#at([index % board.width, Math.floor(index / board.width)]);
      over.append(svg("rect", { x: x * CELL + 50 - size / 2, y: y * CELL + 50 - size / 2, width: size, height: size, class: `owned ${look(seats, share > 0 ? 0 : 1)}` }));
    });
  }

  #badges(over, targets) {
    if (!this.scores) return;
    const shown = new Map(); // the best score at each place
    const put = (place, score) => {
      const key = String(place);
      if (score && (!shown.has(key) || score.score > shown.get(key).score.score)) shown.set(key, { place, score });
    };
    if (this.selected || targets.length > 0) for (const move of targets) put(this.#next(move), this.scores.get(move.name));
    else for (const move of this.view.moves) if (move.to) put(move.from ?? move.to, this.scores.get(move.name));
    for (const { place, score } of shown.values()) {
      const [x, y] = this.#at(place);
      const width = 16 + 13.5 * score.brief.length;
      const badge = svg("g", { class: `badge ${score.trust}${score.best ? " best" : ""}` },
        svg("rect", { x: x * CELL + 50 - width / 2, y: y * CELL + 66, width, height: 31, rx: 9 }));
      const text = svg("text", { x: x * CELL + 50, y: y * CELL + 89 });
      text.textContent = score.brief;
      badge.append(text);
      over.append(badge);
    }
  }

  #told(key, reachable) {
    const { board, seats } = this.view;
    const [x, y] = key.split(",").map(Number);
    const name = `${board.columns[x] ?? `column ${x + 1}`}${board.rows[y] ?? ` row ${y + 1}`}`;
    const piece = board.pieces.find((one) => one.x === x && one.y === y);
    const what = piece ? `${piece.seat === null ? "" : `${seats[piece.seat]} `}${piece.shape} ${piece.label}`.trim() : "empty";
    return `${name}, ${what}${this.enabled && reachable ? ", possible" : ""}`;
  }

  // Moves that go on with a click now: those of the piece that is chosen, on the way that it has gone so far, and those that need none.
  #targets() {
    const goesOn = (move) => this.path.every((place, nth) => same(place, move.via[nth]));
    return this.view.moves.filter((move) => move.to && (move.from ? same(move.from, this.selected) && goesOn(move) : true));
  }

  // The place that a move goes to with the next click.
  #next(move) {
    return move.via[this.path.length] ?? move.to;
  }

  // Chooses the piece that moves. It goes back to where it was, if it was on its way.
  #select(place) {
    this.#stand(this.selected);
    this.selected = place;
    this.path = [];
    this.#marks();
  }

  // Draws the piece that is chosen somewhere on its way.
  #stand(place) {
    const piece = this.selected && this.path.length > 0 && this.layers[2].querySelector(`[data-place="${this.selected}"]`);
    if (piece) piece.style.transform = this.#translate(place);
  }

  #click(place) {
    if (!this.enabled) return;
    const goOn = this.#targets().filter((move) => same(this.#next(move), place));
    if (goOn.length > 0 && goOn.every((move) => move.via.length > this.path.length)) {
      this.path.push(place);
      this.#stand(place);
      this.#marks();
      return;
    }
    const hits = this.#targets().filter((move) => same(move.to, place) || move.also.some((one) => same(one, place)));
    if (hits.length === 1) {
      this.#make(hits[0].name);
    } else if (hits.length > 1) {
      this.choices.replaceChildren();
      for (const move of hits) this.#button(move.choice ?? move.name, move.name);
      this.choices.querySelector("button").focus();
    } else {
      const starts = this.view.moves.some((move) => same(move.from, place));
      this.#select(starts && !same(this.selected, place) ? place : this.#onlyOrigin());
    }
  }

  #button(text, name) {
    const onclick = () => this.enabled && this.#make(name);
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

  #make(name) {
    this.enabled = false;
    this.onMove(name);
  }

  #placeOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.picture.getScreenCTM().inverse());
    const [x, y] = this.#at([Math.floor(point.x / CELL), Math.floor(point.y / CELL)]);
    return { place: [x, y], point };
  }

  #down(event) {
    if (event.button !== 0 || !this.view) return;
    const { place, point } = this.#placeOf(event);
    const key = String(place);
    if (!this.cells.has(key)) return;
    this.focus = place;
    this.drag = { place, point, moved: false, selected: same(this.selected, place), element: null };
    if (this.enabled && this.slides) this.picture.setPointerCapture(event.pointerId);
    const starts = this.enabled && this.view.moves.some((move) => same(move.from, place));
    if (!starts) return;
    event.preventDefault();
    this.picture.setPointerCapture(event.pointerId);
    this.drag.element = this.layers[2].querySelector(`[data-place="${key}"]`);
    const isTarget = this.#targets().some((move) => same(move.to, place) || same(this.#next(move), place));
    if (!isTarget && !this.drag.selected) this.#select(place);
  }

  #drag(event) {
    if (!this.drag?.element) return;
    const { point } = this.#placeOf(event);
    const [dx, dy] = [point.x - this.drag.point.x, point.y - this.drag.point.y];
    if (!this.drag.moved && Math.hypot(dx, dy) < 12) return;
    if (!this.drag.moved) {
      this.drag.moved = true;
      this.#select(this.drag.place);
    }
    const [x, y] = this.#at(this.drag.place);
    this.drag.element.classList.add("held");
    this.drag.element.style.transform = `translate(${x * CELL + dx}px, ${y * CELL + dy}px)`;
  }

  #up(event) {
    if (!this.drag) return;
    const { place, point } = this.#placeOf(event);
    const { drag } = this;
    this.#drop();
    if (this.slides && this.#swipe(point.x - drag.point.x, point.y - drag.point.y)) return;
    if (drag.moved) {
      if (!same(place, drag.place)) this.#click(place);
    } else if (same(place, drag.place)) {
      // A first press on a piece has chosen it already.
      const chosen = same(this.selected, place) && !drag.selected;
      if (!chosen || !this.view.moves.some((move) => same(move.from, place))) this.#click(place);
      this.cells.get(String(place))?.focus({ preventScroll: true });
    }
  }

  #drop() {
    if (this.drag?.element) {
      this.drag.element.classList.remove("held");
      this.drag.element.style.transform = this.#translate(this.drag.place);
    }
    this.drag = null;
  }

  #key(event) {
    if (!event.target.classList.contains("cell")) return;
    const place = [Number(event.target.dataset.x), Number(event.target.dataset.y)];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#click(place);
    } else if (event.key === "Escape") {
      this.#select(this.#onlyOrigin());
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
    if (move) this.#make(move.name);
    return true;
  }

  // A pointer that slides everything to one side. Whether it does.
  #swipe(dx, dy) {
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return false;
    if (Math.abs(dx) > Math.abs(dy)) return this.walk(dx < 0 ? "ArrowLeft" : "ArrowRight");
    return this.walk(dy < 0 ? "ArrowUp" : "ArrowDown");
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

function label(text, x, y) {
  const element = svg("text", { x, y, class: "label", "aria-hidden": "true" });
  element.textContent = text;
  return element;
}
