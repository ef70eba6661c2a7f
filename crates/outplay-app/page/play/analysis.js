// Analysis: what the engine thinks of the position, live, and a graph of the whole game.

import { h, set, svg } from "../dom.js";
import { look } from "./shapes.js";

const GRAPH = { width: 600, height: 120, margin: 8 };
const COUNT = new Intl.NumberFormat("en");

// What Monte-Carlo search knows of a move: how often it was visited, and how many of its games are won.
function sampled({ visits, rate }) {
  if (visits === undefined) return "";
  return `${COUNT.format(visits)}${rate === undefined ? "" : ` ${(100 * rate).toFixed(0)}%`}`;
}

export class Analysis {
  // `on` has: changed() when it is switched on or off, line(moves) when a line is clicked, jump(ply), review().
  constructor(on) {
    this.on = on;
    this.bars = new Map(); // what is known by ply, seen by the first player: { share, told }
    this.turn = 0;
    this.seats = ["", ""];
    this.length = 0;
    this.ply = 0;
    this.bar = h("div", { class: "bar", role: "meter", "aria-label": "Evaluation", "aria-valuemin": 0, "aria-valuemax": 100 }, h("div"), h("div"), h("span", { class: "bar-told" }));
    this.toggle = h("button", { type: "button", id: "analysis", "aria-pressed": "false", onclick: () => this.#toggle() }, "Analysis");
    this.lines = h("select", { id: "lines", "aria-label": "Which moves get a score", onchange: () => on.changed() },
      ...[["0", "score every move"], ["1", "best move"], ["3", "best 3 moves"], ["5", "best 5 moves"]].map(([value, text]) => h("option", { value }, text)));
    this.numbers = h("p", { class: "numbers soft mono", id: "numbers" });
    this.lead = h("p", { class: "numbers soft", id: "lead" });
    this.list = h("ol", { class: "lines" });
    this.note = h("p", { class: "soft small" }, "Filled: exact, searched to the end, or proven to be won or lost. Outlined: heuristic, the engine's opinion.");
    this.body = h("div", { class: "hidden" }, this.numbers, this.lead, this.list, this.note);
    this.graph = svg("svg", { class: "graph", viewBox: `0 0 ${GRAPH.width} ${GRAPH.height}`, preserveAspectRatio: "none", role: "slider", tabindex: 0, "aria-label": "Evaluation of the game", "aria-valuemin": 0 });
    this.graph.addEventListener("click", (event) => this.#jump(event));
    this.graph.addEventListener("keydown", (event) => this.#key(event));
    this.graphRoom = h("div", { class: "graph-room" }, this.graph);
    this.review = h("button", { type: "button", id: "review", onclick: () => on.review() }, "Evaluate the game");
    this.root = h("section", { class: "card analysis", "aria-label": "Analysis" },
      h("div", { class: "row" }, this.toggle, this.lines),
      this.body,
      this.graphRoom,
      h("div", { class: "row" }, this.review));
  }

  get isOn() {
    return this.toggle.getAttribute("aria-pressed") === "true";
  }

  get wanted() {
    return Number(this.lines.value);
  }

  #toggle() {
    set(this.toggle, "aria-pressed", this.isOn ? "false" : "true");
    this.body.classList.toggle("hidden", !this.isOn);
    this.numbers.textContent = this.isOn && Number.isInteger(this.turn) ? "searching ..." : "";
    this.on.changed();
  }

  // Whether anything is known about the game.
  get knows() {
    return this.bars.size > 0;
  }

  // A new game: nothing is known about its positions.
  forget() {
    this.bars.clear();
  }

  // Moves beyond a ply were replaced.
  forgetAfter(ply) {
    for (const one of [...this.bars.keys()]) if (one > ply) this.bars.delete(one);
  }

  // Another position is shown. Where the game is over, the result is known without a search. Only some games have a bar and a graph.
  at(view, ply, length) {
    Object.assign(this, { ply, length, turn: view.turn, seats: view.seats });
    this.bar.classList.toggle("hidden", !view.about.bar);
    this.root.classList.toggle("without-bar", !view.about.bar);
    set(this.bar.firstChild, "class", `bar-first tint ${look(view.seats, 0)}`);
    set(this.bar.children[1], "class", `bar-second tint ${look(view.seats, 1)}`);
    if (view.bar) this.bars.set(ply, view.bar);
    this.list.replaceChildren();
    this.lead.textContent = "";
    this.numbers.textContent = this.isOn && Number.isInteger(view.turn) ? "searching ..." : "";
    this.#draw();
  }

  // An event of a search. Returns the scores of moves, if there are any.
  hear(event, view) {
    if ("error" in event) {
      this.numbers.textContent = event.error;
      return null;
    }
    if (event.event === "nodes") this.#count(event);
    if (event.event === "done") {
      this.done = true;
      set(this.numbers, "data-done", "true");
      this.#count({ ...this.counted, nodes: event.nodes });
    }
    if (event.event !== "lines") return null;
    this.depth = event.depth;
    this.done = false;
    set(this.numbers, "data-done", null);
    this.#count(event);
    const [best] = event.lines;
    if (best?.bar) this.bars.set(this.ply, best.bar);
    this.#draw();
    this.lead.textContent = this.#ahead(event, view);
    const shown = this.wanted === 0 ? event.lines : event.lines.slice(0, this.wanted);
    this.#list(shown, view);
    return new Map(shown.map((line) => [line.move, { ...line, best: line.score === best.score }]));
  }

  // How likely the player to move is to win, and by how many points a player leads, as far as it is known.
  #ahead({ lines: [best], lead }, { seats, turn }) {
    const wins = best?.rate === undefined ? [] : [`${seats[turn]} wins ${(100 * best.rate).toFixed(0)}%`];
    const points = Math.abs(lead ?? 0);
    const leads = lead === undefined ? [] : [points === 0 ? "nobody leads" : `${seats[lead > 0 ? 0 : 1]} leads by ${COUNT.format(points)}`];
    return [...wins, ...leads].join(" · ");
  }

  // What is known of a position of the game, if anything.
  heard(ply, bar) {
    if (bar) this.bars.set(ply, bar);
    this.#draw();
  }

  #count({ nodes, time }) {
    this.counted = { nodes, time };
    const rate = time > 0 ? `${COUNT.format(Math.round(nodes / time))} k/s` : "";
    this.numbers.textContent = `depth ${this.depth ?? 0} · ${COUNT.format(nodes)} nodes · ${rate}${this.done ? " · done" : ""}`;
  }

  // Elements are kept while their text changes, so that they can be clicked while the search goes on.
  #list(lines, view) {
    while (this.list.children.length > lines.length) this.list.lastChild.remove();
    while (this.list.children.length < lines.length) this.list.append(this.#row());
    lines.forEach((line, index) => this.#write(this.list.children[index], line, view));
  }

  #row() {
    return h("li", {}, h("span", {}), h("span", { class: "kind soft" }), h("span", { class: "visits soft mono" }), h("span", { class: "moves" }));
  }

  #write(row, line, view) {
    const [score, kind, visits, moves] = row.children;
    set(row, "data-move", line.move);
    set(score, "class", `score ${line.trust}`);
    set(score, "title", line.meaning ?? `${line.trust}, for ${view.seats[view.turn]}`);
    score.textContent = line.told;
    kind.textContent = line.trust;
    visits.textContent = sampled(line);
    if (line.visits !== undefined) set(visits, "title", "visits by Monte-Carlo search, and the share of games that are won");
    while (moves.children.length > line.line.length) moves.lastChild.remove();
    line.line.forEach((move, index) => {
      if (!moves.children[index]) {
        const onclick = () => this.on.line([...moves.children].slice(0, index + 1).map((one) => one.textContent));
        moves.append(h("button", { type: "button", class: "move", onclick }));
      }
      if (moves.children[index].textContent !== move) moves.children[index].textContent = move;
    });
  }

  #draw() {
    this.#drawBar();
    this.#drawGraph();
  }

  // What is known of this position, seen by the first player, whoever moves. Where nothing is known, there is no bar.
  #drawBar() {
    const now = this.bars.get(this.ply);
    this.bar.classList.toggle("known", now !== undefined);
    if (!now) return;
    const told = `${now.told} for ${this.seats[0]}`;
    this.bar.style.setProperty("--share", `${(100 * now.share).toFixed(1)}%`);
    this.bar.lastChild.textContent = now.told;
    set(this.bar, "title", told);
    set(this.bar, "aria-valuenow", Math.round(100 * now.share));
    set(this.bar, "aria-valuetext", told);
  }

  #drawGraph() {
    const now = this.bars.get(this.ply);
    // Where nothing is known, there is nothing to see.
    this.graphRoom.classList.toggle("hidden", !this.knows);
    this.review.disabled = this.length === 0;
    const x = (ply) => GRAPH.margin + (this.length === 0 ? 0 : (ply / this.length) * (GRAPH.width - 2 * GRAPH.margin));
    const y = (one) => GRAPH.margin + (1 - one) * (GRAPH.height - 2 * GRAPH.margin);
    const known = [...this.bars.keys()].filter((ply) => ply <= this.length).sort((one, other) => one - other);
    const points = known.map((ply) => `${x(ply).toFixed(1)},${y(this.bars.get(ply).share).toFixed(1)}`);
    this.graph.replaceChildren(
      svg("line", { x1: 0, x2: GRAPH.width, y1: GRAPH.height / 2, y2: GRAPH.height / 2, class: "middle" }),
      svg("polyline", { points: points.join(" "), class: "curve" }),
      ...known.map((ply) => svg("path", { d: `M${x(ply).toFixed(1)} ${y(this.bars.get(ply).share).toFixed(1)} h0.01`, class: "point" })),
      svg("line", { x1: x(this.ply), x2: x(this.ply), y1: 0, y2: GRAPH.height, class: "now" }),
    );
    set(this.graph, "aria-valuemax", this.length);
    set(this.graph, "aria-valuenow", this.ply);
    set(this.graph, "aria-valuetext", `move ${this.ply} of ${this.length}${now ? `, ${now.told} for ${this.seats[0]}` : ""}`);
  }

  #jump(event) {
    const box = this.graph.getBoundingClientRect();
    const share = (((event.clientX - box.left) / box.width) * GRAPH.width - GRAPH.margin) / (GRAPH.width - 2 * GRAPH.margin);
    this.on.jump(Math.max(0, Math.min(this.length, Math.round(share * this.length))));
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.on.jump(Math.max(0, Math.min(this.length, this.ply + step)));
  }
}
