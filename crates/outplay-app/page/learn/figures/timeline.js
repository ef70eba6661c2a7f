// A timeline: events on a line, by kind, and what there is to say of the one that is chosen.

import { h, svg as draw } from "../../dom.js";
import { ticked } from "../../lab/make.js";

const [WIDTH, ROW, LEFT, RIGHT] = [800, 34, 110, 24];

/**
 * @param {HTMLElement} place
 * @param {{ name: string, events: { year: number, kind: string, title: string, sentence: string }[] }} figure
 */
export function show(place, { name, events }) {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  const boxes = kinds.map((kind) => ticked(kind, { id: `${name}-${kind.replaceAll(" ", "-")}`, checked: true, onchange: paint }));
  const told = h("div", { class: "event", role: "status", id: `${name}-told` });
  const room = h("div", { class: "frame", tabindex: 0, role: "group", "aria-label": "Events by year" });
  const [back, next] = [["back", "◀", "The event before", -1], ["next", "▶", "The next event", 1]].map(([id, word, title, by]) =>
    h("button", { id: `${name}-${id}`, title, "aria-label": title, onclick: () => go(by) }, word));
  place.append(h("div", { class: "row" }, ...boxes.map(({ label }) => label)), room, h("div", { class: "row" }, back, next), told);
  let chosen = 0;
  paint();

  // The kinds that are shown.
  function shownKinds() {
    return kinds.filter((_, index) => boxes[index].box.checked);
  }

  function go(by) {
    const shown = events.map(({ kind }, index) => (shownKinds().includes(kind) ? index : -1)).filter((index) => index >= 0);
    const at = shown.indexOf(chosen);
    chosen = shown[Math.min(shown.length - 1, Math.max(0, at + by))] ?? chosen;
    paint();
  }

  function paint() {
    const rows = shownKinds();
    if (!rows.includes(events[chosen].kind)) chosen = Math.max(0, events.findIndex(({ kind }) => rows.includes(kind)));
    const [first, last] = [Math.floor(events[0].year / 10) * 10, Math.ceil(events.at(-1).year / 10) * 10];
    const x = (year) => LEFT + ((year - first) / (last - first)) * (WIDTH - LEFT - RIGHT);
    const height = ROW * rows.length + 30;
    const picture = draw("svg", { class: "timeline", viewBox: `0 0 ${WIDTH} ${height}`, role: "group", "aria-label": "Events by year" });
    for (let year = first; year <= last; year += 20) {
      picture.append(draw("line", { class: "grid", x1: x(year), x2: x(year), y1: 0, y2: height - 20 }),
        draw("text", { x: x(year), y: height - 5, "text-anchor": "middle" }, String(year)));
    }
    rows.forEach((kind, row) => picture.append(draw("text", { class: "axis", x: 0, y: ROW * (row + 0.5) + 4 }, kind)));
    events.forEach((event, index) => {
      if (rows.includes(event.kind)) picture.append(dot(event, index, x(event.year), ROW * (rows.indexOf(event.kind) + 0.5)));
    });
    room.replaceChildren(picture);
    const { year, kind, title, sentence } = events[chosen];
    told.replaceChildren(h("p", {}, h("b", {}, `${year}, ${kind}: ${title}`)), h("p", {}, sentence));
  }

  function dot({ year, title }, index, cx, cy) {
    const choose = () => { chosen = index; paint(); room.querySelector(`[data-event="${index}"]`)?.focus(); };
    return draw("circle", {
      class: `event-dot${index === chosen ? " chosen" : ""}`, cx, cy, r: index === chosen ? 10 : 7, "data-event": index,
      tabindex: 0, role: "button", "aria-label": `${year}: ${title}`, "aria-pressed": String(index === chosen), onclick: choose,
      onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } },
    });
  }
}
