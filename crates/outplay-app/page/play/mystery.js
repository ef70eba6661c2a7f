// The mystery: somebody plays, one guesses, and is told what each suspect saw in the position that is shown.

import { h } from "../dom.js";
import { Socket } from "./socket.js";
import { film } from "./watch.js";

/** @param {any} play @param {{ name: string, suspects: string[] }} demo */
export function mysteryOf(play, demo) {
  const socket = new Socket(() => {});
  const short = demo.suspects.map((name) => name.split(",")[0]);
  const guesses = short.map((name, index) => h("button", { type: "button", "data-guess": index, onclick: () => guess(index) }, name));
  const verdict = h("p", { class: "verdict", id: "mystery-verdict", role: "status" });
  const table = h("table", { class: "tally hidden", id: "mystery-values" });
  const another = h("button", { type: "button", id: "mystery-another", onclick: () => film(play, demo.name) }, "Another mystery");
  const part = h("button", { type: "button", id: "mystery-part", class: "hidden", onclick: () => told && play.go(told.rounds[parting(told)].ply) }, "Where they part");
  const score = { right: 0, all: 0 };
  let told = null;
  let seed = null;

  function guess(index) {
    const mine = seed;
    verdict.textContent = "Looking at every position with the eyes of all of them ...";
    for (const button of guesses) button.disabled = true;
    socket.begin("reveal", { seed }, (event) => {
      if (mine !== seed) return;
      if (event.error) verdict.textContent = event.error;
      if (event.rounds) reveal(event, index);
    });
  }

  function reveal(answer, guessed) {
    told = answer;
    const isRight = guessed === answer.who;
    score.right += Number(isRight);
    score.all += 1;
    verdict.className = `verdict ${isRight ? "passed" : "wrong"}`;
    const same = (suspect) => answer.rounds.filter(({ each, played }) => each[suspect].move === played).length;
    const others = short.map((_, index) => index).filter((index) => index !== answer.who);
    verdict.textContent = `${isRight ? "Right" : "No"}: he is ${demo.suspects[answer.who]}. Of his ${answer.rounds.length} moves, ${short[answer.who]} would have made all, `
      + `${others.map((index) => `${short[index]} ${same(index)}`).join(" and ")}. ${score.right} of ${score.all} found out.`;
    part.classList.toggle("hidden", parting(answer) < 0);
    show();
  }

  // The first move at which the suspects want different things; -1 if there is none.
  const parting = ({ rounds }) => rounds.findIndex(({ each }) => each.some(({ move }) => move !== each[0].move));

  // What each saw where the game stands now.
  function show() {
    if (play.state.film && play.state.film.seed !== seed) begin();
    const round = told?.rounds.findLast(({ ply }) => ply <= play.state.ply);
    table.classList.toggle("hidden", !round);
    if (round) fill(round, told.rounds.indexOf(round) + 1);
  }

  function begin() {
    seed = play.state.film.seed;
    told = null;
    verdict.textContent = "";
    verdict.className = "verdict";
    part.classList.add("hidden");
    for (const button of guesses) button.disabled = false;
  }

  function fill({ each, played }, number) {
    const moves = [...new Set(each.flatMap(({ values }) => values.map(([move]) => move)))];
    const head = h("tr", {}, h("th", { scope: "col" }, `Move ${number}`), ...moves.map((move) => h("th", { scope: "col" }, move === played ? `${move}, played` : move)));
    const rows = each.map(({ move: best, values }, index) => h("tr", { class: index === told.who ? "is-he" : "" },
      h("th", { scope: "row" }, short[index]), ...moves.map((move) => {
        const value = values.find(([one]) => one === move)?.[1] ?? "";
        return h("td", {}, move === best ? h("b", {}, value) : value);
      })));
    table.replaceChildren(h("caption", { class: "soft small" }, "What each of them thinks of every move here; bold is what he would do. Go through the moves to see where they part."),
      h("thead", {}, head), h("tbody", {}, ...rows));
  }

  const elements = [
    h("div", { class: "row", role: "group", "aria-label": "Your guess" }, h("span", { class: "soft" }, "He is"), ...guesses, another, part),
    verdict, h("div", { class: "table-frame", tabindex: 0, role: "region", "aria-label": "What each suspect saw" }, table),
  ];
  return { elements, show, close: () => socket.close() };
}
