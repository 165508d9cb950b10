// @ts-check
// What is known of an endgame as plain values and in words: bombe.endgame/1.

import { estimateWords } from "./estimate.js";
import { boardFields, plainMove, plainMoves, stateHeading } from "../words.js";
import { counted } from "../../../boards/templates.js";
import { moveText } from "../../../boards/moves.js";
import { emptyCells } from "../../../boards/sudoku_board.js";

/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./estimate.js").MarginEstimate} MarginEstimate */
/** @typedef {import("./kernel.js").MoveBounds} MoveBounds */
/**
 * The outcome of best play from a position: the margin lies between `low` and `high`. `problem`
 * says what is missing beside time, if something is.
 * @typedef {{state: SudokuState, final: boolean, low: number, high: number, moves: MoveBounds[],
 *   line: number[], estimate: MarginEstimate | null, problem: string}} Endgame
 */

/**
 * Return the candidates that reach the margin; where it is not known, those with the best bound.
 * @param {Endgame} found
 * @returns {number[]}
 */
function bestOf({ low, moves }) {
  return moves.filter((move) => move.low === low).map(({ move }) => move);
}

/**
 * Return plain values, ready for JSON.
 * @param {Endgame} found
 */
export function endgameFields(found) {
  const { state, low, high, estimate } = found;
  const exact = low === high;
  return {
    schema: "bombe.endgame/1",
    final: found.final,
    ...boardFields(state),
    margin: exact ? low : null,
    exact,
    low,
    high,
    estimate: estimate && estimate.margin,
    estimated_by: estimate && estimate.kind,
    problem: found.problem || null,
    moves: found.moves.map((move) => ({
      move: plainMove(state, move.move),
      kind: move.isSkip ? "skip" : "fill",
      ...(move.low === move.high
        ? { value: move.low }
        : { value: null, low: move.low, high: move.high }),
      exact: move.low === move.high,
    })),
    best: plainMoves(state, bestOf(found)),
    line: plainMoves(state, found.line),
    summary: summaryOf(found),
  };
}

/**
 * Return in one sentence who wins and how, or what is known and likely.
 * @param {Endgame} found
 * @returns {string}
 */
function summaryOf(found) {
  const { estimate, problem } = found;
  const sentence = `${headingOf(found)}; ${verdictWords(found)}${adviceWords(found)}`;
  const likely = estimate ? estimateWords(estimate) : "";
  return [sentence, likely, problem].filter(Boolean).join("; ");
}

/** @param {Endgame} found */
function headingOf({ state, moves }) {
  const number = emptyCells(state.values).length;
  let bombs = counted(moves.filter(({ isSkip }) => isSkip).length, "bomb");
  if (number && !moves.length) bombs = "bombs not counted";
  else if (state.rules !== "classic") bombs += ` that player ${state.toMove} can play now`;
  return `${stateHeading(state)}; ${counted(number, "empty cell")}, ${bombs}`;
}

/** @param {Endgame} found */
function verdictWords({ state, low, high }) {
  if (state.isOver) return "the game is over";
  const mover = `player ${state.toMove}`;
  if (low !== high) return `${mover} gets between ${low} and ${high} points more from here on`;
  if (!low) return `both players get equally many points from here on, ${mover} to move`;
  const difference = counted(Math.abs(low), "point");
  return `${mover} gets ${difference} ${low > 0 ? "more" : "fewer"} from here on`;
}

/** @param {Endgame} found */
function adviceWords(found) {
  const best = bestOf(found);
  if (found.low !== found.high || !best.length) return "";
  const others = best.length > 1 ? `, or ${best.length - 1} more` : "";
  const first = moveText(plainMove(found.state, best[0]));
  return `: ${first}${others} of ${counted(found.moves.length, "move")}`;
}
