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
import { ReachView } from "../reach/view.js";
import { Truth, legalCandidates, legalMoves, truthOf } from "../truth.js";
import { boardFields, plainMove, plainMoves } from "../words.js";
import { emptyCells } from "../../../boards/sudoku_board.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/** @typedef {import("../pace.js").Task} Task */
/** @typedef {import("./effects.js").FillEffect} FillEffect */
/** @typedef {import("./judging.js").Judgement} Judgement */
/** @typedef {import("./law.js").MeasuredOutcomes} MeasuredOutcomes */
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
 * @param {(partial: () => Tempo) => void} [report] is told what is known so far, while it takes time
 * @returns {Promise<Tempo>}
 */
export async function tempoOf(state, task, report = () => {}) {
  const legal = legalCandidates(state);
  const truth = await truthOf(state, task);
  const bombs = new UsableBombs(state.shape, legal, truth.isTrue);
  const moves = truth.hasTrue ? legalMoves(state, legal) : [];
  const fills = moves.filter((move) => truth.isTrue[move]);
  const skips = moves.filter((move) => !truth.isTrue[move]);
  if (bombs.isProper) {
    const effects = fills.map((fill) => bombs.properEffect(fill));
    return judged(state, legal, truth, bombs, fills, skips, effects);
  }
  /** @type {FillEffect[]} */
  const effects = [];
  for (const fill of fills) {
    report(() => judged(state, legal, truth, bombs, fills, skips, effects));
    await task.pause();
    effects.push(bombs.effect(fill, await bombsAfter(state, fill, task)));
  }
  return judged(state, legal, truth, bombs, fills, skips, effects);
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
 * Return what follows from the numbers of a position.
 * @param {SudokuState} state
 * @param {Uint8Array} legal
 * @param {Truth} truth
 * @param {UsableBombs} bombs
 * @param {number[]} fills
 * @param {number[]} skips
 * @param {FillEffect[]} effects
 * @returns {Tempo}
 */
function judged(state, legal, truth, bombs, fills, skips, effects) {
  const empties = emptyCells(state.values).length;
  const isAll = effects.length === fills.length;
  const isDead = state.isOver || !truth.hasTrue;
  const numbers = { empties, bombs: bombs.count, isDead, effects, isAll, skips };
  const found = { state, empties, bombs: bombs.count, isProper: bombs.isProper, fills, effects };
  if (state.rules === "classic") {
    const judgement = byTempo(numbers);
    const isOpen = judgement.verdict === "open";
    const measured = isOpen ? null : measuredByTempo(empties, bombs.count, bombs.isProper);
    return { ...found, ...judgement, reach: null, measured };
  }
  const facts = new ReachFacts(state, legal, truth.hasTrue ? bombs.bombs : null);
  const known = truth.hasTrue ? bombs.bombs : null;
  const reach = new ReachView(state, facts, known, isAll ? effects : [], isAll ? skips : []);
  return { ...found, ...byReach(numbers, reach), reach, measured: reach.measured };
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
      adviceOf(found).map(({ rule, kind, moves, errs }) => [rule, { kind, moves: moves.length, errs }]),
    ),
    ...(reach && { reach: reach.toJson() }),
    summary: summaryOf(found),
  };
}
