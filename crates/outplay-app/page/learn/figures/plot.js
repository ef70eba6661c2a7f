// A plot: curves by formulas that follow the sliders, and points that were measured.

import { h } from "../../dom.js";
import { draw } from "../../lab/make.js";
import { formula } from "../formula.js";
import { written } from "../number.js";
import { sliderRows } from "../sliders.js";

const WIDTH = 640;
const HEIGHT = 340;
const [LEFT, RIGHT, TOP, BOTTOM] = [70, 20, 14, 44];
// So many pieces are a curve, where the axis has no steps.
const PIECES = 90;
const TICKS = 5;

/** @param {HTMLElement} place */
export function show(place, { name, sliders, over, log, curves, points }) {
  const computed = curves.map((curve) => ({ ...curve, compute: formula(curve.formula) }));
  const room = h("div", { class: "plot" });
  const { element, values } = sliderRows(sliders, name, plot);
  const legend = [...curves, ...points].map((one, index) =>
    h("li", { class: `colour-${index} ${index < curves.length ? "" : "dots"}` }, one.name));
  place.append(element, room, h("ul", { class: "legend" }, ...legend));
  plot(values);

  function plot(numbers) {
    const pieces = over.step ? Math.round((over.high - over.low) / over.step) : PIECES;
    const x = (piece) => over.low + ((over.high - over.low) * piece) / pieces;
    const lines = computed.map(({ compute }) =>
      Array.from({ length: pieces + 1 }, (_, piece) => [x(piece), compute({ ...numbers, [over.name]: x(piece) })]));
    const seen = [...lines, ...points.map((one) => one.points)].flat().map(([, y]) => y).filter((y) => Number.isFinite(y) && (!log || y > 0));
    const up = log ? Math.log10 : (y) => y;
    const low = log ? Math.floor(up(Math.min(...seen))) : Math.min(0, ...seen);
    const most = up(Math.max(...seen));
    // With powers of ten, every tick is a whole one.
    const high = log ? low + TICKS * Math.max(1, Math.ceil((most - low) / TICKS)) : most;
    const place = ([px, py]) => [
      LEFT + ((px - over.low) / (over.high - over.low)) * (WIDTH - LEFT - RIGHT),
      HEIGHT - BOTTOM - ((up(py) - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM),
    ];
    const picture = draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${curves.map((one) => one.name).join(", ")} over ${over.label}` });
    picture.append(...grid(low, high, place));
    lines.forEach((line, index) => {
      const path = line.filter(([, y]) => Number.isFinite(y) && (!log || y > 0)).map((point) => place(point).map((one) => one.toFixed(1)).join(","));
      picture.append(draw("polyline", { class: `curve colour-${index}`, points: path.join(" ") }));
    });
    points.forEach((one, index) => one.points.forEach((point) => {
      const [cx, cy] = place(point);
      picture.append(draw("circle", { class: `dot colour-${lines.length + index}`, cx, cy, r: 4.5 }));
    }));
    room.replaceChildren(picture);
  }

  function grid(low, high, place) {
    const parts = [];
    for (let tick = 0; tick <= TICKS; tick += 1) {
      const y = low + ((high - low) * tick) / TICKS;
      const value = log ? 10 ** y : y;
      const [, at] = place([over.low, value]);
      parts.push(draw("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at }),
        draw("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, log && y > 5 ? `10^${y}` : written(value)));
      const pieces = over.step ? Math.round((over.high - over.low) / over.step) : TICKS;
      const x = over.low + ((over.high - over.low) * Math.round((pieces * tick) / TICKS)) / pieces;
      const [across] = place([x, log ? 10 ** low : low]);
      parts.push(draw("text", { x: across, y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, written(x)));
    }
    parts.push(draw("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle", class: "axis" }, over.label));
    return parts;
  }
}
