// A view of a picture that fills its frame: zoom, pan, fit, and a point that is kept in sight. An overview shows where one is.

import { make } from "./make.js";
import { overview } from "./overview.js";

// A small picture does not fill a large screen.
const MOST_AT_FIRST = 1.8;
const [SMALLEST, LARGEST] = [0.02, 4];
const STEP = 1.25;
// The room above and below a picture that is less high than its frame, in pixels.
const AIR = 24;
// Who moves less than so many pixels drags nothing.
const TREMBLE = 6;
// So near to an edge, in pixels, a point counts as out of sight.
const EDGE = 70;

/**
 * @param {string} label what the picture is
 * @param {string} id
 * @param {{ readable: number, usual: number }} sizes at first a picture is shown whole if it stays so large, as a share of its size, and otherwise in its usual size
 */
export function viewport(label, id, { readable, usual } = { readable: 0.7, usual: 1 }) {
  const frame = make("div", { class: "frame viewport", id, tabindex: 0, role: "region", "aria-label": label });
  const map = overview((x, y) => { isWhole = false; center(x, y); });
  const element = make("div", { class: "viewport-room" }, frame, map.element);
  const buttons = [
    ["zoom-in", "+", "Larger (+)", () => zoom(STEP)],
    ["zoom-out", "−", "Smaller (-)", () => zoom(1 / STEP)],
    ["fit", "Fit", "Fit: the whole picture (0)", () => fit()],
  ].map(([name, word, title, onclick]) => make("button", { id: name, title, "aria-label": title, onclick }, word));
  let svg = null;
  let [width, height] = [1, 1];
  // The upper left corner that is shown, and pixels of one unit.
  let [left, top, scale] = [0, 0, 1];
  // What is kept in sight when the frame changes its size, and whether all is shown until somebody wants another part.
  let kept = null;
  let isWhole = false;
  const watcher = new ResizeObserver(resized);
  watcher.observe(frame);
  frame.addEventListener("pointerdown", dragged);
  frame.addEventListener("wheel", wheeled, { passive: false });
  frame.addEventListener("keydown", keyed);

  function load(picture, { width: wide, height: high, nodes }) {
    svg = picture;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.style.minWidth = "";
    const isOther = wide !== width || high !== height;
    [width, height] = [wide, high];
    frame.replaceChildren(svg);
    noHigher();
    map.load(nodes, width, height);
    if (isOther) atFirst();
    else paint();
  }

  const whole = () => Math.min(frame.clientWidth / width, frame.clientHeight / height);

  // A flat picture has a flat frame, with nothing empty above and below it.
  function noHigher() {
    const share = frame.clientWidth / width;
    const beside = share < readable ? usual : Math.min(MOST_AT_FIRST, share);
    frame.style.maxHeight = `${Math.ceil(height * beside) + AIR}px`;
  }

  // Whole, if that can be read; otherwise the upper part around the root.
  function atFirst() {
    isWhole = whole() >= readable;
    scale = isWhole ? Math.min(whole(), MOST_AT_FIRST) : usual;
    center(width / 2, isWhole ? height / 2 : frame.clientHeight / scale / 2);
  }

  function fit() {
    kept = null;
    isWhole = true;
    scale = whole();
    center(width / 2, height / 2);
  }

  function resized() {
    if (!svg || frame.clientWidth === 0) return;
    noHigher();
    if (isWhole) scale = Math.min(whole(), Math.max(scale, MOST_AT_FIRST));
    if (kept) keep(...kept);
    else paint();
  }

  function zoom(by, x = left + frame.clientWidth / scale / 2, y = top + frame.clientHeight / scale / 2) {
    isWhole = false;
    const next = Math.max(SMALLEST, Math.min(LARGEST, scale * by));
    left = x - ((x - left) * scale) / next;
    top = y - ((y - top) * scale) / next;
    scale = next;
    paint();
  }

  function center(x, y) {
    left = x - frame.clientWidth / scale / 2;
    top = y - frame.clientHeight / scale / 2;
    paint();
  }

  // Moves as little as is needed, and only if a point is out of sight.
  function keep(x, y) {
    kept = [x, y];
    left = nearest(left, frame.clientWidth / scale, x);
    top = nearest(top, frame.clientHeight / scale, y);
    paint();
  }

  function nearest(from, size, at) {
    const edge = Math.min(EDGE / scale, size / 3);
    return at < from + edge || at > from + size - edge ? at - size / 2 : from;
  }

  function paint() {
    const [wide, high] = [frame.clientWidth / scale, frame.clientHeight / scale];
    // What is smaller than the frame stands in its middle; nothing is moved out of it.
    left = wide >= width ? (width - wide) / 2 : Math.max(0, Math.min(width - wide, left));
    top = high >= height ? (height - high) / 2 : Math.max(0, Math.min(height - high, top));
    const box = `${left} ${top} ${Math.max(wide, 1)} ${Math.max(high, 1)}`;
    if (svg.getAttribute("viewBox") === box) return;
    svg.setAttribute("viewBox", box);
    map.show(left, top, wide, high);
  }

  function dragged(event) {
    if (event.button !== 0 || ![frame, event.target.closest(".position")].includes(event.target.closest("[tabindex]"))) return;
    let [x, y] = [event.clientX, event.clientY];
    let isDragged = false;
    const move = (next) => {
      // A finger trembles: a short way is still a click.
      isDragged ||= Math.hypot(next.clientX - x, next.clientY - y) > TREMBLE;
      if (!isDragged) return;
      frame.setPointerCapture(next.pointerId);
      left -= (next.clientX - x) / scale;
      top -= (next.clientY - y) / scale;
      [x, y] = [next.clientX, next.clientY];
      kept = null;
      isWhole = false;
      paint();
    };
    frame.addEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, () => frame.removeEventListener("pointermove", move), { once: true });
  }

  // The wheel scrolls the page; with Ctrl, as fingers on a touch pad send it, it zooms.
  function wheeled(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left: x, top: y } = frame.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 300), left + (event.clientX - x) / scale, top + (event.clientY - y) / scale);
  }

  function keyed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = { "+": () => zoom(STEP), "-": () => zoom(1 / STEP), 0: fit }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  return { element, frame, buttons, load, keep, fit, close: () => watcher.disconnect() };
}
