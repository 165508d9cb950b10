// @ts-check
// Who has the tempo, which moves keep or take it, and what every skip and fill changes.
//
// The law is in law.js; in the newer play modes, the law of reach in ../reach/law.js.

import { UsableBombs } from "./effects.js";
import { byReach, byTempo } from "./judging.js";
import { measuredByTempo } from "./law.js";
import { adviceOf, summaryOf } from "./words.js";
import { Pace } from "../pace.js";
import { ReachFacts } from "../reach/facts.js";
import { LEAST_FILLS } from "../reach/measured.js";
import { ReachView } from "../reach/view.js";
import { legalCandidates, legalMoves, truthOf } from "../truth.js";
import { boardFields, plainMove, plainMoves } from "../words.js";
import { emptyCells } from "../../../boards/sudoku_board.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/** @typedef {import("../pace.js").Task} Task */
/** @typedef {import("../truth.js").Truth} Truth */
/** @typedef {import("./effects.js").FillEffect} FillEffect */
/** @typedef {import("./judging.js").Judgement} Judgement */
/** @typedef {import("./law.js").MeasuredOutcomes} MeasuredOutcomes */
/**
 * What an audit says of a position: the candidates that C0 and the taboo moves leave, the usable
 * bombs, and the mover's safe moves and bombs, as candidates.
 * @typedef {{state: SudokuState, legal: Uint8Array, hasSolution: boolean, bombs: UsableBombs,
 *   fills: number[], skips: number[]}} Facts
 */
/**
 * What the law says about a position: E and B (null: not counted), the mover's safe moves, as
 * candidates, with their known effects, and what follows.
 * @typedef {Judgement & {state: SudokuState, empties: number, bombs: number | null,
 *   isProper: boolean, fills: number[], effects: FillEffect[], reach: ReachView | null,
 *   measured: MeasuredOutcomes | null}} Tempo
 */

/**
 * Answer what the tempo law says about a position, or the law of reach: bombe.tempo/1.
 * @param {{position: unknown}} params
 * @param {Task} task
 */
export async function tempo({ position }, task) {
  const state = SudokuState.fromJson(position);
  const pace = new Pace(task);
  const found = await tempoOf(state, task, (partial) =>
    pace.report(() => ({ ...answerOf(partial()), final: false })),
  );
  return answerOf(found);
}

/**
 * Return what the law says about a position.
 * @param {SudokuState} state
 * @param {Task} task
 * @param {(partial: () => Tempo) => void} [report] is told what is known so far
 * @returns {Promise<Tempo>}
 */
export async function tempoOf(state, task, report = () => {}) {
  const known = facts(state, await truthOf(state, task));
  if (known.bombs.isProper) {
    return judged(known, known.fills.map((fill) => known.bombs.properEffect(fill)));
  }
  /** @type {FillEffect[]} */
  const effects = [];
  for (const fill of known.fills) {
    report(() => judged(known, effects));
    await task.pause();
    effects.push(known.bombs.effect(fill, await bombsAfter(state, fill, task)));
  }
  return judged(known, effects);
}

/**
 * Return what an audit says: the bombs, and the mover's fills and skips.
 * @param {SudokuState} state
 * @param {Truth} truth
 * @returns {Facts}
 */
function facts(state, truth) {
  const legal = legalCandidates(state);
  const moves = truth.hasTrue ? legalMoves(state, legal) : [];
  return {
    state,
    legal,
    hasSolution: truth.hasTrue,
    bombs: new UsableBombs(state.shape, legal, truth.isTrue),
    fills: moves.filter((move) => truth.isTrue[move]),
    skips: moves.filter((move) => !truth.isTrue[move]),
  };
}

/**
 * Return the bombs of the board with a fill.
 * @param {SudokuState} state
 * @param {number} fill
 * @param {Task} task
 */
async function bombsAfter(state, fill, task) {
  const { cell, value } = state.moveOf(fill);
  const values = state.values.slice();
  values[cell] = value;
  const after = state.with({ values });
  const truth = await truthOf(after, task);
  return new UsableBombs(state.shape, legalCandidates(after), truth.isTrue);
}

/**
 * Return what follows from the facts of a position and the effects that are known.
 * @param {Facts} known
 * @param {FillEffect[]} effects
 * @returns {Tempo}
 */
function judged({ state, legal, hasSolution, bombs, fills, skips }, effects) {
  const empties = emptyCells(state.values).length;
  const isAll = effects.length === fills.length;
  const isDead = state.isOver || !hasSolution;
  const numbers = { empties, bombs: bombs.count, isDead, effects, isAll, skips };
  const found = { state, empties, bombs: bombs.count, isProper: bombs.isProper, fills, effects };
  if (state.rules === "classic") {
    const judgement = byTempo(numbers);
    const isOpen = judgement.verdict === "open";
    const measured = isOpen ? null : measuredByTempo(empties, bombs.count, bombs.isProper);
    return { ...found, ...judgement, reach: null, measured };
  }
  const counted = hasSolution ? bombs.bombs : null;
  const reachFacts = new ReachFacts(state, legal, counted);
  const reach = new ReachView(state, reachFacts, counted, isAll ? effects : [], isAll ? skips : []);
  const isMeasured = reachFacts.reach.fills >= LEAST_FILLS;
  const measured = isMeasured ? reach.measured : null;
  return { ...found, ...byReach(numbers, reach), reach, measured };
}

/**
 * Return the JSON fields of a report.
 * @param {Tempo} found
 */
function answerOf(found) {
  const { state, reach } = found;
  /** @param {readonly number[]} moves */
  const plain = (moves) => plainMoves(state, moves);
  return {
    schema: "bombe.tempo/1",
    final: found.final,
    ...boardFields(state),
    rules: state.rules,
    empties: found.empties,
    bombs: found.bombs,
    proper: found.isProper,
    verdict: found.verdict,
    measured: found.measured,
    keeps: plain(found.keeps),
    fills: found.effects.map(({ fill, kills, makes, left }) => ({
      move: plainMove(state, fill),
      kills: plain(kills),
      makes: plain(makes),
      left,
    })),
    skips: found.skips.map(({ move, killers, verdict }) => ({
      move: plainMove(state, move),
      killers: plain(killers),
      verdict,
    })),
    advice: Object.fromEntries(
      adviceOf(found).map(({ rule, kind, moves, errs }) => {
        return [rule, { kind, moves: moves.length, errs }];
      }),
    ),
    ...(reach && { reach: reach.toJson() }),
    summary: summaryOf(found),
  };
}
