// @ts-check
// Mistakes of the shown line: the next and the previous one, what was better and why, where tempo
// was thrown, and the last position that had a solution.

import { commandButton } from "../commands.js";
import { actionRow, fill, h, makeButton, mark, write } from "../dom.js";
import { mainLine, pathTo } from "../study.js";
import { explainedWords, judgedLine, judgementOf, judgeQuestion, mistakes, shownLine } from "./judging.js";
import { beginLearning } from "./learning.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("./judging.js").Judged} Judged */
/** @typedef {import("./judging.js").Judgement} Judgement */

/** @implements {LivePanel} */
export class MistakesPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._host = host;
    this._whose = /** @type {const} */ ([0, 1, 2]).map((player) => this._choice(player));
    this._words = h("p", { id: "mistake-words", "aria-live": "polite" });
    this._better = makeButton("Show the better move", () => this._show(), { id: "mistake-better", hidden: true });
    this._back = makeButton("Back to the game", () => this._return(), { id: "mistake-back", hidden: true });
    this._marks = h("p", { class: "quiet", id: "game-marks" });
    this._learn = makeButton("Learn from these mistakes", () => beginLearning(app), { id: "learn" });
    host.append(
      actionRow(commandButton(app, "previous-mistake", { label: "Previous" }), commandButton(app, "next-mistake", { label: "Next" }), h("span", { role: "group", "aria-label": "Whose mistakes", class: "actions" }, ...this._whose)),
      this._words, actionRow(this._better, this._back, this._learn), this._marks,
    );
  }

  /** @param {0 | 1 | 2} player */
  _choice(player) {
    const choose = () => this._app.store.show({ judged: player });
    return makeButton("", choose, { class: "chip", dataset: { judged: player } });
  }

  /** @param {Scene} scene */
  wants({ study, settings }) {
    const question = judgeQuestion(study, settings);
    return question ? [question] : [];
  }

  /** @param {Scene} scene */
  draw({ study, screen }) {
    this._host.hidden = shownLine(study).length < 2 || Boolean(screen.learning);
    if (this._host.hidden) return;
    const player = screen.judged;
    const names = ["Both", ...study.players];
    this._whose.forEach((chip, at) => {
      write(chip, `${names[at]} ${mistakes(this._app, at).length}`);
      mark(chip, "aria-pressed", String(at === player));
    });
    const judgement = judgementOf(this._app).value;
    const here = this._here(judgement);
    write(this._words, here ? explainedWords(this._app, here) : this._count(player, judgement));
    this._better.hidden = !here?.ply.better;
    this._back.hidden = !this._left();
    this._learn.disabled = mistakes(this._app, player).length === 0;
    this._mark(judgement);
  }

  /**
   * Return the current move if it is a mistake.
   * @param {Judgement | null} judgement
   * @returns {Judged | undefined}
   */
  _here(judgement) {
    const { study } = this._app.store;
    const { id } = this._app.store.node;
    const known = new Set(mistakes(this._app).map(({ node }) => node.id));
    return judgedLine(study, judgement).find(({ node }) => node.id === id && known.has(id));
  }

  /**
   * @param {number} player
   * @param {Judgement | null} judgement
   */
  _count(player, judgement) {
    if (!judgement) return "Mistakes are being looked for.";
    const count = mistakes(this._app, player).length;
    const more = judgement.final ? "" : " so far";
    return count ? `${count} known${more}: press N for the next one.` : `No mistake is known${this._left() ? " in this variation" : ""}${more}.`;
  }

  /** Play the better move as a variation. */
  _show() {
    const here = this._here(judgementOf(this._app).value);
    if (!here?.ply.better || here.node.parent === null) return;
    this._app.store.visit(here.node.parent);
    this._app.play(here.ply.better);
  }

  /** Return the move of the main line that the shown variation replaces; undefined on the main line. */
  _left() {
    const { study } = this._app.store;
    const main = mainLine(study);
    const left = pathTo(study).findIndex((node, at) => node !== main[at]);
    return left < 0 ? undefined : (main[left] ?? main[left - 1]);
  }

  /** Go back to the move that was replaced: what there is to say of it is said again. */
  _return() {
    const left = this._left();
    if (left) this._app.store.visit(left.id);
  }

  /** @param {Judgement | null} judgement */
  _mark(judgement) {
    const line = shownLine(this._app.store.study);
    const at = pathTo(this._app.store.study).length - 1;
    const thrown = (judgement?.thrown ?? []).map((ply) => this._link(line, ply, String(ply), at));
    const last = judgement?.last_solvable;
    fill(
      this._marks,
      ...(thrown.length ? [`${this._app.store.study.game === "dots" ? "Control was given away" : "Tempo was thrown"} at ${thrown.length > 1 ? "moves" : "move"} `, ...enumerated(thrown)] : []),
      ...(typeof last === "number" ? ["The last position with a solution is ", this._link(line, last, last ? `after move ${last}` : "the first", at), "."] : []),
    );
    this._marks.hidden = !this._marks.textContent;
  }

  /**
   * @param {readonly import("../study.js").StudyNode[]} line
   * @param {number} ply
   * @param {string} words
   * @param {number} at
   */
  _link(line, ply, words, at) {
    const go = () => this._app.store.visit(line[ply].id);
    return makeButton(words, go, { class: "link", dataset: { ply }, "aria-current": ply === at ? "true" : null });
  }
}

/**
 * Return parts of a sentence up to its point; no sign begins a line.
 * @param {Node[]} parts
 */
function enumerated(parts) {
  return parts.flatMap((part, at) => [h("span", { class: "together" }, part, at + 1 < parts.length ? "," : "."), " "]);
}
