// @ts-check
// The search for a smallest core in the kernel: what is declared in
// solvers/native/src/cores/cores.h. A core is a set of filled cells that, with the question, has no
// solution.

import { DONE, runInSlices } from "../../../solvers/slices.js";
import { solverFor } from "../../../solvers/boards.js";
import { FaultyExplanation } from "./finder.js";

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("../../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("../../../solvers/slices.js").Pausing} Pausing
 * @typedef {import("./refutation.js").Question} Question
 *
 * Filled cells, in order, that with the question have no solution; every core has `atLeast`.
 * @typedef {{cells: number[], kind: "smallest" | "at_most", atLeast: number}} Core
 *
 * @typedef {{shape: Shape, values: readonly number[]}} Board
 */

/** Bytes for what a search learns: half of what the command gives it. */
const LEARNED = 2 ** 25;

/**
 * Return a smallest core, or the best that the time allows; null if none is known.
 * @param {Kernel} kernel
 * @param {Board} board
 * @param {Question} question
 * @param {readonly number[]} upper the cells of a checked chain: its filled cells are a core
 * @param {Pausing} task
 * @param {number} seconds
 * @returns {Promise<Core | null>}
 */
export async function smallestCore(kernel, board, question, upper, task, seconds) {
  const room = kernel.room();
  try {
    const { memory, call } = begun(kernel, room, board, question, upper);
    const run = () => kernel.functions.bombe_cores_prove(memory, call.address);
    // What was learned may fill the memory, too: then the best core stands as well.
    const isProven = (await runInSlices(run, call, task, { seconds })) === DONE;
    if (call.count < 0) return null;
    const { buffer } = kernel.memory.view;
    const cells = [...new Uint16Array(buffer, call.cells, call.count)];
    const kind = isProven ? "smallest" : "at_most";
    const atLeast = call.at_least;
    await check(kernel, board, question, cells, task, seconds);
    return /** @type {Core} */ ({ cells, kind, atLeast });
  } finally {
    room.release();
  }
}

/**
 * Return the memory of a search that has begun, and its call.
 * @param {Kernel} kernel
 * @param {import("../../../solvers/memory.js").Room} room
 * @param {Board} board
 * @param {Question} question
 * @param {readonly number[]} upper
 */
function begun(kernel, room, { shape, values }, question, upper) {
  const { functions } = kernel;
  const { m, n, cells } = shape;
  const bytes = functions.bombe_cores_bytes(m, n, LEARNED);
  const memory = room.take(bytes);
  functions.bombe_cores_prepare(memory, bytes, m, n);
  const marks = new Uint8Array(cells);
  for (const cell of upper) marks[cell] = values[cell] ? 1 : 0;
  const asked = room.make("BombeCores", {
    board: room.copy(values),
    upper: room.copy(marks),
    values: standing(shape, question).reduce((mask, value) => mask + 2 ** value, 0),
    cell: question.fact?.cell ?? -1,
  });
  functions.bombe_cores_begin(memory, asked.address);
  const found = room.take(cells * Uint16Array.BYTES_PER_ELEMENT);
  return { memory, call: room.make("BombeCoresCall", { cells: found, count: -1 }) };
}

/**
 * Return the values of which one would have to stand in the cell that is asked about.
 * @param {Shape} shape
 * @param {Question} question
 * @returns {number[]}
 */
function standing(shape, { fact, isNot }) {
  if (!fact) return [];
  if (!isNot) return [fact.value];
  const all = Array.from({ length: shape.size }, (_, index) => index + 1);
  return all.filter((value) => value !== fact.value);
}

/**
 * Throw if the cells of a core, with the question, leave a solution.
 * @param {Kernel} kernel
 * @param {Board} board
 * @param {Question} question
 * @param {number[]} core
 * @param {Pausing} task
 * @param {number} seconds
 */
async function check(kernel, { shape, values }, question, core, task, seconds) {
  const solver = solverFor(kernel, shape);
  const kept = values.map((value, cell) => (core.includes(cell) ? value : 0));
  const boards = question.fact ? standing(shape, question).map(asked) : [kept];
  for (const each of boards) {
    if (await solver.solvable(each, task, { seconds })) {
      throw new FaultyExplanation(`a core leaves a solution: cells ${core}`);
    }
  }

  /** @param {number} value */
  function asked(value) {
    return kept.map((held, cell) => (cell === question.fact?.cell ? value : held));
  }
}
