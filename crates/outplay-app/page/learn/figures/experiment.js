// An experiment: what a command printed when the lesson was written, and the command again.

import { h } from "../../dom.js";
import { hasServer } from "../given.js";

/**
 * @param {HTMLElement} place
 * @param {{ name: string, command: string, recorded: string }} experiment
 * @param {{ name: string }} lesson
 */
export function show(place, { name, command, recorded }, lesson) {
  let running = null;
  const output = h("pre", { class: "output", tabindex: 0, role: "group", "aria-label": "What it prints" }, recorded);
  const told = h("span", { class: "soft", role: "status" }, recorded ? "as it was recorded" : "");
  const run = h("button", { class: "primary", onclick: () => (running ? running.abort() : start()) }, "Run it now");
  place.append(h("p", { class: "mono command" }, `outplay ${command}`),
    h("div", { class: "row" }, hasServer() ? run : null, told), output);

  async function start() {
    const mine = new AbortController();
    running = mine;
    run.textContent = "Stop";
    told.textContent = "running ...";
    output.textContent = "";
    const began = performance.now();
    try {
      const response = await fetch("/api/learn/run", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ lesson: lesson.name, experiment: name }),
        signal: mine.signal,
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) output.textContent += piece.value;
      told.textContent = `it took ${((performance.now() - began) / 1000).toFixed(1)} s`;
    } catch (error) {
      told.textContent = mine.signal.aborted ? "stopped" : `The server does not answer: ${error.message}`;
      if (!output.textContent) output.textContent = recorded;
    }
    run.textContent = "Run it now";
    running = null;
  }

  return () => running?.abort();
}
