// @ts-check
// A whole game, judged move by move: the law's verdict, the exact margin as far back from the end as
// it can be solved, what each move gave away, and why. What is not known is null, never guessed.

import { bombWords, pointsWords, replyWords, tempoWords } from "./mistakes.js";
import { solveFromTheEnd } from "./margins.js";
import { verdictOn } from "./outlook.js";
import { lastSolvableOf, replayed } from "./replay.js";
import { Pace } from "../pace.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/**
 * @typedef {import("../../../boards/moves.js").Notation} Notation
 * @typedef {import("../../../worker/task.js").Task} Task
 * @typedef {import("./margins.js").MoveValue} MoveValue
 * @typedef {import("./margins.js").Values} Values
 * @typedef {import("./mistakes.js").Turn} Turn
 * @typedef {import("./outlook.js").Verdict} Verdict
 * @typedef {import("./replay.js").Game} Game
 *
 * What a move gave away, and a move that gives none away; null if it is one.
 * @typedef {{points: number, better: MoveValue | null}} Loss
 */

/** The seconds of a game if nothing else is said. */
const SECONDS = 10;
/** The most seconds for the law's verdict on one position: on most it takes a millisecond. */
const LAW_SECONDS = 0.5;
/** The share of all seconds that these verdicts may take. */
const LAW_SHARE = 0.5;
const MILLI = 1000;

/**
 * Answer what is known of each move of a game; reports grow, the exact margins from the end on.
 *
 * `bombs` says which moves were refused as bombs, where that is known. `seconds` limit the work in
 * all, `nodes` the search for the values of one position.
 * @param {{start: unknown, moves: [number, number, number][], bombs?: (boolean | null)[],
 *   seconds?: number, nodes?: number, notation?: Notation}} params
 * @param {Task} task
 */
export async function judge({ start, moves, bombs = [], seconds = SECONDS, nodes, notation }, task) {
  const state = SudokuState.fromJson(start);
  const game = await replayed(state, moves, bombs, task);
  const judgement = new Judgement(game, await lastSolvableOf(game, task), notation);
  const pace = new Pace(task);
  const report = () => pace.report(() => judgement.toJson(false));
  const begin = performance.now();
  for (const [at, position] of game.states.entries()) {
    const left = LAW_SHARE * seconds - (performance.now() - begin) / MILLI;
    if (left <= 0) break;
    judgement.verdicts[at] = await verdictOn(position, task, Math.min(left, LAW_SECONDS));
    report();
    await task.pause();
  }
  const limits = { seconds: seconds - (performance.now() - begin) / MILLI, nodes };
  await solveFromTheEnd(game.states, task, limits, (at, values) => {
    judgement.values[at] = values;
    report();
  });
  await judgement.explainBombs(task, report);
  return judgement.toJson(true);
}

/** What is known of a game so far. */
class Judgement {
  /**
   * @param {Game} game
   * @param {number | null} lastSolvable
   * @param {Notation} [notation] of the reasons
   */
  constructor(game, lastSolvable, notation) {
    this.game = game;
    this.notation = notation;
    this.lastSolvable = lastSolvable;
    /** @type {(Verdict | null)[]} of each position */
    this.verdicts = game.states.map(() => null);
    /** @type {(Values | null)[]} of each position */
    this.values = game.states.map(() => null);
    /** @type {string[]} of each move, why it is a bomb */
    this.bombs = game.moves.map(() => "");
  }

  /**
   * Find out why the bombs are ones that were not meant as skips.
   * @param {Task} task
   * @param {() => void} report
   */
  async explainBombs(task, report) {
    for (const at of this.game.moves.keys()) {
      if (!this.game.bombs[at] || this.#isMeant(at)) continue;
      this.bombs[at] = await bombWords(this.#turn(at), task);
      report();
    }
  }

  /** @param {boolean} final */
  toJson(final) {
    const last = this.game.states.length - 1;
    const plies = this.game.moves.map((_, at) => this.#plyJson(at));
    const isLost = this.lastSolvable !== null && this.lastSolvable < last;
    const never = this.lastSolvable === -1;
    return {
      schema: "bombe.judge/1",
      plies,
      final_margin: this.#margin(last),
      last_solvable: isLost && !never ? this.lastSolvable : null,
      thrown: plies.filter(({ thrown }) => thrown).map(({ ply }) => ply),
      problem: never ? "The board had no solution before the first move." : "",
      final,
    };
  }

  /** @param {number} at */
  #plyJson(at) {
    const { states, moves, bombs } = this.game;
    const state = states[at];
    const loss = this.#loss(at);
    return {
      ply: at + 1,
      mover: state.toMove,
      move: state.plain(moves[at]),
      bomb: bombs[at],
      meant: bombs[at] ? this.#isMeant(at) : null,
      verdict: this.verdicts[at]?.verdict ?? null,
      margin: this.#margin(at),
      lost: loss && loss.points,
      better: loss?.better ? state.plain(state.moveOf(loss.better.move)) : null,
      solvable: this.lastSolvable === null ? null : at + 1 <= this.lastSolvable,
      thrown: this.#isThrown(at),
      why: this.#why(at),
    };
  }

  /**
   * Return the final score of best play from a position on, from the side of player 1; null if it is
   * not known.
   * @param {number} at
   */
  #margin(at) {
    const state = this.game.states[at];
    const [one, two] = state.scores;
    if (state.isOver) return one - two;
    const best = bestOf(this.values[at]);
    return best && one - two + (state.toMove === 1 ? best.value : -best.value);
  }

  /**
   * Return the points that a move gave away, and a better one; null if that is not known.
   * @param {number} at
   * @returns {Loss | null}
   */
  #loss(at) {
    const { states, moves } = this.game;
    const played = states[at].candidate(moves[at]);
    const own = this.values[at]?.find(({ move }) => move === played);
    const best = bestOf(this.values[at]);
    if (!own || !best) return null;
    return { points: best.value - own.value, better: best.value > own.value ? best : null };
  }

  /**
   * Return whether a bomb was meant as a skip: it lost nothing, or the law asks for one; null if
   * nobody knows.
   * @param {number} at
   */
  #isMeant(at) {
    const loss = this.#loss(at);
    if (loss) return loss.points === 0;
    const before = this.verdicts[at];
    const isAdvised = this.game.states[at].rules === "classic" && before?.verdict === "won";
    return isAdvised && before.empties % 2 === 0 ? true : null;
  }

  /**
   * Return whether a move gave the tempo away: the law saw the mover win before it, and does not see
   * the opponent lose after it. Where the exact values say that nothing was lost, it did not.
   * @param {number} at
   */
  #isThrown(at) {
    const { states } = this.game;
    const [before, after] = [this.verdicts[at], this.verdicts[at + 1]];
    if (before?.verdict !== "won" || !after || states[at + 1].isOver) return false;
    const isSame = states[at].toMove === states[at + 1].toMove;
    const isKept = after.verdict === (isSame ? "won" : "lost");
    return !isKept && this.#loss(at)?.points !== 0;
  }

  /**
   * Return in a sentence or two what was wrong with a move; "" if nothing was, or it is not known.
   * @param {number} at
   */
  #why(at) {
    const turn = this.#turn(at);
    const loss = this.#loss(at);
    const told = [this.bombs[at]];
    if (this.#isThrown(at)) told.push(tempoWords(turn));
    if (loss?.better) {
      const { move, isSkip } = loss.better;
      told.push(pointsWords(turn, turn.state.moveOf(move), isSkip));
    }
    const said = told.filter(Boolean).join(" ");
    const reply = bestOf(this.values[at + 1]);
    return said || !loss?.better || !reply ? said : replyWords(turn, reply);
  }

  /**
   * @param {number} at
   * @returns {Turn}
   */
  #turn(at) {
    const { states, moves, bombs } = this.game;
    const [before, after] = [this.verdicts[at], this.verdicts[at + 1]];
    const [state, next] = [states[at], states[at + 1]];
    return { state, move: moves[at], isBomb: bombs[at], next, before, after, notation: this.notation };
  }
}

/**
 * Return the first of the best moves; null if the values are not known, or there is none.
 * @param {Values | null} values
 * @returns {MoveValue | null}
 */
function bestOf(values) {
  return (values ?? []).reduce(
    (best, each) => (best && best.value >= each.value ? best : each),
    /** @type {MoveValue | null} */ (null),
  );
}
