// @ts-check
// What is to be drawn of a position: a mark for each line and box, made of the position and of what
// the engines have answered so far. Nothing here touches the page.

import { stateOf } from "./dots_states.js";

/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../../boards/dots_state.js").DotsState} DotsState */
/** @typedef {{low: number, high: number}} Worth */
/**
 * @typedef {object} LineMark
 * @property {number} edge
 * @property {boolean} drawn
 * @property {boolean} last      whether it is the line that was drawn last
 * @property {"" | "capture" | "safe" | "handout" | "loony"} kind  "" if it is not known or shown
 * @property {number} takes
 * @property {number} gives
 * @property {string} nimber     "" if it is not shown, "loony" or a number
 * @property {Worth | null} worth
 * @property {boolean} best
 * @property {boolean} keeps     whether it keeps control
 * @property {string} string     the name of its chain or loop, "" for none
 */
/**
 * @typedef {object} BoxMark
 * @property {number} box
 * @property {boolean} complete
 * @property {number} owner      of a complete box, 0 if it is not known
 * @property {number} left       the sides that are not drawn
 * @property {string} string     the name of its chain or loop, "" for none
 * @property {number} tint
 * @property {boolean} joint
 */
/** @typedef {{name: string, text: string, long: boolean, loop: boolean, opened: boolean, boxes: number[], edges: number[], tint: number}} StringMark */
/** @typedef {{state: DotsState, lines: LineMark[], boxes: BoxMark[], strings: StringMark[]}} DotsSheet */

/** How many tints there are for chains. */
const TINTS = 6;

/**
 * Return what is to be drawn.
 * @param {Scene} scene
 * @returns {DotsSheet}
 */
export function dotsSheetOf(scene) {
  const state = stateOf(scene.position);
  const control = scene.screen.learning ? null : scene.answers.of("dots_control").value;
  const values = scene.layers.has("values") ? scene.answers.of("dots_values").value : null;
  const strings = control && scene.layers.has("chains") ? stringsOf(state, control) : [];
  return {
    state,
    lines: linesOf(scene, state, control, values, strings),
    boxes: boxesOf(state, strings, scene.layers.has("chains") ? control : null),
    strings,
  };
}

/**
 * @param {DotsState} state
 * @param {any} control bombe.dots-control/1
 * @returns {StringMark[]}
 */
function stringsOf({ grid }, control) {
  return control.strings.map((/** @type {any} */ one, /** @type {number} */ index) => ({
    name: one.name,
    text: one.text,
    long: one.long,
    loop: one.kind === "loop",
    opened: one.opened,
    boxes: one.boxes.map(
      (/** @type {[number, number]} */ [row, column]) => row * grid.columns + column,
    ),
    edges: one.lines.map((/** @type {string} */ text) => edgeOf(grid, text)),
    tint: index % TINTS,
  }));
}

/**
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {string} text "h 0 1"
 */
export function edgeOf(grid, text) {
  const [kind, row, column] = text.split(" ");
  return grid.edge([kind === "h" ? "h" : "v", Number(row), Number(column)]);
}

/**
 * @param {Scene} scene
 * @param {DotsState} state
 * @param {any} control
 * @param {any} values bombe.dots/1
 * @param {StringMark[]} strings
 * @returns {LineMark[]}
 */
function linesOf(scene, state, control, values, strings) {
  const { grid, history } = state;
  const last = history.length ? grid.edge(history[history.length - 1]) : -1;
  /** @type {LineMark[]} */
  const marks = grid.lines.map((_, edge) => ({
    edge,
    drawn: state.isDrawn(edge),
    last: edge === last,
    kind: "",
    takes: 0,
    gives: 0,
    nimber: "",
    worth: null,
    best: false,
    keeps: false,
    string: "",
  }));
  for (const { name, edges } of strings) for (const edge of edges) marks[edge].string = name;
  if (control) addControl(marks, grid, control, scene.layers);
  if (values) addValues(marks, grid, values);
  return marks;
}

/**
 * @param {LineMark[]} marks
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {any} control
 * @param {ReadonlySet<string>} layers
 */
function addControl(marks, grid, control, layers) {
  const isKnown = control.final && control.nimber !== null;
  for (const { move, kind, takes, gives, nimber } of control.moves) {
    const mark = marks[edgeOf(grid, move)];
    if (layers.has("lines")) Object.assign(mark, { kind, takes, gives });
    if (layers.has("nimbers") && isKnown && control.extra_turn)
      mark.nimber = nimber === null ? "loony" : String(nimber);
  }
  if (layers.has("control"))
    for (const line of control.keeps) marks[edgeOf(grid, line)].keeps = true;
}

/**
 * @param {LineMark[]} marks
 * @param {import("../../boards/grid.js").Grid} grid
 * @param {any} values
 */
function addValues(marks, grid, values) {
  for (const { move, value, low, high } of values.moves) {
    marks[edgeOf(grid, move)].worth = value === null ? { low, high } : { low: value, high: value };
  }
  const isUseful = values.final && values.best.length < values.moves.length;
  if (isUseful) for (const line of values.best) marks[edgeOf(grid, line)].best = true;
}

/**
 * @param {DotsState} state
 * @param {StringMark[]} strings
 * @param {any} control null if chains are not shown
 * @returns {BoxMark[]}
 */
function boxesOf(state, strings, control) {
  const { grid, owners } = state;
  /** @type {BoxMark[]} */
  const marks = grid.sidesOf.map((sides, box) => {
    const left = sides.filter((edge) => !state.isDrawn(edge)).length;
    return {
      box,
      complete: left === 0,
      owner: owners[box],
      left,
      string: "",
      tint: 0,
      joint: false,
    };
  });
  for (const { name, boxes, tint } of strings)
    for (const box of boxes) Object.assign(marks[box], { string: name, tint });
  const isTied = (/** @type {number} */ edge) =>
    !state.isDrawn(edge) && grid.boxesOf[edge].some((box) => marks[box].string);
  for (const [row, column] of control?.joints ?? []) {
    const box = row * grid.columns + column;
    // At the beginning every box is a joint, which says nothing.
    marks[box].joint = grid.sidesOf[box].some(isTied);
  }
  return marks;
}
