// @ts-check
// The page as its parts see it: the store, the answers, the commands, the view of the game, and
// the few things that everyone does: play a move, ask a question, say something.

import { Asking, questionFor } from "./asking.js";
import { Commands } from "./commands.js";
import { byId, write } from "./dom.js";
import { openText } from "./files/opening.js";
import { newStudy, withStep } from "./study.js";
import { Store } from "./store.js";

/** @typedef {import("./asking.js").Answer} Answer */
/** @typedef {import("./asking.js").Engines} Engines */
/** @typedef {import("./game_views.js").GameView} GameView */
/** @typedef {import("./panels.js").Panels} Panels */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./store.js").Screen} Screen */
/** @typedef {import("./study.js").GameName} GameName */
/** @typedef {import("./study.js").Move} Move */
/** @typedef {import("./study.js").Position} Position */
/** @typedef {import("./study.js").Study} Study */
/** @typedef {import("./study.js").StudyNode} StudyNode */
/**
 * @typedef {object} Scene  all that a drawing needs
 * @property {Study} study
 * @property {StudyNode} node
 * @property {Position} position
 * @property {Settings} settings
 * @property {Screen} screen
 * @property {ReadonlySet<string>} layers  the shown ones; none while an exercise hides them
 * @property {{of(name: string, position?: Position): Answer}} answers
 */
/**
 * @typedef {object} Parts
 * @property {Settings} settings
 * @property {Engines | null} engines
 * @property {string} noEngines                 why there are none; "" if there are
 * @property {ReadonlyMap<GameName, GameView>} views
 * @property {Study} study
 * @property {Record<string, any>} document     what the page was made with
 */

export class App {
  /**
   * @param {Parts} parts
   */
  constructor(parts) {
    this.store = new Store(parts.study, parts.settings);
    this.views = parts.views;
    this.document = parts.document;
    this.noEngines = parts.noEngines;
    this.asking = new Asking(parts.engines, () => this.drawSoon());
    this.commands = new Commands(this);
    /** @type {Set<(scene: Scene) => void>} what is drawn besides the board */
    this.drawers = new Set();
    /** @type {Set<(scene: Scene) => import("./asking.js").Want[]>} */
    this.wanters = new Set();
    /** @type {import("./files/opening.js").ShelfItem[]} the games or positions that are open together */
    this.shelf = [];
    this.frame = 0;
    /** @type {Study | null} the study that was drawn last */
    this.drawn = null;
    /** @type {Promise<any>} */
    this.playing = Promise.resolve();
    /** @type {WeakMap<StudyNode, StudyNode>} where the move that was played last from a node led */
    this.led = new WeakMap();
    this.store.subscribe(() => this.change());
  }

  /** The view of the current game. */
  get view() {
    const view = this.views.get(this.store.study.game);
    if (!view) throw new Error(`the board cannot draw ${this.store.study.game}`);
    return view;
  }

  /** @returns {Scene} */
  scene() {
    const { study, node, settings, screen } = this.store;
    const shown = screen.learning ? [] : settings.layers[study.game];
    return {
      study,
      node,
      position: node.position,
      settings,
      screen,
      layers: new Set(shown),
      answers: {
        of: (name, position = node.position) => this.asking.of(name, questionFor(name, position, settings)),
      },
    };
  }

  /** Called before everything is drawn. */
  beforeDraw = () => {};

  /** Ask at once what a change needs: most answers come before the browser paints, and are drawn with it. */
  change() {
    this.want(this.scene());
    this.drawSoon();
  }

  /** @param {Scene} scene */
  want(scene) {
    this.asking.want([...this.view.wants(scene), ...[...this.wanters].flatMap((wants) => wants(scene))]);
  }

  /** Draw all that is shown, and ask what it needs. */
  draw() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.beforeDraw();
    const scene = this.scene();
    this.drawn = scene.study;
    this.want(scene);
    this.view.draw(scene);
    for (const draw of this.drawers) draw(scene);
    this.commands.refreshButtons();
  }

  /** Draw before the browser paints next; many changes and answers are drawn once. */
  drawSoon() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.draw());
  }

  /** Draw now what waits to be drawn: whoever acts, acts on what is shown. */
  catchUp() {
    if (this.frame || this.store.pending) this.draw();
  }

  /**
   * Catch up, and end a click on what is gone by then: what it meant is of another position.
   * @param {Event} click
   */
  catchUpWith(click) {
    const before = this.drawn;
    this.catchUp();
    if (this.drawn !== before && isGone(click.target)) click.stopImmediatePropagation();
  }

  /**
   * Play a move from the current node, after the moves that are still being played from there; it
   * is dropped if the node is gone by then.
   * @param {Move} move
   * @param {Record<string, any>} [facts]  what is to be kept with the move
   * @returns {Promise<StudyNode | null>}  null if it was refused
   */
  play(move, facts = {}) {
    const { node } = this.store;
    this.led.delete(node); // what was played from here before was taken back
    const played = this.playing.then(() => this.playAfter(node, move, facts));
    this.playing = played.catch(() => null);
    return played;
  }

  /**
   * Play a move from a node, or from where the moves led that were played from it just before.
   * @param {StudyNode} node
   * @param {Move} move
   * @param {Record<string, any>} facts
   */
  async playAfter(node, move, facts) {
    let from = node;
    for (let next = this.led.get(from); next; next = this.led.get(from)) from = next;
    const isThere = () => this.store.study.nodes[from.id] === from;
    const step = isThere() && (await this.view.step(this, from.position, move));
    if (!step || !isThere()) return null;
    this.store.edit(withStep(this.store.study, from.id, { ...step, facts }));
    this.led.set(from, this.store.node);
    return this.store.node;
  }

  /**
   * Open any text that Bombe reads, or a document of the page; say what is wrong if it is none.
   * @param {string | Record<string, any>} text
   * @param {string} [name]  where it is from
   */
  open(text, name) {
    return openText(this, text, name);
  }

  /**
   * Begin a new study at a position; undo brings the one before back.
   * @param {GameName} game
   * @param {Position} position
   * @param {{title?: string, players?: readonly [string, string], facts?: Record<string, any>}} [about]
   */
  begin(game, position, about = {}) {
    this.store.edit(newStudy(game, position, about));
  }

  /**
   * Ask one question by the reader's wish.
   * @param {string} name
   * @param {any} params
   * @param {{onReport?: (report: any) => void, signal?: AbortSignal}} [options]
   */
  ask(name, params, options) {
    return this.asking.ask(name, params, options);
  }

  /**
   * Tell readers of the screen something that is not drawn.
   * @param {string} words
   */
  say(words) {
    write(byId("spoken"), words);
  }

  /**
   * Show and speak a problem, until the next word or a moment later.
   * @param {string} words
   */
  warn(words) {
    this.toast(words, "problem");
  }

  /**
   * Show and speak good news for a moment.
   * @param {string} words
   */
  note(words) {
    this.toast(words, "news");
  }

  /**
   * @param {string} words
   * @param {"problem" | "news"} kind
   */
  toast(words, kind) {
    const place = byId("warning");
    const above = document.querySelector("dialog[open]") ?? document.body; // all else is behind it, and unheard
    if (place.parentElement !== above) above.append(place);
    write(place, words);
    place.dataset.kind = kind;
    place.hidden = false;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => this.calm(), kind === "news" ? 2500 : 9000);
  }

  /** Take the shown word away. */
  calm() {
    byId("warning").hidden = true;
    write(byId("warning"), "");
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  fading;
}

/**
 * Return whether an element was taken away or hidden.
 * @param {EventTarget | null} target
 */
function isGone(target) {
  return target instanceof Element && (!target.isConnected || target.closest("[hidden]") !== null);
}
