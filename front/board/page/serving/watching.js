// @ts-check
// A match that runs, shown on the board: each game is a study that grows by a move each turn.

import { newStudy, nodeOf, withStep } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../study.js").GameName} GameName */
/** @typedef {import("../study.js").Position} Position */
/** @typedef {import("../study.js").Step} Step */
/** @typedef {import("../study.js").Study} Study */

/** What a result is worth for the first player and for the second one. */
const EARNED = new Map([["1-0", [1, 0]], ["0-1", [0, 1]], ["1/2", [0.5, 0.5]]]);

/** Follows the events of a match, and shows its games until the reader turns to something else. */
export class Watcher {
  /**
   * @param {App} app
   * @param {(words: string) => void} onNews what to say of the match
   */
  constructor(app, onNews) {
    this._app = app;
    this._onNews = onNews;
    /** @type {Study | null} the study that this has shown last */
    this._shown = null;
    this._isWanted = true;
    /** @type {{id: string, players: string[]}} the game that began last */
    this._game = { id: "", players: [] };
    /** @type {Map<string, number>} the points that each player made of the games, with halves */
    this._won = new Map();
  }

  /**
   * Take an event of the server's feed.
   * @param {any} event
   */
  take(event) {
    if (event.event === "game") this._begin(event);
    else if (event.event === "turn") this._turn(event.position);
    else if (event.event === "over") this._over(event);
    else if (event.event === "problem") this._app.warn(event.problem);
    else if (event.event === "end") this._onNews(["The match is over", this._standing()].filter(Boolean).join(": ") + ".");
  }

  /** @param {{id: string, start: Position, first: string, second: string}} event */
  _begin({ id, start, first, second }) {
    this._game = { id, players: [first, second] };
    if (!this._isWanted || this._isLeft()) return;
    const title = `${first} against ${second}, game ${id}`;
    this._show(newStudy(gameOf(start), start, { title, players: [first, second] }));
    this._onNews(title);
  }

  /** @param {Position} position */
  _turn(position) {
    if (!this._isWanted || !this._shown || this._isLeft()) return;
    const last = nodeOf(this._shown, this._shown.nodes.length - 1);
    const step = stepBetween(last.position, position);
    if (step) this._show(withStep(this._shown, last.id, step));
  }

  /** @param {{id: string, position: Position, result: string, scores: number[], reason: string}} event */
  _over({ id, position, result, scores, reason }) {
    this._turn(position);
    this._count(id, result);
    this._onNews(`Game ${id}: ${result}, ${scores[0]} to ${scores[1]}; ${reason}`);
  }

  /**
   * Count a game for its players; one that is void counts for nobody.
   * @param {string} id
   * @param {string} result
   */
  _count(id, result) {
    const earned = EARNED.get(result);
    if (!earned || id !== this._game.id) return;
    this._game.players.forEach((name, at) => this._won.set(name, (this._won.get(name) ?? 0) + earned[at]));
  }

  /** Return how the match stands. */
  _standing() {
    return [...this._won].map(([name, won]) => `${name} ${won}`).join(", ");
  }

  /** @param {Study} study */
  _show(study) {
    const isFirst = this._shown === null;
    this._shown = study;
    if (isFirst) this._app.store.edit(study);
    else this._app.store.turnTo(study);
  }

  /** Return whether the reader turned to another study; then the match is shown no more. */
  _isLeft() {
    if (this._shown && this._app.store.study.title !== this._shown.title) this._isWanted = false;
    return !this._isWanted;
  }
}

/**
 * @param {Position} position
 * @returns {GameName}
 */
function gameOf(position) {
  return "cells" in position ? "sudoku" : "dots";
}

/**
 * Return the move between two positions of a game, one after the other; null if there is none.
 * @param {Position} before
 * @param {Position} after
 * @returns {Step | null}
 */
function stepBetween(before, after) {
  const known = before.moves?.length ?? 0;
  const last = after.moves?.at(-1);
  if (last === undefined || after.moves.length !== known + 1) return null;
  const mover = before.to_move ?? 1;
  if (gameOf(after) === "dots") {
    const [kind, row, column] = last.split(" ");
    return { move: [kind, Number(row), Number(column)], mover, outcome: "line", position: after };
  }
  const isBomb = (after.taboo?.length ?? 0) > (before.taboo?.length ?? 0);
  return { move: last, mover, outcome: isBomb ? "bomb" : "fill", position: after };
}
