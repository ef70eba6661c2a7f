// Sliders of a calculator or a plot: each with its name, what it means, and a field to type the number.

import { h } from "../dom.js";

/**
 * @typedef {{ name: string, label: string, least: number, most: number, start: number, step: number }} Slider
 * @param {Slider[]} sliders
 * @param {string} figure the name of the figure, for ids
 * @param {(values: Record<string, number>) => void} moved is called with all numbers whenever one changes
 */
export function sliderRows(sliders, figure, moved) {
  const values = Object.fromEntries(sliders.map(({ name, start }) => [name, start]));
  const row = ({ name, label, least, most, start, step }) => {
    const id = `${figure}-${name}`;
    const shared = { min: least, max: most, step, value: start };
    const slider = h("input", { type: "range", ...shared, class: "slider", "aria-label": label, oninput: () => set(Number(slider.value)) });
    const field = h("input", { type: "number", ...shared, id, onchange: () => set(Number(field.value)) });
    function set(wanted) {
      const value = Math.min(most, Math.max(least, Number.isFinite(wanted) ? wanted : start));
      values[name] = value;
      slider.value = field.value = String(value);
      moved(values);
    }
    return h("div", { class: "row slider-row" }, h("label", { for: id }, label), slider, field);
  };
  return { element: h("div", { class: "sliders" }, ...sliders.map(row)), values };
}
