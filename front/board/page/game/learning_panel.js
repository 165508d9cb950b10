// @ts-check
// The panel of an exercise: what to look for, and what was said of the move that was tried.

import { actionRow, h, makeButton, write } from "../dom.js";
import { endLearning, judgeAttempt, nextExercise, solveExercise } from "./learning.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */

/** @implements {LivePanel} */
export class LearningPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._host = host;
    this._where = h("p", { class: "quiet", id: "learning-where" });
    this._words = h("p", { id: "learning-words", "aria-live": "polite" });
    /**
     * @param {string} id
     * @param {string} words
     * @param {(app: App) => void} run
     */
    const button = (id, words, run) => makeButton(words, () => run(app), { id });
    this._solve = button("learning-solve", "See the answer", solveExercise);
    this._next = button("learning-next", "Next", nextExercise);
    host.append(this._where, this._words, actionRow(this._solve, this._next, button("learning-end", "End", endLearning)));
    app.store.subscribe(({ study }) => study && void judgeAttempt(app));
  }

  /** @param {Scene} scene */
  draw({ screen, study }) {
    const { learning } = screen;
    this._host.hidden = !learning;
    if (!learning) return;
    const { mover, ply } = learning.all[learning.at].ply;
    write(this._where, `Mistake ${learning.at + 1} of ${learning.all.length}: ${study.players[mover - 1]} to move, before move ${ply}.`);
    write(this._words, learning.words);
    this._solve.hidden = learning.stage === "right" || learning.stage === "shown";
    this._next.textContent = learning.at + 1 < learning.all.length ? "Next mistake" : "Done";
  }
}
