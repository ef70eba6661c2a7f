// Elements that every room uses.

import { h as make, svg as draw } from "../dom.js";

export { draw, make };

// A field with its label.
export function labelled(word, field, more = {}) {
  return make("label", { class: "field", ...more }, make("span", {}, word), field);
}

// A box to tick, with its label behind it.
export function ticked(word, attributes) {
  const box = make("input", { type: "checkbox", ...attributes });
  return { box, label: make("label", { class: "tick" }, box, make("span", {}, word)) };
}

// A list to choose from: pairs of value and word.
export function choice(options, attributes = {}) {
  return make("select", attributes, ...options.map(([value, word]) => make("option", { value }, word)));
}

// Offers a text as a file.
export function download({ name, type, content }) {
  const link = make("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
