// @ts-check
// A whole game: the margin before every line, what the line gave away, and where control was lost.
//
// The game is judged from its end backwards, as far as it can be solved in time: what is found out
// about a position helps with the one before it.

import { fight } from "./control.js";
import { mistake } from "./explain.js";
import { MOST_FREE } from "./kernel.js";
import { Nimstring } from "./nimstring.js";
import { fits, solve } from "./values.js";

/**
 * @typedef {import("../../boards/dots_state.js").DotsState} DotsState
 * @typedef {import("../../boards/grid.js").Line} Line
 * @typedef {import("./control.js").Control} Control
 * @typedef {import("./kernel.js").Bounds} Bounds
 * @typedef {import("./values.js").Working} Working
 */
/**
 * What is known about a line that was drawn; null is not known.
 *
 * @typedef {object} JudgedPly
 * @property {number} ply from 1
 * @property {1 | 2} mover
 * @property {Line} move
 * @property {number | null} margin player 1's final score less player 2's, with best play from
 *   before the line on
 * @property {number | null} margin_after the same after it
 * @property {number | null} lost boxes that it gave away
 * @property {Line | null} better a line that gives nothing away, if this one does
 * @property {"won" | "lost" | null} verdict whether the mover was ahead in the parity fight before it
 * @property {boolean | null} keeps_control whether the mover was ahead and still is
 * @property {string} why in a sentence, if it gave boxes or control away
 */

/** Seconds for the values of a game, and parts that may be valued for who is ahead. */
const SECONDS = 10;
const NODES = 100_000;
/** @type {Record<import("./control.js").Ahead, "won" | "lost" | null>} */
const VERDICTS = { mover: "won", opponent: "lost", unknown: null, nobody: null };

/**
 * Return the judgement of a game.
 *
 * @param {DotsState} start
 * @param {Line[]} moves
 * @param {Working} task
 * @param {{seconds?: number, nodes?: number, report?: (partial: object) => void}} [options]
 */
export async function judge(start, moves, task, options = {}) {
  const { seconds = SECONDS, nodes = NODES, report } = options;
  const states = positionsOf(start, moves);
  const nimbers = new Nimstring(start.grid, nodes);
  const values = new BackwardValues(states, task, seconds);
  /** @type {JudgedPly[]} */
  const plies = [];
  for (let i = moves.length - 1; i >= 0; i--) {
    const control = await fight(states[i], task, nimbers);
    plies.unshift(judged(states, i, control, await values.of(i)));
    report?.(summaryOf(states, plies, false));
    await task.pause();
  }
  return summaryOf(states, plies, true);
}

/**
 * @param {DotsState} start
 * @param {Line[]} moves
 */
function positionsOf(start, moves) {
  const states = [start];
  for (const move of moves) states.push(states[states.length - 1].play(move));
  return states;
}

/** The values of the positions of a game, asked from its end backwards until the time is over. */
class BackwardValues {
  /**
   * @param {DotsState[]} states
   * @param {Working} task
   * @param {number} seconds
   */
  constructor(states, task, seconds) {
    this.states = states;
    this.task = task;
    this.end = performance.now() + 1000 * seconds;
    /** The first position that can be asked about: one solver knows all that follow. */
    this.first = fits(states[0].grid)
      ? states.findIndex((state) => state.free().length <= MOST_FREE)
      : states.length;
  }

  /**
   * Return the values of a position; null if they are not known in time.
   *
   * @param {number} index
   */
  async of(index) {
    if (index < this.first) return null;
    const seconds = (this.end - performance.now()) / 1000;
    const root = this.states[this.first];
    const found = await solve(this.states[index], this.task, { seconds, root });
    if (!found.done) this.first = Infinity;
    return found.done ? found : null;
  }
}

/**
 * @param {DotsState[]} states
 * @param {number} index
 * @param {Control} control before the line
 * @param {Bounds | null} values before the line
 * @returns {JudgedPly}
 */
function judged(states, index, control, values) {
  const state = states[index],
    after = states[index + 1];
  const move = after.history[after.history.length - 1],
    edge = state.grid.edge(move);
  const loss = values && lossOf(values, edge);
  const margin = values && marginForPlayer1(state, values.high);
  const sign = state.toMove === 1 ? 1 : -1;
  const line = state.grid.lineText(edge),
    keeps = keepsControl(control, line);
  return {
    ply: index + 1,
    mover: state.toMove,
    move,
    margin,
    margin_after: margin === null || !loss ? null : margin - sign * loss.lost,
    lost: loss && loss.lost,
    better: loss && loss.better === null ? null : loss && state.grid.lines[loss.better ?? edge],
    verdict: VERDICTS[control.ahead],
    keeps_control: keeps,
    why: mistake(control, line, loss && loss.lost, keeps),
  };
}

/**
 * Return what a line gives away, and a line that gives nothing away if it does.
 *
 * @param {Bounds} values
 * @param {number} edge
 * @returns {{lost: number, better: number | null}}
 */
function lossOf({ high, moves }, edge) {
  const mine = moves.find((move) => move.edge === edge);
  const best = moves.find((move) => move.low === high);
  if (!mine || !best) throw new Error("a solved position has a value for every line");
  return { lost: high - mine.low, better: mine.low < high ? best.edge : null };
}

/**
 * @param {DotsState} state
 * @param {number} margin of the mover
 */
function marginForPlayer1({ scores: [first, second], toMove }, margin) {
  return first - second + (toMove === 1 ? margin : -margin);
}

/**
 * Return whether the mover keeps control by a line; null where there is none to keep, or where
 * that is not known.
 *
 * @param {Control} control
 * @param {string} line
 */
function keepsControl({ ahead, keeps }, line) {
  return ahead === "mover" && keeps.length ? keeps.includes(line) : null;
}

/**
 * @param {DotsState[]} states
 * @param {JudgedPly[]} plies
 * @param {boolean} final
 */
function summaryOf(states, plies, final) {
  const last = states[states.length - 1],
    end = plies[plies.length - 1];
  return {
    schema: "bombe.dots-judge/1",
    plies: [...plies],
    final_margin: last.isOver ? last.scores[0] - last.scores[1] : (end?.margin_after ?? null),
    thrown: plies.filter(({ keeps_control }) => keeps_control === false).map(({ ply }) => ply),
    final,
  };
}
