// Weights of features: sliders, and how well the weighted sum agrees with values that are known exactly.

import { h } from "../../dom.js";
import { draw } from "../../lab/make.js";
import { sliderRows } from "../sliders.js";

const [WIDTH, HEIGHT, EDGE] = [640, 300, 34];

/** Of all pairs with different exact values, the share that is put into the right order; a tie counts half. */
export function ordered(points) {
  let [right, all] = [0, 0];
  points.forEach(([sum, exact], index) => points.slice(0, index).forEach(([other, value]) => {
    if (value === exact) return;
    const product = (sum - other) * (exact - value);
    right += product === 0 ? 0.5 : Number(product > 0);
    all += 1;
  }));
  return right / Math.max(all, 1);
}

/** @param {HTMLElement} place */
export function show(place, { name, sliders, positions, caption }) {
  const told = h("p", { role: "status", id: `${name}-told` });
  const room = h("div", { class: "plot" });
  const { element, values } = sliderRows(sliders, name, tell);
  place.append(h("p", { class: "caption" }, caption), element, told, room);
  tell(values);

  function tell(weights) {
    const points = positions.map(({ features, exact }) => [features.reduce((sum, feature, at) => sum + feature * weights[sliders[at].name], 0), exact]);
    told.textContent = `${(100 * ordered(points)).toFixed(1)}% of all pairs are in the right order. By chance it would be 50%.`;
    room.replaceChildren(scatter(points));
  }

  // Each position by its weighted sum, from left to right, and by its exact value, from below.
  function scatter(points) {
    const picture = draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "Weighted sums and exact values" });
    const [across, up] = [0, 1].map((axis) => Math.max(1, ...points.map((point) => Math.abs(point[axis]))));
    const [middle, level] = [WIDTH / 2, HEIGHT / 2];
    picture.append(draw("line", { class: "grid", x1: EDGE, x2: WIDTH - EDGE, y1: level, y2: level }),
      draw("line", { class: "grid", x1: middle, x2: middle, y1: EDGE, y2: HEIGHT - EDGE }),
      draw("text", { class: "axis", x: WIDTH - EDGE, y: level + 18, "text-anchor": "end" }, "weighted sum"),
      draw("text", { class: "axis", x: middle + 8, y: EDGE - 12 }, "exact value"));
    points.forEach(([sum, exact], index) => {
      const [cx, cy] = [middle + (sum / across) * (middle - EDGE), level - (exact / up) * (level - EDGE)];
      picture.append(draw("circle", { class: "dot colour-0", cx, cy, r: 4.5 }, draw("title", {}, `${positions[index].name}: ${exact}`)));
    });
    return picture;
  }
}
