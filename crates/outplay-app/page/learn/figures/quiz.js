// A question. The answer that follows from a misconception is refused with the sentence of that misconception.

import { h } from "../../dom.js";
import * as progress from "../progress.js";

// Numbers are the same however they are written: 1,000 is 1000.
const bare = (text) => {
  const short = text.trim().toLowerCase().replaceAll(",", "");
  return short !== "" && Number.isFinite(Number(short)) ? String(Number(short)) : short;
};

/**
 * @param {HTMLElement} place
 * @param {{ name: string, question: string, answers: { misconception: string | null, text: string, sentence: string }[], other: string | null, hint: string | null }} quiz
 * @param {{ name: string }} lesson
 */
export function show(place, quiz, lesson) {
  const { name, question, answers, other, hint } = quiz;
  const kept = progress.answer(lesson.name, name);
  const verdict = h("p", { class: "verdict", role: "status" });
  const input = other === null ? null : h("input", { id: `${name}-answer`, size: 12, autocomplete: "off", inputmode: "text", value: kept?.answer ?? "" });
  const choices = input ? [] : answers.map(({ text }, index) =>
    h("label", { class: "tick" }, h("input", { type: "radio", name, value: String(index), checked: kept?.answer === text }), h("span", {}, text)));
  const hinted = hint === null ? null : h("details", {}, h("summary", {}, "A hint"), h("p", {}, hint));
  const form = h("form", { onsubmit: submitted },
    h("fieldset", {}, h("legend", {}, question),
      ...(input ? [h("label", { class: "field" }, h("span", {}, "Your answer"), input)] : [h("div", { class: "options" }, ...choices)])),
    h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Check")), hinted, verdict);
  place.append(form);
  if (kept?.right) tell(answers.find((one) => one.misconception === null), "You have answered this. ");

  function submitted(event) {
    event.preventDefault();
    const chosen = form.querySelector("input[type=radio]:checked");
    const text = input ? input.value : chosen ? answers[Number(chosen.value)].text : "";
    if (text.trim() === "") {
      told("open", "Give an answer first.");
      return;
    }
    const answer = answers.find((one) => bare(one.text) === bare(text));
    progress.keep(lesson.name, name, text.trim(), answer?.misconception ?? null, answer?.misconception === null);
    if (answer) tell(answer, answer.misconception === null ? "Right. " : "No. ");
    else told("wrong", `No. ${other}`);
  }

  function tell(answer, first) {
    told(answer.misconception === null ? "passed" : "wrong", first + answer.sentence);
    verdict.dataset.misconception = answer.misconception ?? "";
  }

  function told(how, words) {
    verdict.className = `verdict ${how}`;
    delete verdict.dataset.misconception;
    verdict.textContent = words;
  }
}
