// @ts-check
// The states of Sudoku positions, each made once.

import { SudokuState } from "../../boards/sudoku_state.js";
import { KeptStates } from "../kept_states.js";

const kept = new KeptStates((position) => SudokuState.fromJson(position));

/**
 * Return the state of a position.
 * @param {any} position  Bombe's JSON
 */
export function stateOf(position) {
  return kept.stateOf(position);
}

/**
 * Return the position of a state.
 * @param {SudokuState} state
 */
export function positionOf(state) {
  return kept.positionOf(state);
}
