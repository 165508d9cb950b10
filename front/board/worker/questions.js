// @ts-check
// The table of the questions that the page asks, by name.
//
// A question is a function of its parameters and the task, and answers plain data.

import { dotsChoose, dotsEngines } from "../agents/dots_table.js";
import { choose, engines } from "../agents/sudoku/table.js";
import { audit } from "../analysis/sudoku/audit.js";
import { values } from "../analysis/sudoku/endgame/values.js";
import { judge } from "../analysis/sudoku/games/judge.js";
import { moveHint } from "../analysis/sudoku/games/move_hint.js";
import { ratings } from "../analysis/sudoku/ratings.js";
import { reach } from "../analysis/sudoku/reach/report.js";
import { shares } from "../analysis/sudoku/shares.js";
import { tempo } from "../analysis/sudoku/tempo/tempo.js";
import { why } from "../analysis/sudoku/why/asking.js";
import { hint } from "../analysis/sudoku/why/hint.js";
import { solution } from "./boards.js";
import { dotsControl, dotsHint, dotsJudge, dotsValues } from "./dots.js";

/**
 * @typedef {import("./task.js").Task} Task
 * @typedef {(params: any, task: Task) => Promise<any>} Question
 */

/** @type {Record<string, Question>} */
export const QUESTIONS = {
  audit,
  choose,
  dots_choose: dotsChoose,
  dots_control: dotsControl,
  dots_engines: dotsEngines,
  dots_hint: dotsHint,
  dots_judge: dotsJudge,
  dots_values: dotsValues,
  engines,
  hint,
  judge,
  move_hint: moveHint,
  ratings,
  reach,
  shares,
  solution,
  tempo,
  values,
  why,
};

/** A question that is not in the table. */
export class UnknownQuestion extends Error {
  /** @param {string} name */
  constructor(name) {
    super(`the engines know no question ${name}: ask ${Object.keys(QUESTIONS).join(", ")}`);
    this.name = "UnknownQuestion";
  }
}

/**
 * Answer a question.
 *
 * @param {string} name
 * @param {any} params
 * @param {Task} task
 * @returns {Promise<any>}
 */
export async function answer(name, params, task) {
  if (!Object.hasOwn(QUESTIONS, name)) throw new UnknownQuestion(name);
  return QUESTIONS[name](params, task);
}
