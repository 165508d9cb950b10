// @ts-check
// Competitive Sudoku: the rules, as an immutable state, equal to bombe.boards.sudoku.state.
//
// The rules never ask a solver: whoever knows whether a move is a bomb calls `play` or `reject`.
// A move is {cell, value}; methods that take one read [row, column, value], too. A candidate is a
// number, cell * N + value - 1.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { BoardError, IllegalMoveError, UsageError } from "./errors.js";
import { cellText, moveText } from "./moves.js";
import { openCells, startingCells } from "./play_modes.js";
import { opponent } from "./players.js";
import { sentence } from "./refusals.js";
import { listed } from "./shape.js";
import {
  c0Reasons,
  candidateMasks,
  candidatesByCell,
  candidatesOf,
  clashesOf,
  completedBy,
  emptyCells,
  rangeReasons,
} from "./sudoku_board.js";
import { documentOf, partsOfDocument } from "./sudoku_document.js";
import { Value } from "./texts/value.js";

/** @typedef {import("./moves.js").Notation} Notation */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./players.js").Player} Player */
/** @typedef {import("./play_modes.js").Rules} Rules */
/** @typedef {import("./play_modes.js").CellsOfBoth} CellsOfBoth */
/** @typedef {{readonly cell: number, readonly value: number}} Move */
/** @typedef {Move | readonly [number, number, number]} MoveLike */
/**
 * @typedef {Object} Parts
 * @property {Shape} shape
 * @property {readonly number[]} values 0 for an empty cell
 * @property {Rules} [rules]
 * @property {ReadonlySet<number>} [taboo] candidates
 * @property {readonly [number, number]} [scores]
 * @property {Player} [toMove]
 * @property {CellsOfBoth | null} [allowed] null in classic play
 * @property {CellsOfBoth | null} [occupied] null in classic play
 * @property {readonly Move[]} [history] the moves so far, bombs too
 */

/** Points for completing 0, 1, 2 or 3 regions with one move. */
export const POINTS = FACTS.sudoku.points;

/** A position of Competitive Sudoku: `play` and `reject` return the next one. */
export class SudokuState {
  /** @param {Parts} parts */
  constructor(parts) {
    this.shape = parts.shape;
    this.values = parts.values;
    this.rules = parts.rules ?? "classic";
    /** @type {ReadonlySet<number>} */
    this.taboo = parts.taboo ?? new Set();
    /** @type {readonly [number, number]} */
    this.scores = parts.scores ?? [0, 0];
    /** @type {Player} */
    this.toMove = parts.toMove ?? 1;
    this.allowed = parts.allowed ?? null;
    this.occupied = parts.occupied ?? null;
    this.history = parts.history ?? [];
    this.#check();
  }

  /**
   * Begin a game on a board; the rules `random` draw their cells from the seed.
   * @param {Shape} shape
   * @param {readonly number[]} values
   * @param {Rules} [rules]
   * @param {number | bigint} [seed]
   */
  static start(shape, values, rules = "classic", seed) {
    return new SudokuState({ shape, values }).under(rules, seed);
  }

  /**
   * Begin a classic game on the board without a given.
   * @param {Shape} shape
   */
  static empty(shape) {
    return new SudokuState({ shape, values: listed(shape.cells, () => 0) });
  }

  /**
   * Return the position of Bombe's own JSON; throw TextError for what is none.
   * @param {unknown} given
   */
  static fromJson(given) {
    return new SudokuState(partsOfDocument(new Value(given)));
  }

  /** Return the position as Bombe's own JSON, without what has its usual value. */
  toJson() {
    return documentOf(this);
  }

  #check() {
    const { shape, values, rules } = this;
    if (values.length !== shape.cells) {
      const { cells } = shape;
      throw new BoardError(sentence("board-cells", { shape, cells, count: values.length }));
    }
    const over = values.findIndex((value) => value > shape.size);
    if (over >= 0) {
      const cell = `(${shape.coordinates(over).join(", ")})`;
      const { size } = shape;
      throw new BoardError(sentence("over-largest", { value: values[over], cell, size, shape }));
    }
    const classic = rules === "classic";
    if (classic !== (this.allowed === null) || classic !== (this.occupied === null)) {
      throw new UsageError(
        `rules ${rules} ${classic ? "take no" : "need"} allowed and occupied cells; ` +
          "begin with SudokuState.start(shape, values, rules)",
      );
    }
  }

  /**
   * Return the position with other parts in place of its own.
   * @param {Partial<Parts>} parts
   */
  with(parts) {
    const { shape, values, rules, taboo, scores, toMove, allowed, occupied, history } = this;
    const own = { shape, values, rules, taboo, scores, toMove, allowed, occupied, history };
    return new SudokuState({ ...own, ...parts });
  }

  /**
   * Return this position in a play mode: with the same moves, scores, owners and turn.
   * @param {Rules} rules
   * @param {number | bigint} [seed]
   * @returns {SudokuState}
   */
  under(rules, seed) {
    if (rules === this.rules) return this;
    if (rules === "classic") return this.with({ rules, allowed: null, occupied: null });
    const allowed = startingCells(this.shape, this.values, rules, seed);
    return this.with({ rules, allowed, occupied: this.filled }).handedOn;
  }

  /**
   * The position, with the turn passed on if only the opponent has a playable cell.
   * @returns {SudokuState}
   */
  get handedOn() {
    const other = opponent(this.toMove);
    if (!this.allowed || this.playable().size || !this.playable(other).size) return this;
    return this.with({ toMove: other });
  }

  /**
   * Return the position with another value in a cell, 0 for none, as it is set up by hand.
   *
   * The cell belongs to nobody then. How the game came here is not known any more, so that the
   * history is empty; taboo moves, scores and whose turn it is are kept.
   * @param {number} cell
   * @param {number} value
   */
  withValue(cell, value) {
    const occupied = this.occupied && without(this.occupied, cell);
    return this.with({ values: replaced(this.values, cell, value), occupied, history: [] })
      .handedOn;
  }

  /** Whether the grid is full, or neither player has a cell to play on. */
  get isOver() {
    return this.isFull || !(this.playable(1).size || this.playable(2).size);
  }

  /** Whether no cell is empty. */
  get isFull() {
    return !this.values.includes(0);
  }

  /**
   * Return the empty cells on which a player, by default the mover, may play, in order.
   * @param {Player} [player]
   * @returns {Set<number>}
   */
  playable(player = this.toMove) {
    const { shape, values, allowed, occupied } = this;
    if (!allowed || !occupied) return new Set(emptyCells(values));
    return openCells(shape, values, allowed[player - 1], occupied[player - 1]);
  }

  /**
   * Return the values that C0 allows in a cell, in order; none if it is filled.
   * @param {number} cell
   */
  candidates(cell) {
    return candidatesOf(this.shape, this.values, cell);
  }

  /**
   * Return for each cell the values that C0 allows there, value v as 2 ** v; 0 if it is filled.
   * Bit operators would cut off values over 31.
   */
  candidateMasks() {
    return candidateMasks(this.shape, this.values);
  }

  /**
   * Return the legal moves: candidates on playable cells that are not taboo. Bombs included.
   * @returns {Move[]}
   */
  moves() {
    const byCell = candidatesByCell(this.shape, this.values);
    /** @type {Move[]} */
    const found = [];
    for (const cell of this.playable()) {
      for (const value of byCell[cell]) {
        if (!this.isTaboo({ cell, value })) found.push({ cell, value });
      }
    }
    return found;
  }

  /**
   * Return the number of a move among all candidates.
   * @param {Move} move
   */
  candidate({ cell, value }) {
    return cell * this.shape.size + value - 1;
  }

  /**
   * Return the move of a candidate.
   * @param {number} candidate
   * @returns {Move}
   */
  moveOf(candidate) {
    const { size } = this.shape;
    return { cell: Math.floor(candidate / size), value: (candidate % size) + 1 };
  }

  /**
   * Return whether a move is taboo.
   * @param {Move} move
   */
  isTaboo(move) {
    return this.taboo.has(this.candidate(move));
  }

  /**
   * Return a move as row, column and value.
   * @param {MoveLike} move
   * @returns {[number, number, number]}
   */
  plain(move) {
    return "cell" in move ? [...this.shape.coordinates(move.cell), move.value] : [...move];
  }

  /**
   * Return all the reasons for which the rules refuse a move, in words; none if it is legal.
   * @param {MoveLike} given
   * @param {Notation} [notation] in which cells and moves are written
   * @returns {string[]}
   */
  reasons(given, notation) {
    const { shape, values } = this;
    const plain = this.plain(given);
    const found = this.isOver ? [sentence("over")] : [];
    const outside = rangeReasons(shape, plain, notation);
    if (outside.length) return [...found, ...outside];
    const [row, column, value] = plain;
    const cell = shape.cell(row, column);
    const where = cellText([row, column], notation);
    if (values[cell]) found.push(sentence("filled", { cell: where, value: values[cell] }));
    found.push(...c0Reasons(shape, values, cell, value, notation));
    if (this.isTaboo({ cell, value })) found.push(sentence("taboo", { move: moveText(plain, notation) }));
    if (!values[cell] && !this.playable().has(cell)) {
      found.push(sentence("not-playable", { player: this.toMove, cell: where }));
    }
    return found;
  }

  /**
   * Count what a move scores if it stands: 0, 1, 3 or 7 for the regions it completes.
   * @param {MoveLike} given
   */
  points(given) {
    const plain = this.plain(given);
    const outside = rangeReasons(this.shape, plain);
    if (outside.length) throw new IllegalMoveError(moveText(plain), outside);
    const cell = this.shape.cell(plain[0], plain[1]);
    return POINTS[completedBy(this.shape, this.values, cell)];
  }

  /**
   * Place a move that is no bomb: score it and pass the turn.
   * @param {MoveLike} given
   */
  play(given) {
    const move = this.#requireLegal(given);
    const [mine, theirs] = [this.toMove - 1, 2 - this.toMove];
    /** @type {[number, number]} */
    const scores = [0, 0];
    scores[mine] = this.scores[mine] + this.points(move);
    scores[theirs] = this.scores[theirs];
    const values = replaced(this.values, move.cell, move.value);
    const occupied = this.occupied && withCell(this.occupied, this.toMove, move.cell);
    return this.with({ values, scores, occupied }).#passedTurn(move);
  }

  /**
   * Refuse a bomb: nothing is placed, the move becomes taboo, the turn passes.
   * @param {MoveLike} given
   */
  reject(given) {
    const move = this.#requireLegal(given);
    const taboo = new Set(this.taboo).add(this.candidate(move));
    return this.with({ taboo }).#passedTurn(move);
  }

  /** @param {MoveLike} given */
  #requireLegal(given) {
    const plain = this.plain(given);
    const reasons = this.reasons(given);
    if (reasons.length) throw new IllegalMoveError(moveText(plain), reasons);
    return { cell: this.shape.cell(plain[0], plain[1]), value: plain[2] };
  }

  /** @param {Move} move */
  #passedTurn(move) {
    const history = [...this.history, move];
    return this.with({ history, toMove: opponent(this.toMove) }).handedOn;
  }

  /**
   * The cells that each player filled; in classic games, as the history says.
   * @returns {CellsOfBoth}
   */
  get filled() {
    if (this.occupied) return this.occupied;
    /** @type {[Set<number>, Set<number>]} */
    const filled = [new Set(), new Set()];
    [...this.history].reverse().forEach((move, ago) => {
      // Texts of others may name moves that were refused and are not listed as taboo.
      const isPlaced = !this.isTaboo(move) && this.values[move.cell] === move.value;
      if (isPlaced && !filled.some((cells) => cells.has(move.cell))) {
        filled[(this.toMove + ago) % 2].add(move.cell);
      }
    });
    return filled;
  }

  /** The values before the moves of the history were placed. */
  get initialValues() {
    const placed = this.history.filter((move) => !this.isTaboo(move)).map((move) => move.cell);
    const cleared = new Set(placed);
    return this.values.map((value, cell) => (cleared.has(cell) ? 0 : value));
  }

  /** Return every value that stands more than once in a region. */
  clashes() {
    return clashesOf(this.shape, this.values);
  }
}

/**
 * @param {readonly number[]} values
 * @param {number} cell
 * @param {number} value
 */
function replaced(values, cell, value) {
  const found = [...values];
  found[cell] = value;
  return found;
}

/**
 * @param {CellsOfBoth} pair
 * @param {Player} player
 * @param {number} cell
 * @returns {CellsOfBoth}
 */
function withCell([first, second], player, cell) {
  return player === 1 ? [new Set(first).add(cell), second] : [first, new Set(second).add(cell)];
}

/**
 * @param {CellsOfBoth} pair
 * @param {number} cell
 * @returns {CellsOfBoth}
 */
function without(pair, cell) {
  const [first, second] = pair.map((cells) => new Set([...cells].filter((each) => each !== cell)));
  return [first, second];
}
