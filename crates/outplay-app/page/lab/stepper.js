// A stepper: buttons, a slider, keys, and a frame with a picture that follows the step. Every room that steps through something has one.

import { make } from "./make.js";
import { inSight } from "./scroll.js";

/**
 * `jumps` are buttons that go to a step of a kind: { id, word, title, key, is(step) }. `moved(step, before)` is called wherever it goes; the room
 * writes the sentence. Where several are on one page, each has a `name` before its ids, and keys count only `within` its figure.
 *
 * `pace(tree)` may give the steps at which one stops, and what they are called; without it one stops at all. `asks(from, to)` may hold
 * up a step with a question: it returns true and calls `go` later. `over(by)` is called by who wants to go on at an end. `view` is a view of the
 * picture that can be moved (view.js); without one the frame scrolls.
 *
 * @param {{ jumps: any[], moved: (step: number, before: number) => void, label: string, name?: string, within?: Document | HTMLElement,
 *   pace?: (tree: any) => { at: number[], word: string } | null, asks?: (from: number, to: number) => boolean, over?: (by: number) => void, view?: any }} settings
 */
export function stepper({ jumps, moved, label, name = "", within = document, pace = () => null, asks = () => false, over = () => {}, view = null }) {
  let tree = null;
  let drawn = null;
  let step = 0;
  let stops = null;

  const slider = make("input", { type: "range", min: 0, value: 0, id: `${name}slider`, class: "slider", "aria-label": "Step", oninput: () => go(Number(slider.value)) });
  const count = make("output", { id: `${name}count`, class: "soft step-count" });
  const sentence = make("p", { id: `${name}sentence`, class: "sentence", "aria-live": "polite" });
  const frame = view?.frame ?? make("div", { class: "frame", id: `${name}frame`, tabindex: 0, role: "group", "aria-label": label });
  const buttons = [
    ["first", "|◀", "To the start (Home)", () => go(0)],
    ["back", "◀", "One step back (←)", () => by(-1)],
    ["next", "▶", "One step (→)", () => by(1)],
    ...jumps.map(({ id, word, title, is }) => [id, word, title, () => jump(is)]),
    ["last", "▶|", "To the end (End)", () => go(Infinity)],
  ].map(([id, word, title, click]) => make("button", { id: `${name}${id}`, title, "aria-label": title, onclick: click }, word));
  within.addEventListener("keydown", keyed);

  // The stop after this step, or the one before.
  function stop(direction) {
    if (!stops) return step + direction;
    const found = direction > 0 ? stops.at.find((at) => at > step) : stops.at.findLast((at) => at < step);
    return found ?? (direction > 0 ? Infinity : 0);
  }

  function by(direction) {
    if (!tree) return;
    const to = Math.max(0, Math.min(tree.steps.length, stop(direction)));
    if (to === step) over(direction);
    else if (direction < 0 || !asks(step, to)) go(to);
  }

  function go(to) {
    if (!tree) return;
    const last = tree.steps.length;
    const before = stopBefore(Math.min(last, to));
    step = Math.max(0, Math.min(last, to));
    slider.value = step;
    count.textContent = counted(last);
    slider.setAttribute("aria-valuetext", count.textContent);
    buttons[0].disabled = buttons[1].disabled = step === 0;
    for (const button of buttons.slice(2)) button.disabled = step === last;
    moved(step, before);
    follow();
  }

  // Where one stopped before a step; who has jumped between two stops has taken the last step alone.
  const stopBefore = (to) => (stops?.at.includes(to) ? stops.at.findLast((at) => at < to) ?? 0 : to - 1);

  function counted(last) {
    if (!stops) return `step ${step} of ${last}`;
    return `${stops.word} ${stops.at.filter((at) => at <= step).length} of ${stops.at.length}`;
  }

  // Keeps the node in sight at which the search is: before the first step, the root, which may be far from the left edge.
  function follow() {
    const now = step > 0 ? tree.steps[step - 1] : { node: 0 };
    const at = now.chosen ?? now.node ?? null;
    if (at === null) return;
    const { x, y } = drawn.nodes[at];
    if (view) view.keep(x, y);
    else inSight(frame, drawn.svg.getBoundingClientRect().width / tree.width || 1, x, y);
  }

  function jump(is) {
    const next = tree?.steps.findIndex((one, index) => index >= step && is(one)) ?? -1;
    go(next < 0 ? Infinity : next + 1);
  }

  function keyed(event) {
    const typing = event.target.closest("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ArrowRight: () => by(1), ArrowLeft: () => by(-1), Home: () => go(0), End: () => go(Infinity),
      ...Object.fromEntries(jumps.map(({ key, is }) => [key, () => jump(is)])),
    };
    const act = keys[event.key] ?? keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return {
    buttons, slider, count, sentence, frame, go, by,
    get step() { return step; },
    // Another picture, at a step.
    load(nextTree, nextDrawn, at) {
      tree = nextTree;
      drawn = nextDrawn;
      stops = pace(tree);
      if (view) view.load(drawn.svg, tree);
      else frame.replaceChildren(drawn.svg);
      slider.max = tree.steps.length;
      go(at);
    },
    close() {
      within.removeEventListener("keydown", keyed);
      view?.close();
    },
  };
}
