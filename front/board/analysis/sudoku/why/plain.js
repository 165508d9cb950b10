// @ts-check
// Refutations as plain data: the chain of bombe.why/1, and the walk through it, line by line, with
// all that is lit on the board at each.

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("./refutation.js").End} End
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 * @typedef {import("./words.js").Line} Line
 * @typedef {import("./words.js").Teller} Teller
 *
 * A line of a walk has the fields of a deduction, as far as it is one; `depth` and `text`; the
 * cells to light: `region`, `other`, `cells`, `because`; at the end of a chain or a case `end`, what
 * cannot be. `supposes` is what a case tries; the lines of a case stand at a depth one higher.
 * `holds` are the values that stand on the board by then beside the filled cells, what is asked and
 * what is supposed included, and `gone` the candidates that were removed: with the number of the
 * step each, 0 for what is asked.
 *
 * @typedef {Fact & {number: number}} Known a value, or a candidate, and by which step
 */

/**
 * Return a chain and its end as plain data.
 * @param {Shape} shape
 * @param {Refutation} refutation
 * @returns {{chain: object[], end: object}}
 */
export function chainJson(shape, { steps, end }) {
  const name = (/** @type {number} */ region) => shape.regionName(region);
  const chain = steps.map((step) =>
    stated({
      ...plainStep(shape, step, name),
      case: step.case && chainJson(shape, step.case),
    }),
  );
  const { kind, value } = end;
  return { chain, end: stated({ kind, value, ...plainEnd(shape, end, name) }) };
}

/**
 * Return a step with rows and columns in the place of cells.
 * @template R
 * @param {Shape} shape
 * @param {Step} step
 * @param {(region: number) => R} named what stands for a region
 */
function plainStep(shape, step, named) {
  return {
    number: step.number,
    rule: step.rule,
    place: step.place && plainFact(shape, step.place),
    removes: step.removes.map((fact) => plainFact(shape, fact)),
    region: step.region === null ? null : named(step.region),
    other: step.other === null ? null : named(step.other),
    cells: places(shape, step.cells),
    values: step.values,
    because: places(shape, step.because),
    after: step.after,
  };
}

/**
 * Return where an end is, and from what it follows, in the same way.
 * @template R
 * @param {Shape} shape
 * @param {End} end
 * @param {(region: number) => R} named
 */
function plainEnd(shape, end, named) {
  return {
    cell: end.cell === null ? null : shape.coordinates(end.cell),
    region: end.region === null ? null : named(end.region),
    because: places(shape, end.because),
    after: end.after,
  };
}

/**
 * Return cells as rows and columns.
 * @param {Shape} shape
 * @param {readonly number[]} cells
 */
export function places(shape, cells) {
  return cells.map((cell) => shape.coordinates(cell));
}

/**
 * Return the fields that say something, and those that are always there.
 * @param {Record<string, unknown>} fields
 */
function stated({ because, after, ...fields }) {
  const isStated = (/** @type {unknown} */ value) =>
    value !== null && !(Array.isArray(value) && !value.length);
  const entries = Object.entries(fields).filter(([, value]) => isStated(value));
  return { ...Object.fromEntries(entries), because, after };
}

/**
 * @param {Shape} shape
 * @param {Fact} fact
 */
function plainFact(shape, { cell, value }) {
  return [...shape.coordinates(cell), value];
}

/**
 * Return the lines of a refutation, each with all that is lit at it.
 * @param {Shape} shape
 * @param {Teller} teller
 * @param {Refutation} refutation
 */
export function walkJson(shape, teller, refutation) {
  const { fact, isNot } = teller.question;
  const asked = fact ? [{ ...fact, number: 0 }] : [];
  /** @type {{holds: Known[], gone: Known[]}[]} */
  const known = [{ holds: isNot ? [] : asked, gone: isNot ? asked : [] }];
  return teller.tale(refutation).map((line) => walkLine(shape, line, known));
}

/**
 * Return a line, and take what it says into what is known at its depth.
 * @param {Shape} shape
 * @param {Line} line
 * @param {{holds: Known[], gone: Known[]}[]} known what is known at every depth
 */
function walkLine(shape, { depth, text, step, end }, known) {
  const now = known[depth];
  const number = step?.number ?? 0;
  const removed = step?.removes.map((fact) => ({ ...fact, number })) ?? [];
  if (step?.place) now.holds.push({ ...step.place, number });
  // A case supposes what is removed after it.
  const holds = step?.case ? [...now.holds, ...removed] : [...now.holds];
  const gone = step?.case ? now.gone : [...now.gone, ...removed];
  if (step?.case) known[depth + 1] = { holds: [...holds], gone: [...gone] };
  now.gone = [...now.gone, ...removed];
  const told = step?.case && !step.case.steps.length ? step.case.end : end;
  const listed = (/** @type {Known[]} */ facts) =>
    facts.map((fact) => [...plainFact(shape, fact), fact.number]);
  return {
    ...stepFields(shape, step),
    depth,
    text,
    supposes: step?.case ? plainFact(shape, step.removes[0]) : null,
    end: told && walkEnd(shape, told),
    holds: listed(holds),
    gone: listed(gone),
  };
}

/**
 * Return the fields of a deduction; empty ones for a line that is none.
 * @param {Shape} shape
 * @param {Step | null} step
 */
function stepFields(shape, step) {
  const none = { number: null, rule: null, place: null, removes: [], cells: [], values: [] };
  if (!step) return { ...none, region: [], other: [], because: [], after: [] };
  const lit = plainStep(shape, step, (region) => places(shape, shape.regions[region]));
  return { ...lit, region: lit.region ?? [], other: lit.other ?? [] };
}

/**
 * Return what cannot be, and the cells that are at odds.
 * @param {Shape} shape
 * @param {End} end
 */
function walkEnd(shape, end) {
  const { kind, value } = end;
  const lit = plainEnd(shape, end, (region) => places(shape, shape.regions[region]));
  const { cell, region, because } = lit;
  // Where a value stands twice, these two cells are at odds, and otherwise the whole region.
  const cells = cell ? [cell] : kind === "clash" ? because : (region ?? []);
  return { kind, cells, value, because };
}
