// @ts-check
// Hints in two levels: first where to look, and asked again what to play and why.

import { fill, h, makeButton, write } from "../dom.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {{position: any, level: number, text: string, move: any}} Hinted */

const NAMES = { sudoku: "move_hint", dots: "dots_hint" };
const LEVELS = 2;

/** @type {WeakMap<App, Hinted>} the last hint of each page */
const given = new WeakMap();

/**
 * Give a hint; the second one for the same position says the move.
 * @param {App} app
 */
export async function giveHint(app) {
  const { position } = app.store.node;
  const before = given.get(app);
  const level = before && before.position === position ? Math.min(LEVELS, before.level + 1) : 1;
  app.store.show({ tab: "play" });
  try {
    const { text, cells, move } = await app.ask(NAMES[app.store.study.game], { position, level });
    if (app.store.node.position !== position) return;
    given.set(app, { position, level, text, move: move ?? null });
    if (app.store.study.game === "sudoku" && cells?.length === 1) choose(app, cells[0]);
    app.say(text);
  } catch (error) {
    app.warn(`No hint: ${/** @type {Error} */ (error).message}`);
  }
  app.drawSoon();
}

/**
 * @param {App} app
 * @param {readonly [number, number]} square
 */
function choose(app, [row, column]) {
  const { m, n } = app.store.node.position;
  app.store.show({ cell: row * m * n + column, value: null });
}

/** @implements {LivePanel} */
export class HintPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._host = host;
    this._words = h("p", { id: "hint-words" });
    this._more = h("div", { class: "actions" });
    host.append(this._words, this._more);
  }

  /** @param {Scene} scene */
  draw({ position, screen }) {
    const hint = given.get(this._app);
    this._host.hidden = hint?.position !== position || Boolean(screen.learning);
    if (!hint || this._host.hidden) return;
    write(this._words, hint.text);
    const more = hint.level < LEVELS && makeButton("What to play", () => giveHint(this._app), { id: "hint-more" });
    const play = hint.move && makeButton("Play it", () => this._app.play(hint.move), { id: "hint-play" });
    fill(this._more, more, play);
  }
}
