// @ts-check
// Why something cannot be: a chain of deductions that ends in an absurdity.
//
//   Question     what is refuted: a value in a cell, that a cell does without a value, or a board
//   Refutation   the steps, in order, and the absurdity that they end in
//   Step         one deduction: the rule, what it concludes, and from what
//   End          the absurdity: a cell without a candidate, a value without a place, a clash
//
// Cells and regions are numbers, as in a shape. Steps are numbered from 1 in the order of reading;
// the steps of a case come after the one that they belong to. `because` lists filled cells, also
// those that the question, a case or an earlier step fills, and `after` the numbers of earlier
// steps that removed a candidate; number 0 is the question, where it says that a cell does without
// a value. A case names all that its chain takes from outside of it. Nothing else may be needed:
// checker.js holds every refutation to that.

/** The deductions, from easy to hard; the kernel counts them in this order. */
export const RULES = /** @type {const} */ ([
  "naked single",
  "hidden single",
  "locked candidates",
  "naked pair",
  "hidden pair",
  "case",
]);

/** What cannot be, in the kernel's order. */
export const ABSURDITIES = /** @type {const} */ (["no candidate", "no place", "clash"]);

/** The names of the levels of a rating. */
export const LEVELS = /** @type {const} */ (["direct", "singles", "pairs", "cases"]);

/**
 * @typedef {(typeof RULES)[number]} Rule
 * @typedef {(typeof ABSURDITIES)[number]} Absurdity
 * @typedef {{readonly cell: number, readonly value: number}} Fact
 *
 * What is refuted: that the fact holds, or does not (`isNot`); without a fact, the board.
 * @typedef {{readonly fact: Fact | null, readonly isNot: boolean}} Question
 *
 * A single has one `place`; all others remove candidates.
 * @typedef {object} Step
 * @property {number} number
 * @property {Rule} rule
 * @property {readonly number[]} because
 * @property {readonly number[]} after
 * @property {Fact | null} place
 * @property {readonly Fact[]} removes
 * @property {number | null} region
 * @property {number | null} other
 * @property {readonly number[]} cells
 * @property {readonly number[]} values
 * @property {Refutation | null} case
 *
 * @typedef {object} End
 * @property {Absurdity} kind
 * @property {readonly number[]} because
 * @property {readonly number[]} after
 * @property {number | null} cell
 * @property {number | null} region
 * @property {number | null} value
 *
 * `isShortest`: no shorter chain of singles does it.
 * @typedef {object} Refutation
 * @property {readonly Step[]} steps
 * @property {End} end
 * @property {boolean} isShortest
 *
 * How hard a refutation is to see: the hardest rule, how deep cases stand in cases, how many steps.
 * @typedef {{readonly level: number, readonly depth: number, readonly steps: number}} Rating
 */

/** @type {Question} */
export const THE_BOARD = { fact: null, isNot: false };

/**
 * Whether a step places a value: the others remove candidates.
 * @param {Step} step
 */
export function isSingle(step) {
  return step.rule === "naked single" || step.rule === "hidden single";
}

/**
 * Yield all steps in the order of reading, those of cases too.
 * @param {Refutation} refutation
 * @returns {Generator<Step>}
 */
function* stepsOf(refutation) {
  for (const step of refutation.steps) {
    yield step;
    if (step.case) yield* stepsOf(step.case);
  }
}

/**
 * Yield the cells that a refutation cites, those that it fills too.
 * @param {Refutation} refutation
 * @returns {Generator<number>}
 */
export function* citedCells(refutation) {
  for (const step of stepsOf(refutation)) {
    yield* step.because;
    if (step.case) yield* step.case.end.because;
  }
  yield* refutation.end.because;
}

/**
 * Return how hard a refutation is to see.
 * @param {Refutation} refutation
 * @returns {Rating}
 */
export function ratingOf(refutation) {
  const steps = [...stepsOf(refutation)];
  return { level: levelOf(steps), depth: depthOf(refutation), steps: steps.length };
}

/** @param {readonly Step[]} steps */
function levelOf(steps) {
  if (steps.some((step) => step.case)) return 3;
  if (!steps.every(isSingle)) return 2;
  return Math.min(1, steps.length);
}

/**
 * @param {Refutation} refutation
 * @returns {number}
 */
function depthOf(refutation) {
  const depths = refutation.steps.map((step) => (step.case ? 1 + depthOf(step.case) : 0));
  return Math.max(0, ...depths);
}
