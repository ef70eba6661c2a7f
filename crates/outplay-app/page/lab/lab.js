// The lab: five rooms, chosen by the address: `#lab/trees?tree=...`, `#lab/quiz?...`, `#lab/compare?...`, `#lab/real?...`,
// `#lab/simulations?...`.
//
// A room is a module with a function `open(place, fields)`: it fills the element `place` and returns `{ moved(fields), close() }`,
// where `fields` are those of the address.

import { make } from "./make.js";
import { read } from "./address.js";

const ROOMS = {
  trees: { word: "Trees", load: () => import("./trees.js") },
  quiz: { word: "Quiz", load: () => import("./quiz.js") },
  compare: { word: "Compare", load: () => import("./compare.js") },
  real: { word: "Real trees", load: () => import("./real.js") },
  simulations: { word: "Monte Carlo", load: () => import("./simulations.js") },
};

export function open(room, rest) {
  loadStyle();
  const links = Object.entries(ROOMS).map(([name, { word }]) =>
    make("a", { href: `#lab/${name}`, "data-room": name }, word));
  const place = make("div", { class: "lab-room" });
  room.append(make("h1", {}, "Lab"), make("nav", { class: "lab-nav", "aria-label": "Rooms of the lab" }, ...links), place);
  let shown = { name: null, room: null };
  let turn = 0;

  async function moved(rest) {
    const { name, fields } = read(rest);
    const wanted = Object.hasOwn(ROOMS, name) ? name : "trees";
    if (wanted === shown.name) {
      shown.room?.moved(fields);
      return;
    }
    const mine = ++turn;
    shown.room?.close();
    shown = { name: wanted, room: null };
    for (const link of links) {
      if (link.dataset.room === wanted) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const module = await ROOMS[wanted].load();
    if (mine !== turn) return;
    place.replaceChildren();
    shown.room = module.open(place, fields);
  }

  moved(rest);
  return {
    moved,
    close() {
      turn += 1;
      shown.room?.close();
      room.replaceChildren();
    },
  };
}

function loadStyle() {
  if (document.querySelector('link[data-style="lab/lab.css"]')) return;
  document.head.append(make("link", { rel: "stylesheet", href: "/lab/lab.css", "data-style": "lab/lab.css" }));
}
