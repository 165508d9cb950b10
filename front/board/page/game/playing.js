// @ts-check
// Who plays which side, and the moves of those who are not people: an engine is asked whenever it
// is its turn and the reader looks at the last position of the line.

import { agentsOf, opened } from "../serving/opponents.js";
import { nodeOf, ROOT } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../study.js").GameName} GameName */
/** @typedef {import("../study.js").StudyNode} StudyNode */
/** @typedef {{name: string, summary: string, isAgent: boolean, seconds: number}} Player */
/** @typedef {(position: any, seconds: number, signal: AbortSignal) => Promise<any>} Thinker */

/** The word for people in the lists of players. */
export const PERSON = "you";
const QUESTIONS = {
  sudoku: { engines: "engines", choose: "choose" },
  dots: { engines: "dots_engines", choose: "dots_choose" },
};
const USUAL_SECONDS = 1;

/** The players of the page: engines of its own, and agents where a server is behind it. */
export class Playing {
  /**
   * @param {App} app
   * @param {() => void} onChange called when something is to be drawn
   */
  constructor(app, onChange) {
    this._app = app;
    this._onChange = onChange;
    this.isOn = false;
    this.seconds = USUAL_SECONDS;
    this.seed = 0;
    /** @type {[string, string]} who plays for player 1 and for player 2 */
    this.sides = [PERSON, "champion"];
    /** @type {Player[]} */
    this.players = [];
    /** What is said of the engine that thinks. */
    this.words = "";
    /** @type {any} the beginning of the game that the players were asked for */
    this._start = null;
    this._offered = Promise.resolve();
    /** @type {Map<string, Promise<Thinker>>} */
    this._agents = new Map();
    /** @type {AbortController | null} */
    this._thinking = null;
    /** @type {StudyNode | null} the node that is thought about */
    this._about = null;
    /** How many changes could be made again when this looked last. */
    this._undone = 0;
    app.store.subscribe(({ study }) => study && !this._followsUndo() && this.look());
  }

  /** Find out who can play the game that is shown; it is asked once about each beginning. */
  offer() {
    const { study } = this._app.store;
    const { position } = nodeOf(study, ROOT);
    if (position !== this._start) this._offered = this._offer(study.game, position);
    this._start = position;
    return this._offered;
  }

  /**
   * @param {GameName} game
   * @param {any} position where it begins: none plays where a game is over
   */
  async _offer(game, position) {
    const [engines, agents] = await Promise.all([
      this._app.ask(QUESTIONS[game].engines, { position }).catch(() => []), this._agentsOf(game),
    ]);
    if (position !== this._start) return; // another game is shown by now
    const own = engines.filter((/** @type {any} */ engine) => engine.available)
      .map((/** @type {any} */ { name, summary }) => ({ name, summary, isAgent: false, seconds: USUAL_SECONDS }));
    const others = agents.map(({ agent, summary, seconds }) => ({ name: `${agent} (Python)`, summary, isAgent: true, seconds }));
    this.players = [...own, ...others];
    this.sides = /** @type {[string, string]} */ (this.sides.map((name) =>
      name === PERSON || this.players.some((player) => player.name === name) ? name : own.at(-1)?.name ?? PERSON));
    this._onChange();
  }

  /** @param {GameName} game */
  async _agentsOf(game) {
    try {
      return await agentsOf(this._app.document, game);
    } catch (error) {
      this._app.warn(/** @type {Error} */ (error).message);
      return []; // the page has engines of its own
    }
  }

  /** Begin a game, or go on with it: engines move when it is their turn. */
  async start() {
    this.isOn = true;
    this._onChange();
    await this.offer();
    if (!this.isOn) return;
    this._agents.clear();
    this._nameSides();
    this.look();
    this._onChange();
  }

  /** Let a study whose players have no names have those who play now: its log says who they were. */
  _nameSides() {
    const { study } = this._app.store;
    if (study.players.some((name, at) => name !== `Player ${at + 1}`)) return;
    const [one, two] = this.sides.map(agentOf);
    this._app.store.turnTo({ ...study, players: [one, two] });
  }

  stop() {
    this.isOn = false;
    this._end();
    this._onChange();
  }

  /**
   * Undo and redo what an engine answered together with the move before it, or the engine would
   * answer at once what was taken back; return whether there is one more step to go.
   */
  _followsUndo() {
    const { node, past, future } = this._app.store;
    const by = future.length - this._undone;
    this._undone = future.length;
    const { toMove, isOver } = this._app.view.side(node.position);
    const isTheirs = this.isOn && !isOver && this.sides.includes(PERSON) && this.sides[toMove - 1] !== PERSON;
    if (!isTheirs || by === 0 || !(by > 0 ? past : future).length) return false;
    if (by > 0) this._app.store.undo();
    else this._app.store.redo();
    return true;
  }

  /** Let the engine move whose turn it is, if the reader looks at the end of the line. */
  look() {
    const { node } = this._app.store;
    if (node === this._about) return;
    this._end();
    const { toMove, isOver } = this._app.view.side(node.position);
    if (this._app.store.screen.learning || isOver || node.children.length) return;
    const name = this.sides[toMove - 1];
    if (this.isOn && name !== PERSON) void this._move(node, name);
  }

  /** Let an engine make one move now, whoever plays. */
  async moveOnce() {
    await this.offer();
    const { node } = this._app.store;
    const { toMove, isOver } = this._app.view.side(node.position);
    if (isOver) return this._app.say("The game is over.");
    const side = this.sides[toMove - 1];
    const other = this.sides[2 - toMove];
    const name = [side, other].find((each) => each !== PERSON) ?? this.players.at(-1)?.name;
    if (!name) return this._app.warn(this._app.noEngines || "No engine plays this game: move by hand.");
    this._end();
    return void this._move(node, name);
  }

  /**
   * @param {StudyNode} node
   * @param {string} name
   */
  async _move(node, name) {
    const thinking = new AbortController();
    this._thinking = thinking;
    this._about = node;
    this._say(`${name} is thinking.`);
    try {
      const { move, ...found } = await this._choose(node, name, thinking.signal);
      await this._app.playing; // a move that the reader made meanwhile comes first
      if (this._thinking !== thinking) return;
      this._end();
      if (move) await this._app.play(move, { by: name, ...(found.ms !== undefined && { ms: found.ms }) });
      else this._app.warn(`${name} found no move${found.reason ? `: ${found.reason}` : ""}.`);
    } catch (error) {
      if (this._thinking !== thinking) return;
      this._end();
      this.isOn = false;
      this._app.warn(`${name} stopped: ${/** @type {Error} */ (error).message}`);
    }
    this._onChange();
  }

  /**
   * @param {StudyNode} node
   * @param {string} name
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  async _choose({ position }, name, signal) {
    const { game } = this._app.store.study;
    const player = this.players.find((each) => each.name === name);
    if (player?.isAgent) return (await this._agent(name, game))(position, this.seconds, signal);
    const params = { position, engine: name, seed: this.seed, seconds: this.seconds };
    return this._app.ask(QUESTIONS[game].choose, params, { signal, onReport: ({ move }) => this._proposed(name, move) });
  }

  /**
   * Return the agent of this game, which remembers what it saw.
   * @param {string} name
   * @param {GameName} game
   */
  _agent(name, game) {
    const key = `${game} ${name}`;
    const known = this._agents.get(key) ?? opened(agentOf(name), game, this.seed);
    this._agents.set(key, known);
    return known;
  }

  /**
   * @param {string} name
   * @param {any} move
   */
  _proposed(name, move) {
    if (move) this._say(`${name} is thinking: ${this._app.view.moveText(move, this._app.store.settings)}`);
  }

  _end() {
    this._thinking?.abort();
    this._thinking = null;
    this._about = null;
    this._say("");
  }

  /** @param {string} words */
  _say(words) {
    if (words === this.words) return;
    this.words = words;
    this._onChange();
  }
}

/**
 * Return the agent of a player of Python; other players are called by their own names.
 * @param {string} name
 */
function agentOf(name) {
  return name.replace(/ \(Python\)$/, "");
}
