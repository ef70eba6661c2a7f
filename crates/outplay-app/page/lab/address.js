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

// Keeps the address, without a new entry in the history of the browser and without an event.
export function keep(name, fields) {
  history.replaceState(null, "", written(name, fields));
}
