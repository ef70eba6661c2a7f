// What pieces look like, each in a box of 100 x 100. A shape that is not known is a disc with its label, or its first letter.

import { svg } from "../dom.js";

const BASE = "M27 78 h46 a4 4 0 0 1 4 4 v5 h-54 v-5 a4 4 0 0 1 4 -4 z";

// Outlines that are filled with the colour of the player.
const OUTLINES = {
  pawn: `M50 20 a13 13 0 0 1 8 23 h6 v6 h-6 c1 12 9 16 11 29 h-38 c2 -13 10 -17 11 -29 h-6 v-6 h6 a13 13 0 0 1 8 -23 z ${BASE}`,
  rook: `M28 20 h10 v8 h7 v-8 h10 v8 h7 v-8 h10 v18 l-9 8 l3 26 l5 6 h-42 l5 -6 l3 -26 l-9 -8 z ${BASE}`,
  knight: `M33 78 c-1 -18 17 -22 15 -34 c-4 5 -9 6 -13 11 c-4 3 -9 1 -10 -4 c4 -7 6 -16 14 -22 l0 -11 l9 7 c18 1 26 22 24 53 z ${BASE}`,
  bishop: `M50 11 a6 6 0 0 1 4 10 c13 9 18 26 7 38 h3 v7 h-5 c1 5 5 9 8 12 h-34 c3 -3 7 -7 8 -12 h-5 v-7 h3 c-11 -12 -6 -29 7 -38 a6 6 0 0 1 4 -10 z ${BASE}`,
  queen: `M22 28 a5 5 0 1 1 6 3 l9 17 l4 -24 a5 5 0 1 1 5 -1 l4 22 l4 -22 a5 5 0 1 1 5 1 l4 24 l9 -17 a5 5 0 1 1 6 -3 l-10 34 v6 l4 10 h-44 l4 -10 v-6 z ${BASE}`,
  king: `M46 8 h8 v6 h7 v8 h-7 v8 c14 -9 28 4 21 18 c-3 6 -8 9 -9 16 l3 14 h-38 l3 -14 c-1 -7 -6 -10 -9 -16 c-7 -14 7 -27 21 -18 v-8 h-7 v-8 h7 z ${BASE}`,
};

const DRAWN = {
  cross: () => [svg("path", { d: "M24 24 L76 76 M76 24 L24 76", class: "stroke" })],
  nought: () => [svg("circle", { cx: 50, cy: 50, r: 28, class: "stroke" })],
  disc: () => [
    svg("circle", { cx: 50, cy: 50, r: 41, class: "fill" }),
    svg("circle", { cx: 50, cy: 50, r: 30, class: "rim" }),
  ],
  stone: () => [svg("circle", { cx: 50, cy: 50, r: 40, class: "fill" })],
  eater: () => [svg("path", { d: "M50 50 L82 28 A40 40 0 1 0 82 72 Z", class: "fill eater" })],
  ghost: () => ghost("ghost"),
  scared: () => ghost("ghost scared"),
  food: () => [svg("circle", { cx: 50, cy: 50, r: 9, class: "food" })],
  capsule: () => [svg("circle", { cx: 50, cy: 50, r: 20, class: "food" })],
};

function ghost(kind) {
  return [
    svg("path", { d: "M14 88 V48 A36 36 0 0 1 86 48 V88 L74 78 L62 88 L50 78 L38 88 L26 78 Z", class: `fill ${kind}` }),
    svg("circle", { cx: 37, cy: 44, r: 10, class: "eye" }),
    svg("circle", { cx: 63, cy: 44, r: 10, class: "eye" }),
    svg("circle", { cx: 39, cy: 45, r: 5, class: "pupil" }),
    svg("circle", { cx: 65, cy: 45, r: 5, class: "pupil" }),
  ];
}

// Where the pips of a die are, by their number.
const PIPS = {
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[28, 28], [50, 50], [72, 72]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[28, 28], [72, 28], [50, 50], [28, 72], [72, 72]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

// So many seeds of a pit are drawn; the number says how many there are.
const MOST_SEEDS = 30;
// The colours of tiles: for 2, 4, 8 and so on up to 2048 and beyond.
const LEVELS = 11;

function written(text, y, size, name) {
  const element = svg("text", { x: 50, y, class: name, "font-size": size });
  element.textContent = text;
  return element;
}

// Text that fits into a piece, in its middle.
function middle(text, width, name = "text") {
  const size = Math.min(44, (1.6 * width) / Math.max(1, text.length));
  return written(text, 50 + 0.36 * size, size, name);
}

// Seeds in a spiral, like those of a sunflower: they fill a hollow of any size evenly.
function seeds(count, width, height) {
  const shown = Math.min(count, MOST_SEEDS);
  return Array.from({ length: shown }, (_, index) => {
    const [far, angle] = [Math.sqrt((index + 0.5) / Math.max(shown, 4)), index * 2.399963];
    return svg("circle", { cx: 50 + width * far * Math.cos(angle), cy: 45 + height * far * Math.sin(angle), r: 6, class: "seed" });
  });
}

// A pit between two rows is a store, as tall as both.
function pit({ label, y }) {
  const isStore = !Number.isInteger(y);
  const [top, height] = isStore ? [-44, 188] : [6, 88];
  const count = Number.parseInt(label, 10) || 0;
  return [
    svg("rect", { x: 6, y: top, width: 88, height, rx: 42, class: "hollow" }),
    ...seeds(count, 27, isStore ? 65 : 25),
    written(label, top + height - 6, 24, "count"),
  ];
}

function tile({ label }) {
  const level = Math.log2(Number(label));
  const colour = Number.isInteger(level) && level > 0 ? Math.min(level, LEVELS) : 0;
  return [svg("rect", { x: 5, y: 5, width: 90, height: 90, rx: 8, class: `tile level-${colour}` }), middle(label, 50, `tile-text level-${colour}`)];
}

function die({ label }) {
  const pips = PIPS[label]?.map(([cx, cy]) => svg("circle", { cx, cy, r: 9, class: "pip" }));
  return [svg("rect", { x: 10, y: 10, width: 80, height: 80, rx: 16, class: "die" }), ...(pips ?? [middle(label, 46, "die-text")])];
}

const LABELLED = { pit, tile, die };

export function shape(piece) {
  const { shape: name, label } = piece;
  if (name in LABELLED) return LABELLED[name](piece);
  const text = label ? [middle(label, 44)] : [];
  if (name in OUTLINES) return [svg("path", { d: OUTLINES[name], class: "fill" }), ...text];
  if (name in DRAWN) return [...DRAWN[name](), ...text];
  return [svg("circle", { cx: 50, cy: 50, r: 40, class: "fill" }), label ? text[0] : middle(name.slice(0, 1).toUpperCase(), 44)];
}

// Seats that are called after a colour have it.
const TINTS = ["white", "black", "yellow", "red", "green", "blue"];

// The classes that give whatever belongs to a seat its colour.
export function look(seats, seat) {
  if (seat === null) return "";
  const name = seats[seat]?.toLowerCase();
  return `seat-${seat} ${TINTS.includes(name) ? name : ""}`;
}
