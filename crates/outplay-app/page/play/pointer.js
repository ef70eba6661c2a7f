// Mouse, pen and fingers on a board: clicks, pieces that are dragged, and swipes.

import { CELL, same } from "./places.js";

// So far a pointer goes at least, in hundredths of a place, if it slides everything to one side.
const SWIPE = 40;

/** Listens to a board. `stage` is a BoardView. */
export function listen(stage) {
  const { picture } = stage;
  picture.addEventListener("pointerdown", (event) => down(stage, event));
  picture.addEventListener("pointermove", (event) => drag(stage, event));
  picture.addEventListener("pointerup", (event) => up(stage, event));
  picture.addEventListener("pointercancel", () => drop(stage));
}

function placeOf(stage, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(stage.picture.getScreenCTM().inverse());
  const [x, y] = stage.at([Math.floor(point.x / CELL), Math.floor(point.y / CELL)]);
  return { place: [x, y], point };
}

function down(stage, event) {
  if (event.button !== 0 || !stage.view) return;
  const { place, point } = placeOf(stage, event);
  const key = String(place);
  if (!stage.cells.has(key)) return;
  stage.focus = place;
  stage.drag = { place, point, moved: false, selected: same(stage.selected, place), element: null };
  if (stage.enabled && stage.slides) stage.picture.setPointerCapture(event.pointerId);
  const starts = stage.enabled && stage.view.moves.some((move) => same(move.from, place));
  if (!starts) return;
  event.preventDefault();
  stage.picture.setPointerCapture(event.pointerId);
  stage.drag.element = stage.layers[2].querySelector(`[data-place="${key}"]`);
  const isTarget = stage.targets().some((move) => same(move.to, place) || same(stage.next(move), place));
  if (!isTarget && !stage.drag.selected) stage.select(place);
}

function drag(stage, event) {
  if (!stage.drag?.element) return;
  const { point } = placeOf(stage, event);
  const [dx, dy] = [point.x - stage.drag.point.x, point.y - stage.drag.point.y];
  if (!stage.drag.moved && Math.hypot(dx, dy) < 12) return;
  if (!stage.drag.moved) {
    stage.drag.moved = true;
    stage.select(stage.drag.place);
  }
  const [x, y] = stage.at(stage.drag.place);
  stage.drag.element.classList.add("held");
  stage.drag.element.style.transform = `translate(${x * CELL + dx}px, ${y * CELL + dy}px)`;
}

function up(stage, event) {
  if (!stage.drag) return;
  const { place, point } = placeOf(stage, event);
  const { drag } = stage;
  drop(stage);
  if (stage.slides && swipe(stage, point.x - drag.point.x, point.y - drag.point.y)) return;
  if (drag.moved) {
    if (!same(place, drag.place)) stage.click(place);
  } else if (same(place, drag.place)) {
    // A first press on a piece has chosen it already.
    const chosen = same(stage.selected, place) && !drag.selected;
    if (!chosen || !stage.view.moves.some((move) => same(move.from, place))) stage.click(place);
    stage.cells.get(String(place))?.focus({ preventScroll: true });
  }
}

function drop(stage) {
  if (stage.drag?.element) {
    stage.drag.element.classList.remove("held");
    stage.drag.element.style.transform = stage.translate(stage.drag.place);
  }
  stage.drag = null;
}

// A pointer that slides everything to one side. Whether it does.
function swipe(stage, dx, dy) {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return false;
  if (Math.abs(dx) > Math.abs(dy)) return stage.walk(dx < 0 ? "ArrowLeft" : "ArrowRight");
  return stage.walk(dy < 0 ? "ArrowUp" : "ArrowDown");
}
