// What the signs of a picture mean.

import { draw, make } from "./make.js";

const signs = () => [
  [[draw("polygon", { class: "shape max", points: "15,3 29,27 1,27" })], "MAX moves"],
  [[draw("polygon", { class: "shape min", points: "15,27 29,3 1,3" })], "MIN moves"],
  [[draw("circle", { class: "shape chance", cx: 15, cy: 15, r: 13 })], "chance moves"],
  [[draw("rect", { class: "shape leaf", x: 2, y: 3, width: 26, height: 24 })], "the game is over; the number is what it pays MAX"],
  [[draw("g", { class: "at" }, draw("rect", { class: "shape leaf", x: 3, y: 4, width: 24, height: 22 }))], "where the search is"],
  [[draw("g", { class: "open" }, draw("circle", { class: "shape max", cx: 15, cy: 15, r: 11 }))], "begun, not finished"],
  [[draw("g", { class: "branch cut" }, draw("line", { class: "edge", x1: 2, y1: 15, x2: 12, y2: 15 }), draw("line", { class: "edge", x1: 18, y1: 15, x2: 28, y2: 15 })),
    draw("line", { class: "slash", x1: 11, y1: 22, x2: 15, y2: 8 }), draw("line", { class: "slash", x1: 15, y1: 22, x2: 19, y2: 8 })], "cut: never looked at"],
  [[draw("g", { class: "branch best" }, draw("line", { class: "edge", x1: 2, y1: 15, x2: 28, y2: 15 }))], "best play, at the end"],
];
const WORDS = [
  ["= 3", "worth exactly 3"], ["≤ 2", "worth at most 2"], ["≥ 5", "worth at least 5"],
  ["[2, 5]", "worth something between 2 and 5"], ["(3, ∞)", "alpha and beta"],
];

/** A list that folds out; it is made when somebody wants to see it. */
export function legend() {
  const list = make("dl");
  const opened = () => {
    if (list.children.length > 0) return;
    const drawn = signs().flatMap(([parts, words]) => [
      make("dt", {}, draw("svg", { class: "tree", viewBox: "0 0 30 30", width: 26, height: 26, "aria-hidden": "true" }, ...parts)),
      make("dd", {}, words)]);
    list.append(...drawn, ...WORDS.flatMap(([sign, words]) => [make("dt", { class: "mono" }, sign), make("dd", {}, words)]));
  };
  return make("details", { class: "legend-box", id: "legend", ontoggle: opened }, make("summary", {}, "What the signs mean"), list);
}
