// @ts-check
// How hard the bombs of a position are to see, rated by the kernel; the C side is why/why.h.
//
// A bomb is direct if the move itself leaves a cell without a candidate or a value without a place;
// or it is seen by singles, by pairs and locked candidates, or by cases only.

import SENTENCES from "../../../../analysis/why/sentences.json" with { type: "json" };
import { fill } from "../../boards/templates.js";
import { LEVELS } from "./why/refutation.js";
import { legalCandidates, legalMoves, masksOf, truthOf } from "./truth.js";
import { plainMove, plainMoves } from "./words.js";
import { SLICE, runInSlices } from "../../solvers/slices.js";
import { UNKNOWN, YES } from "../../solvers/workspace.js";
import { SudokuState } from "../../boards/sudoku_state.js";

/** @typedef {import("../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("./pace.js").Task} Task */
/** @typedef {{level: number, depth: number, steps: number}} Rating */

/** Numbers of a rating, and bytes of each. */
const NUMBERS = 3;
const WORD = 4;
/** A call that was cut short begins anew: the first may take so many seconds, the next twice. */
const FIRST = 3 * SLICE;
/** Seconds for all calls: a long one lets no other question in. */
const SECONDS = 1;

/**
 * Answer how hard each bomb of a position is to see: [row, column, value, level, depth, steps].
 * Those that are not found in about so many seconds are `unrated`.
 * @param {{position: unknown, seconds?: number}} params
 * @param {Task} task
 */
export async function ratings({ position, seconds = SECONDS }, task) {
  const state = SudokuState.fromJson(position);
  const truth = await truthOf(state, task);
  const bombs = legalMoves(state, legalCandidates(state)).filter(
    (move) => truth.verdicts[move] !== YES && truth.verdicts[move] !== UNKNOWN,
  );
  const found = await rate(state, bombs, task, seconds);
  return answerOf(state, bombs, found);
}

/**
 * Return the ratings of bombs, by candidate.
 * @param {SudokuState} state
 * @param {readonly number[]} bombs in order
 * @param {Task} task
 * @param {number} seconds
 * @returns {Promise<Map<number, Rating>>}
 */
async function rate(state, bombs, task, seconds) {
  const { kernel } = task;
  const { m, n } = state.shape;
  const { functions } = kernel;
  const room = kernel.room();
  try {
    const bytes = functions.bombe_why_bytes(m, n);
    const memory = room.take(bytes);
    functions.bombe_why_begin(memory, bytes, m, n);
    const call = room.make("BombeRatings", {
      board: room.copy(state.values),
      masks: room.copy(masksOf(setOf(bombs, state), state.shape.size)),
      ratings: room.take(NUMBERS * WORD * bombs.length),
    });
    kernel.memory.bytes.fill(0xff, call.ratings, call.ratings + NUMBERS * WORD * bombs.length);
    const found = () => ratingsIn(kernel, call.ratings, bombs);
    const run = () => functions.bombe_why_rate(memory, call.address);
    const look = () => task.report({ ...answerOf(state, bombs, found()), final: false });
    await runInSlices(run, call, task, { seconds, slice: FIRST, growth: 2, look });
    return found();
  } finally {
    room.release();
  }
}

/**
 * Return a byte for each candidate, 1 if it is in the list.
 * @param {readonly number[]} candidates
 * @param {SudokuState} state
 */
function setOf(candidates, { shape }) {
  const set = new Uint8Array(shape.cells * shape.size);
  for (const candidate of candidates) set[candidate] = 1;
  return set;
}

/**
 * Return the ratings that the kernel has written.
 * @param {Kernel} kernel
 * @param {number} address
 * @param {readonly number[]} bombs
 */
function ratingsIn({ memory: { view } }, address, bombs) {
  const found = new Map();
  bombs.forEach((bomb, at) => {
    const [level, depth, steps] = [0, 1, 2].map((i) =>
      view.getInt32(address + WORD * (NUMBERS * at + i), true),
    );
    if (level >= 0) found.set(bomb, { level, depth, steps });
  });
  return found;
}

/**
 * @param {SudokuState} state
 * @param {readonly number[]} bombs
 * @param {Map<number, Rating>} found
 */
function answerOf(state, bombs, found) {
  const rated = [...found];
  const counts = LEVELS.map((_, level) => rated.filter(([, each]) => each.level === level).length);
  const words = SENTENCES.rating;
  const unrated = bombs.filter((bomb) => !found.has(bomb));
  return {
    ratings: rated.map(([bomb, { level, depth, steps }]) => [
      ...plainMove(state, bomb),
      level,
      depth,
      steps,
    ]),
    unrated: plainMoves(state, unrated),
    counts: Object.fromEntries(LEVELS.map((name, level) => [name, counts[level]])),
    summary: [
      ...counts.flatMap((count, level) => (count ? [`${count} ${words.levels[level]}`] : [])),
      ...(unrated.length ? [fill(words.unrated, { bombs: unrated.length })] : []),
    ].join(", "),
    final: !unrated.length,
  };
}
