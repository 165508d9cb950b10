// @ts-check
// An explanation step by step: what each step says, and which cells it lights.

/** @typedef {readonly [number, number]} Square */
/** @typedef {{move: readonly number[], number: number}} Placed */
/**
 * @typedef {object} Shown  what the board lights at a step
 * @property {Square[]} asked    the cell of the question
 * @property {Square[]} cells    what the step is about
 * @property {Square[]} because  what it follows from
 * @property {Square[]} end      where the absurdity is
 * @property {Square[]} core
 * @property {Placed[]} placed   what is placed so far, tried values included
 */
/** @typedef {{text: string, depth: number, number: number, shown: Shown}} ExplainedStep */

const NUMBERED = /^\d+\. /;

/**
 * Return the steps of an explanation: what is supposed, the deductions, and the absurdity at the
 * end; none if it has no chain.
 * @param {any} answer  bombe.why/1 with its walk
 * @returns {ExplainedStep[]}
 */
export function stepsOf({ walk = [], asked, lead, text, core, move, cell }) {
  const place = asked?.cell ?? move ?? cell;
  /** @type {Shown} */
  const usual = {
    asked: place ? [[place[0], place[1]]] : [],
    cells: [],
    because: [],
    end: [],
    core: core ?? [],
    placed: [],
  };
  const steps = walk.map((/** @type {any} */ line) => stepOf(line, walk, usual));
  if (steps.length < 2) return steps.map((/** @type {ExplainedStep} */ step) => ({ ...step, text }));
  const supposed = asked && !asked.is_not ? [{ move: [...asked.cell, asked.value], number: 0 }] : [];
  return [{ text: `${lead}:`, depth: 0, number: 0, shown: { ...usual, placed: supposed } }, ...steps];
}

/**
 * Return a line of a walk as a step.
 * @param {any} line
 * @param {any[]} walk  all lines
 * @param {Shown} usual
 * @returns {ExplainedStep}
 */
function stepOf({ text, number, depth, because, after, end, holds, ...about }, walk, usual) {
  const earlier = walk.filter((line) => line.number && after.includes(line.number));
  const shown = {
    ...usual,
    cells: squaresOf(about),
    because: [...because, ...(end?.because ?? []), ...earlier.flatMap(squaresOf)],
    end: end?.cells ?? [],
    placed: holds.map((/** @type {number[]} */ [row, column, value, at]) => ({
      move: [row, column, value],
      number: at,
    })),
  };
  return { text: text.replace(NUMBERED, ""), depth, number: number ?? 0, shown };
}

/**
 * @param {any} about
 * @returns {Square[]}
 */
function squaresOf({ place, removes, cells }) {
  const moves = [...(place ? [place] : []), ...removes];
  return [...moves.map(([row, column]) => /** @type {Square} */ ([row, column])), ...cells];
}
