// Presentation: large letters, only the tree and the sentence, and the keys of a clicker.

import { make } from "./make.js";

/**
 * @param {HTMLElement} stage what is shown alone
 * @param {(by: number) => void} go one step, or one back
 */
export function presentation(stage, go) {
  const button = make("button", { id: "present", title: "Only the tree and the sentence, in large letters (P)", "aria-pressed": "false", onclick: () => set(!isOn()) }, "Present");
  const isOn = () => stage.classList.contains("presenting");
  document.addEventListener("keydown", keyed);
  document.addEventListener("fullscreenchange", left);

  function set(on) {
    stage.classList.toggle("presenting", on);
    document.body.classList.toggle("presents", on);
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "End the presentation" : "Present";
    // A browser that does not allow it still shows the tree alone.
    if (on) stage.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    const frame = /** @type {HTMLElement | null} */ (stage.querySelector(".frame"));
    frame?.focus({ preventScroll: true });
  }

  // Who leaves the full screen by Escape leaves the presentation, too.
  function left() {
    if (!document.fullscreenElement && isOn()) set(false);
  }

  function keyed(event) {
    const typing = event.target.closest?.("input:not([type=range]):not([type=checkbox]), textarea, select");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
    const acts = isOn()
      ? { PageDown: () => go(1), PageUp: () => go(-1), " ": () => go(1), Escape: () => set(false), p: () => set(false) }
      : { p: () => set(true) };
    const act = acts[event.key];
    if (!act || (event.key === " " && event.target.closest?.("button"))) return;
    event.preventDefault();
    act();
  }

  return {
    button,
    close() {
      document.removeEventListener("keydown", keyed);
      document.removeEventListener("fullscreenchange", left);
      document.body.classList.remove("presents");
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    },
  };
}
