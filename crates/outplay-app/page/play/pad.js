// A touch pad: four arrows, and one to stand still, for who walks through a maze with a thumb. A key that is held goes on.

import { h } from "../dom.js";

const KEYS = [["ArrowUp", "↑", "Up"], ["ArrowLeft", "←", "Left"], ["stop", "■", "Stand still"], ["ArrowRight", "→", "Right"], ["ArrowDown", "↓", "Down"]];

/** `play.pad.root` is shown where a person walks; `play.pad.again()` goes on while a key is held. */
export function touchPad(play) {
  let held = null;
  // Pressed while the ghosts were moving: it is done when it can be.
  let waiting = null;
  const release = () => { held = null; };
  const keys = KEYS.map(([key, sign, label]) => h("button", {
    type: "button", "data-key": key, "aria-label": label,
    onpointerdown: () => { held = key; go(key); },
    onpointerup: release, onpointercancel: release, onpointerleave: release,
    // A click without a pointer comes from the keyboard.
    onclick: (event) => { if (event.detail === 0) go(key); },
    oncontextmenu: (event) => event.preventDefault(),
  }, sign));
  const root = h("div", { class: "pad", role: "group", "aria-label": "Walk" }, ...keys);

  function go(key) {
    waiting = play.board.enabled ? null : key;
    if (waiting) return;
    if (key !== "stop") {
      play.board.walk(key);
      return;
    }
    const still = play.view.moves.find(({ to }) => !to);
    if (still) play.board.make(still.name);
  }

  return {
    root,
    // Another position is shown: whoever still holds a key walks on.
    again() {
      root.classList.toggle("on", play.view.board.ground === "maze" && play.hasPerson() && !play.view.result && !play.state.film);
      const key = waiting ?? held;
      if (key && play.board.enabled) go(key);
    },
  };
}
