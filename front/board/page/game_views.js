// @ts-check
// The contract of the games' views, and the table of them: the page knows a game by this alone.

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Scene} Scene */
/** @typedef {import("./asking.js").Want} Want */
/** @typedef {import("./commands.js").Command} Command */
/** @typedef {import("./study.js").GameName} GameName */
/** @typedef {import("./study.js").Move} Move */
/** @typedef {import("./study.js").Position} Position */
/** @typedef {import("./study.js").Step} Step */
/** @typedef {import("./store.js").Settings} Settings */
/**
 * @typedef {object} Layer
 * @property {string} id
 * @property {string} key
 * @property {string} title
 * @property {string} hint                         what it shows, in a sentence
 * @property {string} [slot]                       layers of one slot exclude each other
 * @property {(scene: Scene) => boolean} [when]    where it says something; everywhere unless told
 */
/** @typedef {{sample: SVGElement, words: string}} LegendEntry */
/**
 * @typedef {object} GameView
 * @property {GameName} game
 * @property {readonly Layer[]} layers
 * @property {(host: HTMLElement, app: App) => void} build  make the drawing once, in an empty host
 * @property {(scene: Scene) => void} draw
 * @property {(scene: Scene) => Want[]} wants               the questions of the shown layers
 * @property {(app: App) => Command[]} commands             those of this game only
 * @property {(scene: Scene) => string} describe            the picture in words
 * @property {(scene: Scene) => LegendEntry[]} legend       only what is shown now
 * @property {(move: Move, settings: Settings) => string} moveText
 * @property {(app: App, position: Position, move: Move) => Promise<Step | null>} step
 *   what a move leads to; null if it is refused, after a word to the reader
 * @property {(position: Position, move: Move, isBomb: boolean) => Step} after
 *   what a move that a log tells of leads to; raises an Error if the rules refuse it
 * @property {(position: Position) => Side} side            who moves, and the points
 * @property {(position: Position) => {start: Position, moves: Move[]} | null} [past]
 *   the moves that a position knows it came from
 * @property {() => void} focus
 * @property {(position: Position) => string} toText        the one-line text
 * @property {() => SVGSVGElement} exportable               what Export draws
 */
/** @typedef {{toMove: 1 | 2, scores: readonly [number, number], isOver: boolean}} Side */

/**
 * Return the views by their games.
 * @param {readonly GameView[]} views
 * @returns {ReadonlyMap<GameName, GameView>}
 */
export function viewTable(views) {
  return new Map(views.map((view) => [view.game, view]));
}
