// A curve: an experiment whose shares, with their intervals, are drawn as they come.

import { h } from "../../dom.js";
import { draw } from "../../lab/make.js";
import { show as experiment } from "./experiment.js";

const WIDTH = 640;
const HEIGHT = 320;
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 20, 14, 44];

/**
 * @param {HTMLElement} place
 * @param {{ name: string, command: string, recorded: string }} figure
 * @param {{ name: string }} lesson
 */
export function show(place, figure, lesson) {
  const room = h("div", { class: "plot" });
  const legend = h("ul", { class: "legend" });
  place.append(room, legend);
  const end = experiment(place, figure, lesson);
  const output = place.querySelector(".output");
  // While the experiment runs, the axis is as long as it was when it was recorded.
  const whole = read(figure.recorded);
  const paint = () => {
    const now = read(output.textContent);
    const names = now.names.length > 0 ? now.names : whole.names;
    room.replaceChildren(picture(names, now.points, Math.max(...[...whole.points, ...now.points].map(({ x }) => x))));
    legend.replaceChildren(...names.slice(1).map((name, index) => h("li", { class: `colour-${index}` }, name)));
  };
  const watcher = new MutationObserver(paint);
  watcher.observe(output, { childList: true, characterData: true, subtree: true });
  paint();
  return () => {
    watcher.disconnect();
    end();
  };
}

/**
 * The points in a text: lines that begin with a number and go on with shares like `62% ± 5`; the names are those of the line above the first.
 * @param {string} text
 */
function read(text) {
  const lines = text.split("\n").map((line) => line.trim().split(/\s{2,}/));
  const isShare = (word) => /^\d+% ± \d+$/.test(word);
  const isPoint = (words) => /^\d+$/.test(words[0]) && isShare(words[1] ?? "");
  const first = lines.findIndex(isPoint);
  const points = lines.filter(isPoint).map(([x, ...words]) => ({
    x: Number(x),
    shares: words.filter(isShare).map((word) => word.split("% ± ").map(Number)),
  }));
  return { names: first > 0 ? lines[first - 1] : [], points };
}

function picture(names, points, most) {
  const across = (x) => LEFT + (x / (most || 1)) * (WIDTH - LEFT - RIGHT);
  const up = (share) => HEIGHT - BOTTOM - (Math.max(0, Math.min(100, share)) / 100) * (HEIGHT - TOP - BOTTOM);
  const chart = draw("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Points scored over ${names[0]}` });
  for (const share of [0, 25, 50, 75, 100]) {
    chart.append(draw("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: up(share), y2: up(share) }),
      draw("text", { x: LEFT - 8, y: up(share) + 4, "text-anchor": "end" }, `${share}%`));
  }
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    chart.append(draw("text", { x: across(most * part), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, `${Math.round(most * part)}`));
  }
  chart.append(draw("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, "text-anchor": "middle", class: "axis" }, names[0] ?? ""));
  for (let curve = 0; curve < names.length - 1; curve += 1) {
    const there = points.filter(({ shares }) => shares[curve]);
    const line = there.map(({ x, shares }) => `${across(x).toFixed(1)},${up(shares[curve][0]).toFixed(1)}`);
    chart.append(draw("polyline", { class: `curve colour-${curve}`, points: line.join(" ") }));
    for (const { x, shares } of there) {
      const [share, error] = shares[curve];
      chart.append(draw("line", { class: `interval colour-${curve}`, x1: across(x), x2: across(x), y1: up(share - error), y2: up(share + error) }),
        draw("circle", { class: `dot colour-${curve}`, cx: across(x), cy: up(share), r: 4 }));
    }
  }
  return chart;
}
