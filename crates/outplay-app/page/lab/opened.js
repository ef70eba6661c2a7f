// A tree that a search has made, as far as it was opened: a node gets its children when somebody wants to see them.

import { pretty } from "./picture.js";

/**
 * @typedef {{ move: string, turn: string | null, best: boolean, inner: boolean, cut?: boolean, window?: string, value?: string | null, source?: string | null,
 *   cuts?: number, visits?: number, mean?: string | null, score?: string | null, proven?: string | null, payoffs?: number[] | null, board?: any,
 *   path: number[], moves: string[], parent: any, children: any[] | null, reason: string | null, isOpen: boolean }} Node
 */

/** @param {any} told what the server says of a node @param {Node | null} parent @param {number} index */
function node(told, parent, index) {
  return {
    ...told, parent, path: parent ? [...parent.path, index] : [], moves: parent ? [...parent.moves, told.move] : [],
    children: null, reason: null, isOpen: false,
  };
}

function fill(one, { children, reason }) {
  one.reason = reason;
  one.children = children.map((child, index) => node(child, one, index));
  one.isOpen = true;
}

/** The root with its children, from an answer of the server. */
export function rootOf(answer) {
  const root = node({ ...answer.node, move: "start", best: true }, null, 0);
  fill(root, answer);
  return root;
}

/**
 * Opens or closes a node; `ask(path)` gets the children of one that was never open.
 * @param {Node} one
 * @param {(path: number[]) => Promise<any>} ask
 */
export async function toggle(one, ask) {
  if (!one.inner) return;
  if (one.children) {
    one.isOpen = !one.isOpen;
    return;
  }
  fill(one, await ask(one.path));
}

/** What was found at a node, in a few signs: a value, or visits and their mean. */
export function found({ cut, value, visits, mean, proven }) {
  if (cut) return "cut";
  if (visits === undefined) return value ? pretty(value) : "";
  if (mean === null || mean === undefined) return `${visits} visits`;
  return `${visits} · ${mean}${proven === null || proven === undefined ? "" : "!"}`;
}

/** Behind it: the window with which the search came, or the value by which it is selected. */
export function beside({ cut, window, visits, score }) {
  if (cut) return "";
  return visits === undefined ? window ?? "" : score ?? "";
}
