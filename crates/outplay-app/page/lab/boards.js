// A tree drawn with boards: each node is its position, with what was found there below it.

import { BoardView } from "../play/board.js";
import { draw } from "./make.js";
import { beside, found } from "./opened.js";
import { viewport } from "./view.js";

// The longer side of a board, the room beside it, and the height of what is written above and below.
const [SIZE, GAP, ABOVE, BELOW] = [92, 34, 20, 44];
// Boards are still seen where letters are small.
const SIZES = { readable: 0.6, usual: 0.8 };
// Between two levels.
const LEVEL = 44;
const MARGIN = 16;
// So many children of a node are drawn at first.
const AT_FIRST = 8;

/**
 * @param {{ toggle: (node: any) => void, look: (node: any) => void }} on
 */
export function boardTree({ toggle, look }) {
  const view = viewport("The tree of the search, with boards", "boards", SIZES);
  const whole = new Set();
  let places = new Map();

  function show(root, chosen) {
    const hadFocus = view.frame.contains(document.activeElement) && document.activeElement !== view.frame;
    const { width, height } = root.board.board;
    const [wide, high] = [SIZE * Math.min(1, width / height), SIZE * Math.min(1, height / width)];
    const layout = laidOut(root, { wide, high });
    places = new Map(layout.nodes.map((one) => [one.node, one]));
    const svg = draw("svg", { class: "boards", role: "tree", "aria-label": "Positions, from the start down", onkeydown: keyed });
    svg.append(...layout.nodes.flatMap((one) => edge(one, places.get(one.parent), high)));
    svg.append(...layout.nodes.map((one) => (one.node.more ? more(one, high) : position(one, { wide, high }, root.board, one.node === chosen))));
    view.load(svg, { ...layout, nodes: layout.nodes });
    const at = places.get(chosen);
    if (at) view.keep(at.x, at.y + high / 2);
    // Of a node that is open one wants to see what it leads to.
    const below = chosen.isOpen ? places.get(chosen.children[0]) : null;
    if (below) view.keep(at.x, below.y + high / 2);
    if (hadFocus) svg.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }

  // Which children of an open node are drawn: the first, the best, those that are open, and a sign for the others.
  function shown(node) {
    if (!node.isOpen) return [];
    const all = node.children;
    if (whole.has(node) || all.length <= AT_FIRST + 1) return all;
    const some = all.filter((child, index) => index < AT_FIRST || child.best || child.isOpen);
    return [...some, { more: all.length - some.length, of: node }];
  }

  function laidOut(root, { wide, high }) {
    const nodes = [];
    const step = ABOVE + high + BELOW + LEVEL;
    let [right, bottom] = [0, 0];
    const width = Math.max(wide, SIZE) + GAP;

    // Children stand side by side below their parent. Returns the middle of what stands there.
    function put(node, parent, ply, from) {
      const children = shown(node.more ? { isOpen: false } : node);
      let at = from;
      const middles = children.map((child) => {
        const [middle, next] = put(child, node, ply + 1, at);
        at = next;
        return middle;
      });
      const next = Math.max(at, from + width);
      const x = middles.length > 0 ? (middles[0] + middles[middles.length - 1]) / 2 : from + width / 2;
      const y = MARGIN + ABOVE + ply * step;
      nodes.push({ node, parent, x, y });
      [right, bottom] = [Math.max(right, next), Math.max(bottom, y + high + BELOW)];
      return [x, next];
    }

    put(root, null, 0, MARGIN);
    return { nodes: nodes.reverse(), width: right + MARGIN, height: bottom + MARGIN };
  }

  function edge({ node, x, y }, parent, high) {
    if (!parent) return [];
    const from = parent.y + high + BELOW - 2;
    return [draw("line", { class: node.cut ? "edge cut" : node.best ? "edge best" : "edge", x1: parent.x, y1: from, x2: x, y2: y - ABOVE })];
  }

  function position({ node, x, y }, { wide, high }, rules, isChosen) {
    const side = { MAX: "max", MIN: "min", chance: "chance" }[node.turn] ?? (node.turn ? "player" : "over");
    const words = [node.move, node.turn ? `${node.turn} moves` : "", found(node), beside(node), node.source ?? "", node.best ? "best" : ""].filter(Boolean).join(", ");
    const act = () => {
      look(node);
      if (node.inner) toggle(node);
    };
    return draw("g", {
      class: ["position", side, node.cut && "cut", node.best && "best", isChosen && "chosen"].filter(Boolean).join(" "), role: "treeitem", tabindex: isChosen ? 0 : -1,
      "aria-label": words, "aria-level": node.path.length + 1, "aria-expanded": node.inner ? String(node.isOpen) : null, "data-path": node.path.join(" "), onclick: act,
    },
    draw("rect", { class: "frame-of-board", x: x - wide / 2 - 4, y: y - 4, width: wide + 8, height: high + 8, rx: 5 }),
    mini({ ...rules, ...node.board }, { x: x - wide / 2, y, width: wide, height: high }),
    write(`${node.move}${node.inner ? (node.isOpen ? " ▾" : " ▸") : ""}`, "by", x, y - 8),
    write(found(node), "found", x, y + high + 19),
    write(beside(node) || node.source || "", "beside", x, y + high + 34));
  }

  function more({ node, x, y }, high) {
    const act = () => {
      whole.add(node.of);
      look(node.of);
    };
    return draw("g", { class: "position more-boards", role: "treeitem", tabindex: -1, "aria-label": `${node.more} more moves`, onclick: act },
      draw("rect", { class: "frame-of-board", x: x - 42, y: y + high / 2 - 16, width: 84, height: 32, rx: 8 }), write(`${node.more} more`, "by", x, y + high / 2 + 5));
  }

  function keyed(event) {
    const group = event.target.closest(".position");
    const at = [...places.values()].find((one) => one.node.path?.join(" ") === group?.dataset.path);
    if (!at) return;
    const { node, parent } = at;
    const beside = parent ? shown(parent).filter((one) => !one.more) : [node];
    const by = (step) => beside[beside.indexOf(node) + step] && look(beside[beside.indexOf(node) + step]);
    const acts = {
      ArrowLeft: () => by(-1), ArrowRight: () => by(1), ArrowUp: () => parent && look(parent),
      ArrowDown: () => (node.isOpen ? look(node.children[0]) : toggle(node)), Enter: () => toggle(node), " ": () => toggle(node),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }

  return { element: view.element, buttons: view.buttons, show, close: view.close };
}

// A board as it stands, too small to be played on.
function mini(board, { x, y, width, height }) {
  const stage = new BoardView(() => {}, () => {});
  stage.show({ ...board, moves: [], played: [], turn: null, about: { board: true } }, { enabled: false, flipped: false, animate: false });
  stage.layers[4].remove();
  const { picture } = stage;
  for (const name of ["role", "aria-label"]) picture.removeAttribute(name);
  for (const [name, value] of Object.entries({ x, y, width, height, "aria-hidden": "true" })) picture.setAttribute(name, String(value));
  picture.style.width = `${width}px`;
  picture.style.height = `${height}px`;
  return picture;
}

function write(words, kind, x, y) {
  return draw("text", { class: kind, x, y, "text-anchor": "middle" }, words);
}
