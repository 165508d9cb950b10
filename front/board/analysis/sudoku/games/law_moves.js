// @ts-check
// The moves that a law recommends to the player to move, those first that gain most at once.

import { moveFacts } from "./facts.js";
import { tempoOf } from "../tempo/tempo.js";

/**
 * @typedef {import("../../../boards/sudoku_state.js").Move} Move
 * @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState
 * @typedef {import("../../../worker/task.js").Task} Task
 *
 * The numbers of the tempo law, the moves that keep the tempo, and all safe moves, the best first.
 * `left` is how many bombs each fill leaves that keeps it. `hasSolution`: if not, all are bombs.
 * @typedef {{empties: number, bombs: number, keeps: Move[], left: Map<Move, number>, skips: Move[],
 *   fills: Move[], hasSolution: boolean}} LawMoves
 */

/** The most fills that keep the tempo to find on a board with several solutions, an audit each. */
const ENOUGH = 3;
const MILLI = 1000;

/**
 * Return what the law recommends; null if it is not known in time.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {number} seconds
 * @returns {Promise<LawMoves | null>}
 */
export async function lawMoves(state, task, seconds) {
  const end = performance.now() + MILLI * seconds;
  const facts = await moveFacts(state, task, seconds);
  if (!facts) return null;
  const { empties, bombs, skips, hasSolution } = facts;
  const fills = byGain(state, facts.fills);
  /** @type {Map<Move, number>} */
  const left = new Map();
  let keeps = facts.isEven && bombs % 2 ? skips : [];
  if (state.rules !== "classic") {
    keeps = await reachMoves(state, [...fills, ...skips], task);
  } else if (!facts.isEven) {
    for (const fill of fills) {
      const after = await facts.bombsAfter(fill, task, (end - performance.now()) / MILLI);
      if (after === null || (!facts.usable.isProper && left.size >= ENOUGH)) break;
      if (after % 2 === 0) left.set(fill, after);
    }
    keeps = [...left.keys()];
  }
  return { empties, bombs, skips, fills, hasSolution, keeps, left };
}

/**
 * Return the moves that are worth most by the law of reach, where the mover wins by it.
 * @param {SudokuState} state
 * @param {readonly Move[]} moves
 * @param {Task} task
 */
async function reachMoves(state, moves, task) {
  const { reach, verdict } = await tempoOf(state, task);
  const best = new Set(verdict === "won" ? reach?.best.map(({ move }) => move) : []);
  return moves.filter((move) => best.has(state.candidate(move)));
}

/**
 * Return fills by the points that they gain at once, less those that the opponent can then score.
 * @param {SudokuState} state
 * @param {readonly Move[]} fills
 */
function byGain(state, fills) {
  /** @type {Map<number, number>} */
  const gains = new Map();
  for (const fill of fills) {
    if (gains.has(fill.cell)) continue;
    const next = state.play(fill);
    const reply = next.toMove === state.toMove ? 0 : (captureIn(next)?.points ?? 0);
    gains.set(fill.cell, state.points(fill) - reply);
  }
  return [...fills].sort((a, b) => (gains.get(b.cell) ?? 0) - (gains.get(a.cell) ?? 0));
}

/**
 * Return the most points that the mover can score at once, and where; null if there are none.
 * @param {SudokuState} state
 * @returns {{cell: number, points: number} | null}
 */
export function captureIn(state) {
  /** @type {{cell: number, points: number} | null} */
  let best = null;
  for (const cell of state.playable()) {
    const points = state.points({ cell, value: 1 });
    if (points > (best?.points ?? 0)) best = { cell, points };
  }
  return best;
}
