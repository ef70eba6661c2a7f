// What pieces look like, each in a box of 100 x 100. A shape that is not known is a disc with its first letter.

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

export function shape(name) {
  if (name in OUTLINES) return [svg("path", { d: OUTLINES[name], class: "fill" })];
  if (name in DRAWN) return DRAWN[name]();
  const letter = svg("text", { x: 50, y: 64, class: "letter" });
  letter.textContent = name.slice(0, 1).toUpperCase();
  return [svg("circle", { cx: 50, cy: 50, r: 40, class: "fill" }), letter];
}
