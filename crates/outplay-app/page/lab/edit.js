// Changing a tree in its picture: a click chooses a node, and a row of fields changes it.

import { numbered, read, write } from "../learn/text.js";
import { draw, labelled, make, ticked } from "./make.js";

const bare = (text) => text.replaceAll(/[\s,]+/g, " ").replaceAll("( ", "(").replaceAll(" )", ")").trim();

/** Whether a tree is written with brackets and numbers only, so that it can be changed here. */
export function isPlain(text) {
  if (!/^[\s\w.:(),+-]*$/.test(text)) return false;
  try {
    return bare(write(read(text))) === bare(text);
  } catch {
    return false;
  }
}

/** @param {(text: string) => void} changed gets the new tree */
export function editor(changed) {
  const { box, label } = ticked("edit", { id: "edit", onchange: () => shown() });
  const payoff = make("input", { id: "edit-payoff", size: 5, autocomplete: "off", onchange: () => payoff.value.trim() !== "" && edit(({ node }) => { node.content = payoff.value.trim(); }) });
  const field = labelled("Pays", payoff);
  const button = (id, word, act) => make("button", { id, type: "button", onclick: () => edit(act) }, word);
  const buttons = [
    button("edit-add", "A move more", ({ node }) => {
      if (node.children.length === 0) node.children.push({ children: [], content: node.content });
      node.children.push({ children: [], content: "0" });
    }),
    button("edit-remove", "Remove", ({ node, parent }) => {
      parent.children.splice(parent.children.indexOf(node), 1);
      if (parent.children.length === 0) parent.content = "0";
    }),
    button("edit-left", "←", (one) => swap(one, -1)),
    button("edit-right", "→", (one) => swap(one, 1)),
  ];
  const who = make("span", { id: "edit-who", role: "status" });
  const row = make("div", { class: "row", hidden: true }, who, field, ...buttons);
  const told = make("p", { class: "soft", hidden: true }, "Only trees of brackets and numbers can be changed here: change this one in its text.");
  let text = "";
  let drawn = null;
  let chosen = null;

  // Another picture.
  function load(nextText, nextDrawn) {
    text = nextText;
    drawn = nextDrawn;
    if (chosen !== null && chosen >= drawn.nodes.length) chosen = null;
    shown();
  }

  function shown() {
    const can = box.checked && isPlain(text);
    told.hidden = !box.checked || can;
    row.hidden = !can || chosen === null;
    for (const old of drawn?.svg.querySelectorAll(".pick") ?? []) old.remove();
    if (!can) return;
    for (const node of drawn.nodes) drawn.svg.append(handle(node));
    if (chosen !== null) describe();
  }

  function handle({ index, x, y, name, by }) {
    const choose = () => {
      chosen = index;
      shown();
      (field.hidden ? buttons[0] : payoff).focus();
    };
    return draw("circle", {
      class: `pick${index === chosen ? " chosen" : ""}`, cx: x, cy: y, r: 21, tabindex: 0, role: "button", "data-pick": index,
      "aria-label": `change ${name || by}`, onclick: choose,
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); event.stopPropagation(); choose(); } },
    });
  }

  function describe() {
    const { name, by } = drawn.nodes[chosen];
    const { node, parent } = numbered(read(text))[chosen];
    const isLeaf = node.children.length === 0;
    who.textContent = `${isLeaf ? "leaf" : "node"} ${name || by}`;
    field.hidden = !isLeaf;
    payoff.value = node.content;
    for (const one of buttons.slice(1)) one.disabled = parent === null;
  }

  function edit(act) {
    const tree = read(text);
    const one = numbered(tree)[chosen];
    act(one);
    const at = numbered(tree).findIndex(({ node }) => node === one.node);
    chosen = at < 0 ? null : at;
    changed(write(tree));
  }

  return { label, row, told, load };
}

function swap({ node, parent }, by) {
  const at = parent.children.indexOf(node);
  const other = parent.children[at + by];
  if (other) [parent.children[at], parent.children[at + by]] = [other, node];
}
