// Learn: the list of lessons at `#learn`, and a lesson at `#learn/NAME`.

import { h } from "../dom.js";
import { address, given, hasServer } from "./given.js";
import { openLesson } from "./lesson.js";
import { progressRow } from "./keep.js";
import * as progress from "./progress.js";

/**
 * Opens the view.
 * @param {HTMLElement} room
 * @param {string} rest the address behind `#learn/`
 */
export function open(room, rest) {
  for (const file of ["lab/lab.css", "learn/learn.css"]) loadStyle(file);
  const place = h("div", { class: "learn" });
  room.append(place);
  let lesson = null;
  let turn = 0;
  let isFirst = true;

  async function moved(rest) {
    const mine = ++turn;
    lesson?.close();
    lesson = null;
    const name = decodeURIComponent(rest.split("?")[0]);
    try {
      const { lessons } = await given("index");
      const one = name ? await given(name) : null;
      if (mine !== turn) return;
      place.replaceChildren();
      if (one) lesson = openLesson(place, one, lessons);
      else place.append(...contents(lessons, () => moved("")));
      document.title = one ? `${one.title} · Outplay` : "Outplay";
      scrollTo(0, 0);
      // A reader who goes from page to page by keys starts at its heading, not at the links of the frame.
      const heading = place.querySelector("h1");
      heading?.setAttribute("tabindex", "-1");
      if (!isFirst) heading?.focus({ preventScroll: true });
      isFirst = false;
    } catch (error) {
      if (mine !== turn) return;
      place.replaceChildren(h("p", { class: "error", role: "alert" }, error.message),
        h("p", {}, h("a", { href: "#learn" }, "All lessons")));
    }
  }

  moved(rest);
  return {
    moved,
    close() {
      turn += 1;
      lesson?.close();
      document.title = "Outplay";
    },
  };
}

// The front: what this is, every lesson, and how far the reader has come.
function contents(lessons, again) {
  const row = ({ name, title, summary, questions }) => {
    const right = questions.filter((one) => progress.answer(name, one)?.right).length;
    const done = questions.length > 0 && right === questions.length;
    const told = questions.length === 0 ? "" : `${done ? "✓ " : ""}${right} of ${questions.length}`;
    return h("li", { class: done ? "done" : "" },
      h("a", { href: address(name) }, title),
      h("span", { class: "soft told", title: "questions answered" }, told),
      h("p", { class: "soft" }, summary));
  };
  return [
    h("h1", {}, "How machines play games"),
    h("p", { class: "lead" }, "Short lessons on adversarial search. Every figure can be operated: step through a search, change its numbers, play, and answer a question at the end."),
    h("ol", { class: "lessons", id: "lessons" }, ...lessons.map(row)),
    hasServer() ? h("p", {}, "Or ", h("a", { href: "#play" }, "play a game"), " against the machine, or search ", h("a", { href: "#lab" }, "a tree of your own"), " in the lab.") : "",
    progressRow(again),
  ];
}

function loadStyle(file) {
  if (document.querySelector(`link[data-style="${file}"]`)) return;
  document.head.append(h("link", { rel: "stylesheet", href: file, "data-style": file }));
}
