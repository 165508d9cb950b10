// @ts-check
// Refutations in words, as people tell them: the sentences that `bombe why` prints.
//
//   "If 5 stands at r3c4, r3c7 must be 2 (only value left); then box 6 has no place for 9."
//
// A text counts from 1, as Sudoku players do: r3c4 is row 3 and column 4, and box 6 of a 3x3 board
// ends row 6. Where numbers stand for cells and regions, they count from 0.

import { isSingle, ratingOf } from "./refutation.js";

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 * @typedef {import("./refutation.js").End} End
 */

/** The most steps that are told in one sentence. */
const ONE_SENTENCE = 2;

/** How far a case stands in. */
const CASE_INDENT = 5;

/**
 * Return a cell as texts write it: r3c4, counted from 1.
 * @param {Shape} shape
 * @param {number} cell
 */
export function cellWords(shape, cell) {
  const [row, column] = shape.coordinates(cell);
  return `r${row + 1}c${column + 1}`;
}

/**
 * Return cells in a row: r1c2, r1c3 and r2c2.
 * @param {Shape} shape
 * @param {readonly number[]} cells
 */
export function cellsWords(shape, cells) {
  return listed(cells.map((cell) => cellWords(shape, cell)));
}

/**
 * Return a region as texts write it: box 6, counted from 1.
 * @param {Shape} shape
 * @param {number} region
 */
export function regionWords(shape, region) {
  const [name, number] = shape.regionName(region).split(" ");
  return `${name} ${Number(number) + 1}`;
}

/**
 * Return words in a row: a, b and c.
 * @param {readonly (string | number)[]} words
 * @param {string} last
 */
export function listed(words, last = "and") {
  const end = words[words.length - 1];
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${last} ${end}` : `${end}`;
}

/**
 * Return words as a sentence; a cell is written small, also where one begins.
 * @param {string} words
 */
export function sentence(words) {
  const begins = /^r\d/.test(words) ? words.slice(0, 1) : words.slice(0, 1).toUpperCase();
  return `${begins}${words.slice(1)}.`;
}

/**
 * Return what is refuted, as the beginning of a sentence; "" for a board.
 * @param {Shape} shape
 * @param {Question} question
 */
function questionWords(shape, question) {
  if (!question.fact) return "";
  const { value } = question.fact;
  const cell = cellWords(shape, question.fact.cell);
  return question.isNot ? `If ${cell} is not ${value}` : `If ${value} stands at ${cell}`;
}

/**
 * Return the beginning of a chain: If 5 stands at r3c4, or As the board stands.
 * @param {Shape} shape
 * @param {Question} question
 */
export function leadWords(shape, question) {
  return questionWords(shape, question) || "As the board stands";
}

/**
 * Return what a step concludes and why, without the chain of a case.
 * @param {Shape} shape
 * @param {Step} step
 */
function stepWords(shape, step) {
  const since = sinceWords(step);
  if (step.place) {
    const isNaked = step.rule === "naked single" || step.region === null;
    const only = isNaked ? "value left" : `place in ${regionWords(shape, step.region ?? 0)}`;
    const cell = cellWords(shape, step.place.cell);
    return `${cell} must be ${step.place.value} (only ${only}${since})`;
  }
  if (step.rule === "case") {
    const [fact] = step.removes;
    return `${cellWords(shape, fact.cell)} cannot be ${fact.value}`;
  }
  return `${patternWords(shape, step)}${since}: so ${exclusionWords(shape, step.removes)}`;
}

/**
 * Return the earlier steps that one takes for granted, which the board does not show.
 * @param {Step | End} by
 */
function sinceWords(by) {
  const numbers = by.after.filter((number) => number > 0);
  if (!numbers.length) return "";
  return `, by ${numbers.length === 1 ? "step" : "steps"} ${listed(numbers)}`;
}

/**
 * Return what a step that removes candidates has seen.
 * @param {Shape} shape
 * @param {Step} step
 */
function patternWords(shape, step) {
  const region = regionWords(shape, step.region ?? 0);
  const values = listed(step.values);
  if (step.rule === "locked candidates") {
    return `in ${region}, ${values} can only stand within ${regionWords(shape, step.other ?? 0)}`;
  }
  const cells = cellsWords(shape, step.cells);
  if (step.rule === "naked pair") return `${cells} hold ${values}, for nothing else fits there`;
  return `in ${region}, ${values} can only stand at ${cells}`;
}

/**
 * Return candidates that are removed: no 2 at r1c9 and r2c9, or no 1, 4 or 6 at r3c3.
 * @param {Shape} shape
 * @param {readonly Fact[]} facts
 */
function exclusionWords(shape, facts) {
  const byValue = grouped(facts.map(({ cell, value }) => [value, cell]));
  const byCell = grouped(facts.map(({ cell, value }) => [cell, value]));
  const isByCell = byCell.length < byValue.length;
  const groups = isByCell ? byCell.map(([cells, values]) => [values, cells]) : byValue;
  return groups
    .map(([values, cells]) => `no ${listed(values, "or")} at ${cellsWords(shape, cells)}`)
    .join(", ");
}

/**
 * Return the first members that go with the same second ones, and these.
 * @param {number[][]} pairs
 * @returns {number[][][]}
 */
function grouped(pairs) {
  const ordered = [...pairs].sort(([a, b], [c, d]) => a - c || b - d);
  /** @type {Map<number, number[]>} */
  const seconds = new Map();
  for (const [first, second] of ordered) {
    seconds.set(first, [...(seconds.get(first) ?? []), second]);
  }
  /** @type {Map<string, number[][]>} */
  const groups = new Map();
  for (const [first, those] of seconds) {
    const group = groups.get(those.join()) ?? [[], those];
    group[0].push(first);
    groups.set(those.join(), group);
  }
  return [...groups.values()];
}

/**
 * Return the absurdity.
 * @param {Shape} shape
 * @param {End} end
 */
function endWords(shape, end) {
  if (end.kind === "no candidate") {
    return `${cellWords(shape, end.cell ?? 0)} has no value left${sinceWords(end)}`;
  }
  const region = regionWords(shape, end.region ?? 0);
  if (end.kind === "no place") return `${region} has no place for ${end.value}${sinceWords(end)}`;
  return `${end.value} stands twice in ${region}, at ${cellsWords(shape, end.because)}`;
}

/**
 * Return whether a chain is told in one sentence.
 * @param {Refutation} refutation
 */
function isOneSentence(refutation) {
  return refutation.steps.length <= ONE_SENTENCE && refutation.steps.every(isSingle);
}

/**
 * Return a refutation in words: a short chain in one sentence, a long one in numbered lines.
 * @param {Shape} shape
 * @param {Question} question
 * @param {Refutation} refutation
 */
export function story(shape, question, refutation) {
  if (isOneSentence(refutation)) {
    const steps = refutation.steps.map((step) => stepWords(shape, step));
    const told = [...steps, endWords(shape, refutation.end)].join("; then ");
    const lead = questionWords(shape, question);
    return lead ? `${lead}, ${told}.` : sentence(told);
  }
  const lines = tale(shape, refutation).map(({ depth, text }) => {
    return " ".repeat(2 + CASE_INDENT * depth) + text;
  });
  return [`${leadWords(shape, question)}:`, ...lines].join("\n");
}

/**
 * Return a refutation in one sentence: of a long chain, how many steps it has, and its end.
 * @param {Shape} shape
 * @param {Question} question
 * @param {Refutation} refutation
 */
export function brief(shape, question, refutation) {
  if (isOneSentence(refutation)) return story(shape, question, refutation);
  const absurd = endWords(shape, { ...refutation.end, after: [] });
  const { steps } = ratingOf(refutation);
  return `${leadWords(shape, question)}, ${steps} steps show a contradiction: ${absurd}.`;
}

/**
 * A line of a chain: how deep in cases it stands, its words, and the step or the end it tells of.
 * A case without steps is told in one line, so that its end has none.
 *
 * @typedef {{depth: number, text: string, step: Step | null, end: End | null}} Line
 */

/**
 * Return the numbered lines of a chain; those of a case stand deeper.
 * @param {Shape} shape
 * @param {Refutation} refutation
 * @param {number} depth
 * @returns {Line[]}
 */
export function tale(shape, refutation, depth = 0) {
  const steps = refutation.steps.flatMap((step) => {
    const line = { depth, text: lineWords(shape, step), step, end: null };
    return step.case?.steps.length ? [line, ...tale(shape, step.case, depth + 1)] : [line];
  });
  const { end } = refutation;
  return [...steps, { depth, text: `Then ${endWords(shape, end)}.`, step: null, end }];
}

/**
 * Return the line of a step, with its number.
 * @param {Shape} shape
 * @param {Step} step
 */
function lineWords(shape, step) {
  const words = stepWords(shape, step);
  if (!step.case) return `${step.number}. ${sentence(words)}`;
  if (!step.case.steps.length) {
    return `${step.number}. ${words}: ${endWords(shape, step.case.end)} then.`;
  }
  return `${step.number}. ${words}. If ${step.removes[0].value} stood there:`;
}
