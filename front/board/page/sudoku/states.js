// @ts-check
// The states of positions, each made once: positions are plain data that never change.

import { SudokuState } from "../../boards/sudoku_state.js";

/** @type {WeakMap<object, SudokuState>} */
const known = new WeakMap();
/** @type {WeakMap<SudokuState, any>} */
const documents = new WeakMap();

/**
 * Return the state of a position.
 * @param {any} position  Bombe's JSON
 * @returns {SudokuState}
 */
export function stateOf(position) {
  let state = known.get(position);
  if (!state) {
    state = SudokuState.fromJson(position);
    known.set(position, state);
  }
  return state;
}

/**
 * Return the position of a state.
 * @param {SudokuState} state
 */
export function positionOf(state) {
  let position = documents.get(state);
  if (!position) {
    position = state.toJson();
    documents.set(state, position);
    known.set(position, state);
  }
  return position;
}
