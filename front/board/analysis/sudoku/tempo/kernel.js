// @ts-check
// The search by the tempo law in the kernel; the C side is tempo/tempo.h.

import { masksOf } from "../truth.js";
import { BombeSlice, SLICE_NUMBERS } from "../../../solvers/slices.js";
import { Structure, extended } from "../../../solvers/structure.js";

/** @typedef {import("../../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("../../../boards/shape.js").Shape} Shape */
/**
 * A position on a board with one solution: its usable bombs are a byte for each candidate.
 * @typedef {{values: readonly number[], solution: ArrayLike<number>, bombs: Uint8Array}} TempoInput
 */
/** @typedef {{move: number, isSkip: boolean}} Root a candidate to choose from */

/** Bytes for positions of a short search, beside what it needs at least. */
const MEMORY = 2 ** 18;
/** Moves to look ahead at most. */
const DEEPEST = 64;

export const BombeTempo = new Structure("BombeTempo", {
  board: "pointer",
  solution: "pointer",
  bombs: "pointer",
  open: "pointer",
  m: "i32",
  n: "i32",
});

export const BombeTempoCall = extended("BombeTempoCall", BombeSlice, {
  roots: "pointer",
  skips: "pointer",
  extras: "pointer",
  count: "i32",
  deepest: "i32",
  depth: "i32",
  best: "i32",
  value: "i32",
});

/** @type {import("../../../solvers/kernel.js").Binding} */
export const TEMPO = {
  structures: [BombeSlice, BombeTempo, BombeTempoCall],
  numbers: SLICE_NUMBERS,
};

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
  kernel.check(TEMPO);
  const { bombe_tempo_least_bytes: least, bombe_tempo_begin: begin } = kernel.functions;
  const room = kernel.room();
  try {
    const bytes = least(shape.m, shape.n, shape.cells) + BigInt(MEMORY);
    const memory = room.take(Number(bytes));
    const tempo = Object.assign(room.make(BombeTempo), {
      board: room.copy(given.values),
      solution: room.copy(given.solution),
      bombs: room.copy(masksOf(given.bombs, shape.size)),
      m: shape.m,
      n: shape.n,
    });
    begin(memory, bytes, tempo.address);
    const call = Object.assign(room.make(BombeTempoCall), {
      nodes,
      roots: room.copy(Int32Array.from(roots, ({ move }) => move)),
      skips: room.copy(Uint8Array.from(roots, ({ isSkip }) => Number(isSkip))),
      extras: room.copy(new Int16Array(roots.length)),
      count: roots.length,
      deepest: DEEPEST,
    });
    kernel.functions.bombe_tempo_search(memory, call.address);
    return call.value;
  } finally {
    room.release();
  }
}
