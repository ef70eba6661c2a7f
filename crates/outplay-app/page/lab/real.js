// Real trees: what a search looks at from a position of a game, opened node by node.

import { ask, latest } from "./ask.js";
import { keep } from "./address.js";
import { gameFields } from "./games.js";
import { choice, labelled, make } from "./make.js";
import { followingBoard } from "./position.js";
import { pretty } from "./picture.js";

// So many moves of a node are shown at first.
const AT_FIRST = 60;

// Nodes of one side have its colour; in a game of more players they have their names.
const SIDES = ["MAX", "MIN", "chance"];

/**
 * The Play view calls a position the start of its moves.
 * @param {Record<string, any>} fields
 * @returns {Record<string, any>}
 */
const named = ({ start, ...fields }) => ({ position: start, ...fields });

/**
 * @param {HTMLElement} place
 * @param {Record<string, any>} first the fields of the address
 */
export function open(place, first) {
  let fields = named(first);
  const once = latest();

  const game = gameFields((some) => change(some.game === undefined ? some : { algorithm: "", ...some }));
  const search = choice([], { id: "real-search" });
  search.addEventListener("change", () => change({ algorithm: search.value }));
  const depth = make("input", { type: "number", min: 1, max: 12, id: "real-depth", onchange: () => change({ depth: depth.value }) });
  const order = choice([["", "by evaluation"], ["given", "as the rules list them"], ["best", "best first"], ["worst", "worst first"]], { id: "real-order" });
  order.addEventListener("change", () => change({ order: order.value }));
  const prune = choice([["", "v ≥ beta"], ["strict", "v > beta"]], { id: "real-prune" });
  prune.addEventListener("change", () => change({ prune: prune.value }));
  const error = make("p", { class: "error", role: "alert", id: "real-error" });
  const about = make("p", { id: "about" });
  const board = followingBoard();
  const tree = make("ul", { class: "real", role: "tree", "aria-label": "The tree of the search", id: "real-tree" });
  place.append(
    make("section", { class: "card", "aria-label": "The position" },
      make("div", { class: "row" }, ...game.elements, labelled("Search", search), labelled("Depth", depth), labelled("Order", order), labelled("Cuts at", prune)), error),
    make("section", { class: "card stage", "aria-label": "The tree" }, about, make("div", { class: "beside-board" }, make("div", {}, tree,
      make("p", { class: "soft" }, "Each line is a move, its window (alpha, beta) and what was found. Crossed out: never looked at. Enter or a click opens a node, arrow keys move. The board shows the position of the line.")), board.element)),
  );
  tree.addEventListener("keydown", keyed);

  const asked = (path) => ({
    game: fields.game, position: fields.position, moves: fields.moves, depth: Number(fields.depth || 3),
    algorithm: fields.algorithm, order: fields.order, prune: fields.prune, path,
  });

  function change(some) {
    fields = { ...fields, ...some };
    keep("real", fields);
    load();
  }

  async function load() {
    game.set(fields);
    depth.value = fields.depth ?? "3";
    order.value = fields.order ?? "";
    prune.value = fields.prune ?? "";
    const { answer, error: problem } = await once(() => ask("real", asked([])));
    if (problem !== undefined) {
      error.textContent = problem;
      tree.replaceChildren();
      about.textContent = "";
    }
    if (!answer) return;
    error.textContent = "";
    const { algorithm, generated, leaves, cutoffs, line, note, unit } = answer.about;
    offer(algorithm);
    const play = line.length ? ` Best play: ${line.join(" ")}.` : "";
    about.textContent = `${note ?? ""} ${generated} positions, ${leaves} leaves, ${cutoffs} cut-offs.${play} Values count ${unit.name}${unit.size === 1 ? "" : `, ${unit.size} to one`}.`.trim();
    const root = item({ ...answer.node, move: "start", best: true }, [], []);
    tree.replaceChildren(root);
    fill(root, answer, []);
    root.querySelector(".line").tabIndex = 0;
    look(root);
  }

  // The searches that take this game, and the one that is shown.
  async function offer(algorithm) {
    const plain = (fields.game || await game.first).split(":")[0];
    const known = (await game.list).find(({ name }) => name === plain)?.searches ?? [];
    search.replaceChildren(...[...new Set([...known, algorithm])].map((name) => make("option", { value: name }, name)));
    search.value = algorithm;
  }

  // A node: a line, and later its children.
  function item(node, path, moves) {
    const words = [
      make("span", { class: "twist", "aria-hidden": "true" }, node.inner ? "▸" : "·"),
      make("b", {}, node.move),
      node.cut ? make("span", { class: "tag" }, "cut") : null,
      node.turn ? make("span", { class: SIDES.includes(node.turn) ? `tag ${node.turn.toLowerCase()}` : "tag" }, node.turn) : null,
      node.cut ? null : make("span", { class: "mono" }, node.window),
      node.value ? make("span", { class: "mono value" }, pretty(node.value)) : null,
      node.source ? make("span", { class: "soft" }, node.source) : null,
      node.cuts ? make("span", { class: "soft" }, `${node.cuts} cut`) : null,
    ];
    const line = make("div", { class: `line${node.best ? " best" : ""}`, tabindex: -1 }, ...words);
    const element = make("li", { role: "treeitem", class: node.cut ? "cut" : "", "aria-expanded": node.inner ? "false" : null }, line);
    if (node.inner) line.addEventListener("click", () => toggle(element, path));
    line.addEventListener("click", () => focus(line));
    element.path = path;
    element.moves = moves;
    return element;
  }

  function fill(element, answer, path) {
    const items = answer.children.map((child, index) => item(child, [...path, index], [...element.moves, child.move]));
    const list = make("ul", { role: "group" });
    const reason = answer.reason ? [make("li", { class: "reason", role: "none" }, answer.reason)] : [];
    const rest = items.splice(AT_FIRST);
    list.append(...items, ...reason);
    if (rest.length) {
      const more = make("li", { role: "none" }, make("button", { onclick: () => more.replaceWith(...rest) }, `${rest.length} more`));
      list.insertBefore(more, list.children[items.length] ?? null);
    }
    element.append(list);
    opened(element, true);
  }

  function opened(element, isOpen) {
    element.setAttribute("aria-expanded", String(isOpen));
    element.querySelector(":scope > .line > .twist").textContent = isOpen ? "▾" : "▸";
    const list = element.querySelector(":scope > ul");
    if (list) list.hidden = !isOpen;
  }

  async function toggle(element, path) {
    const isOpen = element.getAttribute("aria-expanded") === "true";
    if (isOpen || element.querySelector(":scope > ul")) {
      opened(element, !isOpen);
      return;
    }
    try {
      const answer = await ask("real", asked(path));
      if (!element.querySelector(":scope > ul")) fill(element, answer, path);
    } catch (problem) {
      error.textContent = problem.message;
    }
  }

  function focus(line) {
    for (const one of tree.querySelectorAll(".line[tabindex='0']")) one.tabIndex = -1;
    line.tabIndex = 0;
    line.focus();
    look(line.parentElement);
  }

  // The board follows the line that is looked at.
  async function look(element) {
    const before = (fields.moves ?? "").split(/[\s,]+/).filter(Boolean);
    board.at(fields.game || await game.first, fields.position ?? "", [...before, ...element.moves]);
  }

  function keyed(event) {
    const line = event.target.closest(".line");
    if (!line) return;
    const element = line.parentElement;
    const lines = [...tree.querySelectorAll(".line")].filter((one) => one.offsetParent !== null);
    const at = lines.indexOf(line);
    const isOpen = element.getAttribute("aria-expanded") === "true";
    const canOpen = element.hasAttribute("aria-expanded");
    const acts = {
      ArrowDown: () => lines[at + 1] && focus(lines[at + 1]),
      ArrowUp: () => lines[at - 1] && focus(lines[at - 1]),
      ArrowRight: () => (canOpen && !isOpen ? toggle(element, element.path) : lines[at + 1] && focus(lines[at + 1])),
      ArrowLeft: () => (isOpen ? opened(element, false) : focus(element.parentElement.closest("li")?.querySelector(".line") ?? line)),
      Enter: () => canOpen && toggle(element, element.path),
      " ": () => canOpen && toggle(element, element.path),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  load();
  return { moved(next) { fields = named(next); load(); }, close: () => board.close() };
}
