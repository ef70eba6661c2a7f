// A heat map: an experiment whose table of shares is coloured.

import { h } from "../../dom.js";
import { show as experiment } from "./experiment.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, command: string, recorded: string }} figure
 * @param {{ name: string }} lesson
 */
export function show(place, figure, lesson) {
  const map = h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Heat map" });
  place.append(map);
  const end = experiment(place, figure, lesson);
  const output = place.querySelector(".output");
  const paint = () => map.replaceChildren(...tables(output.textContent));
  const watcher = new MutationObserver(paint);
  watcher.observe(output, { childList: true, characterData: true, subtree: true });
  paint();
  return () => {
    watcher.disconnect();
    end();
  };
}

// The table in a text, with its cells like `62% ± 5` in colour; nothing if there is none yet.
function tables(text) {
  const lines = text.split("\n").map((line) => line.trim().split(/\s{2,}/));
  const rows = lines.filter((cells) => cells.length > 2 && cells.slice(1).every((cell) => /^\d+%/.test(cell)));
  if (rows.length === 0) return [];
  const head = lines[lines.indexOf(rows[0]) - 1];
  const cell = (word) => {
    const share = Number.parseFloat(word);
    return h("td", { class: `heat heat-${Math.min(9, Math.floor(share / 10))}` }, word);
  };
  return [h("table", { class: "figures" },
    h("thead", {}, h("tr", {}, ...head.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, ...rows.map(([name, ...cells]) => h("tr", {}, h("th", { scope: "row" }, name), ...cells.map(cell)))))];
}
