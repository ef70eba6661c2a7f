// A stepper: buttons, a slider, keys, and a frame with a picture that follows the step. Every room that steps through something has one.

import { make } from "./make.js";

// `jumps` are buttons that go to a step of a kind: { id, word, title, key, is(step) }. `moved(step)` is called wherever it goes; the room
// writes the sentence. Where several are on one page, each has a `name` before its ids, and keys count only `within` its figure.
export function stepper({ jumps, moved, label, name = "", within = document }) {
  let tree = null;
  let drawn = null;
  let step = 0;

  const slider = make("input", { type: "range", min: 0, value: 0, id: `${name}slider`, class: "slider", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const count = make("output", { id: `${name}count`, class: "soft step-count" });
  const sentence = make("p", { id: `${name}sentence`, class: "sentence", "aria-live": "polite" });
  const frame = make("div", { class: "frame", id: `${name}frame`, tabindex: 0, role: "region", "aria-label": label });
  const buttons = [
    ["first", "|◀", "To the start (Home)", () => go(0)],
    ["back", "◀", "One step back (←)", () => go(step - 1)],
    ["next", "▶", "One step (→)", () => go(step + 1)],
    ...jumps.map(({ id, word, title, is }) => [id, word, title, () => jump(is)]),
    ["last", "▶|", "To the end (End)", () => go(Infinity)],
  ].map(([id, word, title, click]) => make("button", { id: `${name}${id}`, title, "aria-label": title, onclick: click }, word));
  within.addEventListener("keydown", keyed);

  function go(to) {
    if (!tree) return;
    const last = tree.steps.length;
    step = Math.max(0, Math.min(last, to));
    slider.value = step;
    slider.setAttribute("aria-valuetext", `step ${step} of ${last}`);
    count.textContent = `step ${step} of ${last}`;
    buttons[0].disabled = buttons[1].disabled = step === 0;
    for (const button of buttons.slice(2)) button.disabled = step === last;
    moved(step);
    follow();
  }

  // Keeps the node in sight at which the search is: before the first step, the root, which may be far from the left edge.
  function follow() {
    const now = step > 0 ? tree.steps[step - 1] : { node: 0 };
    const at = now.chosen ?? now.node ?? null;
    if (at === null) return;
    const { x, y } = drawn.nodes[at];
    const scale = drawn.svg.getBoundingClientRect().width / tree.width || 1;
    const outside = (from, size, at) => at < from + 60 || at > from + size - 60;
    if (outside(frame.scrollLeft, frame.clientWidth, x * scale)) frame.scrollLeft = x * scale - frame.clientWidth / 2;
    if (outside(frame.scrollTop, frame.clientHeight, y * scale)) frame.scrollTop = y * scale - frame.clientHeight / 2;
  }

  function jump(is) {
    const next = tree?.steps.findIndex((one, index) => index >= step && is(one)) ?? -1;
    go(next < 0 ? Infinity : next + 1);
  }

  function keyed(event) {
    const typing = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ArrowRight: () => go(step + 1), ArrowLeft: () => go(step - 1), Home: () => go(0), End: () => go(Infinity),
      ...Object.fromEntries(jumps.map(({ key, is }) => [key, () => jump(is)])),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return {
    buttons, slider, count, sentence, frame, go,
    get step() { return step; },
    // Another picture, at a step.
    load(nextTree, nextDrawn, at) {
      tree = nextTree;
      drawn = nextDrawn;
      frame.replaceChildren(drawn.svg);
      slider.max = tree.steps.length;
      go(at);
    },
    close() { within.removeEventListener("keydown", keyed); },
  };
}
