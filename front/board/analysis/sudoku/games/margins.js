// @ts-check
// The exact values of the moves of a game, as far back from its end as it can be solved.
//
// One table holds a position and all that follows it. So the last positions are solved first, and
// then more and more of them at once, as long as there is time.

import { Kept } from "./kept.js";
import { EndgameTable, TooLarge } from "../endgame/kernel.js";
import { checkTaboo, solutionsOf } from "../endgame/prepare.js";
import { truthOf } from "../truth.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../solvers/boards.js").Limits} Limits
 * @typedef {import("../pace.js").Task} Task
 *
 * What a legal move, a candidate, is worth for the mover.
 * @typedef {{move: number, isSkip: boolean, value: number}} MoveValue
 *
 * The values of all legal moves of a position, in order; none where the game is over.
 * @typedef {readonly MoveValue[]} Values
 */

/** The most empty cells of a position that is solved; before that, fewer and fewer. */
const STAGES = [8, 12, 15, 17, 19, 20, 21, 22, 23, 24, 25, 26];
/** Bytes of a table. */
const MEMORY = 2 ** 27;
/** The seconds for one later position: all of it is in the table. */
const LOOK_UP = 1;
const MILLI = 1000;

/** @type {Kept<Values>} */
const KEPT = new Kept();
/** @type {Kept<number>} The seconds in which a position could not be solved. */
const UNSOLVED = new Kept();

/**
 * Find the values of the positions of a game, from its end on.
 * @param {readonly SudokuState[]} states
 * @param {Task} task
 * @param {{seconds: number, nodes?: number}} limits seconds for all of them, nodes for each
 * @param {(at: number, values: Values) => void} tell is told the values of each position
 */
export async function solveFromTheEnd(states, task, { seconds, nodes }, tell) {
  const end = performance.now() + MILLI * seconds;
  const open = new Set(states.keys());
  /** @param {number} at @param {Values} values */
  const found = (at, values) => {
    open.delete(at);
    KEPT.keep(states[at], values);
    tell(at, values);
  };
  states.forEach((state, at) => {
    const values = state.isOver ? [] : KEPT.of(state);
    if (values) found(at, values);
  });
  for (const most of STAGES) {
    const wanted = [...open].filter((at) => emptiesOf(states[at]) <= most);
    if (!wanted.length) continue;
    const limits = { seconds: (end - performance.now()) / MILLI, nodes };
    const first = states[wanted[0]];
    if (limits.seconds <= (UNSOLVED.of(first) ?? 0)) return;
    if (await solved(states, wanted, task, limits, found)) continue;
    if (nodes === undefined) UNSOLVED.keep(first, limits.seconds);
    return;
  }
}

/**
 * Solve positions of a game, of which the first one leads to all others; return whether it could be
 * solved.
 * @param {readonly SudokuState[]} states
 * @param {readonly number[]} wanted
 * @param {Task} task
 * @param {Limits} limits
 * @param {(at: number, values: Values) => void} tell
 */
async function solved(states, [first, ...later], task, limits, tell) {
  const table = await tableFor(states[first], task, limits);
  if (!table) return false;
  try {
    const values = await valuesIn(table, states[first], task, limits);
    if (!values) return false;
    for (const at of later.reverse()) {
      const known = await valuesIn(table, states[at], task, { seconds: LOOK_UP });
      if (known) tell(at, known);
    }
    tell(first, values);
    return true;
  } finally {
    table.release();
  }
}

/**
 * Return a table for a position; null if it is no endgame.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {Limits} limits
 */
async function tableFor(state, task, { seconds }) {
  try {
    const solutions = await solutionsOf(state, task, seconds);
    if (!solutions) return null;
    checkTaboo(state, (await truthOf(state, task)).isTrue);
    return new EndgameTable(task.kernel, state, solutions, MEMORY);
  } catch (error) {
    const { name } = /** @type {Error} */ (error);
    // Too many solutions, none at all, or taboo moves that are safe: then nothing is known.
    if (error instanceof TooLarge || name === "UsageError") return null;
    throw error;
  }
}

/**
 * Return the exact values of all moves of a position; null if they are not all found.
 * @param {EndgameTable} table
 * @param {SudokuState} state
 * @param {Task} task
 * @param {Limits} limits
 * @returns {Promise<Values | null>}
 */
async function valuesIn(table, state, task, limits) {
  const answer = await table.ask(state, task, limits);
  if (!answer?.moves.every(({ low, high }) => low === high)) return null;
  return answer.moves.map(({ move, isSkip, low }) => ({ move, isSkip, value: low }));
}

/** @param {SudokuState} state */
function emptiesOf({ values }) {
  return values.filter((value) => !value).length;
}
