// @ts-check
// The champion's searches in the kernel: deeper and deeper, in slices between which it looks at the
// clock. The C sides are tempo/tempo.h and territory/territory.h.
//
//   searchTempo       which of some moves is best by the tempo law, in classic play
//   searchTerritory   who gets which cells, and who fills last, in the newer play modes

import { tempoSearch } from "../../analysis/sudoku/tempo/kernel.js";
import { masksOf } from "../../analysis/sudoku/truth.js";
import { opponent } from "../../boards/players.js";
import { runInSlices } from "../../solvers/slices.js";

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
const TERRITORY_DEEPEST = 96;
/** The most rows of a board that can be searched for territory. */
const MAX_TERRITORY_SIZE = 25;

/**
 * Search by the tempo law which of some choices is best, and tell after each slice.
 * @param {Knowledge} known
 * @param {readonly Choice[]} choices
 * @param {number} seconds
 * @param {(action: Action) => void} tell
 */
export async function searchTempo(known, choices, seconds, tell) {
  const { state, task, depth } = known.turn;
  const room = task.kernel.room();
  try {
    const isKnown = known.isProper;
    const given = {
      values: state.values,
      solution: isKnown ? forcedValues(known) : new Uint8Array(state.shape.cells),
      bombs: isKnown ? known.usable.bombs : new Uint8Array(known.usable.bombs.length),
    };
    const roots = choices.map((each) => ({ ...each, move: state.candidate(each.action) }));
    const memory = TEMPO_MEMORY;
    const { call, run } = tempoSearch(task.kernel, room, state.shape, given, roots, memory, depth);
    const look = () => tell(choices[call.best].action);
    await runInSlices(run, call, task, { seconds, look });
    look();
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
  const { functions } = kernel;
  const room = kernel.room();
  try {
    const bytes = functions.bombe_territory_least_bytes(m, n) + TERRITORY_MEMORY;
    const memory = room.takeZeroed(bytes);
    functions.bombe_territory_begin(memory, bytes, territoryOf(known, room).address);
    const deepest = Math.min(TERRITORY_DEEPEST, known.turn.depth);
    const call = room.make("BombeTerritoryCall", { cell: -1, deepest });
    const run = () => functions.bombe_territory_search(memory, call.address);
    const look = () => {
      const found = territoryMove(known, call.cell, call.is_skip !== 0);
      if (found) tell(found);
    };
    await runInSlices(run, call, task, { seconds, look });
    look();
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
  return room.make("BombeTerritory", {
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
