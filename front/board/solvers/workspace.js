// @ts-check
// The memory of searches for one shape, and of the calls about one board: see
// solvers/native/src/kernel.h. It serves one question at a time, and the next one after that.

import { DONE } from "./slices.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */

/** The verdicts of an audit, for (cell, value) at cell * N + value - 1: `Verdict` in C++. */
export const NOT_CANDIDATE = 0;
export const NO = 1;
export const YES = 2;
export const UNKNOWN = 3;

/** The most solutions that one call returns. */
export const ROOM = 64;

/** A workspace of the kernel, and all that its calls read and write. */
export class Workspace {
  /**
   * @param {Kernel} kernel
   * @param {{m: number, n: number}} shape
   */
  constructor(kernel, { m, n }) {
    this.memory = kernel.memory;
    this.functions = kernel.functions;
    this.size = m * n;
    this.cells = this.size ** 2;
    this.candidates = this.cells * this.size;
    const room = kernel.room();
    this.handle = room.take(this.functions.bombe_workspace_bytes(m, n));
    this.functions.bombe_workspace_prepare(this.handle, m, n);
    this.board = room.take(this.cells);
    const verdicts = (this.verdicts = room.take(this.candidates));
    const solutions = (this.solutions = room.take(ROOM * this.cells));
    const moves = (this.moves = room.take(3 * this.candidates));
    const answers = (this.answers = room.take(this.candidates));
    const [nodes, counts, statuses] = [1, 2, 3].map(() => room.takeZeroed(8));
    /** Where the kernel writes what it knows of the one board of a call. */
    this.spent = { nodes, counts, statuses };
    const one = { boards: this.board, size: 1, nodes, statuses };
    this.count = room.make("BombeCount", { ...one, counts });
    this.next = room.make("BombeNext", { ...one, solutions });
    this.audit = room.make("BombeAudit", { ...one, verdicts });
    this.judge = room.make("BombeMoves", { ...one, verdicts, moves, answers });
  }

  /** The nodes that were used. */
  get nodesUsed() {
    return Number(this.memory.view.getBigInt64(this.spent.nodes, true));
  }

  /** The solutions that were counted. */
  get counted() {
    return Number(this.memory.view.getBigInt64(this.spent.counts, true));
  }

  /** The status of the board. */
  get status() {
    return this.memory.bytes[this.spent.statuses];
  }

  /**
   * Take up a board; throw RangeError if it is none of this shape.
   *
   * @param {ArrayLike<number>} values a number for each cell, row by row, 0 for an empty one
   * @param {import("./structure.js").Fields} call
   */
  begin(values, call) {
    if (values.length !== this.cells) {
      throw new RangeError(`${values.length} values are no board of ${this.cells} cells`);
    }
    for (let cell = 0; cell < values.length; cell++) {
      const value = values[cell];
      if (!(value >= 0 && value <= this.size)) {
        throw new RangeError(`value ${value} in cell ${cell} is not from 0 to ${this.size}`);
      }
    }
    this.memory.bytes.set(values, this.board);
    call.done = call.in_work = 0;
    const { nodes, counts, statuses } = this.spent;
    this.memory.bytes[statuses] = DONE;
    for (const number of [nodes, counts]) this.memory.view.setBigInt64(number, 0n, true);
  }

  /**
   * Return a copy of so many bytes.
   *
   * @param {number} address
   * @param {number} length
   */
  read(address, length) {
    return this.memory.bytes.slice(address, address + length);
  }
}
