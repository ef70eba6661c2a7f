// Pseudocode, and beside it the functions of the library that follow it.

import { h } from "../../dom.js";

/** @param {HTMLElement} place */
export function show(place, { pseudocode, functions }) {
  const listing = (title, text) => h("div", {}, h("p", { class: "part" }, title),
    h("pre", { tabindex: 0, role: "group", "aria-label": title }, h("code", {}, text)));
  place.append(h("div", { class: "side-by-side" }, listing("Pseudocode", pseudocode),
    listing("Rust", functions.map(({ text }) => text).join("\n\n"))));
}
