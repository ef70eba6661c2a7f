// A series of quizzes, each harder than the one before, and a score.

import { ask } from "./ask.js";
import { make } from "./make.js";

const LEVELS = [
  { depth: [2, 2], branching: [2, 2], cuts: 0 },
  { depth: [2, 2], branching: [3, 3], cuts: 1 },
  { depth: [3, 3], branching: [2, 2], cuts: 1 },
  { depth: [3, 3], branching: [2, 3], cuts: 2, above_leaves: true },
  { depth: [4, 4], branching: [2, 2], cuts: 2, above_leaves: true },
  { depth: [4, 4], branching: [2, 3], cuts: 3, deep: true },
];

/**
 * @param {(fields: any) => void} changed gets the fields of the next quiz
 * @param {(words: string) => void} failed
 */
export function series(changed, failed) {
  let fields = {};
  const told = make("span", { id: "series", role: "status" });
  const next = make("button", { id: "series-next", onclick: () => go(isOn() ? level() + 1 : 0) }, "A series");
  const isOn = () => fields.level !== undefined && fields.level !== "";
  const level = () => Math.min(LEVELS.length - 1, Math.max(0, Number(fields.level) || 0));

  async function go(wanted) {
    const isOver = wanted >= LEVELS.length;
    const at = isOver ? 0 : wanted;
    const seed = Math.floor(Math.random() * 1e6);
    try {
      const { tree } = await ask("grow", { values: [0, 20], no_ties: true, same_cuts: true, ...LEVELS[at], seed });
      const score = wanted === 0 || isOver ? "" : fields.score;
      changed({ tree, level: at, score, windows: at >= 4 ? "1" : "", algorithm: "" });
    } catch (problem) {
      failed(problem.message);
    }
  }

  function set(now) {
    fields = now;
    next.textContent = isOn() ? (level() + 1 < LEVELS.length ? "The next one, harder" : "From the beginning") : "A series";
    told.textContent = isOn() ? `Quiz ${level() + 1} of ${LEVELS.length}${fields.score ? `, ${fields.score} points` : ""}` : "";
  }

  // A quiz that was handed in gives points once: the right answers, and nothing for those behind a hint.
  function handedIn(right) {
    if (!isOn()) return {};
    return { score: String((Number(fields.score) || 0) + right) };
  }

  return { row: make("div", { class: "row" }, next, told), set, handedIn };
}
