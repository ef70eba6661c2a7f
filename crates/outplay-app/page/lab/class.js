// Sheets for a whole class: a tree by the same wishes for every student, each by a seed of its own.

import { ask } from "./ask.js";
import { labelled, make } from "./make.js";
import { sheetAndKey } from "./paper.js";

// More sheets than this nobody prints at once.
const MOST = 200;

/**
 * @param {{ wish: () => any, asked: () => any, show: (pages: HTMLElement[]) => void, failed: (words: string) => void }} room the wishes of the form, how it is
 * searched, and where pages go
 */
export function classSheets({ wish, asked, show, failed }) {
  const number = (id, value, max) => make("input", { type: "number", id, min: 1, max, value, size: 4 });
  const students = number("students", 20, MOST);
  const seed = number("class-seed", 1, 1_000_000);
  const told = make("span", { class: "soft", role: "status" });
  const button = make("button", { id: "print-class", onclick: printed }, "Print sheets and keys");

  async function printed() {
    const count = Math.min(MOST, Math.max(1, Number(students.value) || 1));
    const first = Number(seed.value) || 1;
    button.disabled = true;
    try {
      const pages = [];
      for (let student = 0; student < count; student += 1) {
        told.textContent = `sheet ${student + 1} of ${count} ...`;
        const { tree } = await ask("grow", { ...wish(), seed: first + student });
        pages.push(await sheetAndKey({ ...asked(), tree }, `(sheet ${first + student})`));
      }
      told.textContent = "";
      show([...pages.map(({ sheet }) => sheet), ...pages.map(({ key }) => key)]);
      print();
    } catch (problem) {
      told.textContent = "";
      failed(problem.message);
    }
    button.disabled = false;
  }

  return make("details", { class: "class-sheets" }, make("summary", {}, "For a class: a tree for each student"),
    make("p", { class: "soft" }, "The trees follow the wishes on the left. The number on a sheet is its seed, and the key with the same number belongs to it."),
    make("div", { class: "row" }, labelled("Students", students), labelled("First seed", seed), button, told));
}
