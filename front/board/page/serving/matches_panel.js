// @ts-check
// Matches between agents of Python, started here and watched while they run.

import { actionRow, fill, h, makeButton, quiet, write } from "../dom.js";
import { field, numberField } from "../frame/controls.js";
import { guarded } from "./parts.js";
import { Watcher } from "./watching.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("../panels.js").Panel} Panel */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {{agent: string, game: string, summary: string, seconds: number}} Agent */
/** @typedef {{id: string, players: string[], games: number, played: number, running: boolean, problem: string, log: string}} MatchRow */

const REFRESH = 2000;

/**
 * Return the panel.
 * @param {Server} server
 * @returns {Panel}
 */
export function matchesPanel(server) {
  return {
    id: "matches", tab: "play", order: 60, title: "Matches of agents",
    build: (host, app) => new MatchesPanel(host, app, server),
  };
}

/** @implements {LivePanel} */
class MatchesPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {Server} server
   */
  constructor(host, app, server) {
    this._app = app;
    this._server = server;
    this._game = "";
    /** @type {Agent[]} */
    this._agents = [];
    this._first = h("select", { id: "match-first" });
    this._second = h("select", { id: "match-second" });
    this._games = numberField("match-games", 2, { min: 2, max: 1000, step: 2 });
    this._seconds = numberField("match-seconds", 0.5, { min: 0.01, max: 600, step: 0.01 });
    this._seed = numberField("match-seed", 0, { min: 0, max: 2 ** 31 - 1, step: 1 });
    this._news = h("p", { class: "quiet", id: "match-news", "aria-live": "polite" });
    this._rows = h("ul", { class: "rows", id: "match-rows" });
    this._unwatch = () => {};
    this._drawnAt = 0;
    host.append(this._form(), this._news, this._rows);
  }

  /** @param {Scene} scene */
  draw(scene) {
    if (scene.study.game !== this._game) {
      this._game = scene.study.game;
      void guarded(this._app, () => this._offer());
    }
    if (Date.now() - this._drawnAt > REFRESH) void guarded(this._app, () => this._list());
  }

  _form() {
    const start = h("button", { type: "submit", class: "button primary", id: "match-start" }, "Start");
    return h(
      "form", { class: "panel-body", onsubmit: (/** @type {Event} */ event) => this._submit(event) },
      field("First player", this._first), field("Second player", this._second),
      actionRow(field("Games", this._games), field("Seconds a turn", this._seconds), field("Seed", this._seed)),
      quiet("The games begin at the position on the board, in pairs with the sides swapped."),
      start,
    );
  }

  /** @param {Event} event */
  _submit(event) {
    event.preventDefault();
    void guarded(this._app, () => this._start());
  }

  async _start() {
    const { position } = this._app.scene();
    const { match } = await this._server.post("matches", {
      players: [this._first.value, this._second.value], position, game: this._game,
      games: Number(this._games.value), seconds: Number(this._seconds.value), seed: Number(this._seed.value),
    });
    this._watch(match);
    await this._list();
  }

  /** @param {string} match */
  _watch(match) {
    this._unwatch();
    const watcher = new Watcher(this._app, (words) => write(this._news, words));
    this._unwatch = this._server.follow(`matches/${match}/events`, (event) => {
      watcher.take(event);
      if (["over", "end", "problem"].includes(event.event)) void guarded(this._app, () => this._list());
    });
  }

  async _offer() {
    this._agents = await this._server.get("agents");
    const names = this._agents.filter(({ game }) => game === this._game);
    for (const select of [this._first, this._second]) {
      const before = select.value;
      fill(select, ...names.map(({ agent, summary }) => h("option", { value: agent, title: summary }, agent)));
      if (names.some(({ agent }) => agent === before)) select.value = before;
    }
    this._seconds.value = String(names[0]?.seconds ?? 0.5);
  }

  async _list() {
    this._drawnAt = Date.now();
    /** @type {MatchRow[]} */
    const rows = await this._server.get("matches");
    fill(this._rows, ...rows.map((row) => this._row(row)));
  }

  /** @param {MatchRow} row */
  _row({ id, players, games, played, running, problem, log }) {
    const state = problem || (running ? `${played} of ${games} games` : `${played} games played`);
    const stop = () => guarded(this._app, () => this._server.post(`matches/${id}/stop`, {}).then(() => this._list()));
    return h(
      "li", { title: log }, h("span", {}, players.join(" against ")), h("span", { class: "quiet num" }, state),
      makeButton("Watch", () => this._watch(id)),
      running && makeButton("Stop", stop),
    );
  }
}
