// @ts-check
// The checker: whether a refutation proves what it says, step by step.
//
// It shares no code with what finds refutations, and takes nothing but what a step cites: cells
// that are filled by then, and earlier steps that still hold. What a case assumes and concludes
// holds only in it, and of what is outside it may use only what the step that it belongs to cites.

import { ABSURDITIES, isSingle } from "./refutation.js";

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 * @typedef {import("./refutation.js").End} End
 *
 * What holds before a step: every filled cell, those that it may cite, and what each step removed.
 * @typedef {object} Premises
 * @property {ReadonlyMap<number, number>} every
 * @property {ReadonlyMap<number, number>} filled
 * @property {ReadonlyMap<number, readonly Fact[]>} removed
 */

/** What is wrong with a refutation, in words. */
class Fault extends Error {}

/**
 * Return the first fault in words: which step, and what is wrong; "" if there is none.
 * @param {Shape} shape
 * @param {readonly number[]} values 0 for an empty cell
 * @param {Question} question
 * @param {Refutation} refutation
 */
export function faultIn(shape, values, question, refutation) {
  const filled = new Map(values.map((value, cell) => [cell, value]));
  values.forEach((value, cell) => value || filled.delete(cell));
  const { fact, isNot } = question;
  if (fact && filled.has(fact.cell)) {
    return `the question is about cell ${fact.cell}, which is filled`;
  }
  /** @type {Premises} */
  let known = { every: filled, filled, removed: new Map() };
  if (fact && isNot) known = { ...known, removed: new Map([[0, [fact]]]) };
  else if (fact) known = withFact(known, fact);
  try {
    new Checker(shape).chain(known, refutation);
  } catch (error) {
    if (error instanceof Fault) return error.message;
    throw error;
  }
  return "";
}

/**
 * Throw a fault unless something holds.
 * @param {boolean} holds
 * @param {string} fault
 * @returns {asserts holds}
 */
function require(holds, fault) {
  if (!holds) throw new Fault(fault);
}

/**
 * Return what a step names; throw if it does not.
 * @template T
 * @param {T | null} thing
 * @param {string} fault
 * @returns {T}
 */
function named(thing, fault) {
  if (thing === null) throw new Fault(fault);
  return thing;
}

/**
 * Return what holds with one more cell filled.
 * @param {Premises} known
 * @param {Fact} fact
 * @returns {Premises}
 */
function withFact(known, { cell, value }) {
  const every = new Map(known.every).set(cell, value);
  return { ...known, every, filled: new Map(known.filled).set(cell, value) };
}

/**
 * Return what holds after a step.
 * @param {Premises} known
 * @param {Step} step
 * @returns {Premises}
 */
function after(known, step) {
  if (step.place) return withFact(known, step.place);
  return { ...known, removed: new Map(known.removed).set(step.number, step.removes) };
}

/**
 * Return what the reasons cite, and nothing else; each of them must hold.
 * @param {Premises} known
 * @param {string} where
 * @param {Step | End} by
 * @returns {Premises}
 */
function cited(known, where, by) {
  /** @type {Map<number, number>} */
  const filled = new Map();
  /** @type {Map<number, readonly Fact[]>} */
  const removed = new Map();
  for (const cell of by.because) {
    const value = known.filled.get(cell);
    require(value !== undefined, `${where} cites cell ${cell}, which is not filled there`);
    filled.set(cell, value);
  }
  for (const number of by.after) {
    const facts = known.removed.get(number);
    require(facts !== undefined, `${where} cites step ${number}, which does not hold`);
    removed.set(number, facts);
  }
  return { every: known.every, filled, removed };
}

/** Follows a refutation step by step. */
class Checker {
  /** @param {Shape} shape */
  constructor(shape) {
    this.shape = shape;
    this.values = Array.from({ length: shape.size }, (_, index) => index + 1);
    /** The number of the latest step. */
    this.number = 0;
  }

  /**
   * Throw if a step or the end does not follow from what it cites.
   * @param {Premises} known
   * @param {Refutation} refutation
   */
  chain(known, refutation) {
    for (const step of refutation.steps) {
      this.number++;
      const where = `step ${this.number}`;
      require(step.number === this.number, `${where} has the number ${step.number}`);
      if (isSingle(step)) this.single(where, cited(known, where, step), step);
      else this.removal(where, cited(known, where, step), step);
      known = after(known, step);
    }
    const where = `the end after step ${this.number}`;
    this.end(where, cited(known, where, refutation.end), refutation.end);
  }

  /**
   * Check that the place is the only one of its cell, or of its value in the region.
   * @param {string} where
   * @param {Premises} known
   * @param {Step} step
   */
  single(where, known, step) {
    const { cell, value } = named(step.place, `${where} places nothing`);
    require(!step.removes.length, `${where} both places and removes`);
    require(this.values.includes(value), `${where} places no value`);
    require(!known.every.has(cell), `${where} fills cell ${cell}, which is filled`);
    if (step.rule === "naked single") {
      const others = this.values.filter((each) => each !== value);
      this.excluded(where, known, others.map((each) => ({ cell, value: each })));
      return;
    }
    const region = this.region(where, step.region);
    require(region.includes(cell), `${where} places a value outside of its region`);
    const others = region.filter((each) => each !== cell);
    this.excluded(where, known, others.map((each) => ({ cell: each, value })));
  }

  /**
   * Check that what is removed follows by the rule of the step.
   * @param {string} where
   * @param {Premises} known
   * @param {Step} step
   */
  removal(where, known, step) {
    require(step.removes.length > 0 && !step.place, `${where} removes nothing`);
    if (step.rule === "case") {
      this.case(where, known, step);
      return;
    }
    const region = this.region(where, step.region);
    const isInside = step.cells.every((cell) => region.includes(cell));
    require(isInside, `${where} names cells outside of its region`);
    const rest = region.filter((cell) => !step.cells.includes(cell));
    const isLocked = step.rule === "locked candidates";
    const allowed = (isLocked ? this.locked : this.pair).call(this, where, known, step, rest);
    const isAllowed = step.removes.every((fact) => allowed.some((each) => isSame(each, fact)));
    require(isAllowed, `${where} removes more than follows`);
  }

  /**
   * Check the chain of a case, which may use what its step cites, and what it assumes.
   * @param {string} where
   * @param {Premises} known
   * @param {Step} step
   */
  case(where, known, step) {
    const inner = named(step.case, `${where} has no chain for its case`);
    const [removed, ...more] = step.removes;
    require(!more.length, `${where} is more than one case`);
    require(!known.every.has(removed.cell), `${where} is a case of a filled cell`);
    this.chain(withFact(known, removed), inner);
  }

  /**
   * Check that a value stands only where two regions cross; return what that removes.
   * @param {string} where
   * @param {Premises} known
   * @param {Step} step
   * @param {readonly number[]} rest
   * @returns {Fact[]}
   */
  locked(where, known, step, rest) {
    const other = this.region(where, step.other);
    const isInside = step.cells.every((cell) => other.includes(cell));
    require(isInside, `${where} names cells outside of the other`);
    const [{ value }] = step.removes;
    this.excluded(where, known, rest.map((cell) => ({ cell, value })));
    const outside = other.filter((cell) => !step.cells.includes(cell));
    return outside.map((cell) => ({ cell, value }));
  }

  /**
   * Check that two values and two cells belong together; return what they remove.
   * @param {string} where
   * @param {Premises} known
   * @param {Step} step
   * @param {readonly number[]} rest
   * @returns {Fact[]}
   */
  pair(where, known, step, rest) {
    const isPair = new Set(step.cells).size === 2 && new Set(step.values).size === 2;
    require(isPair, `${where} does not name two cells and two values`);
    const others = this.values.filter((value) => !step.values.includes(value));
    const outside = crossed(rest, step.values);
    const inside = crossed(step.cells, others);
    const isNaked = step.rule === "naked pair";
    this.excluded(where, known, isNaked ? inside : outside);
    return isNaked ? outside : inside;
  }

  /**
   * Check that the absurdity is there.
   * @param {string} where
   * @param {Premises} known
   * @param {End} end
   */
  end(where, known, end) {
    require(ABSURDITIES.includes(end.kind), `${where} is no absurdity`);
    if (end.kind === "no candidate") {
      const cell = named(end.cell, `${where} names no cell`);
      require(!known.every.has(cell), `${where} is about cell ${cell}, a filled one`);
      this.excluded(where, known, this.values.map((value) => ({ cell, value })));
      return;
    }
    const region = this.region(where, end.region);
    const value = named(end.value, `${where} names no value`);
    require(this.values.includes(value), `${where} names ${value}, which is no value`);
    if (end.kind === "no place") {
      this.excluded(where, known, region.map((cell) => ({ cell, value })));
      return;
    }
    const holders = region.filter((cell) => known.filled.get(cell) === value);
    require(holders.length > 1, `${where} cites no two cells of the region with ${value}`);
  }

  /**
   * Return the cells of a region that is named.
   * @param {string} where
   * @param {number | null} region
   * @returns {readonly number[]}
   */
  region(where, region) {
    const cells = this.shape.regions[named(region, `${where} names no region`)];
    return named(cells ?? null, `${where} names no region`);
  }

  /**
   * Throw if what is cited leaves one of the facts possible.
   * @param {string} where
   * @param {Premises} known
   * @param {readonly Fact[]} facts
   */
  excluded(where, known, facts) {
    const removed = [...known.removed.values()].flat();
    for (const fact of facts) {
      const held = known.filled.get(fact.cell);
      const isOther = held !== undefined && held !== fact.value;
      const isGone = isOther || removed.some((each) => isSame(each, fact));
      const fault = `what it cites leaves ${fact.value} possible in cell ${fact.cell}`;
      require(isGone || this.isSeen(known, fact), `${where} does not follow: ${fault}`);
    }
  }

  /**
   * Return whether a peer that is cited holds the value.
   * @param {Premises} known
   * @param {Fact} fact
   */
  isSeen(known, { cell, value }) {
    return this.shape.peers[cell].some((peer) => known.filled.get(peer) === value);
  }
}

/**
 * Return whether two facts are the same.
 * @param {Fact} one
 * @param {Fact} other
 */
function isSame(one, other) {
  return one.cell === other.cell && one.value === other.value;
}

/**
 * Return every cell with every value.
 * @param {readonly number[]} cells
 * @param {readonly number[]} values
 * @returns {Fact[]}
 */
function crossed(cells, values) {
  return cells.flatMap((cell) => values.map((value) => ({ cell, value })));
}
