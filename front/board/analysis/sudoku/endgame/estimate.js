// @ts-check
// An estimate of the margin for endgames that are not solved, by the laws; nothing is proven.
//
// On boards with one solution the kernel searches some moves deep by the tempo law alone; elsewhere
// the estimate is the mean margin of measured endgames of the same class. In the newer play modes
// the law of reach expects so many points after the mover's best move; where it is hardly ever
// right, and on boards with several solutions, there is none.

import { ReachFacts } from "../reach/facts.js";
import { ReachView } from "../reach/view.js";
import { UsableBombs } from "../tempo/effects.js";
import { searchShortly } from "../tempo/kernel.js";
import { meanMargin } from "../tempo/law.js";
import { legalCandidates, legalMoves } from "../truth.js";
import { rounded, signed } from "../words.js";
import { emptyCells } from "../../../boards/sudoku_board.js";

/** @typedef {import("../../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {keyof typeof WORDS} EstimateKind where an estimate comes from */
/** @typedef {{margin: number, kind: EstimateKind}} MarginEstimate */

/** Nodes of the search, about a millisecond; more make the estimate no better. */
const NODES = 3000;

const WORDS = {
  search: "by the tempo law, not proven",
  mean: "the mean of such endgames by the tempo law, not proven",
  reach: "by the law of reach, not proven",
};

/**
 * Return an estimate in words.
 * @param {MarginEstimate} estimate
 * @returns {string}
 */
export function estimateWords({ margin, kind }) {
  return `estimate: ${signed(margin)} (${WORDS[kind]})`;
}

/**
 * Return an estimate of the margin, from the true candidates; null where no law says anything.
 * @param {Kernel} kernel
 * @param {SudokuState} state
 * @param {Uint8Array} isTrue for each candidate whether it is true
 * @returns {MarginEstimate | null}
 */
export function estimateOf(kernel, state, isTrue) {
  if (state.isOver) return null;
  const bombs = new UsableBombs(state.shape, legalCandidates(state), isTrue);
  if (state.rules !== "classic") return bombs.isProper ? byReach(state, bombs) : null;
  if (bombs.isProper) return { margin: searched(kernel, state, bombs), kind: "search" };
  const empties = emptyCells(state.values).length;
  return { margin: rounded(meanMargin(empties, bombs.count, false)), kind: "mean" };
}

/**
 * @param {Kernel} kernel
 * @param {SudokuState} state
 * @param {UsableBombs} bombs
 */
function searched(kernel, { shape, values }, bombs) {
  const { size } = shape;
  const solution = values.map(
    (value, cell) => value || bombs.isTrue.subarray(cell * size, (cell + 1) * size).indexOf(1) + 1,
  );
  /** @param {Uint8Array} candidates @param {boolean} isSkip */
  const roots = (candidates, isSkip) =>
    [...candidates.keys()].filter((at) => candidates[at]).map((move) => ({ move, isSkip }));
  const all = [...roots(bombs.isTrue, false), ...roots(bombs.bombs, true)];
  return searchShortly(kernel, shape, { values, solution, bombs: bombs.bombs }, all, NODES);
}

/**
 * @param {SudokuState} state
 * @param {UsableBombs} bombs
 * @returns {MarginEstimate | null}
 */
function byReach(state, bombs) {
  const legal = legalCandidates(state);
  const moves = legalMoves(state, legal);
  const fills = moves.filter((move) => bombs.isTrue[move]);
  const effects = fills.map((fill) => bombs.properEffect(fill));
  const skips = moves.filter((move) => bombs.bombs[move]);
  const facts = new ReachFacts(state, legal, bombs.bombs);
  const { estimate } = new ReachView(state, facts, bombs.bombs, effects, skips);
  return estimate === null ? null : { margin: rounded(estimate), kind: "reach" };
}
