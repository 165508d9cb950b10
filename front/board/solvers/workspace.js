// @ts-check
// The memory of searches for one shape, and of the calls about one board: see
// solvers/native/src/kernel.h. It serves one question at a time, and the next one after that.

import { Structure, extended } from "./structure.js";
import { DONE, FULL, INTERRUPTED } from "./slices.js";
import { ALIGNMENT } from "./memory.js";

/** @typedef {import("./kernel.js").Kernel} Kernel */

/** The verdicts of an audit, for (cell, value) at cell * N + value - 1. */
export const NOT_CANDIDATE = 0;
export const NO = 1;
export const YES = 2;
export const UNKNOWN = 3;

/** The largest N. */
export const LARGEST = 36;

/** The most solutions that one call returns. */
export const ROOM = 64;

const BombeCall = new Structure("BombeCall", {
  boards: "pointer",
  size: "i64",
  nodes_each: "i64",
  seconds: "f64",
  stop: "pointer",
  done: "i64",
  in_work: "i64",
  nodes: "pointer",
  statuses: "pointer",
});

const BombeCount = extended("BombeCount", BombeCall, {
  limit: "i64",
  counts: "pointer",
  solutions: "pointer",
});

const BombeNext = extended("BombeNext", BombeCall, {
  solutions: "pointer",
  room: "i64",
  found: "i64",
});

const BombeAudit = extended("BombeAudit", BombeCall, {
  verdicts: "pointer",
  solutions: "pointer",
  room: "i64",
  found: "i64",
});

const BombeMoves = extended("BombeMoves", BombeCall, {
  verdicts: "pointer",
  moves: "pointer",
  move_count: "i64",
  answers: "pointer",
});

/** What the kernel writes about the one board of a call. */
const Spent = new Structure("Spent", { nodes: "i64", count: "i64", status: "i32" });

/** @type {import("./kernel.js").Binding} */
const BOARDS = {
  structures: [BombeCall, BombeCount, BombeNext, BombeAudit, BombeMoves],
  numbers: {
    kDone: DONE,
    kLimit: FULL,
    kOutOfBudget: INTERRUPTED,
    kNotCandidate: NOT_CANDIDATE,
    kNo: NO,
    kYes: YES,
    kUnknown: UNKNOWN,
    kAlignment: ALIGNMENT,
    kMaxSize: LARGEST,
  },
};

/** A workspace of the kernel, and all that its calls read and write. */
export class Workspace {
  /**
   * @param {Kernel} kernel
   * @param {{m: number, n: number}} shape
   */
  constructor(kernel, { m, n }) {
    kernel.check(BOARDS);
    this.memory = kernel.memory;
    this.functions = kernel.functions;
    this.size = m * n;
    this.cells = this.size ** 2;
    this.candidates = this.cells * this.size;
    const room = kernel.room();
    this.handle = room.take(Number(this.functions.bombe_workspace_bytes(m, n)));
    this.functions.bombe_workspace_prepare(this.handle, m, n);
    this.board = room.take(this.cells);
    this.verdicts = room.take(this.candidates);
    this.solutions = room.take(ROOM * this.cells);
    this.moves = room.take(3 * this.candidates);
    this.answers = room.take(this.candidates);
    this.spent = room.make(Spent);
    const { verdicts, solutions, moves, answers } = this;
    const counts = this.spent.address + Spent.offset("count");
    this.count = Object.assign(this._call(room.make(BombeCount)), { counts });
    this.next = Object.assign(this._call(room.make(BombeNext)), { solutions });
    this.audit = Object.assign(this._call(room.make(BombeAudit)), { verdicts });
    this.judge = Object.assign(this._call(room.make(BombeMoves)), { verdicts, moves, answers });
  }

  /**
   * Return a call about one board.
   *
   * @template {{boards: number, size: number, nodes: number, statuses: number}} Call
   * @param {Call} call
   * @returns {Call}
   */
  _call(call) {
    const { address } = this.spent;
    return Object.assign(call, {
      boards: this.board,
      size: 1,
      nodes: address,
      statuses: address + Spent.offset("status"),
    });
  }

  /**
   * Take up a board; throw RangeError if it is none of this shape.
   *
   * @param {ArrayLike<number>} values a number for each cell, row by row, 0 for an empty one
   * @param {{done: number, in_work: number}} call
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
    this.spent.status = DONE;
    this.spent.nodes = this.spent.count = 0;
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
