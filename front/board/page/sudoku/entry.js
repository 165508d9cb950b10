// @ts-check
// Enters values into a Sudoku board: by keys, also with two digits, and by the palette. While the
// board is set up a value is written; in play it is a move.

import { questionFor } from "../asking.js";
import { positionOf, stateOf } from "./states.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../../boards/sudoku_state.js").SudokuState} SudokuState */

/** Milliseconds in which a second digit may follow. */
const PATIENCE = 900;

export class Entry {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    this.typed = "";
    /** @type {unknown[]} where it was typed */
    this.place = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The digits typed so far of a number that may go on; they count only where they were typed. */
  get pending() {
    return this.here().every((part, at) => part === this.place[at]) ? this.typed : "";
  }

  set pending(digits) {
    this.typed = digits;
    this.place = this.here();
  }

  here() {
    const { cell, mode, taboo } = this.app.store.screen;
    return [this.app.store.node, cell, mode, taboo];
  }

  get state() {
    return stateOf(this.app.store.node.position);
  }

  /**
   * Take a typed digit; a number that cannot go on is entered at once.
   * @param {number} digit
   */
  type(digit) {
    if (this.app.store.screen.cell === null) return;
    const number = Number(this.pending + digit);
    const { size } = this.state.shape;
    clearTimeout(this.timer);
    if (number > size) {
      const begins = this.pending !== "" && digit > 0;
      this.pending = "";
      if (begins) this.type(digit);
      else this.app.note(`This board has the values 1 to ${size}.`);
      return;
    }
    this.pending = String(number);
    if (number * 10 > size) this.finish();
    else this.wait();
  }

  wait() {
    this.timer = setTimeout(() => this.finish(), PATIENCE);
    this.app.drawSoon();
  }

  /** Enter what was typed so far. */
  finish() {
    clearTimeout(this.timer);
    const typed = this.pending;
    this.pending = "";
    if (typed) this.enter(Number(typed));
  }

  /** Forget what was typed so far; return whether there was something. */
  forget() {
    clearTimeout(this.timer);
    const had = this.pending !== "";
    this.pending = "";
    return had;
  }

  /**
   * Enter a value at the chosen cell; 0 clears it.
   * @param {number} value
   */
  enter(value) {
    const { cell, mode, taboo } = this.app.store.screen;
    if (cell === null) return;
    const [row, column] = this.state.shape.coordinates(cell);
    if (mode === "play") {
      if (value) this.app.play([row, column, value]);
    } else if (taboo && value) this.toggleTaboo(cell, value);
    else this.change(this.state.withValue(cell, value));
    this.app.drawSoon();
  }

  /**
   * @param {number} cell
   * @param {number} value
   */
  toggleTaboo(cell, value) {
    const candidate = this.state.candidate({ cell, value });
    const taboo = new Set(this.state.taboo);
    if (!taboo.delete(candidate)) taboo.add(candidate);
    this.change(this.state.with({ taboo, history: [] }));
  }

  /**
   * Make a state the root of the study.
   * @param {SudokuState} state
   */
  change(state) {
    const position = positionOf(state);
    if (JSON.stringify(position) === JSON.stringify(this.app.store.node.position)) return;
    this.app.begin("sudoku", position); // another position: its old title would be wrong
  }
}

/**
 * Return what a move leads to; null if the rules refuse it, after a word to the reader.
 * @param {App} app
 * @param {any} position
 * @param {readonly [number, number, number]} move
 * @param {string} words  the move in the reader's notation
 * @returns {Promise<import("../study.js").Step | null>}
 */
export async function stepOf(app, position, move, words) {
  const state = stateOf(position);
  const reasons = state.reasons(move, app.store.settings.notation);
  if (reasons.length) {
    app.warn(`${words} cannot be played: ${reasons.join("; ")}.`);
    return null;
  }
  const outcome = await outcomeOf(app, position, move, words);
  if (!outcome) return null;
  if (outcome === "bomb") app.warn(`${words} is a bomb: it is refused and taboo now, and the turn passes.`);
  else app.calm();
  return afterMove(position, move, outcome === "bomb");
}

/**
 * Return what a move leads to if it is known whether it is a bomb.
 * @param {any} position
 * @param {readonly [number, number, number]} move
 * @param {boolean} isBomb
 * @returns {import("../study.js").Step}
 */
export function afterMove(position, move, isBomb) {
  const state = stateOf(position);
  const after = isBomb ? state.reject(move) : state.play(move);
  return {
    move: [...move],
    mover: state.toMove,
    outcome: isBomb ? "bomb" : "fill",
    position: positionOf(after),
  };
}

/**
 * @param {App} app
 * @param {any} position
 * @param {readonly [number, number, number]} move
 * @param {string} words
 * @returns {Promise<"fill" | "bomb" | null>}
 */
async function outcomeOf(app, position, move, words) {
  /** @param {readonly number[][]} list */
  const holds = (list) => list.some((other) => other.every((part, at) => part === move[at]));
  try {
    const audit = await app.ask("audit", questionFor("audit", position));
    if (holds(audit.bombs)) return "bomb";
    if (holds(audit.safe)) return "fill";
  } catch (error) {
    app.warn(`Whether ${words} is a bomb cannot be found out: ${/** @type {Error} */ (error).message}`);
    return null;
  }
  app.warn(`Whether ${words} is a bomb is not known yet: the search had to end.`);
  return null;
}
