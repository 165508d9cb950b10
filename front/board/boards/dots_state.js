// @ts-check
// Dots and Boxes: the rules, as an immutable state, equal to bombe.boards.dots.state.
//
// A move is a line, ["h" | "v", row, column]; methods that take one read the number of an edge, too.

import { BoardError, IllegalMoveError } from "./errors.js";
import { dotsDocumentOf, dotsPartsOfDocument } from "./dots_document.js";
import { lineText } from "./grid.js";
import { opponent } from "./players.js";
import { sentence } from "./refusals.js";
import { listed } from "./shape.js";
import { Value } from "./texts/value.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./grid.js").Line} Line */
/** @typedef {import("./players.js").Player} Player */
/** @typedef {Line | number} LineLike a line, or the number of its edge */
/**
 * @typedef {Object} DotsParts
 * @property {Grid} grid
 * @property {bigint} [edges] the drawn ones, a bit for each
 * @property {readonly number[]} [owners] who completed each box, 0 if it is open or not known
 * @property {Player} [toMove]
 * @property {boolean} [extraTurn] whether who completes a box moves again
 * @property {readonly Line[]} [history] the lines drawn in play, as far as they are known
 */

/** A position of Dots and Boxes: `play` returns the next one. */
export class DotsState {
  /** @param {DotsParts} parts */
  constructor(parts) {
    this.grid = parts.grid;
    this.edges = parts.edges ?? 0n;
    const owners = parts.owners ?? [];
    this.owners = owners.length ? owners : listed(this.grid.boxes, () => 0);
    /** @type {Player} */
    this.toMove = parts.toMove ?? 1;
    this.extraTurn = parts.extraTurn ?? true;
    this.history = parts.history ?? [];
    this.#check();
  }

  /**
   * Begin a game; without `extraTurn` the turn passes after every line, scored or not.
   * @param {Grid} grid
   */
  static start(grid, extraTurn = true) {
    return new DotsState({ grid, extraTurn });
  }

  /**
   * Return the position of Bombe's own JSON; throw TextError for what is none.
   * @param {unknown} given
   */
  static fromJson(given) {
    return new DotsState(dotsPartsOfDocument(new Value(given)));
  }

  /** Return the position as Bombe's own JSON. */
  toJson() {
    return dotsDocumentOf(this);
  }

  #check() {
    const { grid, edges, owners } = this;
    if (edges < 0n || edges > grid.allEdges) {
      throw new BoardError(sentence("no-edges", { grid, last: grid.edges - 1 }));
    }
    if (owners.length !== grid.boxes || owners.some((each) => ![0, 1, 2].includes(each))) {
      throw new BoardError(sentence("owners", { boxes: grid.boxes, grid }));
    }
    const wrong = owners.findIndex((owner, box) => owner && !this.isComplete(box));
    if (wrong >= 0) throw new BoardError(sentence("owner-early", { box: wrong }));
  }

  /**
   * Return the position with other parts in place of its own.
   * @param {Partial<DotsParts>} parts
   */
  with(parts) {
    const { grid, edges, owners, toMove, extraTurn, history } = this;
    return new DotsState({ grid, edges, owners, toMove, extraTurn, history, ...parts });
  }

  /**
   * Return the position with a line drawn or taken away, as it is set up by hand.
   *
   * Boxes that are not complete any more belong to nobody; a box that it completes is given to
   * `owner`, 0 for unknown. How the game came here is not known any more.
   * @param {LineLike} given
   * @param {boolean} isDrawn
   * @param {0 | Player} [owner]
   */
  withLine(given, isDrawn, owner = 0) {
    const edge = this.#edge(given);
    const bit = 1n << BigInt(edge);
    const boxes = isDrawn ? this.completed(edge) : this.grid.boxesOf[edge];
    const owners = this.owners.map((each, box) =>
      boxes.includes(box) ? (isDrawn ? owner : 0) : each,
    );
    const edges = isDrawn ? this.edges | bit : this.edges & ~bit;
    return this.with({ edges, owners, history: [] });
  }

  /** The boxes of players 1 and 2, as far as their owners are known. */
  get scores() {
    const [first, second] = [1, 2].map((player) => this.owners.filter((each) => each === player));
    return /** @type {[number, number]} */ ([first.length, second.length]);
  }

  /** Whether every line is drawn. */
  get isOver() {
    return this.edges === this.grid.allEdges;
  }

  /**
   * Return whether an edge is drawn.
   * @param {number} edge
   */
  isDrawn(edge) {
    return Boolean((this.edges >> BigInt(edge)) & 1n);
  }

  /**
   * Return whether all four sides of a box are drawn.
   * @param {number} box
   */
  isComplete(box) {
    return this.grid.sidesOf[box].every((edge) => this.isDrawn(edge));
  }

  /** Return the edges that are drawn, in order. */
  drawn() {
    return this.grid.lines.map((_, edge) => edge).filter((edge) => this.isDrawn(edge));
  }

  /** Return the edges that are not drawn, in order. */
  free() {
    return this.grid.lines.map((_, edge) => edge).filter((edge) => !this.isDrawn(edge));
  }

  /**
   * Return the legal moves: the lines that are not drawn.
   * @returns {Line[]}
   */
  moves() {
    return this.free().map((edge) => this.grid.lines[edge]);
  }

  /**
   * Return all the reasons for which the rules refuse a line, in words; none if it is legal.
   * @param {LineLike} given
   * @returns {string[]}
   */
  reasons(given) {
    const line = this.#line(given);
    const found = this.isOver ? [sentence("over")] : [];
    const outside = this.grid.whyNot(line);
    if (outside) found.push(outside);
    else if (this.isDrawn(this.grid.edge(line))) found.push(sentence("drawn", { line: lineText(line) }));
    return found;
  }

  /**
   * Return the boxes that drawing an edge completes.
   * @param {number} edge
   */
  completed(edge) {
    return this.grid.boxesOf[edge].filter((box) =>
      this.grid.sidesOf[box].every((side) => side === edge || this.isDrawn(side)),
    );
  }

  /**
   * Count the boxes that a line completes: 0, 1 or 2.
   * @param {LineLike} given
   */
  points(given) {
    return this.completed(this.#requireLegal(given)).length;
  }

  /**
   * Draw a line; who completes a box scores it and, with the extra turn, moves again.
   * @param {LineLike} given
   */
  play(given) {
    const edge = this.#requireLegal(given);
    const boxes = this.completed(edge);
    const mover = this.toMove;
    return this.with({
      edges: this.edges | (1n << BigInt(edge)),
      owners: this.owners.map((owner, box) => (boxes.includes(box) ? mover : owner)),
      toMove: boxes.length && this.extraTurn ? mover : opponent(mover),
      history: [...this.history, this.grid.lines[edge]],
    });
  }

  /** @param {LineLike} given */
  #requireLegal(given) {
    const line = this.#line(given);
    const reasons = this.reasons(line);
    if (reasons.length) throw new IllegalMoveError(lineText(line), reasons);
    return this.grid.edge(line);
  }

  /** @param {LineLike} given */
  #edge(given) {
    return typeof given === "number" ? given : this.grid.edge(given);
  }

  /**
   * @param {LineLike} given
   * @returns {Line}
   */
  #line(given) {
    if (typeof given !== "number") return given;
    const line = this.grid.lines[given];
    const last = this.grid.edges - 1;
    if (!line) throw new BoardError(sentence("no-edges", { grid: this.grid, last }));
    return line;
  }
}
