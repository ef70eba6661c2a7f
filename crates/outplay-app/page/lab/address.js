// The address of a room of the lab: its name, and fields.

// `trees?tree=...` as a name and an object.
export function read(rest) {
  const mark = rest.indexOf("?");
  const name = mark < 0 ? rest : rest.slice(0, mark);
  const fields = mark < 0 ? "" : rest.slice(mark + 1);
  return { name, fields: Object.fromEntries(new URLSearchParams(fields)) };
}

// The address with these fields; those that are empty are left out.
export function written(name, fields) {
  const kept = Object.entries(fields).filter(([, value]) => value !== "" && value !== null && value !== undefined && value !== false);
  const text = new URLSearchParams(kept.map(([key, value]) => [key, String(value)])).toString();
  return `#lab/${name}${text ? `?${text}` : ""}`;
}

// A browser takes some hundred new addresses a minute, and steps may come faster.
const PAUSE = 200;
let last = 0;
let timer = null;
let wanted = null;

// Keeps the address, without a new entry in the history of the browser and without an event.
export function keep(name, fields) {
  wanted = { at: location.hash, next: written(name, fields) };
  clearTimeout(timer);
  // What is there already is no new address.
  if (wanted.next === wanted.at) return;
  const left = last + PAUSE - Date.now();
  if (left <= 0) put();
  else timer = setTimeout(put, left);
}

// Somebody who has gone elsewhere meanwhile is not taken back.
function put() {
  if (wanted && location.hash === wanted.at) history.replaceState(null, "", wanted.next);
  wanted = null;
  last = Date.now();
}

addEventListener("pagehide", put);
