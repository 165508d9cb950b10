// @ts-check
// Asking why: what is true first, from the solver; then the chain that shows it, checked; the core.
//
// A move is a bomb, or safe; a cell is forced, or it can be several values; a board has no solution,
// or it has some. What is so is shown by a chain, what is not by witnesses.

import SENTENCES from "../../../../../analysis/why/sentences.json" with { type: "json" };
import { IllegalMoveError, UsageError } from "../../../boards/errors.js";
import { moveText } from "../../../boards/moves.js";
import { fill } from "../../../boards/templates.js";
import { Spelling } from "../../../boards/spelling.js";
import { rangeReasons } from "../../../boards/sudoku_board.js";
import { SudokuState } from "../../../boards/sudoku_state.js";
import { solverFor } from "../../../solvers/boards.js";
import { smallestCore } from "./cores.js";
import { Explanation } from "./explanation.js";
import { refute } from "./finder.js";
import { lastSolvable } from "./history.js";
import { citedCells, THE_BOARD } from "./refutation.js";
import { tempoOf } from "../tempo/tempo.js";
import { truthOf } from "../truth.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("./explanation.js").Found} Found
 * @typedef {import("./refutation.js").Question} Question
 *
 * What is asked about: a move, a cell, or the board.
 * @typedef {{move: Move} | {cell: number} | {board: true}} Asked
 *
 * @typedef {object} Options
 * @property {number} [seconds] for all of it
 * @property {boolean} [wantsCore]
 * @property {(found: Explanation) => void} [onChain] told of the chain before the core is found
 *
 * Whether there is a solution, those that were found, and whether time would change this.
 * @typedef {{verdict: boolean | null, found: Uint8Array[], isFinal: boolean}} Solutions
 */

/** What an explanation gets if nothing else is said; most take milliseconds. */
const SECONDS = 2;
const MILLI = 1000;

/**
 * Answer why a move is a bomb or safe, why a cell is forced or not, or why a board has no solution
 * or some: bombe.why/1, with the walk through the chain. The chain is reported before the core.
 * @param {{position: unknown, move?: [number, number, number], cell?: [number, number],
 *   seconds?: number}} params
 * @param {Task} task
 */
export async function why({ position, move, cell, seconds }, task) {
  const state = SudokuState.fromJson(position);
  const onChain = (/** @type {Explanation} */ found) => task.report(found.toJson());
  const found = await explain(task, state, askedOf(state, move, cell), { seconds, onChain });
  return found.toJson();
}

/**
 * Return what is asked; throw UsageError or IllegalMoveError if it is not on the board.
 * @param {SudokuState} state
 * @param {[number, number, number]} [move]
 * @param {[number, number]} [cell]
 * @returns {Asked}
 */
function askedOf(state, move, cell) {
  const place = move ?? cell;
  if (!place) return { board: true };
  const outside = rangeReasons(state.shape, [place[0], place[1], move ? move[2] : 1]);
  if (outside.length) throw new UsageError(outside.join("; "));
  const at = state.shape.cell(place[0], place[1]);
  return move ? { move: { cell: at, value: move[2] } } : { cell: at };
}

/**
 * Return why a move is a bomb, why a cell is forced, or why the board has no solution.
 *
 * Moves that clash with a filled cell throw IllegalMoveError; those that are taboo, or on cells that
 * the mover may not play on, are explained like others.
 * @param {Task} task
 * @param {SudokuState} state
 * @param {Asked} asked
 * @param {Options} [options]
 * @returns {Promise<Explanation>}
 */
export async function explain(task, state, asked, options = {}) {
  const { seconds = SECONDS, wantsCore = true, onChain } = options;
  const asking = new Asking(task, state, seconds);
  let found = await asking.answer(asked);
  if (found.kind === "bomb" && found.isSo) found = await asking.withStakes(found);
  if (!found.refutation || !wantsCore) return new Explanation(found);
  onChain?.(new Explanation({ ...found, isFinal: false }));
  return new Explanation(await asking.withCore(found));
}

/** A position, the solver that is asked about it, and the time until which it is asked. */
class Asking {
  /**
   * @param {Task} task
   * @param {SudokuState} state
   * @param {number} seconds
   */
  constructor(task, state, seconds) {
    this.task = task;
    this.state = state;
    this.kernel = task.kernel;
    this.solver = solverFor(task.kernel, state.shape);
    this.end = performance.now() + MILLI * seconds;
  }

  /** What one more question may use. */
  get limits() {
    return { seconds: Math.max(0, this.end - performance.now()) / MILLI };
  }

  /**
   * @param {Asked} asked
   * @returns {Promise<Found>}
   */
  answer(asked) {
    if ("move" in asked) return this.bomb(asked.move);
    return "cell" in asked ? this.forced(asked.cell) : this.board();
  }

  /**
   * Return why a move is a bomb, or that it is safe.
   * @param {Move} move
   */
  async bomb(move) {
    const remarks = remarksOn(this.state, move);
    const { verdict, found } = await this.solutions(this.with(move), 1);
    const isSo = verdict === null ? null : !verdict;
    const about = { kind: /** @type {const} */ ("bomb"), isSo, move };
    const explained = await this.found(about, { fact: move, isNot: false }, isSo === true);
    if (isSo && (await this.solver.solvable(this.state.values, this.task, this.limits)) === false) {
      remarks.push(SENTENCES.remarks["every move"]);
    }
    return { ...explained, witnesses: found, remarks };
  }

  /**
   * Return why a cell is forced, or what it can be.
   * @param {number} cell
   */
  async forced(cell) {
    const [held, place] = [this.state.values[cell], this.state.shape.coordinates(cell)];
    if (held) throw new UsageError(`cell (${place}) holds ${held}: ask about an empty cell`);
    const answers = [];
    for (const value of this.state.candidates(cell)) {
      answers.push({ value, ...(await this.solutions(this.with({ cell, value }), 1)) });
    }
    const holding = answers.filter((each) => each.verdict);
    const values = holding.map((each) => each.value);
    const isKnown = answers.every((each) => each.isFinal);
    const isSo = values.length < 2 && !isKnown ? null : values.length === 1;
    const [value] = values;
    const question = value ? { fact: { cell, value }, isNot: true } : THE_BOARD;
    const about = { kind: /** @type {const} */ ("forced"), isSo, cell };
    const explained = await this.found(about, question, isKnown && values.length < 2);
    return {
      ...explained,
      isFinal: explained.isFinal && isKnown,
      move: isSo ? { cell, value } : null,
      values,
      witnesses: holding.flatMap((each) => each.found),
    };
  }

  /** Return why the board has no solution, or that it has one, or more. */
  async board() {
    const { verdict, found, isFinal } = await this.solutions(this.state.values, 2);
    const isSo = verdict === null ? null : !verdict;
    const about = { kind: /** @type {const} */ ("board"), isSo };
    const explained = await this.found(about, THE_BOARD, isSo === true);
    const remarks = isSo && this.state.history.length ? await this.history() : [];
    return { ...explained, isFinal: explained.isFinal && isFinal, witnesses: found, remarks };
  }

  /** Return in words when a game's board was last solvable, if there is time. */
  async history() {
    const last = await lastSolvable(this.kernel, this.state, this.task, this.limits);
    if (!last) return [];
    if (!last.move) return [SENTENCES.remarks.never];
    const { ply, move } = last;
    const cell = new Spelling(this.state.shape).cell(move.cell);
    const fields = { moves: ply, number: ply + 1, value: move.value, cell };
    return [fill(SENTENCES.remarks.last, fields)];
  }

  /**
   * Return what is known, with a chain if the question is refuted.
   * @param {Pick<Found, "kind" | "isSo"> & Partial<Found>} about
   * @param {Question} refuted
   * @param {boolean} isRefuted
   * @returns {Promise<Found>}
   */
  async found(about, refuted, isRefuted) {
    const { kernel, state, task, limits } = this;
    const refutation = isRefuted ? await refute(kernel, state, refuted, task, limits) : null;
    const isFinal = about.isSo !== null && isRefuted === (refutation !== null);
    const none = { move: null, cell: null, core: null, stakes: null };
    const lists = { witnesses: [], values: [], remarks: [] };
    return { state, ...none, ...lists, ...about, isFinal, refutation, refuted };
  }

  /**
   * Return whether a board has a solution, and up to `most` of them.
   * @param {readonly number[]} values
   * @param {number} most
   * @returns {Promise<Solutions>}
   */
  async solutions(values, most) {
    /** @type {Uint8Array[]} */
    const found = [];
    let isFinal = true;
    const limits = { ...this.limits, onEnd: (/** @type {boolean} */ all) => void (isFinal = all) };
    for await (const solution of this.solver.solutions(values, this.task, limits)) {
      found.push(solution);
      if (found.length === most) break;
    }
    return { verdict: isFinal || found.length ? found.length > 0 : null, found, isFinal };
  }

  /**
   * Return an explanation with a smallest core, or the smallest that is found in time.
   * @param {Found} found
   * @returns {Promise<Found>}
   */
  async withCore(found) {
    const { kernel, state, task } = this;
    if (!found.refutation) return found;
    const upper = [...citedCells(found.refutation)];
    const { seconds } = this.limits;
    const core = await smallestCore(kernel, state, found.refuted, upper, task, seconds);
    return { ...found, core, isFinal: found.isFinal && core?.kind === "smallest" };
  }

  /**
   * Return the explanation of a bomb with its killers and its worth as a skip: where the board has
   * one solution, so that they are known at once, and the mover may play it.
   * @param {Found} found
   * @returns {Promise<Found>}
   */
  async withStakes(found) {
    const { task, state } = this;
    const truth = await truthOf(state, task, this.limits);
    if (!found.move || !truth.isKnown || !truth.isProper || !truth.hasTrue) return found;
    const move = state.candidate(found.move);
    const { skips, empties, bombs } = await tempoOf(state, task);
    const skip = skips.find((each) => each.move === move);
    if (!skip || bombs === null) return found;
    const killers = skip.killers.map((killer) => state.moveOf(killer));
    return { ...found, stakes: { verdict: skip.verdict, killers, empties, bombs } };
  }

  /**
   * Return the values of the board with one more cell filled.
   * @param {Move} move
   */
  with({ cell, value }) {
    return this.state.values.map((held, at) => (at === cell ? value : held));
  }
}

/**
 * Return the remarks on a move that is refused for what does not keep it from being explained; throw
 * if it is refused for anything else.
 * @param {SudokuState} state
 * @param {Move} move
 */
function remarksOn(state, move) {
  const { shape, values, toMove } = state;
  const free = new SudokuState({ shape, values });
  const refused = free.reasons(move).slice(free.isOver ? 1 : 0);
  if (refused.length) throw new IllegalMoveError(moveText(state.plain(move)), refused);
  const words = SENTENCES.remarks;
  const remarks = state.isOver ? [words["game over"]] : [];
  if (state.isTaboo(move)) remarks.push(words.taboo);
  const isOpen = values[move.cell] || state.playable().has(move.cell);
  if (!isOpen) remarks.push(fill(words["not playable"], { player: toMove }));
  return remarks;
}
