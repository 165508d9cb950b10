// @ts-check
// The finder of refutations in the kernel: what is declared in solvers/native/src/why/why.h. What
// it finds is checked before it is used.

import { DONE, runInSlices } from "../../../solvers/slices.js";
import { faultIn } from "./checker.js";
import { ABSURDITIES, RULES } from "./refutation.js";

/**
 * @typedef {import("../../../boards/shape.js").Shape} Shape
 * @typedef {import("../../../solvers/boards.js").Limits} Limits
 * @typedef {import("../../../solvers/kernel.js").Kernel} Kernel
 * @typedef {import("../../../solvers/slices.js").Pausing} Pausing
 * @typedef {import("./refutation.js").End} End
 * @typedef {import("./refutation.js").Fact} Fact
 * @typedef {import("./refutation.js").Question} Question
 * @typedef {import("./refutation.js").Refutation} Refutation
 * @typedef {import("./refutation.js").Step} Step
 */

/** The most numbers of a chain that is written. */
const ROOM = 2 ** 18;

/** A refutation that does not prove what it says: a mistake of Bombe, which is withheld. */
export class FaultyExplanation extends Error {
  /** @param {string} fault */
  constructor(fault) {
    super(`an explanation is withheld, for it has a fault: ${fault} does not follow; please report this mistake`);
    this.name = "FaultyExplanation";
  }
}

/** Finds refutations on boards of one shape, one at a time, in memory that it keeps. */
class ChainFinder {
  /**
   * @param {Kernel} kernel
   * @param {Shape} shape
   */
  constructor(kernel, shape) {
    this.kernel = kernel;
    this.shape = shape;
    const { m, n } = shape;
    const bytes = kernel.functions.bombe_why_bytes(m, n);
    const room = kernel.room();
    this.memory = room.take(bytes);
    kernel.functions.bombe_why_begin(this.memory, bytes, m, n);
    const board = room.take(shape.cells);
    const chain = room.take(ROOM * Int32Array.BYTES_PER_ELEMENT);
    this.call = room.make("BombeWhy", { board, chain, room: ROOM });
  }

  /**
   * Return why something cannot be, as easy to see as possible; null if a limit came first, or if
   * nothing is absurd: ask a solver which.
   * @param {readonly number[]} values
   * @param {Question} question
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<Refutation | null>}
   */
  async refute(values, question, task, limits = {}) {
    const { call } = this;
    this.kernel.memory.bytes.set(values, call.board);
    call.in_work = 0;
    call.cell = question.fact?.cell ?? -1;
    call.value = question.fact?.value ?? 0;
    call.is_not = Number(question.isNot);
    const run = () => this.kernel.functions.bombe_why_refute(this.memory, call.address);
    // A call that was cut short begins anew, so each one gets twice as long.
    if ((await runInSlices(run, call, task, { ...limits, growth: 2 })) !== DONE) return null;
    const { buffer } = this.kernel.memory.view;
    const numbers = new Int32Array(buffer, call.chain, call.length).slice();
    return new Reader(this.shape, numbers).chain(call.is_shortest !== 0);
  }
}

/** @type {WeakMap<Kernel, Map<Shape, ChainFinder[]>>} What is not in use. */
const IDLE = new WeakMap();

/**
 * Return a checked refutation of what has no solution; null if a limit comes first.
 * @param {Kernel} kernel
 * @param {{shape: Shape, values: readonly number[]}} board
 * @param {Question} question
 * @param {Pausing} task
 * @param {Limits} [limits]
 */
export async function refute(kernel, { shape, values }, question, task, limits) {
  const idle = idleFinders(kernel, shape);
  const finder = idle.pop() ?? new ChainFinder(kernel, shape);
  try {
    const found = await finder.refute(values, question, task, limits);
    const fault = found && faultIn(shape, values, question, found);
    if (fault) throw new FaultyExplanation(fault);
    return found;
  } finally {
    idle.push(finder);
  }
}

/**
 * Return the finders of a kernel for a shape that are not in use.
 * @param {Kernel} kernel
 * @param {Shape} shape
 * @returns {ChainFinder[]}
 */
function idleFinders(kernel, shape) {
  const known = IDLE.get(kernel) ?? new Map();
  IDLE.set(kernel, known);
  if (!known.has(shape)) known.set(shape, []);
  return known.get(shape);
}

/** Reads the numbers of a chain; why/write.cpp says how they are laid out. */
class Reader {
  /**
   * @param {Shape} shape
   * @param {Int32Array} numbers
   */
  constructor(shape, numbers) {
    this.shape = shape;
    this.numbers = numbers;
    this.at = 0;
  }

  next() {
    return this.numbers[this.at++];
  }

  optional() {
    const number = this.next();
    return number < 0 ? null : number;
  }

  /**
   * Return what a function reads, as often as the next number says.
   * @template T
   * @param {() => T} read
   * @returns {T[]}
   */
  many(read) {
    return Array.from({ length: this.next() }, read);
  }

  /** Return a list of cells or of steps, in order. */
  list() {
    return this.many(() => this.next()).sort((a, b) => a - b);
  }

  /**
   * Return the steps and the end.
   * @param {boolean} isShortest
   * @returns {Refutation}
   */
  chain(isShortest = false) {
    const steps = this.many(() => this.step());
    return { steps, end: this.end(), isShortest };
  }

  /** @returns {Step} */
  step() {
    const head = { number: this.next(), rule: RULES[this.next()] };
    const [cell, value] = [this.next(), this.next()];
    const [region, other] = [this.optional(), this.optional()];
    const cells = [this.next(), this.next()];
    const values = [this.next(), this.next()];
    const step = { ...head, because: this.list(), after: this.list(), removes: this.removals() };
    const rest = { place: null, region, other, cells, values, case: null };
    switch (head.rule) {
      case "naked single":
      case "hidden single":
        return { ...step, ...rest, place: { cell, value }, removes: [], cells: [], values: [] };
      case "case":
        return caseOf(head.number, step.removes, this.chain());
      case "locked candidates":
        return { ...step, ...rest, cells: this.crossing(region, other), values: [value] };
      default:
        return { ...step, ...rest };
    }
  }

  /**
   * Return the cells that two regions share.
   * @param {number | null} region
   * @param {number | null} other
   */
  crossing(region, other) {
    const { regions } = this.shape;
    const there = new Set(regions[other ?? 0]);
    return regions[region ?? 0].filter((cell) => there.has(cell)).sort((a, b) => a - b);
  }

  /**
   * Return the removals that later steps need; all of them if none does.
   * @returns {Fact[]}
   */
  removals() {
    const found = this.many(() => ({ cell: this.next(), value: this.next() }));
    const needed = found.filter(({ value }) => value > 0);
    if (needed.length) return needed;
    return found.map(({ cell, value }) => ({ cell, value: Math.abs(value) }));
  }

  /** @returns {End} */
  end() {
    const kind = ABSURDITIES[this.next()];
    const [cell, region, value] = [this.optional(), this.optional(), this.optional()];
    return { kind, cell, region, value, because: this.list(), after: this.list() };
  }
}

/**
 * Return the step of a case, which cites what its chain takes from outside.
 * @param {number} number
 * @param {Fact[]} removes
 * @param {Refutation} chain
 * @returns {Step}
 */
function caseOf(number, removes, chain) {
  const inside = new Set([removes[0].cell, ...chain.steps.map((step) => step.place?.cell)]);
  const within = new Set(chain.steps.map((step) => step.number));
  const citing = [...chain.steps, chain.end];
  const because = inOrder(citing.flatMap((by) => by.because)).filter((cell) => !inside.has(cell));
  const after = inOrder(citing.flatMap((by) => by.after)).filter((step) => !within.has(step));
  const none = { place: null, region: null, other: null, cells: [], values: [] };
  return { number, rule: "case", because, after, removes, case: chain, ...none };
}

/**
 * Return numbers in order, each of them once.
 * @param {number[]} numbers
 */
function inOrder(numbers) {
  return [...new Set(numbers)].sort((a, b) => a - b);
}
