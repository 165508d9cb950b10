// @ts-check
// What the champion knows of a position: which moves are safe, which are bombs, who has the tempo.
//
// The law: with E empty cells and B usable bombs the mover has the tempo unless both are even. It is
// kept by a skip where E is even, by a fill that leaves B even where E is odd.

import { shuffle } from "./turn.js";
import { skipRatesOf } from "./skip_rates.js";
import { MoveFacts } from "../../analysis/sudoku/games/facts.js";

/**
 * @typedef {import("../../analysis/sudoku/truth.js").Truth} Truth
 * @typedef {import("./scratch.js").Action} Action
 * @typedef {import("./scratch.js").Scratch} Scratch
 * @typedef {import("./turn.js").SudokuTurn} Turn
 *
 * A move to choose from; `bonus` is the points of a swindle, which a search cannot see.
 * @typedef {{action: Action, isSkip: boolean, bonus: number}} Choice
 */

/** The points that an error of the opponent is worth: about the last cell and the one before it. */
const ERROR_POINTS = 8;
/** The most fills to consider of those that neither score nor let the opponent score. */
const MAX_QUIET_FILLS = 400;
/** Without knowledge of the bombs, a reply keeps the tempo or not. */
const EVEN_CHANCE = 0.5;

/** What is known of the moves in a turn; to look ahead it plays on `position`. */
export class Knowledge extends MoveFacts {
  /**
   * @param {Turn} turn
   * @param {Scratch} position
   * @param {Truth} truth
   */
  constructor(turn, position, truth) {
    super(turn.state, truth);
    this.turn = turn;
    this.position = position;
    if (!this.isComplete || !this.fills.length) this.skips.length = 0;
    this.isProper = this.usable.isProper && this.isComplete && this.fills.length > 0;
    this._rates = skipRatesOf(turn.state);
    /** @type {Map<Action, number[]>} */
    this._kills = new Map();
  }

  /** Whether the law asks for a skip, and there is one. */
  get wantsSkip() {
    return this.skips.length > 0 && this.isEven && this.bombs % 2 === 1;
  }

  /** Whether the opponent is known to have the tempo. */
  get isLost() {
    return this.isComplete && this.isEven && this.bombs % 2 === 0;
  }

  /** Return fills by the points that they gain at once, ties in random order; not all. */
  rankedFills() {
    const { position } = this;
    const { random } = this.turn;
    const [one, two] = [position.inRegionsWith(1), position.inRegionsWith(2)];
    const isNear = (/** @type {Action} */ { cell }) => one[cell] || two[cell];
    const far = this.fills.filter((fill) => !isNear(fill));
    const quiet = random.sample(far, Math.min(far.length, MAX_QUIET_FILLS));
    const fills = [...this.fills.filter(isNear), ...quiet];
    // A fill far from full regions changes nothing: the opponent scores what is there.
    const quietGain = -position.bestPoints;
    /** @type {Map<number, number>} */
    const gains = new Map();
    for (const fill of fills) {
      if (!gains.has(fill.cell)) gains.set(fill.cell, isNear(fill) ? this.gain(fill) : quietGain);
    }
    shuffle(fills, random);
    return fills.sort((a, b) => (gains.get(b.cell) ?? 0) - (gains.get(a.cell) ?? 0));
  }

  /**
   * Yield the fills that leave an even number of bombs, until the time is over.
   * @param {readonly Action[]} fills
   */
  async *tempoKeeping(fills) {
    for (const fill of fills) {
      const left = await this.bombsAfter(fill, this.turn.task, this.turn.secondsLeft);
      if (left === null) return;
      if (left % 2 === 0) yield fill;
    }
  }

  /**
   * Return moves of a lost position, those first that make an error most likely.
   * @param {readonly Action[]} fills
   * @param {readonly Action[]} skips
   * @returns {Promise<Choice[]>}
   */
  async swindles(fills, skips) {
    const rated = skips.map((skip) => this.#ratedSkip(skip));
    for (const fill of fills) {
      if (this.turn.isOver) break;
      rated.push(this.#ratedFill(fill));
      await this.turn.task.pause();
    }
    return rated.sort((a, b) => b.rating - a.rating).map(({ choice }) => choice);
  }

  /**
   * Return the points of a fill, less those that the opponent can then score at once.
   * @param {Action} fill
   */
  gain(fill) {
    const { position } = this;
    const mover = position.toMove;
    const points = position.play(fill.cell);
    const reply = position.toMove === mover ? 0 : position.bestPoints;
    position.undo();
    return points - reply;
  }

  /**
   * Rate a fill by its points, and by how many replies keep the tempo for the opponent.
   * @param {Action} fill
   */
  #ratedFill(fill) {
    const expected = ERROR_POINTS * this.#errorChance(fill);
    const choice = { action: fill, isSkip: false, bonus: Math.round(expected) };
    return { rating: this.gain(fill) + expected, choice };
  }

  /** @param {Action} fill */
  #errorChance(fill) {
    if (!this.isProper) return EVEN_CHANCE;
    const killed = new Set(this.#kills(fill));
    const left = this.bombs - killed.size;
    const replies = this.fills.filter(({ cell }) => cell !== fill.cell);
    const keeping = replies.filter((reply) => {
      const more = this.#kills(reply).filter((bomb) => !killed.has(bomb));
      return (left - more.length) % 2 === 0;
    });
    return 1 - ((1 - this._rates.odd) * keeping.length) / Math.max(1, replies.length);
  }

  /**
   * Return the bombs that a fill removes on a board with one solution.
   * @param {Action} fill
   */
  #kills(fill) {
    const known =
      this._kills.get(fill) ?? this.usable.properEffect(this.state.candidate(fill)).kills;
    this._kills.set(fill, known);
    return known;
  }

  /**
   * Rate a skip by the chance that the opponent does not answer with a skip, as it should.
   * @param {Action} skip
   */
  #ratedSkip(skip) {
    const expected = ERROR_POINTS * (1 - this._rates.even);
    const choice = { action: skip, isSkip: true, bonus: Math.round(expected) };
    return { rating: expected - this.position.bestPoints, choice };
  }
}
