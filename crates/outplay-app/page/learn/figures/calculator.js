// A calculator: sliders, and numbers that follow from them.

import { h } from "../../dom.js";
import { formula } from "../formula.js";
import { written } from "../number.js";
import { sliderRows } from "../sliders.js";

/** @param {HTMLElement} place */
export function show(place, { name, sliders, lines }) {
  const rows = lines.map((line) => {
    const value = h("td", { class: "number" });
    const row = h("tr", {}, h("th", { scope: "row" }, line.label), value, h("td", { class: "soft" }, line.unit));
    return { ...line, compute: formula(line.formula), value, row };
  });
  const { element, values } = sliderRows(sliders, name, tell);
  function tell(numbers) {
    for (const { compute, value } of rows) value.textContent = written(compute(numbers));
  }
  place.append(element, h("table", { class: "figures results", "aria-live": "polite" }, h("tbody", {}, ...rows.map(({ row }) => row))));
  tell(values);
}
