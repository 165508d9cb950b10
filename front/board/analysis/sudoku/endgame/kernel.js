// @ts-check
// Exact endgames in the kernel, of all play modes: arguments and answers; the C sides are
// endgame/endgame.h and reach/reach.h.
//
// A candidate is a number, cell * N + value - 1.

import { emptyCells } from "../../../boards/sudoku_board.js";
import {
  BombeSlice,
  DONE,
  INTERRUPTED,
  SLICE_NUMBERS,
  runInSlices,
} from "../../../solvers/slices.js";
import { Structure, extended, toInt64 } from "../../../solvers/structure.js";

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

const MOST_EMPTY = 64;
const MOST_POTS = 128;
const ROOM = MOST_EMPTY + MOST_POTS;
/** Bytes of the position itself, at most, for each empty cell and each bomb. */
const PER_MOVE = 2048;
/** The least memory that is worth a try, in bytes. */
const LEAST = 2 ** 26;
/** Bytes of an int32. */
const WORD = 4;
/** What the kernel answers about a table that holds every position. */
const FILLED = 2;
/** What a call answers here when its nodes are used up. */
const OVER = -100;

const { kTooLarge, kTooManyMoves, kTooLittleMemory, kNotFromHere } = SLICE_NUMBERS;

/** Why the kernel refuses a position. */
const MESSAGES = new Map([
  [kTooLarge, `over ${MOST_EMPTY} cells are empty, which is too many to solve: fill some first`],
  [
    kTooManyMoves,
    `over ${MOST_POTS} candidates can be bombs, which is too many to solve: fill some cells first`,
  ],
  [
    kTooLittleMemory,
    "the tables do not fit into the memory: allow more, or fill some cells first",
  ],
]);

/** An endgame that is too large to be solved, or does not fit into the memory. */
export class TooLarge extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = "TooLarge";
  }
}

const BombeEndgame = new Structure("BombeEndgame", {
  board: "pointer",
  solutions: "pointer",
  taboo: "pointer",
  open: "pointer",
  solution_count: "i64",
  m: "i32",
  n: "i32",
  has_skips: "i32",
});

const BombeEndgameWork = extended("BombeEndgameWork", BombeSlice, {
  seconds_in_all: "f64",
  nodes_in_all: "i64",
  states: "i64",
  of: "i64",
  threads: "i32",
  wants_help: "i32",
});

const BombeEndgameCall = extended("BombeEndgameCall", BombeEndgameWork, {
  board: "pointer",
  taboo: "pointer",
  open: "pointer",
  low: "i32",
  high: "i32",
  best: "i32",
  count: "i32",
  moves: "pointer",
  skips: "pointer",
  lows: "pointer",
  highs: "pointer",
  line: "pointer",
  line_count: "i32",
  wants_time: "i32",
  wanted_bytes: "i64",
  wants_all: "i32",
});

/** @type {import("../../../solvers/kernel.js").Binding} */
const ENDGAMES = {
  structures: [BombeSlice, BombeEndgame, BombeEndgameWork, BombeEndgameCall],
  numbers: {
    ...SLICE_NUMBERS,
    "endgame::kMostEmpty": MOST_EMPTY,
    "endgame::kMostPots": MOST_POTS,
  },
};

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
    kernel.check(ENDGAMES);
    this._kernel = kernel;
    this._part = start.rules === "classic" ? "endgame" : "reach";
    this._room = kernel.room();
    const { cells, size } = start.shape;
    this._board = this._room.take(cells);
    this._taboo = this._room.take(cells * size);
    this._open = this._room.take(cells);
    this._answers = this._room.take(5 * ROOM * WORD);
    this._call = this._room.make(BombeEndgameCall);
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
    const call = this.#question(seconds, nodes);
    const ask = this._kernel.functions[`bombe_${this._part}_ask`];
    const run = () => {
      call.nodes = nodes - call.nodes_used;
      const answer = ask(this._memory, call.address);
      return answer === INTERRUPTED && call.nodes_used >= nodes ? OVER : answer;
    };
    const read = () => this.#read(INTERRUPTED);
    const told = look && (() => look({ states: call.states, of: call.of }, read));
    const answer = await runInSlices(run, call, task, { seconds, look: told });
    return answer === kNotFromHere ? null : this.#read(answer);
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
      const bytes = wanted(start, solutions.length, most);
      const { left } = this._kernel.memory;
      if (bytes > left && most / 2 >= LEAST) continue;
      const address = bytes > left ? 0 : this._room.take(bytes);
      const begin = this._kernel.functions[`bombe_${this._part}_begin`];
      const answer = address ? begin(address, toInt64(bytes), given) : kTooLittleMemory;
      const message = MESSAGES.get(answer);
      if (message) throw new TooLarge(message);
      return address;
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
    const endgame = Object.assign(this._room.make(BombeEndgame), {
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
   * Return a question about the position that was written.
   * @param {number | undefined} seconds
   * @param {number} nodes
   */
  #question(seconds, nodes) {
    const { bytes } = this._kernel.memory;
    const call = this._call;
    bytes.fill(0, call.address, call.address + BombeEndgameCall.bytes);
    const rooms = [0, 1, 2, 3, 4].map((i) => this._answers + i * ROOM * WORD);
    const [moves, lows, highs, line, skips] = rooms;
    return Object.assign(call, {
      board: this._board,
      taboo: this._taboo,
      open: this.#openAddress,
      moves,
      lows,
      highs,
      line,
      skips,
      wants_all: 1,
      threads: 1,
      seconds_in_all: seconds === undefined ? 0 : Math.max(seconds, 1e-6), // 0 means no limit
      nodes_in_all: nodes,
    });
  }

  /**
   * Return what is known after a call.
   * @param {number} answer of the call
   * @returns {EndgameAnswer}
   */
  #read(answer) {
    const call = this._call;
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
      isLate: answer === INTERRUPTED || answer === OVER || call.wants_time !== 0,
      wantedBytes: call.wanted_bytes,
    };
  }
}

/**
 * Return the memory to ask for: an endgame with few empty cells never needs much.
 * @param {SudokuState} start
 * @param {number} solutions
 * @param {number} memory
 */
function wanted(start, solutions, memory) {
  const empty = emptyCells(start.values).length;
  if (start.rules !== "classic") {
    const searched = 2 ** 16 * solutions * 2 ** Math.floor(Math.min(empty, 48) / 2);
    return Math.min(memory, 2 ** 24 + 2 ** 13 * solutions + searched);
  }
  const tables = 2 ** 26 + solutions * 2 ** Math.min(empty + 8, 48);
  return PER_MOVE * (empty + MOST_POTS) + Math.min(memory, tables);
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
