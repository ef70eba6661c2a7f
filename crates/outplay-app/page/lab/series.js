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

const START = "A series of six, each harder";

/**
 * @param {(fields: any) => void} changed gets the fields of the next quiz
 * @param {(words: string) => void} failed
 */
export function series(changed, failed) {
  let fields = {};
  const told = make("span", { id: "series", role: "status" });
  const next = make("button", { id: "series-next", onclick: () => go(isOn() ? level() + 1 : 0) }, START);
  const isOn = () => fields.level !== undefined && fields.level !== "";
  const level = () => Math.min(LEVELS.length - 1, Math.max(0, Number(fields.level) || 0));

  async function go(wanted) {
    const isOver = wanted >= LEVELS.length;
    const at = isOver ? 0 : wanted;
    const seed = Math.floor(Math.random() * 1e6);
    try {
      const { tree } = await ask("grow", { values: [0, 20], no_ties: true, same_cuts: true, ...LEVELS[at], seed });
      const isFirst = at === 0;
      changed({ tree, level: at, score: isFirst ? "" : fields.score, most: isFirst ? "" : fields.most, hints: "", handed: "", windows: at >= 4 ? "1" : "", algorithm: "" });
    } catch (problem) {
      failed(problem.message);
    }
  }

  function set(now) {
    fields = now;
    next.textContent = isOn() ? (level() + 1 < LEVELS.length ? "The next one, harder" : "From the beginning") : START;
    const hints = number("hints") > 0 ? `, hints: ${number("hints")}, a point each` : "";
    told.textContent = isOn() ? `Quiz ${level() + 1} of ${LEVELS.length}${fields.most ? `, ${number("score")} of ${fields.most} points` : ""}${hints}` : "";
  }

  const number = (name) => Number(fields[name]) || 0;

  // A quiz that was handed in gives points once: its right answers, less a point for every hint.
  function handedIn(right, questions) {
    if (!isOn() || fields.handed) return {};
    return { score: number("score") + Math.max(0, right - number("hints")), most: number("most") + questions, handed: "1", hints: "" };
  }

  // A hint before a quiz is handed in costs a point.
  const hinted = () => (isOn() && !fields.handed ? { hints: number("hints") + 1 } : {});

  return { row: make("div", { class: "row" }, next, told), set, handedIn, hinted };
}
