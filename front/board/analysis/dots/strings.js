// @ts-check
// The chains, loops and joints of a position of Dots and Boxes; the words are explained in
// analysis/dots/strings.py.

import { tell } from "../../boards/telling.js";
import sentences from "../../../../analysis/dots/sentences.json" with { type: "json" };

/** @typedef {import("../../boards/grid.js").Grid} Grid */
/** @typedef {"ground"|"joint"|"open"} StringEnd  an open end is a box that can be completed */
/**
 * A chain or a loop: its boxes and lines in order, starting at an open end if it has one.
 *
 * A loop has no ends; an opened loop has two open ends, in boxes side by side.
 * @typedef {object} DotsString
 * @property {string} name
 * @property {"chain" | "loop"} kind
 * @property {number[][]} boxes
 * @property {string[]} lines
 * @property {StringEnd[]} ends
 * @property {boolean} long
 * @property {boolean} opened
 * @property {string} text
 */
/** @typedef {{strings: DotsString[], joints: number[][]}} Strings */
/** @typedef {{boxes: number[], edges: number[], ends: StringEnd[]}} Walk */

/** The least number of boxes of a long chain. */
export const LONG = 3;

/**
 * Return the long chains that are independent and not opened; loops do not count.
 * @param {Strings} found
 */
export function longChains({ strings }) {
  return strings.filter(
    ({ kind, long, opened, ends }) =>
      kind === "chain" && long && !opened && !ends.includes("joint"),
  );
}

/**
 * Return the chains, loops and joints, named A, B, C in the order of their first boxes.
 * @param {Grid} grid
 * @param {bigint} free  the edges that are not drawn
 * @returns {Strings}
 */
export function stringsOf(grid, free) {
  const sides = grid.sidesOf.map((four) => four.filter((edge) => (free >> BigInt(edge)) & 1n));
  const seen = new Set();
  /** @type {DotsString[]} */
  const strings = [];
  sides.forEach(({ length }, box) => {
    if (seen.has(box) || length === 0 || length > 2) return;
    const walk = walkThrough(grid, sides, box);
    for (const each of walk.boxes) seen.add(each);
    strings.push(named(grid, nameOf(strings.length), walk));
  });
  const joints = [...sides.keys()].filter((box) => sides[box].length > 2);
  return { strings, joints: joints.map((box) => grid.place(box)) };
}

/**
 * Return the chain or loop of a box with one or two undrawn sides.
 * @param {Grid} grid
 * @param {number[][]} sides
 * @param {number} box
 * @returns {Walk}
 */
function walkThrough(grid, sides, box) {
  const ahead = walkFrom(grid, sides, box, sides[box][0]);
  if (!ahead.ends.length) return { ...ahead, boxes: [box, ...ahead.boxes] };
  const back = walkFrom(grid, sides, box, sides[box][1]);
  const boxes = [...ahead.boxes.reverse(), box, ...back.boxes];
  const edges = [...ahead.edges.reverse(), ...back.edges];
  const ends = [...ahead.ends, ...back.ends];
  const [first, last] = ends.map((end) => end === "open");
  const isTurned = first === last ? boxes[boxes.length - 1] < boxes[0] : last;
  for (const list of isTurned ? [boxes, edges, ends] : []) list.reverse();
  return { boxes, edges, ends };
}

/**
 * Walk from a box across an edge, as far as boxes have two sides; a loop leads back and has no end.
 * @param {Grid} grid
 * @param {number[][]} sides
 * @param {number} start
 * @param {number | undefined} edge
 * @returns {Walk}
 */
function walkFrom(grid, sides, start, edge) {
  /** @type {number[]} */
  const boxes = [];
  /** @type {number[]} */
  const edges = [];
  for (let at = start; edge !== undefined; edge = sides[at].find((each) => !edges.includes(each))) {
    edges.push(edge);
    const other = grid.boxesOf[edge].find((each) => each !== at);
    if (other === start) return { boxes, edges, ends: [] };
    if (other === undefined) return { boxes, edges, ends: ["ground"] };
    if (sides[other].length > 2) return { boxes, edges, ends: ["joint"] };
    boxes.push((at = other));
  }
  return { boxes, edges, ends: ["open"] };
}

/**
 * @param {Grid} grid
 * @param {string} name
 * @param {Walk} walk
 * @returns {DotsString}
 */
function named(grid, name, { boxes, edges, ends }) {
  const count = (/** @type {StringEnd} */ kind) => ends.filter((end) => end === kind).length;
  const isLoop = !ends.length || (count("open") === 2 && closes(grid, boxes));
  const kind = isLoop ? "loop" : "chain",
    long = boxes.length >= LONG;
  const facts = {
    kind,
    long,
    boxes: boxes.length,
    open_ends: count("open"),
    joints: count("joint"),
  };
  return {
    name,
    kind,
    boxes: boxes.map((box) => grid.place(box)),
    lines: edges.map((edge) => grid.lineText(edge)),
    ends,
    long,
    opened: ends.includes("open"),
    text: tell(sentences, "string", facts),
  };
}

/**
 * Return whether the drawn line between the first and the last box would close a loop.
 * @param {Grid} grid
 * @param {number[]} boxes
 */
function closes({ sidesOf }, boxes) {
  const [first, last] = [boxes[0], boxes[boxes.length - 1]];
  return boxes.length >= LONG && sidesOf[first].some((edge) => sidesOf[last].includes(edge));
}

/**
 * Return A to Z, then AA to AZ, BA and so on.
 * @param {number} index
 */
function nameOf(index) {
  const letter = (/** @type {number} */ at) => String.fromCharCode(65 + at);
  const first = Math.floor(index / 26);
  return (first ? letter(first - 1) : "") + letter(index % 26);
}
