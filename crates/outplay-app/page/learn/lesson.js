// A lesson: text, and figures that are loaded when they are needed.

import { h } from "../dom.js";
import { address } from "./given.js";
import { progressRow } from "./keep.js";

// A figure is a module with a function `show(place, figure, lesson)`: it fills the element `place`, and returns nothing or a
// function that ends what is under way.
const FIGURES = {
  tree: () => import("./figures/tree.js"),
  quiz: () => import("./figures/quiz.js"),
  position: () => import("./figures/position.js"),
  experiment: () => import("./figures/experiment.js"),
  calculator: () => import("./figures/calculator.js"),
  plot: () => import("./figures/plot.js"),
  games: () => import("./figures/games.js"),
  code: () => import("./figures/code.js"),
  "heat-map": () => import("./figures/heat-map.js"),
  curve: () => import("./figures/curve.js"),
  graph: () => import("./figures/graph.js"),
  bandit: () => import("./figures/bandit.js"),
  timeline: () => import("./figures/timeline.js"),
  wave: () => import("./figures/wave.js"),
  weights: () => import("./figures/weights.js"),
  mystery: () => import("./figures/mystery.js"),
};

const WORDS = {
  tree: "Tree", quiz: "Question", position: "Board", experiment: "Experiment", calculator: "Calculator", plot: "Plot", games: "Games",
  code: "Code", "heat-map": "Heat map", curve: "Curve", graph: "Graph", bandit: "Play-outs", timeline: "Timeline", wave: "Wave", weights: "Weights", mystery: "Mystery",
};

/**
 * Fills a place with a lesson.
 * @param {HTMLElement} place
 * @param {{ name: string, title: string, parts: any[] }} lesson
 * @param {{ name: string, title: string }[]} lessons all of them, for what comes next
 */
export function openLesson(place, lesson, lessons) {
  const ends = [];
  let closed = false;
  const article = h("article", { class: "lesson", "data-lesson": lesson.name });
  for (const part of lesson.parts) {
    if (part.html !== undefined) article.append(text(part.html));
    else article.append(figure(part));
  }
  place.append(article, neighbours(lesson, lessons), progressRow(() => location.reload()));

  function figure(one) {
    const room = h("section", { class: `figure card figure-${one.figure}`, id: `figure-${one.name}`, "aria-label": `${WORDS[one.figure]}: ${one.name.replaceAll("-", " ")}` });
    FIGURES[one.figure]().then((module) => {
      if (closed) return;
      const end = module.show(room, one, lesson);
      if (end) ends.push(end);
      room.dataset.ready = "";
    }, (error) => room.append(h("p", { class: "error" }, error.message)));
    return room;
  }

  return {
    close() {
      closed = true;
      for (const end of ends) end();
    },
  };
}

// What the server made of Markdown: it has no HTML of its own in it.
function text(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  // Cells that are aligned by a style, which the policy of the page forbids, are aligned by a class.
  for (const cell of template.content.querySelectorAll("[style]")) {
    cell.classList.toggle("number", cell.getAttribute("style").includes("right"));
    cell.removeAttribute("style");
  }
  for (const table of template.content.querySelectorAll("table")) {
    table.classList.add("figures");
    table.replaceWith(h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": "Table" }, table.cloneNode(true)));
  }
  for (const link of template.content.querySelectorAll("a[href^='http']")) link.setAttribute("rel", "noopener");
  return template.content;
}

// The lesson before, and the one that comes next.
function neighbours(lesson, lessons) {
  const at = lessons.findIndex(({ name }) => name === lesson.name);
  const link = (one, word, id) => one && h("a", { class: "button", href: address(one.name), id }, `${word} ${one.title}`);
  return h("nav", { class: "row neighbours", "aria-label": "Lessons" },
    link(lessons[at - 1], "←", "before"), h("a", { class: "button", href: "#learn" }, "All lessons"), link(lessons[at + 1], "→", "after"));
}
