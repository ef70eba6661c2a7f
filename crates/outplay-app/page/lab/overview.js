// A small picture of a large tree: a dot for every node, and a window that says which part is shown. A click goes there.

import { draw } from "./make.js";

// Who sees so large a share of the picture needs no overview.
const SHOWN = 0.98;

/** @param {(x: number, y: number) => void} chosen gets the point that was clicked */
export function overview(chosen) {
  const dots = draw("g", {});
  const shown = draw("rect", { class: "shown" });
  const element = draw("svg", { class: "overview", "aria-hidden": "true", preserveAspectRatio: "none" }, dots, shown);
  let [width, height] = [1, 1];
  element.addEventListener("pointerdown", (event) => {
    event.stopPropagation();
    const { left, top, width: wide, height: high } = element.getBoundingClientRect();
    chosen(((event.clientX - left) / wide) * width, ((event.clientY - top) / high) * height);
  });

  return {
    element,
    load(nodes, wide, high) {
      [width, height] = [wide, high];
      element.setAttribute("viewBox", `0 0 ${width} ${height}`);
      // The picture is much wider than it is high: dots are ovals in it, and round on the screen.
      const size = width / 300;
      dots.replaceChildren(...nodes.map(({ x, y }) => draw("ellipse", { cx: x, cy: y, rx: size, ry: height / 40 })));
    },
    show(left, top, wide, high) {
      element.classList.toggle("hidden", wide >= SHOWN * width && high >= SHOWN * height);
      for (const [name, value] of Object.entries({ x: left, y: top, width: wide, height: high })) shown.setAttribute(name, String(value));
    },
  };
}
