// @ts-check
// Exact endgames of a page: the margin of a position and the value of every move, from a table that
// is kept for the positions that follow in the same game.

import { estimateOf } from "./estimate.js";
import { EndgameTable, TooLarge } from "./kernel.js";
import { checkTaboo, isSolvedBy, mostPoints, solutionsOf } from "./prepare.js";
import { reachOf } from "../reach/facts.js";
import { truthOf } from "../truth.js";
import { UsageError } from "../../../boards/errors.js";

/** @typedef {import("../pace.js").Task} Task */
/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./kernel.js").EndgameAnswer} EndgameAnswer */
/** @typedef {import("./kernel.js").Progress} Progress */
/** @typedef {import("./result.js").Endgame} Endgame */
/**
 * An endgame with its table; `isComplete`: all was found out about its start.
 * @typedef {{start: SudokuState, solutions: readonly Uint8Array[], table: EndgameTable,
 *   memory: number, isComplete: boolean}} Kept
 */
/**
 * What a question may use, in all, and who is told what is known so far; `memory` is the most bytes
 * of a table.
 * @typedef {{seconds?: number, nodes?: number, memory?: number,
 *   report?: (make: () => {found: Endgame, progress: Progress}) => void}} Solving
 */

/** The most bytes of a table in a page, unless it is told otherwise. */
const MEMORY = 2 ** 28;

/** Solves endgames, one at a time, with one table. */
export class Endgames {
  /** @type {Kept | null} */
  #kept = null;
  /** @type {Promise<void>} the end of the last question */
  #last = Promise.resolve();

  /**
   * Return everything known about a position, or the bounds of the points that are left where it is
   * too large. Throw UsageError for positions that make no sense.
   * @param {SudokuState} state
   * @param {Task} task
   * @param {Solving} [solving]
   * @returns {Promise<Endgame>}
   */
  async solve(state, task, solving = {}) {
    const before = this.#last;
    /** @type {() => void} */
    let end = () => {};
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    try {
      await task.pause();
      return await this.#solve(state, task, solving);
    } catch (error) {
      if (error instanceof TooLarge) return await tooLarge(state, task, error.message);
      throw error;
    } finally {
      end();
    }
  }

  /** Give the table's memory back; not while a question is in work. */
  release() {
    this.#kept?.table.release();
    this.#kept = null;
  }

  /**
   * @param {SudokuState} state
   * @param {Task} task
   * @param {Solving} solving
   */
  async #solve(state, task, { seconds, nodes, memory = MEMORY, report }) {
    if (!state.isOver && !state.playable().size) {
      throw new UsageError(
        `player ${state.toMove} has no cell to play on: give the turn to the other player`,
      );
    }
    const begin = performance.now();
    const kept = await this.#tableFor(state, task, memory, seconds);
    if (!kept) return unknown(state, "");
    const left = seconds === undefined ? undefined : seconds - (performance.now() - begin) / 1000;
    const { isTrue } = await truthOf(state, task);
    checkTaboo(state, isTrue);
    const likely = once(() => estimateOf(task.kernel, state, isTrue));
    /** @type {import("./kernel.js").Asking["look"]} */
    const look = (progress, read) =>
      report?.(() => ({ found: resultOf(state, read(), memory, likely), progress }));
    const answer = await kept.table.ask(state, task, { seconds: left, nodes, look });
    if (!answer) throw new Error("a table was asked about a position that cannot follow");
    kept.isComplete ||= answer.isDone;
    return resultOf(state, answer, memory, likely);
  }

  /**
   * Return a table that holds a position: the one that is kept, or a new one; null if the time is
   * over before its solutions are known.
   * @param {SudokuState} state
   * @param {Task} task
   * @param {number} memory
   * @param {number} [seconds]
   * @returns {Promise<Kept | null>}
   */
  async #tableFor(state, task, memory, seconds) {
    const isSame = this.#kept?.memory === memory;
    if (this.#kept && isSame && serves(this.#kept, state)) return this.#kept;
    this.release();
    const solutions = await solutionsOf(state, task, seconds);
    if (!solutions) return null;
    const table = new EndgameTable(task.kernel, state, solutions, memory);
    this.#kept = { start: state, solutions, table, memory, isComplete: false };
    return this.#kept;
  }
}

/**
 * Turn an answer into a result.
 * @param {SudokuState} state
 * @param {EndgameAnswer} answer
 * @param {number} memory
 * @param {() => import("./estimate.js").MarginEstimate | null} likely
 * @returns {Endgame}
 */
function resultOf(state, answer, memory, likely) {
  const { isDone, isLate, wantedBytes } = answer;
  const { low, high, moves } = isDone ? answer : limited(answer, mostPoints(state));
  const least = Math.max(low, ...moves.map((move) => move.low));
  const estimate = isDone || least === high ? null : likely();
  return {
    state,
    final: isDone,
    low: least,
    high,
    moves,
    line: answer.line,
    estimate: estimate && within(estimate, least, high),
    problem: isDone || isLate ? "" : tooLittleMemory(memory, wantedBytes),
  };
}

/**
 * Return what is missing where the kernel ends before the time does.
 * @param {number} memory
 * @param {number} wantedBytes
 */
function tooLittleMemory(memory, wantedBytes) {
  const size = Math.floor(memory / 2 ** 20);
  // A part is for hashing.
  const enough = Math.floor(Math.floor((wantedBytes * 32) / 31) / 2 ** 20) + 1;
  const hint = enough > size ? `, about ${enough} MiB for the first bounds` : "";
  return `with ${size} MiB for tables no more can be found out: allow more memory${hint}`;
}

/**
 * Return whether a kept table answers about a position.
 *
 * A table that is not complete is of little use for others than its start: a new one is smaller.
 * @param {Kept} kept
 * @param {SudokuState} state
 */
function serves({ start, solutions, table, isComplete }, state) {
  const isLater =
    state.shape === start.shape &&
    state.rules === start.rules &&
    [...start.taboo].every((candidate) => state.taboo.has(candidate)) &&
    start.values.every((value, cell) => !value || value === state.values[cell]);
  if (!isLater) return false;
  const isStart =
    state.taboo.size === start.taboo.size &&
    state.values.every((value, cell) => value === start.values[cell]);
  return (
    (isStart || isComplete || table.isFilled) &&
    isWithin(state, start) &&
    solutions.some((solution) => isSolvedBy(state, solution))
  );
}

/**
 * Return whether nobody can reach a cell that was dead at the start, as after a change by hand: the
 * table has left its bombs out.
 * @param {SudokuState} state
 * @param {SudokuState} start
 */
function isWithin(state, start) {
  return start.rules === "classic" || !(reachOf(state).live & ~reachOf(start).live);
}

/**
 * Return the answer with no bound beyond the points that are left.
 * @param {EndgameAnswer} answer
 * @param {number} most
 * @returns {EndgameAnswer}
 */
function limited(answer, most) {
  /** @template {{low: number, high: number}} T @param {T} each @returns {T} */
  const limit = (each) => {
    return { ...each, low: Math.max(each.low, -most), high: Math.min(each.high, most) };
  };
  return { ...limit(answer), moves: answer.moves.map(limit) };
}

/**
 * Return an estimate, moved to what is proven.
 * @param {import("./estimate.js").MarginEstimate} estimate
 * @param {number} low
 * @param {number} high
 */
function within(estimate, low, high) {
  return { ...estimate, margin: Math.max(low, Math.min(high, estimate.margin)) };
}

/**
 * Return what is known of a position that is too large, and an estimate if there is one.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {string} problem
 */
async function tooLarge(state, task, problem) {
  const truth = await truthOf(state, task);
  return { ...unknown(state, problem), estimate: estimateOf(task.kernel, state, truth.isTrue) };
}

/**
 * Return the bounds that hold without the solutions.
 * @param {SudokuState} state
 * @param {string} problem
 * @returns {Endgame}
 */
function unknown(state, problem) {
  const most = mostPoints(state);
  const found = { state, final: false, low: -most, high: most, estimate: null, problem };
  return { ...found, moves: [], line: [] };
}

/**
 * Return a function that is called once, and then says the same.
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function once(make) {
  /** @type {{made: T} | null} */
  let known = null;
  return () => (known ??= { made: make() }).made;
}
