// @ts-check
// The keys that go over the board of either game: the arrows, Home and End.

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").CommandRow} CommandRow */

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
 * @returns {CommandRow[]}
 */
export function arrowRows(thing, when, go) {
  return [
    ...STEPS.map(([way, key, down, right]) => /** @type {CommandRow} */ ([
      `${thing}-${way}`, `Go one ${thing} ${way}`, [key], (app) => go(app, down, right), { when },
    ])),
    ...ENDS.map(([end, key, right]) => /** @type {CommandRow} */ ([
      `${thing}-${end}`, `Go to the ${end} ${thing} of the row`, [key], (app) => go(app, 0, right), { when },
    ])),
  ];
}
