// @ts-check
// Questions about positions of Dots and Boxes.

import { controlGrowing, NODES, unfought } from "../analysis/dots/control.js";
import { explained } from "../analysis/dots/explain.js";
import { hintFor } from "../analysis/dots/hint.js";
import { judge } from "../analysis/dots/judge.js";
import { solve, valuesJson } from "../analysis/dots/values.js";
import { DotsState } from "../boards/dots_state.js";

/**
 * @typedef {import("../boards/dots_document.js").DotsJson} DotsJson
 * @typedef {import("../boards/grid.js").Line} Line
 * @typedef {import("../analysis/dots/control.js").Control} Control
 * @typedef {import("./task.js").Task} Task
 */

/** Milliseconds between two reports. */
const REPORT = 100;

/**
 * Answer who has control: first what can be said at once, then everything. Who is ahead takes some
 * thousands of parts, more if that is not enough and more are allowed.
 *
 * @param {{position: DotsJson, nodes?: number}} params
 * @param {Task} task
 */
export async function dotsControl({ position, nodes }, task) {
  const state = DotsState.fromJson(position);
  const { behind: _, ...first } = unfought(state);
  task.report({ ...first, ahead: "unknown", text: [], final: false });
  const plain = (/** @type {Control} */ found, /** @type {boolean} */ final) => {
    const { behind, ...fields } = found;
    return { ...fields, text: explained(found), final };
  };
  const report = (/** @type {Control} */ found) => task.report(plain(found, false));
  return plain(await controlGrowing(state, task, nodes ?? NODES, report), true);
}

/**
 * Answer the value of every line; bounds if the time is over first.
 *
 * @param {{position: DotsJson, seconds?: number, nodes?: number}} params
 * @param {Task} task
 */
export async function dotsValues({ position, seconds, nodes }, task) {
  const state = DotsState.fromJson(position);
  let next = performance.now() + REPORT;
  const known = await solve(state, task, {
    seconds,
    nodes,
    look(bounds) {
      if (performance.now() < next) return;
      next = performance.now() + REPORT;
      task.report(valuesJson(state, { ...bounds, done: false }));
    },
  });
  return valuesJson(state, known);
}

/**
 * Answer a hint of level 1 or 2; a game that is over has none.
 *
 * @param {{position: DotsJson, level?: number, seconds?: number}} params
 * @param {Task} task
 */
export async function dotsHint({ position, level = 1, seconds }, task) {
  const state = DotsState.fromJson(position);
  const hint = { schema: "bombe.dots-hint/1", level, cells: [], final: true };
  if (state.isOver) return { ...hint, kind: "none", text: "The game is over.", move: null };
  const { kind, line, text } = await hintFor(state, level, task, seconds);
  const move = state.grid.lines.find((each) => each.join(" ") === line) ?? null;
  return { ...hint, kind, text, move: level < 2 ? null : move };
}

/**
 * Answer what the moves of a game gave away, and where control was lost.
 *
 * @param {{start: DotsJson, moves: Line[], seconds?: number}} params
 * @param {Task} task
 */
export async function dotsJudge({ start, moves, seconds }, task) {
  return judge(DotsState.fromJson(start), moves, task, {
    seconds,
    report: (partial) => task.report(partial),
  });
}
