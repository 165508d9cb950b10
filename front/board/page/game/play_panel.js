// @ts-check
// The panel for playing: who plays which side, how long an engine thinks, and hints.

import { commandButton } from "../commands.js";
import { actionRow, fill, h, makeButton, write } from "../dom.js";
import { PERSON, Playing } from "./playing.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */

/** @type {WeakMap<App, Playing>} */
const known = new WeakMap();

/**
 * Return who plays on a page; the panel and the commands share it.
 * @param {App} app
 */
export function playingOf(app) {
  const playing = known.get(app) ?? new Playing(app, () => app.drawSoon());
  known.set(app, playing);
  return playing;
}

/** @implements {LivePanel} */
export class PlayPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   */
  constructor(host, app) {
    this._app = app;
    this._playing = playingOf(app);
    this._names = "";
    this._sides = [0, 1].map((side) => h("select", { id: `side-${side + 1}`, onchange: () => this._seat(side) }));
    this._labels = this._sides.map(() => h("span", {}));
    this._seconds = h("input", { type: "number", id: "play-seconds", min: 0.05, max: 600, step: 0.05, value: this._playing.seconds, onchange: () => this._limits() });
    this._seed = h("input", { type: "number", id: "play-seed", min: 0, max: 2147483647, step: 1, value: 0, onchange: () => this._limits() });
    this._words = h("p", { class: "quiet", id: "play-words", "aria-live": "polite" });
    this._switch = makeButton("Play", () => this._turnOver(), { class: "button primary", id: "play-switch" });
    host.append(
      ...this._sides.map((select, at) => h("label", { class: "field" }, this._labels[at], select)),
      actionRow(h("label", { class: "field" }, h("span", {}, "Seconds a turn"), this._seconds), h("label", { class: "field" }, h("span", {}, "Seed"), this._seed)),
      actionRow(this._switch, commandButton(app, "engine-move", { label: "Engine moves" }), commandButton(app, "hint", { label: "Hint" })),
      this._words,
    );
  }

  /** @param {Scene} scene */
  draw({ position }) {
    void this._playing.offer();
    this._list();
    this._labels.forEach((label, at) => write(label, `Player ${at + 1} (${at ? "\u2212" : "+"})`));
    write(this._switch, this._playing.isOn ? "Pause" : "Play");
    write(this._words, this._playing.words || (this._playing.isOn ? this._turnWords(position) : this._waitingWords(position)));
  }

  /** Fill the lists where other players can play now. */
  _list() {
    const names = [PERSON, ...this._playing.players.map(({ name }) => name)];
    if (names.join() !== this._names) {
      this._names = names.join();
      const summaries = new Map(this._playing.players.map(({ name, summary }) => [name, summary]));
      for (const select of this._sides) fill(select, ...names.map((name) => h("option", { value: name, title: summaries.get(name) }, name)));
    }
    this._sides.forEach((select, at) => { select.value = this._playing.sides[at]; });
  }

  /** @param {any} position */
  _turnWords(position) {
    const { toMove, isOver } = this._app.view.side(position);
    if (isOver) return "The game is over.";
    return this._playing.sides[toMove - 1] === PERSON ? "It is your turn." : "To play on from here make a move, or let the engine make one (G).";
  }

  /**
   * Return what engines wait for, whoever is chosen.
   * @param {any} position
   */
  _waitingWords(position) {
    const engines = this._playing.sides.filter((name) => name !== PERSON);
    if (!engines.length || this._app.view.side(position).isOver) return "";
    return `Until you press \u201cPlay\u201d you move for ${engines.join(" and ")}, too.`;
  }

  /** @param {number} side */
  _seat(side) {
    this._playing.sides[side] = this._sides[side].value;
    const player = this._playing.players.find(({ name }) => name === this._sides[side].value);
    if (player?.isAgent) this._seconds.value = String(player.seconds);
    this._limits();
    this._playing.look();
    this._app.drawSoon();
  }

  _limits() {
    if (this._seconds.reportValidity()) this._playing.seconds = Number(this._seconds.value);
    if (this._seed.reportValidity()) this._playing.seed = Number(this._seed.value);
  }

  _turnOver() {
    if (this._playing.isOn) this._playing.stop();
    else this._playing.start();
  }
}
