// @ts-check
// Who can play where, for how long, and what each fill changes: bombe.reach/1.

import { listOf } from "./cells.js";
import { ReachFacts } from "./facts.js";
import { UsableBombs } from "../tempo/effects.js";
import { legalCandidates, truthOf } from "../truth.js";
import { boardFields, stateHeading } from "../words.js";
import { SudokuState } from "../../../boards/sudoku_state.js";

/** @typedef {import("../pace.js").Task} Task */
/** @typedef {import("./cells.js").Player} Player */

/**
 * Answer who can play where in a position, for how long, and what each fill changes.
 *
 * All but the bombs needs no solver, and is reported at once.
 * @param {{position: unknown}} params
 * @param {Task} task
 */
export async function reach({ position }, task) {
  const state = SudokuState.fromJson(position);
  const legal = legalCandidates(state);
  task.report(answerOf(state, new ReachFacts(state, legal, null), false));
  const { isTrue } = await truthOf(state, task);
  const { bombs } = new UsableBombs(state.shape, legal, isTrue);
  return answerOf(state, new ReachFacts(state, legal, bombs), true);
}

/**
 * @param {SudokuState} state
 * @param {ReachFacts} facts
 * @param {boolean} final
 */
function answerOf(state, facts, final) {
  return {
    schema: "bombe.reach/1",
    final,
    ...boardFields(state),
    rules: state.rules,
    ...facts.toJson(),
    changes: [...changesOf(state, facts, 1), ...changesOf(state, facts, 2)],
    summary: `${stateHeading(state)}; ${facts.lines().join("; ")}`,
  };
}

/**
 * Return the fills that a player may make; values do not matter here.
 * @param {SudokuState} state
 * @param {ReachFacts} facts
 * @param {Player} player
 */
function changesOf(state, facts, player) {
  return listOf(facts.reach.open[player - 1]).map((cell) => {
    const { opens, takes } = facts.reach.fill(player, cell);
    return {
      player,
      cell: state.shape.coordinates(cell),
      opens: facts.places(opens),
      takes: facts.places(takes),
    };
  });
}
