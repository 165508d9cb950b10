// @ts-check
// Rules of thumb of Dots and Boxes: the first proposal of the other players, and beginners.

import { completed, freeOf } from "../analysis/dots/captures.js";

/**
 * @typedef {import("../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../boards/python_random.js").PythonRandom} PythonRandom
 */

/**
 * Return any edge.
 * @param {DotsState} state  that has undrawn edges
 * @param {PythonRandom} random
 */
export function anyLine(state, random) {
  return drawn(state.free(), random);
}

/**
 * Return a random edge that completes most boxes, else a safe one, else any.
 * @param {DotsState} state  that has undrawn edges
 * @param {PythonRandom} random
 */
export function firstLine(state, random) {
  const edges = soundEdges(state);
  const takes = edges.map((edge) => completed(state.grid, freeOf(state), edge)),
    most = Math.max(...takes);
  return edges.length ? drawn(edges.filter((_, at) => takes[at] === most), random) : anyLine(state, random);
}

/**
 * Return the edges that complete a box, and those that are no box's third side.
 * @param {DotsState} state
 */
export function soundEdges(state) {
  const { grid } = state;
  const left = grid.sidesOf.map((four) => four.filter((edge) => !state.isDrawn(edge)).length);
  return state.free().filter((edge) => {
    const boxes = grid.boxesOf[edge].map((box) => left[box]);
    return boxes.includes(1) || !boxes.includes(2);
  });
}

/**
 * @param {number[]} edges
 * @param {PythonRandom} random
 */
function drawn(edges, random) {
  return edges[random.below(edges.length)];
}
