// @ts-check
// Exact endgames in the kernel, of all play modes: arguments and answers; the C sides are
// endgame/endgame.h and reach/reach.h.
//
// A candidate is a number, cell * N + value - 1.

import { emptyCells } from "../../../boards/sudoku_board.js";
import {
  DONE,
  INTERRUPTED,
  NOT_FROM_HERE,
  TOO_LARGE,
  TOO_LITTLE_MEMORY,
  TOO_MANY_MOVES,
  runInSlices,
} from "../../../solvers/slices.js";

/** @typedef {import("../../../solvers/kernel.js").Kernel} Kernel */
/** @typedef {import("../../../solvers/slices.js").Pausing} Pausing */
/** @typedef {import("../../../boards/sudoku_state.js").SudokuState} SudokuState */
/** @typedef {{move: number, isSkip: boolean, low: number, high: number}} MoveBounds a candidate */
/**
 * What is known of a position: bounds of its margin and of each move's value. The line is as long
 * as the limits allowed. `isLate`: it ended since they were used up, or the next table would take
 * too long; `wantedBytes` would do for the first bounds if they had no room, 0: not known.
 * @typedef {{low: number, high: number, moves: MoveBounds[], line: number[], isDone: boolean,
 *   isLate: boolean, wantedBytes: number}} EndgameAnswer
 */
/**
 * How far the work is: of the states of the table that is being filled `states` are known, of so
 * many; `of` is 0 while they are counted, and begins anew where one table follows another.
 * @typedef {{states: number, of: number}} Progress
 */
/**
 * What a question may use, and who is told, between two slices, what is known so far.
 * @typedef {{seconds?: number, nodes?: number,
 *   look?: (progress: Progress, read: () => EndgameAnswer) => void}} Asking
 */

/** Bytes of the position itself, at most, for each empty cell and each bomb. */
const PER_MOVE = 2048;
/** The least memory that is worth a try, in bytes. */
const LEAST = 2 ** 26;
/** Bytes of an int32. */
const WORD = 4;
/** What the kernel answers about a table that holds every position. */
const FILLED = 2;
/** Why the kernel refuses a position, after a number of the kernel. */
/** @type {Map<number, [number: string, message: string]>} */
const MESSAGES = new Map([
  [TOO_LARGE, ["kMostEmpty", "cells are empty, which is too many to solve: fill some first"]],
  [
    TOO_MANY_MOVES,
    ["kMostPots", "candidates can be bombs, which is too many to solve: fill some cells first"],
  ],
]);
const NO_ROOM = "the tables do not fit into the memory: allow more, or fill some cells first";

/** An endgame that is too large to be solved, or does not fit into the memory. */
export class TooLarge extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "TooLarge";
  }
}

/**
 * An endgame in the kernel's memory, for one question at a time; who makes it releases it.
 *
 * In classic play it is filled where there is one solution; in the newer modes it is searched.
 */
export class EndgameTable {
  /**
   * @param {Kernel} kernel
   * @param {SudokuState} start
   * @param {readonly Uint8Array[]} solutions all of them
   * @param {number} memory bytes for tables, at most; less where the page has less
   */
  constructor(kernel, start, solutions, memory) {
    this._kernel = kernel;
    this._part = start.rules === "classic" ? "endgame" : "reach";
    this._room = kernel.room();
    const { cells, size } = start.shape;
    this._board = this._room.take(cells);
    this._taboo = this._room.take(cells * size);
    this._open = this._room.take(cells);
    const moves = kernel.number("kMostEmpty") + kernel.number("kMostPots");
    /** Rooms for what the kernel writes of each move, and for the line. */
    this._answers = Object.fromEntries(
      ["moves", "lows", "highs", "line", "skips"].map((name) => [
        name,
        this._room.take(moves * WORD),
      ]),
    );
    try {
      this._memory = this.#begin(start, solutions, memory);
    } catch (error) {
      this._room.release();
      throw error;
    }
  }

  /** Give the memory back. */
  release() {
    this._room.release();
  }

  /** Whether every position is looked up. */
  get isFilled() {
    const { bombe_endgame_is_filled: isFilled } = this._kernel.functions;
    return this._part === "endgame" && isFilled(this._memory) === FILLED;
  }

  /**
   * Return what is known of a position, with every move's value and a best line; null where it does
   * not come from this endgame.
   * @param {SudokuState} state
   * @param {Pausing} task
   * @param {Asking} [asking]
   * @returns {Promise<EndgameAnswer | null>}
   */
  async ask(state, task, { seconds, nodes = Infinity, look } = {}) {
    this.#write(state);
    const room = this._kernel.room();
    try {
      const call = room.make("BombeEndgameCall", {
        ...this._answers,
        board: this._board,
        taboo: this._taboo,
        open: this.#openAddress,
        wants_all: 1,
        threads: 1,
        seconds_in_all: seconds === undefined ? 0 : Math.max(seconds, 1e-6), // 0 means no limit
        nodes_in_all: nodes,
      });
      const ask = this._kernel.functions[`bombe_${this._part}_ask`];
      const run = () => ask(this._memory, call.address);
      const read = () => this.#read(call, INTERRUPTED);
      const told = look && (() => look({ states: call.states, of: call.of }, read));
      const answer = await runInSlices(run, call, task, { seconds, nodes, look: told });
      return answer === NOT_FROM_HERE ? null : this.#read(call, answer);
    } finally {
      room.release();
    }
  }

  /**
   * Return the address of the endgame in as much memory as there is, but no more than this.
   * @param {SudokuState} start
   * @param {readonly Uint8Array[]} solutions
   * @param {number} memory
   */
  #begin(start, solutions, memory) {
    const given = this.#endgame(start, solutions);
    for (let most = memory; ; most = Math.floor(most / 2)) {
      const bytes = this.#wanted(start, solutions.length, most);
      const { left } = this._kernel.memory;
      if (bytes > left && most / 2 >= LEAST) continue;
      const address = bytes > left ? 0 : this._room.take(bytes);
      const begin = this._kernel.functions[`bombe_${this._part}_begin`];
      const answer = address ? begin(address, bytes, given) : TOO_LITTLE_MEMORY;
      if (answer >= 0) return address;
      const [number, message] = MESSAGES.get(answer) ?? [];
      throw new TooLarge(number ? `over ${this._kernel.number(number)} ${message}` : NO_ROOM);
    }
  }

  /**
   * Return the address of what the endgame is made from.
   * @param {SudokuState} start
   * @param {readonly Uint8Array[]} solutions
   */
  #endgame(start, solutions) {
    this.#write(start);
    const { cells, m, n } = start.shape;
    const joined = new Uint8Array(cells * solutions.length);
    solutions.forEach((solution, at) => joined.set(solution, at * cells));
    const endgame = this._room.make("BombeEndgame", {
      board: this._board,
      solutions: this._room.copy(joined),
      taboo: this._taboo,
      open: this.#openAddress,
      solution_count: solutions.length,
      m,
      n,
      has_skips: 1,
    });
    return endgame.address;
  }

  get #openAddress() {
    return this._part === "reach" ? this._open : 0;
  }

  /**
   * Write a position where the kernel reads it.
   * @param {SudokuState} state
   */
  #write(state) {
    const { bytes } = this._kernel.memory;
    const { cells, size } = state.shape;
    bytes.set(state.values, this._board);
    bytes.fill(0, this._taboo, this._taboo + cells * size);
    for (const candidate of state.taboo) bytes[this._taboo + candidate] = 1;
    if (this._part === "reach") bytes.set(openFlags(state), this._open);
  }

  /**
   * Return the memory to ask for: an endgame with few empty cells never needs much.
   * @param {SudokuState} start
   * @param {number} solutions
   * @param {number} memory
   */
  #wanted(start, solutions, memory) {
    const empty = emptyCells(start.values).length;
    if (this._part === "reach") {
      const searched = 2 ** 16 * solutions * 2 ** Math.floor(Math.min(empty, 48) / 2);
      return Math.min(memory, 2 ** 24 + 2 ** 13 * solutions + searched);
    }
    const tables = 2 ** 26 + solutions * 2 ** Math.min(empty + 8, 48);
    return PER_MOVE * (empty + this._kernel.number("kMostPots")) + Math.min(memory, tables);
  }

  /**
   * Return what is known after a call.
   * @param {import("../../../solvers/structure.js").Fields} call
   * @param {number} answer of the call
   * @returns {EndgameAnswer}
   */
  #read(call, answer) {
    const { bytes, view } = this._kernel.memory;
    /** @param {number} address @param {number} at */
    const word = (address, at) => view.getInt32(address + at * WORD, true);
    const moves = Array.from({ length: call.count }, (_, at) => ({
      move: word(call.moves, at),
      isSkip: bytes[call.skips + at] !== 0,
      low: word(call.lows, at),
      high: word(call.highs, at),
    }));
    return {
      low: call.low,
      high: call.high,
      moves: moves.sort((a, b) => a.move - b.move),
      line: Array.from({ length: call.line_count }, (_, at) => word(call.line, at)),
      isDone: answer === DONE,
      isLate: answer === INTERRUPTED || call.wants_time !== 0,
      wantedBytes: call.wanted_bytes,
    };
  }
}

/**
 * Return for each cell who may play there: bit 0 the mover, bit 1 the opponent.
 * @param {SudokuState} state
 */
function openFlags(state) {
  const { shape, allowed, occupied, toMove } = state;
  const flags = new Uint8Array(shape.cells);
  if (!allowed || !occupied) return flags.fill(3);
  [0, 1].forEach((at) => {
    const flag = at + 1 === toMove ? 1 : 2;
    for (const cell of allowed[at]) flags[cell] |= flag;
    for (const cell of occupied[at]) for (const near of shape.neighbours[cell]) flags[near] |= flag;
  });
  return flags;
}
