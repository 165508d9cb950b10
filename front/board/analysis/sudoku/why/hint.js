// @ts-check
// A hint to a puzzle: first the place to look, then the deduction, then the value.
//
//   "Look at box 6."   "It has only one place for 9."   "So r5c8 is 9."
//
// The cell is the forced one that is easiest to see: the fewest deductions show that it cannot do
// without its value.

import { knownCount } from "../audit.js";
import { truthOf } from "../truth.js";
import { boardFields } from "../words.js";
import { explain } from "./asking.js";
import SENTENCES from "../../../../../analysis/why/sentences.json" with { type: "json" };
import { fill } from "../../../boards/templates.js";
import { Spelling } from "../../../boards/spelling.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("../truth.js").Truth} Truth
 * @typedef {import("./explanation.js").Explanation} Explanation
 *
 * A forced cell, and why it is forced: as easy to see as its chain is.
 * @typedef {{state: SudokuState, move: Move, explanation: Explanation}} Forced
 */

/** What a hint gets if nothing else is said; most take milliseconds. */
const SECONDS = 5;
const MILLI = 1000;
/** How many sentences a hint has. */
const LEVELS = 3;

/**
 * Answer where to look in a puzzle, why, and what stands there: bombe.hint/1, and `text`, as many
 * sentences as the level says.
 * @param {{position: unknown, level?: number, seconds?: number}} params
 * @param {Task} task
 */
export async function hint({ position, level = LEVELS, seconds = SECONDS }, task) {
  const state = SudokuState.fromJson(position);
  const end = performance.now() + MILLI * seconds;
  const truth = await truthOf(state, task, { seconds });
  const found = await easiest(state, truth, end, task);
  const problem = found ? "" : problemOf(state, truth);
  const hints = found ? sentences(found) : [];
  const rating = found?.explanation.rating;
  return {
    schema: "bombe.hint/1",
    final: found !== null || (truth.isKnown && !truth.forced.length),
    ...boardFields(state),
    region: found && state.shape.regionName(regionOf(found)),
    move: found && state.plain(found.move),
    rating: rating ? [rating.level, rating.depth, rating.steps] : null,
    hints,
    problem,
    level,
    text: found ? hints.slice(0, level).join(" ") : problem,
  };
}

/**
 * Return the forced cell that is easiest to see; null if there is none, or no time.
 * @param {SudokuState} state
 * @param {Truth} truth
 * @param {number} end
 * @param {Task} task
 * @returns {Promise<Forced | null>}
 */
async function easiest(state, truth, end, task) {
  const atOnce = singles(state);
  const forced = truth.forced.map((candidate) => state.moveOf(candidate));
  const seen = forced.filter((move) => atOnce.has(move.cell));
  /** @type {Forced[]} */
  const known = [];
  for (const move of seen.length ? seen : forced) {
    const seconds = (end - performance.now()) / MILLI;
    if (seconds <= 0) break;
    const options = { seconds, wantsCore: false };
    const explanation = await explain(task, state, { cell: move.cell }, options);
    if (explanation.found.refutation) known.push({ state, move, explanation });
  }
  return known.reduce((best, each) => (compared(each, best) < 0 ? each : best), known[0]) ?? null;
}

/**
 * Return which of two cells is easier to see, as a comparison.
 * @param {Forced} one
 * @param {Forced} other
 */
function compared(one, other) {
  const [first, second] = [ranks(one), ranks(other)];
  const at = first.findIndex((number, index) => number !== second[index]);
  return at < 0 ? 0 : first[at] - second[at];
}

/**
 * Return what makes a cell easier to see than another: its rating; then an only place is seen before
 * an only value, in a box before a line, and best where few cells are empty.
 * @param {Forced} forced
 * @returns {number[]}
 */
function ranks({ state, move, explanation }) {
  const { level, depth, steps } = explanation.rating ?? { level: 0, depth: 0, steps: 0 };
  const rated = [level, depth, steps];
  const region = onlyPlace(state, move);
  if (region === null) return [...rated, 2, state.candidate(move)];
  const isLine = region < 2 * state.shape.size;
  const empty = state.shape.regions[region].filter((cell) => !state.values[cell]).length;
  return [...rated, Number(isLine), empty, state.candidate(move)];
}

/**
 * Return the region in which only the cell of a move can hold its value, boxes first; or null.
 * @param {SudokuState} state
 * @param {Move} move
 */
function onlyPlace(state, { cell, value }) {
  const { regions, regionsOf } = state.shape;
  const isOnly = (/** @type {number} */ region) =>
    regions[region].every((other) => other === cell || !state.candidates(other).includes(value));
  return [...regionsOf[cell]].reverse().find(isOnly) ?? null;
}

/**
 * Return where to look: where the value has one place only, else the box of the cell.
 * @param {Forced} found
 */
function regionOf({ state, move }) {
  return onlyPlace(state, move) ?? state.shape.regionsOf[move.cell][2];
}

/**
 * Return the place, the deduction and the value, a sentence each.
 * @param {Forced} found
 */
function sentences(found) {
  const { state, move, explanation } = found;
  const spell = new Spelling(state.shape);
  const cell = spell.cell(move.cell);
  const fields = {
    cell,
    value: move.value,
    region: spell.region(regionOf(found)),
    seen: explanation.ratingWords.split(": ")[1],
  };
  // Without its value where that can be avoided.
  const steps = explanation.rating?.steps ? SENTENCES.hint.chain : SENTENCES.hint.single;
  const deduction = onlyPlace(state, move) === null ? steps : SENTENCES.hint.place;
  return [SENTENCES.hint.look, deduction, SENTENCES.hint.so].map((each) => fill(each, fields));
}

/**
 * Return the cells with one candidate, and those that are a region's only place for a value.
 * @param {SudokuState} state
 * @returns {Set<number>}
 */
function singles(state) {
  const candidates = state.values.map((_, cell) => state.candidates(cell));
  const found = new Set(candidates.flatMap((values, cell) => (values.length === 1 ? [cell] : [])));
  for (const region of state.shape.regions) {
    /** @type {Map<number, number[]>} */
    const places = new Map();
    for (const cell of region) {
      for (const value of candidates[cell]) places.set(value, [...(places.get(value) ?? []), cell]);
    }
    for (const cells of places.values()) if (cells.length === 1) found.add(cells[0]);
  }
  return found;
}

/**
 * Return in a sentence why there is no hint.
 * @param {SudokuState} state
 * @param {Truth} truth
 */
function problemOf(state, truth) {
  const words = SENTENCES.hint;
  if (state.isFull && !state.clashes().length) return words.solved;
  const { value, kind } = knownCount(state, truth, 2);
  if (!value && kind === "exact") return words.unsolvable;
  return truth.forced.length || !truth.isKnown ? words.late : words.none;
}
