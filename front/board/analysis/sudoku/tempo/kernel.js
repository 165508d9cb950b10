// @ts-check
// The search by the tempo law in the kernel; the C side is tempo/tempo.h.

import { masksOf } from "../truth.js";

/** @typedef {import("../../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("../../../boards/shape.js").Shape} Shape */
/**
 * A position; its usable bombs are a byte for each candidate, its solution is 0 where it is not known.
 * @typedef {{values: readonly number[], solution: ArrayLike<number>, bombs: Uint8Array}} TempoInput
 */
/**
 * A candidate to choose from, and what it is worth beyond what the search sees.
 * @typedef {{move: number, isSkip: boolean, bonus?: number}} Root
 */

/** Bytes for positions of a short search, beside what it needs at least. */
const MEMORY = 2 ** 18;
/** Moves to look ahead at most. */
const DEEPEST = 64;

/**
 * Return what the best root is worth by a short search of a position in classic play.
 * @param {Kernel} kernel
 * @param {Shape} shape
 * @param {TempoInput} given
 * @param {readonly Root[]} roots one or more
 * @param {number} nodes few: it is not interrupted
 * @returns {number}
 */
export function searchShortly(kernel, shape, given, roots, nodes) {
  const room = kernel.room();
  try {
    const { call, run } = tempoSearch(kernel, room, shape, given, roots, MEMORY);
    call.nodes = nodes;
    run();
    return call.value;
  } finally {
    room.release();
  }
}

/**
 * Return a search that has begun on a position: its call, and what runs it.
 * @param {Kernel} kernel
 * @param {import("../../../solvers/memory.js").Room} room that it takes its memory from
 * @param {Shape} shape
 * @param {TempoInput} given
 * @param {readonly Root[]} roots one or more
 * @param {number} more bytes for positions that were searched, beside what it needs at least
 * @param {number} [deepest] moves to look ahead at most
 */
export function tempoSearch(kernel, room, shape, given, roots, more, deepest = DEEPEST) {
  const { m, n, cells, size } = shape;
  const { functions } = kernel;
  const bytes = functions.bombe_tempo_least_bytes(m, n, cells) + more;
  const memory = room.take(bytes);
  const tempo = room.make("BombeTempo", {
    board: room.copy(given.values),
    solution: room.copy(given.solution),
    bombs: room.copy(masksOf(given.bombs, size)),
    m,
    n,
  });
  functions.bombe_tempo_begin(memory, bytes, tempo.address);
  const call = room.make("BombeTempoCall", {
    roots: room.copy(Int32Array.from(roots, ({ move }) => move)),
    skips: room.copy(Uint8Array.from(roots, ({ isSkip }) => Number(isSkip))),
    extras: room.copy(Int16Array.from(roots, ({ bonus = 0 }) => bonus)),
    count: roots.length,
    deepest: Math.min(deepest, DEEPEST),
  });
  return { call, run: () => functions.bombe_tempo_search(memory, call.address) };
}
