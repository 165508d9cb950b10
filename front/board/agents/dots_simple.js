// @ts-check
// Rules of thumb of Dots and Boxes: the first proposal of the other players, and beginners.

import { completed, freeOf } from "../analysis/dots/captures.js";

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../boards/draws.js").Draws} Draws
 */

/**
 * Return any edge.
 * @param {DotsState} state  that has undrawn edges
 * @param {Draws} random
 */
export function anyLine(state, random) {
  return drawn(state.free(), random);
}

/**
 * Return a random edge that completes most boxes, else a safe one, else any.
 * @param {DotsState} state  that has undrawn edges
 * @param {Draws} random
 */
export function firstLine(state, random) {
  const { scoring, safe } = soundEdges(state);
  const takes = scoring.map((edge) => completed(state.grid, freeOf(state), edge));
  const best = scoring.filter((_, at) => takes[at] === Math.max(...takes));
  return drawn([best, safe, state.free()].find(({ length }) => length) ?? [], random);
}

/**
 * Return the edges that complete a box, by their boxes, and those that are no box's third side.
 * @param {DotsState} state
 */
export function soundEdges(state) {
  const { grid } = state;
  const left = grid.sidesOf.map((four) => four.filter((edge) => !state.isDrawn(edge)));
  return {
    scoring: [...new Set(left.filter(({ length }) => length === 1).flat())],
    safe: state.free().filter((edge) => grid.boxesOf[edge].every((box) => left[box].length > 2)),
  };
}

/**
 * @param {number[]} edges
 * @param {Draws} random
 */
function drawn(edges, random) {
  return edges[random.below(edges.length)];
}
