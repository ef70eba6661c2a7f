// A frame that scrolls: a point of its picture is kept in sight.

// So near to an edge, in pixels, a point counts as out of sight.
const EDGE = 60;

/**
 * @param {HTMLElement} frame
 * @param {number} scale pixels of one unit of the picture
 * @param {number} x
 * @param {number} y
 */
export function inSight(frame, scale, x, y) {
  const outside = (from, size, at) => at < from + EDGE || at > from + size - EDGE;
  if (outside(frame.scrollLeft, frame.clientWidth, x * scale)) frame.scrollLeft = x * scale - frame.clientWidth / 2;
  if (outside(frame.scrollTop, frame.clientHeight, y * scale)) frame.scrollTop = y * scale - frame.clientHeight / 2;
}
