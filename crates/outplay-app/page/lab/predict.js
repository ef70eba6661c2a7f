// Predict: before each leaf the reader is asked what follows from it, and told whether that was right.

import { choice, labelled, make, ticked } from "./make.js";

const numberIn = (label) => Number(/-?[\d.]+(?!.*\d)/.exec(label ?? "")?.[0] ?? NaN);

/** What follows from the next leaf for the node above it; nothing if that is not a question of one number. */
export function question(tree, from, to) {
  const leaf = tree.steps.slice(from, to).find(({ event }) => event === "leaf");
  const parent = leaf ? tree.nodes[leaf.node].parent : null;
  if (parent === null || !["max", "min"].includes(tree.nodes[parent].shape)) return null;
  const value = tree.steps.slice(0, to).filter(({ node, value: one }) => node === parent && one !== undefined).at(-1)?.value;
  if (!Number.isFinite(numberIn(value))) return null;
  const cut = tree.steps.slice(from, to).find(({ event, node }) => event === "cut" && node === parent);
  return {
    leaf: tree.nodes[leaf.node], parent: tree.nodes[parent], value: numberIn(value),
    // A cut behind the last move leaves nothing out, and counts as either.
    cut: cut === undefined ? false : cut.cut?.length > 0 ? true : null,
  };
}

/** Whether an answer is right, in words. */
export function judged({ parent, value, cut }, answer) {
  const isValue = Number(answer.value) === value;
  const isCut = cut === null || answer.cut === cut;
  const wrong = [isValue ? "" : `${parent.name} has ${value}.`, isCut ? "" : `The rest of ${parent.name} is ${cut ? "" : "not "}cut.`].filter(Boolean);
  return { isRight: isValue && isCut, words: isValue && isCut ? "Right." : `No. ${wrong.join(" ")}` };
}

/** @param {(to: number) => void} go goes on to the step that was asked about */
export function prediction(go) {
  const { box, label } = ticked("ask me first", { id: "predict" });
  const words = make("span", { id: "predict-question" });
  const value = make("input", { id: "predict-value", size: 5, autocomplete: "off", inputmode: "text" });
  const cut = choice([["no", "no"], ["yes", "yes"]], { id: "predict-cut" });
  const cutField = labelled("Is the rest cut?", cut);
  const verdict = make("p", { id: "predict-verdict", role: "status", class: "verdict" });
  const form = make("form", { class: "row predict", hidden: true, onsubmit: answered }, words, labelled("Value", value), cutField,
    make("button", { class: "primary", type: "submit" }, "Check"));
  let asked = null;
  let score = { right: 0, all: 0 };

  // Holds a step up, if there is something to ask.
  function asks(tree, from, to) {
    asked = box.checked ? question(tree, from, to) : null;
    form.hidden = asked === null;
    if (asked === null) return false;
    const { leaf, parent } = asked;
    asked.to = to;
    words.textContent = `The search looks at ${leaf.content} (${leaf.name || leaf.by}) next. What does ${parent.name} have then?`;
    cutField.hidden = !tree.rule;
    value.value = "";
    cut.value = "no";
    verdict.textContent = "";
    value.focus();
    return true;
  }

  function answered(event) {
    event.preventDefault();
    if (!asked) return;
    const { isRight, words: told } = judged(asked, { value: value.value.trim() || NaN, cut: cut.value === "yes" && !cutField.hidden });
    score = { right: score.right + Number(isRight), all: score.all + 1 };
    verdict.className = `verdict ${isRight ? "passed" : "wrong"}`;
    verdict.textContent = `${told} ${score.right} of ${score.all} so far.`;
    const { to } = asked;
    asked = null;
    form.hidden = true;
    go(to);
  }

  return { label, form, verdict, asks, clear() { asked = null; form.hidden = true; verdict.textContent = ""; } };
}
