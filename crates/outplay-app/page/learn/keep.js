// The row below lessons: progress goes to a file, comes from one, or is forgotten.

import { h } from "../dom.js";
import { download } from "../lab/make.js";
import * as progress from "./progress.js";

/**
 * @param {() => void} again is called when what is kept has changed
 */
export function progressRow(again) {
  const told = h("span", { role: "status", class: "soft" });
  const file = h("input", { type: "file", accept: ".json,application/json", id: "progress-file", class: "hidden", onchange: taken });
  async function taken() {
    try {
      progress.imported(await file.files[0].text());
      told.textContent = "Your progress is taken from the file.";
      again();
    } catch (error) {
      told.textContent = error.message;
    }
    file.value = "";
  }
  const forget = h("button", { id: "progress-forget", onclick: () => {
    if (forget.dataset.sure === undefined) {
      forget.dataset.sure = "";
      forget.textContent = "Really forget everything?";
      return;
    }
    progress.forget();
    again();
  } }, "Forget it");
  return h("div", { class: "row progress" },
    h("span", { class: "soft" }, "Your progress is kept in this browser only."),
    h("button", { id: "progress-save", onclick: () => download({ name: "outplay-progress.json", type: "application/json", content: progress.exported() }) }, "Save it to a file"),
    h("button", { onclick: () => file.click() }, "Take it from a file"), file, forget, told);
}
