// @ts-check
// Refutations in words, as people tell them: the sentences that `bombe why` prints.
//
//   "If 5 stands at r3c4, r3c7 must be 2 (only value left); then box 6 has no place for 9."
//
// A text counts from 1, as Sudoku players do, unless another notation is asked for. Where numbers
// stand for cells and regions, they count from 0.

import SENTENCES from "../../../../../analysis/why/sentences.json" with { type: "json" };
import { fill, sentence } from "../../../boards/templates.js";
import { Spelling } from "../../../boards/spelling.js";
import { isSingle, ratingOf } from "./refutation.js";

/**
 * @typedef {import("../../../boards/moves.js").Notation} Notation
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 * @typedef {import("./refutation.js").End} End
 *
 * A line of a chain: how deep in cases it stands, its words, and the step or the end it tells of.
 * A case without steps is told in one line, so that its end has none.
 * @typedef {{depth: number, text: string, step: Step | null, end: End | null}} Line
 */

/** The most steps that are told in one sentence. */
const ONE_SENTENCE = 2;
/** How far a case stands in. */
const CASE_INDENT = 5;

/** Tells the refutation of a question. */
export class Teller {
  /**
   * @param {Shape} shape
   * @param {Question} question
   * @param {Notation} [notation]
   */
  constructor(shape, question, notation) {
    this.question = question;
    this.spell = new Spelling(shape, notation);
  }

  /** The beginning of a chain: If 5 stands at r3c4, or As the board stands. */
  get lead() {
    const { fact, isNot } = this.question;
    if (!fact) return SENTENCES.question.board;
    const template = SENTENCES.question[isNot ? "is not" : "is"];
    return fill(template, { value: fact.value, cell: this.spell.cell(fact.cell) });
  }

  /**
   * Return a refutation in words: a short chain in one sentence, a long one in numbered lines.
   * @param {Refutation} refutation
   */
  story(refutation) {
    if (!isShort(refutation)) {
      const lines = this.tale(refutation).map(
        ({ depth, text }) => " ".repeat(2 + CASE_INDENT * depth) + text,
      );
      return [`${this.lead}:`, ...lines].join("\n");
    }
    const parts = [...refutation.steps.map((step) => this.#step(step)), this.#end(refutation.end)];
    const steps = parts.join(SENTENCES.chain.then);
    if (!this.question.fact) return sentence(steps);
    return fill(SENTENCES.chain.short, { lead: this.lead, steps });
  }

  /**
   * Return a refutation in one sentence: of a long chain, how many steps it has, and its end.
   * @param {Refutation} refutation
   */
  brief(refutation) {
    if (isShort(refutation)) return this.story(refutation);
    const end = this.#end({ ...refutation.end, after: [] });
    return fill(SENTENCES.chain.brief, { lead: this.lead, ...ratingOf(refutation), end });
  }

  /**
   * Return the numbered lines of a chain; those of a case stand deeper.
   * @param {Refutation} refutation
   * @param {number} depth
   * @returns {Line[]}
   */
  tale({ steps, end }, depth = 0) {
    const lines = steps.flatMap((step) => {
      const line = { depth, text: this.#line(step), step, end: null };
      return step.case?.steps.length ? [line, ...this.tale(step.case, depth + 1)] : [line];
    });
    const text = fill(SENTENCES.chain.end, { end: this.#end(end) });
    return [...lines, { depth, text, step: null, end }];
  }

  /**
   * Return the line of a step, with its number.
   * @param {Step} step
   */
  #line(step) {
    const words = this.#step(step);
    if (!step.case) return `${step.number}. ${sentence(words)}`;
    const template = SENTENCES.chain[step.case.steps.length ? "case" : "case at once"];
    const end = this.#end(step.case.end);
    return fill(template, { number: step.number, words, end, value: step.removes[0].value });
  }

  /**
   * Return what a step concludes and why, without the chain of a case.
   * @param {Step} step
   */
  #step(step) {
    const { cell, value } = step.place ?? step.removes[0];
    return fill(SENTENCES.step[step.rule], {
      ...this.#named(step, step.cells),
      place: this.spell.cell(cell),
      value,
      other: this.spell.region(step.other),
      values: step.values,
      removed: this.#removed(step.removes),
    });
  }

  /**
   * Return the absurdity.
   * @param {End} end
   */
  #end(end) {
    const { value } = end;
    const cell = this.spell.cell(end.cell ?? 0);
    return fill(SENTENCES.end[end.kind], { ...this.#named(end, end.because), cell, value });
  }

  /**
   * Return the region and the cells, and the earlier steps that are taken for granted, which the
   * board does not show.
   * @param {Step | End} by
   * @param {readonly number[]} cells
   */
  #named(by, cells) {
    const steps = by.after.filter((number) => number > 0);
    const since = steps.length ? fill(SENTENCES.step.since, { many: steps.length, steps }) : "";
    return { region: this.spell.region(by.region), cells: this.spell.cells(cells), since };
  }

  /**
   * Return candidates that are removed: no 2 at r1c9 and r2c9, or no 1, 4 or 6 at r3c3.
   * @param {readonly Fact[]} facts
   */
  #removed(facts) {
    const byValue = grouped(facts.map(({ cell, value }) => [value, cell]));
    const byCell = grouped(facts.map(({ cell, value }) => [cell, value]));
    const isByCell = byCell.length < byValue.length;
    const groups = isByCell ? byCell.map(([cells, values]) => [values, cells]) : byValue;
    return groups
      .map(([values, cells]) =>
        fill(SENTENCES.step.removed, { values, cells: this.spell.cells(cells) }),
      )
      .join(", ");
  }
}

/**
 * Return whether one sentence has room for a chain.
 * @param {Refutation} refutation
 */
function isShort({ steps }) {
  return steps.length <= ONE_SENTENCE && steps.every(isSingle);
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
