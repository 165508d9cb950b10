// @ts-check
// What is true of a board: its solutions, how many there are, and which candidates they hold.
//
// A question is asked in slices, and pauses between them; `auditNow` answers at once, for the
// click that has to be drawn in the same instant.

import { DONE, FULL, INTERRUPTED, SLICE, runInSlices } from "./slices.js";
import { ROOM, UNKNOWN, Workspace } from "./workspace.js";

/**
 * @typedef {import("./kernel.js").Kernel} Kernel
 * @typedef {import("./slices.js").Pausing} Pausing
 *
 * What a question may use; without limits it takes what it needs.
 * @typedef {{seconds?: number, nodes?: number}} Limits
 *
 * What is known of the candidates of a board: see `audit`.
 * @typedef {{verdicts: Uint8Array, isDone: boolean}} Audit
 *
 * A move: a cell, row by row from 0, and a value from 1.
 * @typedef {{cell: number, value: number}} CellValue
 *
 * @typedef {ArrayLike<number>} Values a value for each cell, row by row, 0 for an empty one
 */

/** Asks the kernel about boards of one shape, any number of questions at a time. */
export class BoardSolver {
  /**
   * @param {Kernel} kernel
   * @param {{m: number, n: number}} shape boxes of m rows by n columns
   */
  constructor(kernel, { m, n }) {
    this.kernel = kernel;
    this.shape = { m, n };
    /** @type {Workspace[]} What is not in use. */
    this._idle = [];
  }

  /**
   * Return how many solutions a board has, up to `limit`; `kind` is "exact" where that is all, and
   * else "at_least".
   *
   * @param {Values} values
   * @param {number} limit Infinity counts all
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<{value: number, kind: "exact" | "at_least"}>}
   */
  count(values, limit, task, limits) {
    return this._with(async (space) => {
      space.begin(values, space.count);
      space.count.limit = limit;
      const answer = await run(space, "bombe_count", space.count, task, limits);
      const isAll = answer === DONE && space.status === DONE;
      return { value: space.counted, kind: isAll ? "exact" : "at_least" };
    });
  }

  /**
   * Return the verdict of each candidate: YES if a solution holds it, NO if none does, UNKNOWN if
   * a limit came first; NOT_CANDIDATE where the cell is filled or a region has the value already.
   * (cell, value) is at cell * N + value - 1.
   *
   * @param {Values} values
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<Audit>}
   */
  audit(values, task, limits) {
    return this._with(async (space) => {
      space.begin(values, space.audit);
      await run(space, "bombe_audit", space.audit, task, limits);
      return auditOf(space);
    });
  }

  /**
   * Return the same without a pause: what is known after one slice of time, usually all.
   *
   * @param {Values} values
   * @param {number} [seconds]
   * @returns {Audit}
   */
  auditNow(values, seconds = SLICE) {
    const space = this._borrow();
    try {
      space.begin(values, space.audit);
      space.audit.nodes_each = Infinity;
      space.audit.seconds = seconds;
      space.functions.bombe_audit(space.handle, space.audit.address);
      return auditOf(space);
    } finally {
      this._idle.push(space);
    }
  }

  /**
   * Yield the solutions of a board, one after the other, in the kernel's order. It ends after the
   * last one, or at a limit: then `onEnd` is told false.
   *
   * @param {Values} values
   * @param {Pausing} task
   * @param {Limits & {onEnd?: (isAll: boolean) => void}} [limits]
   * @returns {AsyncGenerator<Uint8Array>}
   */
  async *solutions(values, task, limits = {}) {
    const space = this._borrow();
    try {
      space.begin(values, space.next);
      let answer = FULL;
      for (let room = 1; answer === FULL; room = ROOM) {
        space.next.room = room;
        space.next.found = 0;
        answer = await run(space, "bombe_next", space.next, task, limits);
        const found = space.read(space.solutions, space.next.found * space.cells);
        for (let at = 0; at < found.length; at += space.cells) {
          yield found.subarray(at, at + space.cells);
        }
      }
      limits.onEnd?.(answer === DONE);
    } finally {
      this._idle.push(space);
    }
  }

  /**
   * Return the first solution of a board; null if it has none, undefined if a limit came first.
   *
   * @param {Values} values
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<Uint8Array | null | undefined>}
   */
  async solution(values, task, limits) {
    let isAll = true;
    const onEnd = (/** @type {boolean} */ all) => void (isAll = all);
    for await (const found of this.solutions(values, task, { ...limits, onEnd })) return found;
    return isAll ? null : undefined;
  }

  /**
   * Return whether a board has a solution; undefined if a limit came first.
   *
   * @param {Values} values
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<boolean | undefined>}
   */
  async solvable(values, task, limits) {
    const { value, kind } = await this.count(values, 1, task, limits);
    return value > 0 || (kind === "exact" ? false : undefined);
  }

  /**
   * Return for each move on an empty cell whether the board has a solution after it: YES, NO or
   * UNKNOWN. A value that a region has already is NO.
   *
   * @param {Values} values
   * @param {CellValue[]} moves as many as there are candidates, at most
   * @param {Pausing} task
   * @param {Limits} [limits]
   * @returns {Promise<Uint8Array>}
   */
  solvableAfter(values, moves, task, limits) {
    return this._with(async (space) => {
      space.begin(values, space.judge);
      writeMoves(space, values, moves);
      await run(space, "bombe_moves", space.judge, task, limits);
      return space.read(space.answers, moves.length);
    });
  }

  /**
   * @returns {Workspace}
   */
  _borrow() {
    return this._idle.pop() ?? new Workspace(this.kernel, this.shape);
  }

  /**
   * @template T
   * @param {(space: Workspace) => Promise<T>} ask
   * @returns {Promise<T>}
   */
  async _with(ask) {
    const space = this._borrow();
    try {
      return await ask(space);
    } finally {
      this._idle.push(space);
    }
  }
}

/** @type {WeakMap<Kernel, Map<string, BoardSolver>>} */
const solvers = new WeakMap();

/**
 * Return the one solver of a kernel for a shape.
 *
 * @param {Kernel} kernel
 * @param {{m: number, n: number}} shape
 * @returns {BoardSolver}
 */
export function solverFor(kernel, { m, n }) {
  const known = solvers.get(kernel) ?? new Map();
  solvers.set(kernel, known);
  const name = `${m}x${n}`;
  if (!known.has(name)) known.set(name, new BoardSolver(kernel, { m, n }));
  return known.get(name);
}

/**
 * Call the kernel about the board of a workspace, until it is done, full, or a limit comes.
 *
 * @param {Workspace} space
 * @param {string} name of the function
 * @param {import("./structure.js").Fields} call
 * @param {Pausing} task
 * @param {Limits} [limits]
 */
function run(space, name, call, task, { seconds, nodes = Infinity } = {}) {
  call.nodes_each = nodes;
  const ask = () => space.functions[name](space.handle, call.address);
  return runInSlices(ask, call, task, { seconds, nodes, used: () => space.nodesUsed });
}

/**
 * @param {Workspace} space
 * @returns {Audit}
 */
function auditOf(space) {
  const isBegun = space.audit.in_work || space.audit.done;
  if (!isBegun) throw new Error("an audit got no time");
  const isDone = space.audit.done === 1 && space.status !== INTERRUPTED;
  return { verdicts: space.read(space.verdicts, space.candidates), isDone };
}

/**
 * Write the moves of a call, and that no answer is known yet.
 *
 * @param {Workspace} space
 * @param {Values} values
 * @param {CellValue[]} moves
 */
function writeMoves(space, values, moves) {
  const { bytes } = space.memory;
  if (moves.length > space.candidates) throw new RangeError(`${moves.length} moves are too many`);
  moves.forEach(({ cell, value }, at) => {
    if (values[cell] !== 0 || !(value >= 1 && value <= space.size)) {
      throw new RangeError(`value ${value} cannot be played in cell ${cell}`);
    }
    const move = [Math.floor(cell / space.size), cell % space.size, value];
    bytes.set(move, space.moves + 3 * at);
  });
  bytes.fill(UNKNOWN, space.answers, space.answers + moves.length);
  space.judge.move_count = moves.length;
}
