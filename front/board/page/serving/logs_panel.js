// @ts-check
// The logs of the server: a table of games, with filters; a click opens a game.

import { actionRow, fill, h, makeButton, write } from "../dom.js";
import { choiceField, field } from "../frame/controls.js";
import { guarded } from "./parts.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../panels.js").LivePanel} LivePanel */
/** @typedef {import("../panels.js").Panel} Panel */
/** @typedef {import("./server.js").Server} Server */
/** @typedef {{log: number, name: string, games: number, problem: string}} LogRow */
/** @typedef {{number: number, id: string, first: string, second: string, result: string, scores: number[], plies: number, board: string}} GameRow */

/** @type {readonly (readonly [string, string])[]} */
const RESULTS = [["", "any"], ["1-0", "1-0"], ["0-1", "0-1"], ["1/2", "1/2"], ["*", "* (does not count)"]];

/**
 * Return the panel.
 * @param {Server} server
 * @returns {Panel}
 */
export function logsPanel(server) {
  return {
    id: "logs", tab: "game", order: 5, title: "Logs",
    build: (host, app) => new LogsPanel(host, app, server),
  };
}

/** @implements {LivePanel} */
class LogsPanel {
  /**
   * @param {HTMLElement} host
   * @param {App} app
   * @param {Server} server
   */
  constructor(host, app, server) {
    this._app = app;
    this._server = server;
    this._page = 0;
    this._isAsked = false;
    /** What was asked for last. @type {object} */
    this._latest = {};
    const again = () => guarded(this._app, () => this._list());
    this._log = h("select", { id: "log-name", onchange: again });
    this._player = h("input", { type: "text", id: "log-player", onchange: again });
    this._board = h("input", { type: "text", id: "log-board", onchange: again });
    this._result = choiceField("log-result", RESULTS, again);
    this._words = h("p", { class: "quiet", "aria-live": "polite" });
    this._body = h("tbody", { id: "log-games" });
    this._more = makeButton("More games", () => guarded(this._app, () => this._next()), { hidden: true });
    host.append(this._filters(), this._words, table(this._body), this._more);
  }

  draw() {
    if (this._isAsked) return;
    this._isAsked = true;
    void guarded(this._app, () => this._open());
  }

  _filters() {
    const reload = () => guarded(this._app, () => this._open());
    return h(
      "div", { class: "panel-body" }, field("Log", this._log),
      actionRow(field("Player", this._player), field("Board", this._board), field("Result", this._result)),
      makeButton("Reload", reload, { id: "log-reload" }),
    );
  }

  async _open() {
    /** @type {LogRow[]} */
    const logs = await this._server.get("logs");
    const before = this._log.value;
    fill(this._log, ...logs.map(({ log, name, games }) => h("option", { value: log }, `${name} (${games} games)`)));
    if (before) this._log.value = before;
    if (!logs.length) write(this._words, "No log yet: start a match, or start the server with LOG files.");
    else await this._list();
    const problem = logs.find(({ log }) => String(log) === this._log.value)?.problem;
    if (problem) this._app.warn(problem);
  }

  async _list() {
    this._page = 0;
    await this._next();
  }

  /** Show the games that follow those that are shown, unless other ones are asked for meanwhile. */
  async _next() {
    const asked = {};
    this._latest = asked;
    const wanted = new URLSearchParams({
      player: this._player.value.trim(), board: this._board.value.trim(), result: this._result.value,
      first: String(this._page),
    });
    /** @type {{games: GameRow[], total: number, of: number}} */
    const { games, total, of } = await this._server.get(`logs/${this._log.value}/games?${wanted}`);
    if (this._latest !== asked) return;
    if (this._page === 0) fill(this._body);
    this._body.append(...games.map((game) => this._row(game)));
    this._page += games.length;
    this._more.hidden = this._page >= total;
    write(this._words, total === of ? `${of} games` : `${total} of ${of} games`);
  }

  /** @param {GameRow} game */
  _row({ number, id, first, second, result, scores, plies, board }) {
    const open = () => guarded(this._app, () => this._show(number));
    return h(
      "tr", {}, h("td", {}, makeButton(id, open, { class: "link" })),
      h("td", {}, first), h("td", {}, second), h("td", { class: "num" }, result),
      h("td", { class: "num" }, scores.join(" : ")), h("td", { class: "num" }, plies), h("td", { class: "quiet" }, board),
    );
  }

  /** @param {number} number */
  async _show(number) {
    const record = await this._server.get(`logs/${this._log.value}/games/${number}`);
    this._app.open(JSON.stringify(record), `game ${record.id}`);
  }
}

/** @param {HTMLElement} body */
function table(body) {
  const heads = ["Game", "First", "Second", "Result", "Points", "Moves", "Board"];
  return h("div", { class: "scrolled short" }, h("table", { class: "games" },
    h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))), body));
}
