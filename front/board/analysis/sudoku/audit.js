// @ts-check
// The bomb audit: which legal moves of a position are safe, and which are bombs.
//
// From the verdicts follow the forced cells and, up to two, the number of solutions: a board with
// one solution has one true candidate in each empty cell.

import { legalCandidates, legalMoves, truthNow, truthOf } from "./truth.js";
import { boardFields, boardHeading, givensOf, plainMoves } from "./words.js";
import { counted } from "../../boards/templates.js";
import { solverFor } from "../../solvers/boards.js";
import { UNKNOWN, YES } from "../../solvers/workspace.js";
import { SudokuState } from "../../boards/sudoku_state.js";

/** @typedef {import("./truth.js").Truth} Truth */
/** @typedef {import("../../boards/sudoku_board.js").Clash} Clash */
/** @typedef {import("./pace.js").Task} Task */
/** @typedef {import("./answers.js").AuditAnswer} AuditAnswer */
/** @typedef {AuditAnswer["solutions"]} Count a number of solutions */

/**
 * Answer which legal moves of a position are safe and which are bombs: bombe.audit/1.
 *
 * `limit` above 2 counts the solutions that far.
 * @param {{position: unknown, limit?: number, nodes?: number}} params
 * @param {Task} task
 */
export async function audit({ position, limit = 2, nodes }, task) {
  const state = SudokuState.fromJson(position);
  const limits = nodes === undefined ? undefined : { nodes };
  let truth = limits ? await truthOf(state, task, limits) : truthNow(task.kernel, state);
  if (!truth.isKnown && !limits) {
    task.report(auditOf(state, truth, knownCount(state, truth, limit), limit));
    truth = await truthOf(state, task);
  }
  const known = knownCount(state, truth, limit);
  if (!truth.isKnown || isEnough(known, limit)) return auditOf(state, truth, known, limit);
  task.report(auditOf(state, truth, known, limit));
  const count = await solverFor(task.kernel, state.shape).count(state.values, limit, task, limits);
  return auditOf(state, truth, count, limit);
}

/**
 * Return whether a count is exact, or as far as it was wanted.
 * @param {Count} count
 * @param {number} limit
 */
function isEnough({ value, kind }, limit) {
  return kind === "exact" || value >= limit;
}

/**
 * Return what the verdicts say about the number of solutions.
 * @param {SudokuState} state
 * @param {Truth} truth
 * @param {number} limit
 * @returns {Count}
 */
export function knownCount(state, truth, limit) {
  if (state.isFull) return { value: state.clashes().length ? 0 : 1, kind: "exact" };
  const most = Math.min(2, truth.counts.reduce((a, b) => Math.max(a, b)));
  const isExact = truth.isKnown && most < 2;
  return { value: Math.min(most, limit), kind: isExact ? "exact" : "at_least" };
}

/**
 * Return an audit with the number of solutions; `final` unless something is left to be found.
 * @param {SudokuState} state
 * @param {Truth} truth
 * @param {Count} solutions
 * @param {number} [limit] how far they were to be counted
 * @returns {AuditAnswer}
 */
function auditOf(state, truth, solutions, limit = 2) {
  const moves = legalMoves(state, legalCandidates(state));
  /** @param {(verdict: number) => boolean} is */
  const judged = (is) => moves.filter((move) => is(truth.verdicts[move]));
  const found = {
    safe: judged((verdict) => verdict === YES),
    bombs: judged((verdict) => verdict !== YES && verdict !== UNKNOWN),
    undecided: judged((verdict) => verdict === UNKNOWN),
    forced: truth.forced,
    taboo: [...state.taboo].sort((a, b) => a - b),
  };
  const clashes = state.clashes();
  const playable = state.playable().size;
  return {
    schema: "bombe.audit/1",
    final: !found.undecided.length && isEnough(solutions, limit),
    ...boardFields(state),
    rules: state.rules,
    givens: givensOf(state),
    clashes,
    solutions,
    safe: plainMoves(state, found.safe),
    bombs: plainMoves(state, found.bombs),
    undecided: plainMoves(state, found.undecided),
    forced: plainMoves(state, found.forced),
    taboo: plainMoves(state, found.taboo),
    playable,
    summary: summaryOf(state, clashes, solutions, found, playable),
  };
}

/**
 * Return in one sentence what an audit found.
 * @param {SudokuState} state
 * @param {Clash[]} clashes
 * @param {Count} solutions
 * @param {Record<"safe" | "bombs" | "undecided" | "forced" | "taboo", number[]>} found
 * @param {number} playable
 */
function summaryOf(state, clashes, solutions, found, playable) {
  const counts = [
    `${found.safe.length} safe`,
    counted(found.bombs.length, "bomb"),
    counted(found.forced.length, "forced cell"),
    ...(found.undecided.length ? [`${found.undecided.length} undecided`] : []),
    ...(found.taboo.length ? [`${found.taboo.length} taboo`] : []),
  ];
  const mode = state.rules === "classic" ? [] : [`play mode ${state.rules}, ${playable} cells`];
  const particular = clashes.length ? clashWords(clashes) : `solutions: ${countWords(solutions)}`;
  return [boardHeading(state), particular, ...mode, counts.join(", ")].join("; ");
}

/** @param {Clash[]} clashes */
function clashWords(clashes) {
  const [{ region, value, cells }] = clashes;
  const [kind] = region.split(" ");
  const places = cells.map(([row, column]) => `(${row},${column})`).join(" and ");
  const others = clashes.length > 1 ? ` and ${clashes.length - 1} more` : "";
  const times = `${value} stands ${cells.length} times in one ${kind}, at ${places}`;
  return `the givens clash: ${times}${others}`;
}

/**
 * Return a number of solutions in words: 1, at least 2.
 * @param {Count} count
 */
function countWords({ value, kind }) {
  return kind === "exact" ? `${value}` : `at least ${value}`;
}
