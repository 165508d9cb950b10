// @ts-check
// The moves that a law recommends to the player to move, those first that gain most at once.

import { UsableBombs } from "../tempo/effects.js";
import { bombsAfter } from "./outlook.js";
import { tempoOf } from "../tempo/tempo.js";
import { legalCandidates, legalMoves, truthOf } from "../truth.js";

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
  const truth = await truthOf(state, task, { seconds });
  if (!truth.isKnown) return null;
  const legal = legalCandidates(state);
  const usable = new UsableBombs(state.shape, legal, truth.isTrue);
  const moves = legalMoves(state, legal);
  const fills = moves.filter((move) => truth.isTrue[move]).map((move) => state.moveOf(move));
  const skips = moves.filter((move) => usable.bombs[move]).map((move) => state.moveOf(move));
  const empties = state.values.filter((value) => !value).length;
  const ranked = byGain(state, fills);
  const numbers = { empties, bombs: usable.count, skips, fills: ranked, hasSolution: truth.hasTrue };
  if (state.rules !== "classic") {
    const keeps = await reachMoves(state, [...ranked, ...skips], task);
    return { ...numbers, keeps, left: new Map() };
  }
  if (empties % 2 === 0) {
    return { ...numbers, keeps: usable.count % 2 ? skips : [], left: new Map() };
  }
  const left = await keepingFills(state, usable, ranked, task, end);
  return { ...numbers, keeps: [...left.keys()], left };
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
 * Return the fills that leave an even number of bombs, with that number, as far as there is time.
 * @param {SudokuState} state
 * @param {UsableBombs} usable
 * @param {readonly Move[]} fills
 * @param {Task} task
 * @param {number} end
 * @returns {Promise<Map<Move, number>>}
 */
async function keepingFills(state, usable, fills, task, end) {
  const found = new Map();
  for (const fill of fills) {
    if (performance.now() > end || (!usable.isProper && found.size >= ENOUGH)) break;
    const candidate = state.candidate(fill);
    const left = usable.isProper
      ? usable.properEffect(candidate).left
      : await bombsAfter(state, candidate, task);
    if (left % 2 === 0) found.set(fill, left);
  }
  return found;
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
