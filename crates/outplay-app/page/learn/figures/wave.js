// A wave over a board: the squares that are reached up to a number, which a slider or a button moves on.

import { h } from "../../dom.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, rows: string[][], unit: string, caption: string }} figure
 */
export function show(place, { name, rows, unit, caption }) {
  const numbers = rows.flat().map(Number).filter(Number.isFinite);
  const waves = [...new Set(numbers)].sort((a, b) => a - b);
  const slider = h("input", { type: "range", class: "slider", id: `${name}-wave`, min: 0, max: waves.length, value: 0, "aria-label": "Waves", oninput: paint });
  const next = h("button", { id: `${name}-next`, class: "primary", onclick: () => { slider.value = String(Number(slider.value) + 1); paint(); } }, "The next wave");
  const told = h("p", { role: "status", id: `${name}-told` });
  const cells = rows.map((row) => row.map((word) => ({ word, cell: h("td", { class: kindOf(word) }) })));
  const table = h("table", { class: "wave-board", "aria-label": caption }, h("tbody", {}, ...cells.map((row) => h("tr", {}, ...row.map(({ cell }) => cell)))));
  place.append(h("p", { class: "caption" }, caption), h("div", { class: "row" }, next, slider), told, table);
  paint();

  function paint() {
    const wave = Number(slider.value);
    const reached = waves[wave - 1] ?? -Infinity;
    next.disabled = wave === waves.length;
    for (const { word, cell } of cells.flat()) {
      const number = Number(word);
      if (!Number.isFinite(number)) {
        cell.textContent = word === "." ? "" : word;
        continue;
      }
      const isIn = number <= reached;
      cell.textContent = isIn ? word : "";
      cell.classList.toggle("reached", isIn);
      cell.classList.toggle("front", number === reached);
    }
    const count = numbers.filter((number) => number <= reached).length;
    told.textContent = wave === 0 ? `Nothing is known yet. ${unit}.` : `${unit}: up to ${reached}. Known: ${count} of ${numbers.length} squares.`;
  }
}

const kindOf = (word) => (word === "." ? "no-square" : Number.isFinite(Number(word)) ? "square" : "square piece-here");
