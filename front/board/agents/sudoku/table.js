// @ts-check
// The players of Competitive Sudoku in the page, by name.
//
// Their names are those of bombe.agents.table. In the page none of them plays a bomb by accident:
// where it does not mean to skip, it chooses among the moves that are known to be safe, if there are
// any.

import { chooseAsChampion } from "./champion.js";
import { chooseGreedily } from "./greedy.js";
import { chooseBySkipRule } from "./skip.js";
import { SudokuTurn } from "./turn.js";
import { chosenMove, enginesOf } from "../players.js";
import { SudokuState } from "../../boards/sudoku_state.js";

/** @typedef {import("../../worker/task.js").Task} Task */

/** @type {import("../players.js").Player<SudokuState, SudokuTurn>[]} */
const PLAYERS = [
  {
    name: "greedy",
    summary: "most points now, ties at random",
    choose: chooseGreedily,
  },
  {
    name: "minimax-skip",
    summary: "alpha-beta, and a sure bomb to keep the number of empty cells odd at its turn",
    choose: chooseBySkipRule,
  },
  {
    name: "champion",
    summary: "counts tempo from the first move, plays endgames exactly",
    choose: chooseAsChampion,
  },
];

/** @param {{position: unknown}} params */
export async function engines({ position }) {
  return enginesOf(PLAYERS, SudokuState.fromJson(position));
}

/**
 * @param {{position: unknown, engine: string, seed?: number, seconds?: number, depth?: number}} params
 * @param {Task} task
 */
export async function choose({ position, ...params }, task) {
  const state = SudokuState.fromJson(position);
  return { bomb: null, ...(await chosenMove(PLAYERS, SudokuTurn, state, params, task)) };
}
