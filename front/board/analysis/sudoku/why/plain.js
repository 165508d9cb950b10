// @ts-check
// Refutations as plain data: the chain of bombe.why/1, and the walk through it, line by line, with
// all that is lit on the board at each.

import { tale } from "./words.js";

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("./refutation.js").End} End
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 * @typedef {import("./words.js").Line} Line
 * @typedef {[number, number, number]} PlainFact a row, a column and a value
 *
 * A line of a walk. A deduction has a number and a rule, the last line of a chain or of a case an
 * `end`; a case without steps has both. `supposes` is what a case tries; the lines of a case stand
 * at a depth one higher. `holds` are the values that stand on the board by then beside the filled
 * cells, what is asked and what is supposed included, and `gone` the candidates that were removed:
 * with the number of the step each, 0 for what is asked.
 * @typedef {object} WalkLine
 * @property {number | null} number
 * @property {number} depth
 * @property {string} text
 * @property {string | null} rule
 * @property {PlainFact | null} place
 * @property {PlainFact[]} removes
 * @property {PlainFact | null} supposes
 * @property {[number, number][]} region the cells of the region that it is about
 * @property {[number, number][]} other
 * @property {[number, number][]} cells those of a pair, or where the value is locked
 * @property {readonly number[]} values
 * @property {[number, number][]} because
 * @property {readonly number[]} after
 * @property {WalkEnd | null} end
 * @property {[number, number, number, number][]} holds
 * @property {[number, number, number, number][]} gone
 *
 * What cannot be: `cells` are those that are at odds.
 * @typedef {object} WalkEnd
 * @property {string} kind
 * @property {[number, number][]} cells
 * @property {number | null} value
 * @property {[number, number][]} because
 */

/**
 * Return a cell as row and column.
 * @param {Shape} shape
 * @param {number} cell
 */
export function plainCell(shape, cell) {
  return shape.coordinates(cell);
}

/**
 * Return cells as rows and columns.
 * @param {Shape} shape
 * @param {readonly number[]} cells
 */
export function plainCells(shape, cells) {
  return cells.map((cell) => shape.coordinates(cell));
}

/**
 * @param {Shape} shape
 * @param {Fact} fact
 * @returns {PlainFact}
 */
function plainFact(shape, { cell, value }) {
  return [...shape.coordinates(cell), value];
}

/**
 * Return a chain and its end as plain data.
 * @param {Shape} shape
 * @param {Refutation} refutation
 * @returns {{chain: object[], end: object}}
 */
export function chainJson(shape, { steps, end }) {
  return { chain: steps.map((step) => stepJson(shape, step)), end: endJson(shape, end) };
}

/**
 * @param {Shape} shape
 * @param {Step} step
 */
function stepJson(shape, step) {
  const stated = {
    number: step.number,
    rule: step.rule,
    place: step.place && plainFact(shape, step.place),
    removes: step.removes.map((fact) => plainFact(shape, fact)),
    region: regionName(shape, step.region),
    other: regionName(shape, step.other),
    cells: plainCells(shape, step.cells),
    values: step.values,
    case: step.case && chainJson(shape, step.case),
  };
  return { ...said(stated), because: plainCells(shape, step.because), after: step.after };
}

/**
 * @param {Shape} shape
 * @param {End} end
 */
function endJson(shape, end) {
  const stated = {
    kind: end.kind,
    cell: end.cell === null ? null : plainCell(shape, end.cell),
    region: regionName(shape, end.region),
    value: end.value,
  };
  return { ...said(stated), because: plainCells(shape, end.because), after: end.after };
}

/**
 * @param {Shape} shape
 * @param {number | null} region
 */
function regionName(shape, region) {
  return region === null ? null : shape.regionName(region);
}

/**
 * Return the fields that say something.
 * @param {Record<string, unknown>} fields
 */
function said(fields) {
  const isSaid = (/** @type {unknown} */ value) =>
    value !== null && !(Array.isArray(value) && !value.length);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isSaid(value)));
}

/**
 * Return the lines of a refutation, each with all that is lit at it.
 * @param {Shape} shape
 * @param {Question} question
 * @param {Refutation} refutation
 * @returns {WalkLine[]}
 */
export function walkJson(shape, question, refutation) {
  const { fact, isNot } = question;
  const asked = fact ? [{ ...fact, number: 0 }] : [];
  /** @type {Known[]} */
  const known = [{ holds: isNot ? [] : asked, gone: isNot ? asked : [] }];
  return tale(shape, refutation).map((line) => walkLine(shape, line, known));
}

/**
 * @typedef {Fact & {number: number}} Found a value, or a candidate, and by which step
 * @typedef {{holds: Found[], gone: Found[]}} Known what is known at one depth of cases
 */

/**
 * Return a line, and take what it says into what is known at its depth.
 * @param {Shape} shape
 * @param {Line} line
 * @param {Known[]} known what is known at every depth
 * @returns {WalkLine}
 */
function walkLine(shape, { depth, text, step, end }, known) {
  const now = known[depth];
  const number = step?.number ?? 0;
  const supposes = step?.case ? step.removes[0] : null;
  const removed = step?.removes.map((fact) => ({ ...fact, number })) ?? [];
  if (step?.place) now.holds.push({ ...step.place, number });
  // A case supposes what is removed after it.
  const holds = supposes ? [...now.holds, ...removed] : now.holds;
  const gone = supposes ? now.gone : [...now.gone, ...removed];
  if (supposes) known[depth + 1] = { holds: [...holds], gone: [...gone] };
  now.gone = [...now.gone, ...removed];
  const inner = step?.case ?? null;
  const told = inner && !inner.steps.length ? inner.end : end;
  return {
    ...(step ? stepFields(shape, step) : NO_STEP),
    depth,
    text,
    supposes: supposes && plainFact(shape, supposes),
    end: told && endFields(shape, told),
    holds: holds.map((found) => [...plainFact(shape, found), found.number]),
    gone: gone.map((found) => [...plainFact(shape, found), found.number]),
  };
}

/** What a line that is no deduction has in place of one's fields. */
const NO_STEP = {
  number: null,
  rule: null,
  place: null,
  removes: [],
  region: [],
  other: [],
  cells: [],
  values: [],
  because: [],
  after: [],
};

/**
 * @param {Shape} shape
 * @param {Step} step
 */
function stepFields(shape, step) {
  return {
    number: step.number,
    rule: step.rule,
    place: step.place && plainFact(shape, step.place),
    removes: step.removes.map((fact) => plainFact(shape, fact)),
    region: regionCells(shape, step.region),
    other: regionCells(shape, step.other),
    cells: plainCells(shape, step.cells),
    values: step.values,
    because: plainCells(shape, step.because),
    after: step.after,
  };
}

/**
 * @param {Shape} shape
 * @param {End} end
 * @returns {WalkEnd}
 */
function endFields(shape, end) {
  const { kind, value } = end;
  const because = plainCells(shape, end.because);
  if (end.cell !== null) return { kind, value, because, cells: [plainCell(shape, end.cell)] };
  // Where a value stands twice, these two cells are at odds, and otherwise the whole region.
  const cells = kind === "clash" ? because : regionCells(shape, end.region);
  return { kind, value, because, cells };
}

/**
 * @param {Shape} shape
 * @param {number | null} region
 */
function regionCells(shape, region) {
  return region === null ? [] : plainCells(shape, shape.regions[region]);
}
