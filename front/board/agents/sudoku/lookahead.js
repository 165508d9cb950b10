// @ts-check
// The champion's searches in the kernel: deeper and deeper, in slices between which it looks at the
// clock. The C sides are tempo/tempo.h and territory/territory.h.
//
//   searchTempo       which of some moves is best by the tempo law, in classic play
//   searchTerritory   who gets which cells, and who fills last, in the newer play modes

import { BombeTempo, BombeTempoCall, TEMPO } from "../../analysis/sudoku/tempo/kernel.js";
import { masksOf } from "../../analysis/sudoku/truth.js";
import { opponent } from "../../boards/players.js";
import { BombeSlice, SLICE_NUMBERS, runInSlices } from "../../solvers/slices.js";
import { Structure, extended } from "../../solvers/structure.js";

/**
 * @typedef {import("../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("./knowledge.js").Choice} Choice
 * @typedef {import("./knowledge.js").Knowledge} Knowledge
 * @typedef {import("./scratch.js").Action} Action
 */

/** Bytes for positions that were searched, beside what a search needs at least. */
const TEMPO_MEMORY = 2 ** 23;
const TERRITORY_MEMORY = 2 ** 24;
/** Moves to look ahead at most. */
const TEMPO_DEEPEST = 64;
const TERRITORY_DEEPEST = 96;
/** The most rows of a board that can be searched for territory. */
const MAX_TERRITORY_SIZE = 25;

const BombeTerritory = new Structure("BombeTerritory", {
  board: "pointer",
  solution: "pointer",
  open: "pointer",
  roots: "pointer",
  bombs: "pointer",
  m: "i32",
  n: "i32",
});

const BombeTerritoryCall = extended("BombeTerritoryCall", BombeSlice, {
  deepest: "i32",
  depth: "i32",
  cell: "i32",
  is_skip: "i32",
  value: "i32",
  unused: "i32",
});

/** @type {import("../../solvers/kernel.js").Binding} */
const TERRITORY = {
  structures: [BombeSlice, BombeTerritory, BombeTerritoryCall],
  numbers: SLICE_NUMBERS,
};

/**
 * Search by the tempo law which of some choices is best, and tell after each slice.
 * @param {Knowledge} known
 * @param {readonly Choice[]} choices
 * @param {number} seconds
 * @param {(action: Action) => void} tell
 */
export async function searchTempo(known, choices, seconds, tell) {
  const { state, task } = known.turn;
  const { kernel } = task;
  const { shape } = state;
  const room = kernel.room();
  kernel.check(TEMPO);
  try {
    const { bombe_tempo_least_bytes: least, bombe_tempo_begin: begin } = kernel.functions;
    const bytes = least(shape.m, shape.n, shape.cells) + BigInt(TEMPO_MEMORY);
    const memory = room.take(Number(bytes));
    const bombs = known.isProper ? known.usable.bombs : new Uint8Array(known.usable.bombs.length);
    const tempo = Object.assign(room.make(BombeTempo), {
      board: room.copy(state.values),
      solution: room.copy(known.isProper ? forcedValues(known) : new Uint8Array(shape.cells)),
      bombs: room.copy(masksOf(bombs, shape.size)),
      m: shape.m,
      n: shape.n,
    });
    begin(memory, bytes, tempo.address);
    const roots = choices.map(({ action }) => state.candidate(action));
    const call = Object.assign(room.make(BombeTempoCall), {
      nodes: Infinity,
      roots: room.copy(Int32Array.from(roots)),
      skips: room.copy(Uint8Array.from(choices, ({ isSkip }) => Number(isSkip))),
      extras: room.copy(Int16Array.from(choices, ({ bonus }) => bonus)),
      count: roots.length,
      deepest: Math.min(TEMPO_DEEPEST, known.turn.depth),
    });
    const run = () => kernel.functions.bombe_tempo_search(memory, call.address);
    const look = () => tell(choices[call.best].action);
    await runInSlices(run, call, task, { seconds, look });
  } finally {
    room.release();
  }
}

/**
 * Return whether the search for territory knows the play mode, the shape and a safe fill.
 * @param {Knowledge} known
 */
export function canSearchTerritory({ position, fills }) {
  return !position.isUnrestricted && fills.length > 0 && position.shape.size <= MAX_TERRITORY_SIZE;
}

/**
 * Search for territory, and tell the best move after each slice; nothing is a bomb by mistake.
 * @param {Knowledge} known
 * @param {number} seconds
 * @param {(action: Action) => void} tell
 */
export async function searchTerritory(known, seconds, tell) {
  const { state, task } = known.turn;
  const { kernel } = task;
  const { m, n } = state.shape;
  const room = kernel.room();
  kernel.check(TERRITORY);
  try {
    const { bombe_territory_least_bytes: least, bombe_territory_begin: begin } = kernel.functions;
    const bytes = least(m, n) + BigInt(TERRITORY_MEMORY);
    const memory = room.takeZeroed(Number(bytes));
    begin(memory, bytes, territoryOf(known, room).address);
    const deepest = Math.min(TERRITORY_DEEPEST, known.turn.depth);
    const begun = { nodes: Infinity, cell: -1, deepest };
    const call = Object.assign(room.make(BombeTerritoryCall), begun);
    const run = () => kernel.functions.bombe_territory_search(memory, call.address);
    const look = () => {
      const found = territoryMove(known, call.cell, call.is_skip !== 0);
      if (found) tell(found);
    };
    await runInSlices(run, call, task, { seconds, look });
  } finally {
    room.release();
  }
}

/**
 * Return the position for the search; values only where a cell has one true candidate.
 * @param {Knowledge} known
 * @param {import("../../solvers/memory.js").Room} room
 */
function territoryOf(known, room) {
  const { state } = known.turn;
  const { cells, size, m, n } = state.shape;
  const roots = new Uint8Array(cells);
  for (const { cell } of known.fills) roots[cell] = 1;
  const bombs = known.isComplete ? known.usable.bombs : new Uint8Array(cells * size);
  return Object.assign(room.make(BombeTerritory), {
    board: room.copy(state.values),
    solution: room.copy(forcedValues(known)),
    open: room.copy(playersByCell(known)),
    roots: room.copy(roots),
    bombs: room.copy(masksOf(bombs, size)),
    m,
    n,
  });
}

/**
 * Return the move that the search found: a fill of a cell, or its lowest bomb.
 * @param {Knowledge} known
 * @param {number} cell
 * @param {boolean} isSkip
 * @returns {Action | null}
 */
function territoryMove(known, cell, isSkip) {
  const moves = known[isSkip ? "skips" : "fills"].filter((move) => move.cell === cell);
  return (isSkip ? moves[0] : moves.at(-1)) ?? null;
}

/**
 * Return for each cell its true candidate if it has only one, else 0.
 * @param {Knowledge} known
 */
function forcedValues({ usable, position }) {
  const { size, cells } = position.shape;
  return Uint8Array.from({ length: cells }, (_, cell) => {
    const own = usable.isTrue.subarray(cell * size, (cell + 1) * size);
    const first = own.indexOf(1);
    return first === own.lastIndexOf(1) ? first + 1 : 0;
  });
}

/**
 * Return for each cell who may play there: bit 0 the mover, bit 1 the opponent.
 * @param {Knowledge} known
 */
function playersByCell({ position }) {
  const { reach, toMove } = position;
  if (!reach) return new Uint8Array(position.empty.length).fill(3);
  const [mine, theirs] = [reach[toMove - 1], reach[opponent(toMove) - 1]];
  return mine.map((is, cell) => is | (theirs[cell] << 1));
}
