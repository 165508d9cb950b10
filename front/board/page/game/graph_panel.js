// @ts-check
// The panel of the graph: the shown line of the game, and what is known of it, in words too.

import { h, write } from "../dom.js";
import { pathTo } from "../study.js";
import { Graph, graphKey } from "./graph.js";
import { isMistake, judgedLine, judgementOf, judgeQuestion, shownLine } from "./judging.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("./graph.js").Curve} Curve */
/** @typedef {import("./judging.js").Judgement} Judgement */

/** @implements {LivePanel} */
export class GraphPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._host = host;
    this._graph = new Graph((ply) => app.store.visit(shownLine(app.store.study)[ply].id));
    this._words = h("p", { class: "quiet", id: "graph-words" });
    /** @type {[unknown, unknown, unknown]} what was drawn last */
    this._drawn = [null, null, null];
    host.append(this._graph.svg, graphKey(), this._words);
  }

  /** @param {Scene} scene */
  wants({ study, settings }) {
    const question = judgeQuestion(study, settings);
    return question ? [question] : [];
  }

  /** @param {Scene} scene */
  draw({ study, screen }) {
    const line = shownLine(study);
    this._host.hidden = line.length < 2 || Boolean(screen.learning);
    if (this._host.hidden) return;
    const { state, value, error } = judgementOf(this._app);
    const drawn = /** @type {[unknown, unknown, unknown]} */ ([study.nodes, line[line.length - 1].id, value]);
    if (drawn.some((part, at) => part !== this._drawn[at])) {
      this._drawn = drawn;
      const words = wordsOf(value, state, error, line.length - 1);
      this._graph.draw(this._curve(value), words);
      write(this._words, words);
    }
    this._graph.point(pathTo(study).length - 1);
  }

  /**
   * @param {Judgement | null} judgement
   * @returns {Curve}
   */
  _curve(judgement) {
    const { study } = this._app.store;
    const line = shownLine(study);
    const lead = line.map(({ position }) => leadOf(this._app.view.side(position).scores));
    const exact = line.map(() => /** @type {number | null} */ (null));
    const law = line.map(() => /** @type {"1" | "2" | ""} */ (""));
    const mistakes = new Set();
    for (const { ply } of judgedLine(study, judgement)) {
      exact[ply.ply - 1] = ply.margin;
      law[ply.ply - 1] = aheadOf(ply.verdict, ply.mover);
      if (isMistake(ply)) mistakes.add(ply.ply);
    }
    if (judgement) exact[line.length - 1] = judgement.final_margin;
    return { lead, exact, law, mistakes };
  }
}

/** @param {readonly [number, number]} scores */
function leadOf([one, two]) {
  return one - two;
}

/**
 * Return which player is ahead by a verdict on the mover.
 * @param {string | null} verdict
 * @param {1 | 2} mover
 * @returns {"1" | "2" | ""}
 */
function aheadOf(verdict, mover) {
  if (verdict !== "won" && verdict !== "lost") return "";
  return (verdict === "won") === (mover === 1) ? "1" : "2";
}

/**
 * @param {Judgement | null} judgement
 * @param {string} state
 * @param {Error | null} error
 * @param {number} moves  of the shown line, judged or not yet
 */
function wordsOf(judgement, state, error, moves) {
  if (error) return `The game could not be judged: ${error.message}`;
  if (!judgement) return state === "asked" ? "The game is being judged." : "The game is not judged.";
  const known = judgement.plies.filter(({ margin }) => margin !== null).length;
  const found = judgement.plies.filter(isMistake).length;
  const exact = `${known} of ${moves} positions are solved`;
  const mistakes = found === 1 ? "1 mistake is known" : `${found} mistakes are known`;
  const more = judgement.final ? "" : ", and the search continues";
  const problem = judgement.problem ? ` ${judgement.problem}` : "";
  return `${exact}; ${mistakes}${more}.${problem}`;
}
