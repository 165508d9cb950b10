// @ts-check
// What the page shows, in three compartments: the study, with undo and redo without end; the
// reader's settings; and the screen, which nobody keeps. Views subscribe and draw.

import { nodeOf, ROOT, visited } from "./study.js";

/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./settings.js").Settings} Settings */
/**
 * @typedef {object} Screen
 * @property {number | null} cell    the chosen cell (Sudoku) or line (Dots)
 * @property {number | null} value   the chosen value in that cell
 * @property {"setup" | "play"} mode what a click and a key do
 * @property {string} tab            the shown tab of the side
 * @property {any} why               the explanation that is shown step by step, with its step
 * @property {boolean} taboo         whether values are entered as taboo
 * @property {0 | 1 | 2} judged      whose mistakes are looked at; 0 for both players
 * @property {any} learning          what the exercise hides: nothing of a position that is to be solved is shown
 */
/** @typedef {{study: boolean, settings: boolean, screen: boolean}} Changed */

/** @type {Screen} */
const FIRST_SCREEN = {
  cell: null,
  value: null,
  mode: "play",
  tab: "analyse",
  why: null,
  taboo: false,
  judged: 0,
  learning: null,
};

export class Store {
  /**
   * @param {Study} study
   * @param {Settings} settings
   */
  constructor(study, settings) {
    this.study = study;
    this.settings = settings;
    /** @type {Partial<Settings>} what the reader chose on this page */
    this.chosen = {};
    this.screen = FIRST_SCREEN;
    /** @type {Study[]} */
    this.past = [];
    /** @type {Study[]} */
    this.future = [];
    /** @type {Set<(changed: Changed) => void>} */
    this.listeners = new Set();
    /** @type {Changed | null} */
    this.pending = null;
  }

  /** The current node. */
  get node() {
    return nodeOf(this.study);
  }

  /**
   * Take a changed study; undo brings back the one before.
   * @param {Study} study
   */
  edit(study) {
    if (study === this.study) return;
    this.past.push(this.study);
    this.future = [];
    this.turnTo(study);
  }

  /**
   * Go to a node; that is no change of the study, and no step of undo.
   * @param {number} id
   */
  visit(id) {
    if (id !== this.study.current) this.turnTo(visited(this.study, id));
  }

  /** Take back the last change, if there is one. */
  undo() {
    const before = this.past.pop();
    if (!before) return;
    this.future.push(this.study);
    this.turnTo(before);
  }

  /** Make the last undone change again. */
  redo() {
    const after = this.future.pop();
    if (!after) return;
    this.past.push(this.study);
    this.turnTo(after);
  }

  /**
   * @param {Study} study
   */
  turnTo(study) {
    if (gridOf(study) !== gridOf(this.study)) this.screen = { ...this.screen, cell: null, value: null };
    // An exercise goes back to its own game at the end, and would take another one away.
    if (startOf(study) !== startOf(this.study)) this.screen = { ...this.screen, learning: null };
    this.study = study;
    if (this.screen.why) this.screen = { ...this.screen, why: null };
    this.tell("study");
  }

  /**
   * Change settings.
   * @param {Partial<Settings>} patch
   */
  set(patch) {
    this.settings = { ...this.settings, ...patch };
    this.chosen = { ...this.chosen, ...patch };
    this.tell("settings");
  }

  /**
   * Change what is on the screen only.
   * @param {Partial<Screen>} patch
   */
  show(patch) {
    const keys = /** @type {(keyof Screen)[]} */ (Object.keys(patch));
    if (keys.every((key) => this.screen[key] === patch[key])) return;
    this.screen = { ...this.screen, ...patch };
    this.tell("screen");
  }

  /**
   * Call a function after changes, once for all that happen together; return how to end that.
   * @param {(changed: Changed) => void} listener
   */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * @param {keyof Changed} what
   */
  tell(what) {
    if (!this.pending) {
      this.pending = { study: false, settings: false, screen: false };
      queueMicrotask(() => this.deliver());
    }
    this.pending[what] = true;
  }

  deliver() {
    const changed = this.pending;
    this.pending = null;
    if (changed) for (const listener of this.listeners) listener(changed);
  }
}

/**
 * Return the position where a game begins: as long as it is the same object, it is the same game.
 * @param {Study} study
 */
function startOf(study) {
  return nodeOf(study, ROOT).position;
}

/**
 * Return what says which cells or lines there are: those of another grid cannot stay chosen.
 * @param {Study} study
 */
function gridOf(study) {
  const { m, n, rows, columns } = nodeOf(study).position;
  return [study.game, m, n, rows, columns].join();
}
