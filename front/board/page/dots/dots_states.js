// @ts-check
// The states of positions of Dots and Boxes, each made once.

import { DotsState } from "../../boards/dots_state.js";
import { KeptStates } from "../kept_states.js";

const kept = new KeptStates((position) => DotsState.fromJson(position));

/**
 * Return the state of a position.
 * @param {any} position Bombe's JSON
 */
export function stateOf(position) {
  return kept.stateOf(position);
}

/**
 * Return the position of a state.
 * @param {DotsState} state
 */
export function positionOf(state) {
  return kept.positionOf(state);
}

/**
 * Return the position of an empty grid.
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {boolean} extraTurn
 */
export function emptyGrid(grid, extraTurn) {
  return positionOf(DotsState.start(grid, extraTurn));
}
