// How fast a game is watched: a list to choose from, remembered while the page is open.

import { h } from "../dom.js";

const SPEEDS = [["0.25", "¼ speed"], ["0.5", "½ speed"], ["1", "usual speed"], ["2", "2 × as fast"], ["4", "4 × as fast"], ["16", "16 × as fast"]];
let chosen = "1";

/** The list. A change counts from the next move on. */
export function speedList() {
  const list = h("select", { id: "speed", "aria-label": "Speed of watching", onchange: () => { chosen = list.value; } },
    ...SPEEDS.map(([value, text]) => h("option", { value }, text)));
  list.value = chosen;
  return list;
}

/** How long a move is shown, of what is usual. */
export const slowed = (pause) => pause / Number(chosen);
