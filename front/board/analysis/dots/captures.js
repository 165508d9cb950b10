// @ts-check
// What a player can take in one turn, whether that leaves a choice, and what each line gives away.
//
// Sets of edges are BigInts with a bit for each edge; `free` is the set of those not drawn. The rules
// are explained in analysis/dots/captures.py.

/**
 * @typedef {import("../../boards/grid.js").Grid} Grid
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 *
 * The boxes that can be taken in one turn, and the edges that are left after them. `mayLeave` is the
 * least number of boxes that can be left to the opponent instead, 0 if there is no such choice;
 * `leaving` are the edges that leave so many.
 * @typedef {{taken: number, rest: bigint, mayLeave: number, leaving: bigint}} Captures
 *
 * @typedef {"capture" | "safe" | "handout" | "loony"} MoveKind
 *
 * The text of a line, the boxes that it takes, and those that the opponent can take after it.
 * @typedef {{move: string, kind: MoveKind, takes: number, gives: number}} MoveEffect
 */

/** @type {WeakMap<Grid, {bits: bigint[], sides: bigint[], beside: Map<bigint, number[]>}>} */
const KNOWN = new WeakMap();

/**
 * Return the bit of each edge, the sides of each box, and the boxes beside each bit.
 * @param {Grid} grid
 */
function setsOf(grid) {
  const known = KNOWN.get(grid);
  if (known) return known;
  const bits = grid.lines.map((_, edge) => 1n << BigInt(edge));
  const sides = grid.sidesOf.map((four) => four.reduce((set, edge) => set | bits[edge], 0n));
  const sets = { bits, sides, beside: new Map(bits.map((bit, edge) => [bit, grid.boxesOf[edge]])) };
  KNOWN.set(grid, sets);
  return sets;
}

/** @param {DotsState} state */
export function freeOf({ grid, edges }) {
  return grid.allEdges & ~edges;
}

/**
 * Return the edges of a set, in order.
 * @param {bigint} set
 */
export function edgesIn(set) {
  const digits = set.toString(2);
  /** @type {number[]} */
  const edges = [];
  for (let edge = 0; edge < digits.length; edge++)
    if (digits[digits.length - 1 - edge] === "1") edges.push(edge);
  return edges;
}

/**
 * Return whether a set has exactly one edge.
 * @param {bigint} set
 */
function isSingle(set) {
  return set !== 0n && !(set & (set - 1n));
}

/**
 * Return how many boxes an undrawn edge completes.
 * @param {Grid} grid
 * @param {bigint} free
 * @param {number} edge
 */
export function completed(grid, free, edge) {
  const { bits, sides } = setsOf(grid);
  return grid.boxesOf[edge].filter((box) => (free & sides[box]) === bits[edge]).length;
}

/**
 * Return how many boxes are not complete.
 * @param {Grid} grid
 * @param {bigint} free
 */
export function openBoxes(grid, free) {
  return setsOf(grid).sides.filter((four) => four & free).length;
}

/**
 * Return what can be taken; only the boxes in `near`, and those connected to them, are looked at.
 * @param {Grid} grid
 * @param {bigint} free
 * @param {Iterable<number>} [near]
 * @returns {Captures}
 */
export function capturesOf(grid, free, near = grid.sidesOf.keys()) {
  const { sides, beside } = setsOf(grid);
  const waiting = [...near];
  let [completing, taken, rest] = [0n, 0, free];
  for (const box of waiting) if (isSingle(free & sides[box])) completing |= free & sides[box];
  while (completing && waiting.length) {
    const left = rest & sides[/** @type {number} */ (waiting.pop())];
    if (!isSingle(left)) continue;
    rest ^= left;
    const boxes = beside.get(left) ?? [];
    taken += boxes.filter((box) => !(rest & sides[box])).length;
    waiting.push(...boxes);
  }
  let [mayLeave, leaving] = [0, 0n];
  const late = free & ~rest & ~completing;
  for (const edge of late ? edgesIn(late) : []) {
    const boxes = 2 * grid.boxesOf[edge].filter((box) => !(rest & sides[box])).length;
    if (mayLeave && boxes > mayLeave) continue;
    leaving = (boxes === mayLeave ? leaving : 0n) | (1n << BigInt(edge));
    mayLeave = boxes;
  }
  return { taken, rest, mayLeave, leaving };
}

/**
 * Return the mover's margin if the rest is worth so much to the player who moves there.
 * @param {Captures} captures
 * @param {number} worth
 */
export function marginWith({ taken, mayLeave }, worth) {
  const whole = taken + worth;
  return mayLeave ? Math.max(whole, taken - 2 * mayLeave - worth) : whole;
}

/**
 * Return the immediate effect of every line that can be drawn, in order.
 * @param {DotsState} state
 */
export function effectsOf(state) {
  const { grid } = state,
    free = freeOf(state);
  const { sides, bits } = setsOf(grid);
  const open = [...grid.sidesOf.keys()].filter((box) => isSingle(free & sides[box]));
  return state.free().map((edge) => {
    const after = free & ~bits[edge],
      takes = completed(grid, free, edge);
    // Only these boxes can be completed next.
    const near = [...open, ...grid.boxesOf[edge]];
    const effect = (state.extraTurn ? sacrifice : passing)(grid, after, takes, near);
    return { move: grid.lineText(edge), ...effect };
  });
}

/**
 * Return the effect of a line that leaves these edges, where the turn passes after every line.
 * @param {Grid} grid
 * @param {bigint} after
 * @param {number} takes
 * @param {number[]} near
 * @returns {Omit<MoveEffect, "move">}
 */
function passing(grid, after, takes, near) {
  const lasts = [...new Set(near)].map((box) => after & setsOf(grid).sides[box]).filter(isSingle);
  const counts = lasts.map((last) => lasts.filter((other) => other === last).length);
  const gives = Math.max(0, ...counts);
  return { kind: takes ? "capture" : gives ? "handout" : "safe", takes, gives };
}

/**
 * Return the effect of a line that leaves these edges, where who scores moves again.
 * @param {Grid} grid
 * @param {bigint} after
 * @param {number} takes
 * @param {number[]} near
 * @returns {Omit<MoveEffect, "move">}
 */
function sacrifice(grid, after, takes, near) {
  if (takes) return { kind: "capture", takes, gives: 0 };
  const { taken: gives, mayLeave } = capturesOf(grid, after, near);
  return { kind: !gives ? "safe" : mayLeave ? "loony" : "handout", takes, gives };
}
