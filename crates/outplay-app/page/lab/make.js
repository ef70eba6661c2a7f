// Elements, made in one call.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// An element of the page. A function as an attribute listens to the event of that name.
export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

// An element of a drawing.
export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

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
