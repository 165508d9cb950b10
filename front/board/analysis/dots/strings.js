// @ts-check
// The chains, loops and joints of a position of Dots and Boxes.
//
// A box with three or more undrawn sides is a joint. Boxes with fewer form chains, which end at the
// ground, at a joint or open, and loops. Long means three boxes or more. A chain or loop is opened
// if a box in it can be completed. An opened loop has two open ends, between which its missing line
// was drawn.

import { Coins } from "./coins.js";

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */
/** @typedef {"chain"|"loop"} StringKind */
/** @typedef {"ground"|"joint"|"open"} StringEnd  an open end is a box that can be completed */
/**
 * A chain or a loop: its boxes and edges in order, starting at an open end if it has one.
 *
 * A loop has no ends; an opened loop has two open ends, in boxes side by side.
 * @typedef {object} DotsString
 * @property {string} name
 * @property {StringKind} kind
 * @property {number[]} boxes
 * @property {number[]} edges
 * @property {StringEnd[]} ends
 */
/**
 * `components` are groups of boxes that no string connects.
 * @typedef {{strings: DotsString[], joints: number[], components: number[][]}} Strings
 */

/** The least number of boxes of a long chain. */
export const LONG = 3;

/** @param {DotsString} one */
export function isLong(one) {
  return one.boxes.length >= LONG;
}

/**
 * Whether one of its boxes can be completed now.
 * @param {DotsString} one
 */
export function isOpened(one) {
  return one.ends.includes("open");
}

/**
 * Whether no joint connects it to other boxes.
 * @param {DotsString} one
 */
export function isIndependent(one) {
  return !one.ends.includes("joint");
}

/**
 * Whether only independent chains and loops are left, none of them opened.
 * @param {Strings} found
 */
export function isSimple(found) {
  return !found.joints.length && !found.strings.some(isOpened);
}

/**
 * The long chains that are independent and not opened; loops do not count.
 * @param {Strings} found
 */
export function longChains(found) {
  return found.strings.filter(
    (one) => one.kind === "chain" && isLong(one) && isIndependent(one) && !isOpened(one),
  );
}

/**
 * The chains, loops and joints, named A, B, C in the order of their first boxes.
 * @param {Coins} coins
 * @returns {Strings}
 */
export function stringsOf(coins) {
  const { left } = coins;
  const narrow = groups(coins, (box) => left[box] === 1 || left[box] === 2);
  return {
    strings: narrow.map((group, index) => ({ name: nameOf(index), ...stringOf(coins, group) })),
    joints: [...left.keys()].filter((box) => left[box] >= 3),
    components: groups(coins, (box) => left[box] > 0),
  };
}

/**
 * The boxes that belong, in groups that undrawn edges connect; groups and boxes in order.
 * @param {Coins} coins
 * @param {(box: number) => boolean} belongs
 */
function groups(coins, belongs) {
  const seen = new Uint8Array(coins.left.length);
  /** @type {number[][]} */
  const found = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first] || !belongs(first)) continue;
    const group = [first];
    seen[first] = 1;
    for (const box of group) {
      for (const { other } of inner(coins, box, (next) => !seen[next] && belongs(next))) {
        seen[other] = 1;
        group.push(other);
      }
    }
    found.push(group.sort((a, b) => a - b));
  }
  return found;
}

/**
 * The undrawn edges of a box that lead to boxes of a group, in order, and those boxes.
 * @param {Coins} coins
 * @param {number} box
 * @param {(box: number) => boolean} belongs
 */
function inner(coins, box, belongs) {
  const ties = coins.sides(box).map((edge) => ({ edge, other: coins.across(edge, box) }));
  return ties.filter(({ other }) => other >= 0 && belongs(other));
}

/** A to Z, then AA to AZ, BA and so on.
 * @param {number} index
 */
function nameOf(index) {
  const letter = (/** @type {number} */ at) => String.fromCharCode(65 + at);
  const first = Math.floor(index / 26);
  return (first ? letter(first - 1) : "") + letter(index % 26);
}

/**
 * The chain or loop formed by connected boxes with one or two strings each.
 * @param {Coins} coins
 * @param {number[]} group
 * @returns {Omit<DotsString, "name">}
 */
function stringOf(coins, group) {
  const inside = new Set(group);
  const ties = (/** @type {number} */ box) => inner(coins, box, (other) => inside.has(other));
  const tips = group.filter((box) => ties(box).length < 2);
  const { left } = coins;
  const start = (tips.length ? tips : group).reduce((best, box) =>
    left[box] < left[best] ? box : best,
  );
  const { boxes, between } = walk(start, ties);
  if (!tips.length) {
    const closing = ties(boxes[boxes.length - 1]).find((tie) => tie.other === start);
    return { kind: "loop", boxes, edges: [...between, closing?.edge ?? -1], ends: [] };
  }
  const outer = outerEdges(coins, boxes, inside);
  const ends = outer.map(({ edge, box }) => endOf(coins, edge, box));
  const wasLoop = ends[0] === "open" && ends[1] === "open" && closes(coins.grid, boxes);
  const [before, after] = outer.map(({ edge }) => (edge < 0 ? [] : [edge]));
  return {
    kind: wasLoop ? "loop" : "chain",
    boxes,
    edges: [...before, ...between, ...after],
    ends,
  };
}

/**
 * Whether the drawn line between the first and the last box would close a loop.
 * @param {Grid} grid
 * @param {number[]} boxes
 */
function closes({ sidesOf }, boxes) {
  const [first, last] = [boxes[0], boxes[boxes.length - 1]];
  return boxes.length >= LONG && sidesOf[first].some((edge) => sidesOf[last].includes(edge));
}

/**
 * Walk from box to box: the boxes in order, and the edges between them.
 * @param {number} start
 * @param {(box: number) => {edge: number, other: number}[]} ties
 */
function walk(start, ties) {
  const boxes = [start],
    seen = new Set(boxes);
  /** @type {number[]} */
  const between = [];
  for (const box of boxes) {
    const next = ties(box).find(({ other }) => !seen.has(other));
    if (!next) break;
    seen.add(next.other);
    boxes.push(next.other);
    between.push(next.edge);
  }
  return { boxes, between };
}

/**
 * The edges that tie a chain to anything else, at its first and its last box; -1 for none.
 * @param {Coins} coins
 * @param {number[]} boxes
 * @param {Set<number>} inside
 */
function outerEdges(coins, boxes, inside) {
  const first = boxes[0],
    last = boxes[boxes.length - 1];
  const hanging = (/** @type {number} */ box) =>
    coins.sides(box).filter((edge) => !inside.has(coins.across(edge, box)));
  const edges = [hanging(first)[0] ?? -1, hanging(last)[0] ?? -1];
  if (first === last) {
    const both = hanging(first);
    edges.splice(0, 2, both.length === 2 ? both[0] : -1, both[both.length - 1]);
  }
  return [
    { edge: edges[0], box: first },
    { edge: edges[1], box: last },
  ];
}

/**
 * Where a chain ends whose last tie, at this box, is the edge.
 * @param {Coins} coins
 * @param {number} edge
 * @param {number} box
 * @returns {StringEnd}
 */
function endOf(coins, edge, box) {
  if (edge < 0) return "open";
  return coins.across(edge, box) < 0 ? "ground" : "joint";
}
