// @ts-check
// What the solver says of the candidates of a position's board: which are true, which not.
//
// A candidate is a number, cell * N + value - 1; a set of candidates is a byte for each of them.

import { candidatesByCell } from "../../boards/sudoku_board.js";
import { solverFor } from "../../solvers/boards.js";
import { UNKNOWN, YES } from "../../solvers/workspace.js";

/** @typedef {import("../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("../../solvers/boards.js").Limits} Limits */
/** @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./pace.js").Task} Task */

/** The verdicts of a board's candidates. */
export class Truth {
  /**
   * @param {number} size of the board
   * @param {Uint8Array} verdicts of the kernel
   */
  constructor(size, verdicts) {
    this.size = size;
    this.verdicts = verdicts;
    this.isKnown = !verdicts.includes(UNKNOWN);
    this.isTrue = verdicts.map((verdict) => Number(verdict === YES));
    /** Whether the board has a solution, as far as it is known; never of a full board. */
    this.hasTrue = verdicts.includes(YES);
    /** The number of true candidates in each cell. */
    this.counts = countsByCell(this.isTrue, size);
  }

  /** Whether no cell has more than one true candidate. */
  get isProper() {
    return this.counts.every((count) => count < 2);
  }

  /** The true candidates of cells that have no other and no undecided one. */
  get forced() {
    const found = [];
    for (let at = 0; at < this.verdicts.length; at++) {
      const cell = Math.floor(at / this.size);
      if (this.isTrue[at] && this.counts[cell] === 1 && !this.#isOpen(cell)) found.push(at);
    }
    return found;
  }

  /** @param {number} cell */
  #isOpen(cell) {
    if (this.isKnown) return false;
    return this.verdicts.subarray(cell * this.size, (cell + 1) * this.size).includes(UNKNOWN);
  }
}

/**
 * Return the verdicts on the board of a position.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {Limits} [limits]
 * @returns {Promise<Truth>}
 */
export async function truthOf(state, task, limits) {
  if (!limits) {
    const now = truthNow(task.kernel, state);
    if (now.isKnown) return now;
  }
  const { verdicts } = await solverFor(task.kernel, state.shape).audit(state.values, task, limits);
  return new Truth(state.shape.size, verdicts);
}

/**
 * Return what is known of the board of a position after an instant; usually it is all.
 * @param {Kernel} kernel
 * @param {SudokuState} state
 * @returns {Truth}
 */
export function truthNow(kernel, state) {
  const { verdicts } = solverFor(kernel, state.shape).auditNow(state.values);
  return new Truth(state.shape.size, verdicts);
}

/**
 * Return the candidates that C0 and the taboo moves leave, whoever may play them.
 * @param {SudokuState} state
 * @returns {Uint8Array}
 */
export function legalCandidates({ shape, values, taboo }) {
  const legal = new Uint8Array(shape.cells * shape.size);
  for (const [cell, candidates] of candidatesByCell(shape, values).entries()) {
    for (const value of candidates) legal[cell * shape.size + value - 1] = 1;
  }
  for (const candidate of taboo) legal[candidate] = 0;
  return legal;
}

/**
 * Return the legal moves of the player whose turn it is, as candidates in order.
 * @param {SudokuState} state
 * @param {Uint8Array} legal as `legalCandidates` returns them
 * @returns {number[]}
 */
export function legalMoves(state, legal) {
  const { size } = state.shape;
  const playable = state.allowed && state.playable();
  const found = [];
  for (let at = 0; at < legal.length; at++) {
    if (legal[at] && (!playable || playable.has(Math.floor(at / size)))) found.push(at);
  }
  return found;
}

/**
 * Return how many candidates of a set each cell has.
 * @param {Uint8Array} candidates
 * @param {number} size
 * @returns {Uint8Array}
 */
function countsByCell(candidates, size) {
  const counts = new Uint8Array(candidates.length / size);
  for (let at = 0; at < candidates.length; at++) {
    if (candidates[at]) counts[Math.floor(at / size)]++;
  }
  return counts;
}

/**
 * Return for each cell the values of a set of candidates as the kernel has them, value v as bit v.
 * @param {Uint8Array} candidates
 * @param {number} size
 * @returns {BigUint64Array}
 */
export function masksOf(candidates, size) {
  const masks = new BigUint64Array(candidates.length / size);
  candidates.forEach((is, at) => {
    if (is) masks[Math.floor(at / size)] |= 1n << BigInt((at % size) + 1);
  });
  return masks;
}
