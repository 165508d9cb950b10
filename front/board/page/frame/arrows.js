// @ts-check
// The keys that go over the board of either game: the arrows, Home and End.

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").Command} Command */

const STEPS = /** @type {const} */ ([
  ["up", "ArrowUp", -1, 0],
  ["down", "ArrowDown", 1, 0],
  ["left", "ArrowLeft", 0, -1],
  ["right", "ArrowRight", 0, 1],
]);
const ENDS = /** @type {const} */ ([
  ["first", "Home", -Infinity],
  ["last", "End", Infinity],
]);

/**
 * Return the commands that choose the next cell or line.
 * @param {"cell" | "line"} thing  what is chosen
 * @param {(app: App) => boolean} when
 * @param {(app: App, down: number, right: number) => void} go  infinity goes to the end of the row
 * @returns {Omit<Command, "game" | "group">[]}
 */
export function arrowCommands(thing, when, go) {
  return [
    ...STEPS.map(([way, key, down, right]) => ({
      id: `${thing}-${way}`,
      title: `Go one ${thing} ${way}`,
      keys: [key],
      when,
      run: (/** @type {App} */ app) => go(app, down, right),
    })),
    ...ENDS.map(([end, key, right]) => ({
      id: `${thing}-${end}`,
      title: `Go to the ${end} ${thing} of the row`,
      keys: [key],
      when,
      run: (/** @type {App} */ app) => go(app, 0, right),
    })),
  ];
}
