// @ts-check
// The checker: whether a refutation proves what it says, step by step.
//
// It shares no code with what finds refutations, and takes nothing but what a step cites: cells
// that are filled by then, and earlier steps that still hold. What a case assumes and concludes
// holds only in it, and of what is outside it may use only what the step that it belongs to cites.

import { isSingle } from "./refutation.js";

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

/**
 * Return where the first fault is, such as "step 3"; "" if there is none.
 * @param {Shape} shape
 * @param {readonly number[]} values 0 for an empty cell
 * @param {Question} question
 * @param {Refutation} refutation
 */
export function faultIn(shape, values, { fact, isNot }, refutation) {
  const filled = new Map([...values.entries()].filter(([, value]) => value));
  if (fact && filled.has(fact.cell)) return "the question";
  /** @type {Premises} */
  const known = { every: filled, filled, removed: new Map(fact && isNot ? [[0, [fact]]] : []) };
  return new Checker(shape).chain(fact && !isNot ? withFact(known, fact) : known, refutation);
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
 * Return what the reasons cite, and nothing else; null if some of it does not hold.
 * @param {Premises} known
 * @param {Step | End} by
 * @returns {Premises | null}
 */
function cited({ every, filled, removed }, { because, after }) {
  const isHeld = because.every((cell) => filled.has(cell)) && after.every((n) => removed.has(n));
  return isHeld ? { every, filled: only(filled, because), removed: only(removed, after) } : null;
}

/**
 * Return these entries of a map.
 * @template V
 * @param {ReadonlyMap<number, V>} map
 * @param {readonly number[]} keys
 */
function only(map, keys) {
  return new Map([...map].filter(([key]) => keys.includes(key)));
}

/** Follows a refutation step by step. */
class Checker {
  /** @param {Shape} shape */
  constructor(shape) {
    this.regions = shape.regions;
    this.peers = shape.peers;
    this.values = Array.from({ length: shape.size }, (_, index) => index + 1);
    /** The number of the latest step. */
    this.number = 0;
  }

  /**
   * Return the first step, or the end, that does not follow from what it cites; "" without one.
   * @param {Premises} known
   * @param {Refutation} refutation
   * @returns {string}
   */
  chain(known, { steps, end }) {
    for (const step of steps) {
      this.number++;
      const where = `step ${this.number}`;
      const premises = step.number === this.number ? cited(known, step) : null;
      if (!premises) return where;
      if (step.rule === "case") {
        const fault = this.#case(premises, step);
        if (fault !== "") return fault ?? where;
      } else if (!(isSingle(step) ? this.#single(premises, step) : this.#removal(premises, step))) {
        return where;
      }
      if (step.place) known = withFact(known, step.place);
      else known = { ...known, removed: new Map(known.removed).set(step.number, step.removes) };
    }
    const premises = cited(known, end);
    return premises && this.#end(premises, end) ? "" : `the end after step ${this.number}`;
  }

  /**
   * Return whether the place is the only one of its cell, or of its value in the region.
   * @param {Premises} known
   * @param {Step} step
   */
  #single(known, { rule, place, removes, region }) {
    if (!place || removes.length || known.every.has(place.cell)) return false;
    const { cell, value } = place;
    const cells = this.regions[region ?? -1];
    if (!this.values.includes(value)) return false;
    if (rule === "naked single") {
      return this.#excludes(known, crossed([cell], without(this.values, [value])));
    }
    return !!cells?.includes(cell) && this.#excludes(known, crossed(without(cells, [cell]), [value]));
  }

  /**
   * Return whether what locked candidates or a pair remove follows.
   * @param {Premises} known
   * @param {Step} step
   */
  #removal(known, { rule, place, removes, region, other, cells, values }) {
    const own = this.regions[region ?? -1];
    if (place || !removes.length || !own || !cells.every((cell) => own.includes(cell))) return false;
    const rest = without(own, cells);
    let [needed, allowed] = [
      crossed(rest, values),
      crossed(cells, without(this.values, values)),
    ];
    if (rule === "locked candidates") {
      const crossing = this.regions[other ?? -1];
      if (!crossing || !cells.every((cell) => crossing.includes(cell))) return false;
      const [{ value }] = removes;
      [needed, allowed] = [crossed(rest, [value]), crossed(without(crossing, cells), [value])];
    } else {
      if (new Set(cells).size !== 2 || new Set(values).size !== 2) return false;
      if (rule === "naked pair") [needed, allowed] = [allowed, needed];
    }
    const isAllowed = removes.every((fact) => allowed.some((each) => isSame(each, fact)));
    return isAllowed && this.#excludes(known, needed);
  }

  /**
   * Return the fault in the chain of a case, which may use what its step cites, and what it
   * assumes; null if the fault is in the step itself.
   * @param {Premises} known
   * @param {Step} step
   */
  #case(known, { place, removes, case: inner }) {
    const [removed, ...more] = removes;
    if (!inner || place || !removed || more.length || known.every.has(removed.cell)) return null;
    return this.chain(withFact(known, removed), inner);
  }

  /**
   * Return whether the absurdity is there.
   * @param {Premises} known
   * @param {End} end
   */
  #end(known, { kind, cell, region, value }) {
    if (kind === "no candidate") {
      const isOpen = cell !== null && !known.every.has(cell);
      return isOpen && this.#excludes(known, crossed([cell], this.values));
    }
    const cells = this.regions[region ?? -1];
    if (!cells || value === null || !this.values.includes(value)) return false;
    if (kind === "no place") return this.#excludes(known, crossed(cells, [value]));
    const holders = cells.filter((each) => known.filled.get(each) === value);
    return kind === "clash" && holders.length > 1;
  }

  /**
   * Return whether what is cited leaves none of the facts possible.
   * @param {Premises} known
   * @param {readonly Fact[]} facts
   */
  #excludes({ filled, removed }, facts) {
    const gone = [...removed.values()].flat();
    return facts.every((fact) => {
      const held = filled.get(fact.cell) ?? fact.value;
      const isSeen = this.peers[fact.cell].some((peer) => filled.get(peer) === fact.value);
      return held !== fact.value || isSeen || gone.some((each) => isSame(each, fact));
    });
  }
}

/**
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

/**
 * Return the numbers without some of them.
 * @param {readonly number[]} numbers
 * @param {readonly number[]} some
 */
function without(numbers, some) {
  return numbers.filter((number) => !some.includes(number));
}
