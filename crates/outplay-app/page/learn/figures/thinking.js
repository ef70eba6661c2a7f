// A search that thinks about a position, one depth after the other, until it is stopped: at any time there is an answer.

import { h } from "../../dom.js";

// So many finished depths stay in sight.
const ROWS = 12;

/**
 * Buttons to begin and to stop, and a row for every depth that was finished.
 * @param {string} name of the figure
 * @param {import("../../play/socket.js").Socket} socket
 * @param {() => any} here the position: its game, start and moves
 */
export function thinking(name, socket, here) {
  const body = h("tbody");
  const told = h("p", { class: "soft", role: "status", id: `${name}-thinking` }, "It has not thought yet.");
  const begin = h("button", { class: "primary", id: `${name}-think`, onclick: () => (isThinking ? stop() : start()) }, "Think");
  const head = ["Depth", "Move", "Score", "Positions", "Time"].map((word) => h("th", { scope: "col" }, word));
  const element = h("div", { class: "thinking" }, h("div", { class: "row" }, begin, told),
    h("div", { class: "wide" }, h("table", { class: "figures" }, h("thead", {}, h("tr", {}, ...head)), body)));
  let isThinking = false;
  let last = null;

  function start() {
    isThinking = true;
    last = null;
    body.replaceChildren();
    begin.textContent = "Stop";
    told.textContent = "It thinks. Stop it whenever you like.";
    socket.begin("analyse", { ...here(), lines: 1 }, heard);
  }

  function heard(event) {
    if (event.error) {
      told.textContent = event.error;
      stop();
    } else if (event.event === "lines" && event.lines.length > 0) row(event);
    else if (event.event === undefined) stop();
  }

  function row({ depth, nodes, time, lines: [{ move, told: score }] }) {
    const cells = [depth, move, score, nodes.toLocaleString("en"), `${(time / 1000).toFixed(2)} s`];
    const words = cells.map((word) => h("td", {}, String(word)));
    if (last?.depth === depth) body.lastElementChild?.replaceChildren(...words);
    else body.append(h("tr", {}, ...words));
    while (body.children.length > ROWS) body.firstElementChild.remove();
    last = { depth, move };
  }

  function stop() {
    isThinking = false;
    socket.stop();
    begin.textContent = "Think again";
    if (last) told.textContent = `Its answer is ${last.move}, that of the last depth it told, ${last.depth}.`;
  }

  return { element, stop };
}
