// @ts-check
// Why a move was a mistake, in words: what it did to the tempo, and to the points.

import { captureIn } from "./law_moves.js";
import { refute } from "../why/finder.js";
import { Teller } from "../why/words.js";
import { counted } from "../../../boards/templates.js";
import { Spelling } from "../../../boards/spelling.js";

/**
 * @typedef {import("../../../boards/moves.js").Notation} Notation
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("./outlook.js").Verdict} Verdict
 *
 * A move of a game: the positions before and after it, and the law's verdicts on both.
 * @typedef {{state: SudokuState, move: Move, isBomb: boolean | null, next: SudokuState,
 *   before: Verdict | null, after: Verdict | null, notation?: Notation}} Turn
 */

/** The nodes for the reasons of one bomb, some milliseconds. */
const NODES = 100_000;

/**
 * Return why a move is a bomb, in a sentence; "" if it is not found soon.
 * @param {Turn} turn
 * @param {Task} task
 */
export async function bombWords({ state, move, notation }, task) {
  const question = { fact: move, isNot: false };
  const found = await refute(task.kernel, state, question, task, { nodes: NODES });
  return found ? new Teller(state.shape, question, notation).brief(found) : "";
}

/**
 * Return how a move gave the tempo away, in a sentence.
 * @param {Turn} turn
 */
export function tempoWords({ state, isBomb, before, after }) {
  if (state.rules !== "classic" || !before || !after) {
    return "By the law of reach it gives the lead away.";
  }
  const { empties, bombs } = before;
  const numbers = `${counted(empties, "empty cell")} and ${counted(bombs, "bomb")}`;
  if (empties % 2 === 0) return `With ${numbers} a skip keeps the tempo; this fill gives it away.`;
  if (isBomb) {
    return `With ${numbers} a fill keeps the tempo that leaves an even number of bombs; this was a skip.`;
  }
  const left = counted(after.bombs, "bomb");
  return `It leaves ${left}: with an odd number of them the opponent can skip, and takes the tempo.`;
}

/**
 * Return how a move gave points away, in a sentence; "" if it does not show at once.
 * @param {Turn} turn
 * @param {Move} better
 * @param {boolean} isSkip whether the better move is a bomb
 */
export function pointsWords({ state, move, isBomb, next, notation }, better, isSkip) {
  const spell = new Spelling(state.shape, notation);
  const [own, best] = [isBomb ? 0 : state.points(move), isSkip ? 0 : state.points(better)];
  const named = `${better.value} at ${spell.cell(better.cell)}`;
  if (best > own) return `${capital(named)} scores ${best} at once${own ? `, not ${own}` : ""}.`;
  const other = isSkip ? state.reject(better) : state.play(better);
  const [given, least] = [next, other].map((each) =>
    each.toMove === state.toMove ? null : captureIn(each),
  );
  if (given && given.points > (least?.points ?? 0)) {
    return `It lets the opponent score ${given.points} at ${spell.cell(given.cell)}.`;
  }
  return isSkip ? `${capital(named)} is a bomb that passes the turn.` : "";
}

/**
 * Return the best answer to a move, in a sentence: where nothing else shows what was wrong with it.
 * @param {Turn} turn
 * @param {{move: number, isSkip: boolean}} reply
 */
export function replyWords({ next, notation }, { move, isSkip }) {
  const { cell, value } = next.moveOf(move);
  const points = isSkip ? 0 : next.points({ cell, value });
  const scoring = points ? `, which scores ${points}` : "";
  const what = isSkip ? ", a bomb that passes the turn" : scoring;
  return `The best answer is ${value} at ${new Spelling(next.shape, notation).cell(cell)}${what}.`;
}

/** @param {string} words */
function capital(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
