// @ts-check
// The states of positions of Dots and Boxes, each made once: positions are plain data that never
// change.

import { DotsState } from "../../boards/dots_state.js";

/** @type {WeakMap<object, DotsState>} */
const known = new WeakMap();

/**
 * Return the state of a position.
 * @param {any} position Bombe's JSON
 * @returns {DotsState}
 */
export function stateOf(position) {
  let state = known.get(position);
  if (!state) {
    state = DotsState.fromJson(position);
    known.set(position, state);
  }
  return state;
}

/**
 * Return the position of a state.
 * @param {DotsState} state
 */
export function positionOf(state) {
  const position = state.toJson();
  known.set(position, state);
  return position;
}

/**
 * Return the position of an empty grid.
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {boolean} extraTurn
 */
export function emptyGrid(grid, extraTurn) {
  return positionOf(DotsState.start(grid, extraTurn));
}
