// The frame of the page: which view is shown, by the address.
//
// The part of the address behind # is a view and what it shows: `#learn/...`, `#play/chess/...`, `#lab/...`; without one it is Learn. A view is a module with a
// function `open(room, rest)`: it fills the element `room` and returns `{ moved(rest), close() }`. `moved` is called when
// the address changes within the view.

const VIEWS = {
  learn: () => import("./learn/learn.js"),
  play: () => import("./play/play.js"),
  lab: () => import("./lab/lab.js"),
};

// Lessons that were written into a folder of files have no server that plays or searches.
if (document.documentElement.dataset.static !== undefined) {
  delete VIEWS.play;
  delete VIEWS.lab;
  for (const link of document.querySelectorAll("[data-view=play], [data-view=lab]")) link.remove();
}

const room = document.getElementById("room");
let shown = { name: null, view: null };
let turn = 0;

function split(hash) {
  const text = hash.replace(/^#/, "");
  const slash = text.indexOf("/");
  const name = slash < 0 ? text : text.slice(0, slash);
  const rest = slash < 0 ? "" : text.slice(slash + 1);
  return Object.hasOwn(VIEWS, name) ? { name, rest } : { name: "learn", rest: "" };
}

async function show() {
  if (location.hash === "#room") return;
  const { name, rest } = split(location.hash);
  if (name === shown.name) {
    shown.view?.moved(rest);
    return;
  }
  const mine = ++turn;
  shown.view?.close();
  shown = { name, view: null };
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.getAttribute("data-view") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.view = name;
  const module = await VIEWS[name]();
  if (mine !== turn) return;
  room.replaceChildren();
  shown.view = module.open(room, split(location.hash).rest);
}

addEventListener("hashchange", show);
show();
