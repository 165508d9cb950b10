// @ts-check
// What the caller expects of a Dots and Boxes text: its grid and its rule.

import { Grid, MAX_SIDE } from "../../grid.js";

/** @typedef {import("../spans.js").Span} Span */

/** A grid and a rule; null leaves them to the text, anything else must agree with it. */
export class Expected {
  /**
   * @param {Grid | null} [grid]
   * @param {boolean | null} [extraTurn]
   */
  constructor(grid = null, extraTurn = null) {
    this.grid = grid;
    this.extraTurn = extraTurn;
  }

  /**
   * Return the grid that a text names.
   * @param {Span} at
   * @param {number} rows
   * @param {number} columns
   */
  agreedGrid(at, rows, columns) {
    if (Math.min(rows, columns) < 1 || Math.max(rows, columns) > MAX_SIDE) {
      const problem = `${rows} x ${columns} boxes make no grid`;
      throw at.error(problem, `give 1 to ${MAX_SIDE} rows and columns`);
    }
    const grid = Grid.of(rows, columns);
    if (this.grid && this.grid !== grid) {
      const problem = `the text has ${grid} boxes, but ${this.grid} was asked for`;
      throw at.error(problem, `leave the grid to the text, or ask for ${grid}`);
    }
    return grid;
  }

  /**
   * Return the rule that a text names, else the expected one, else the usual one.
   * @param {Span} at
   * @param {boolean | null} named
   */
  agreedRule(at, named) {
    if (named !== null && this.extraTurn !== null && this.extraTurn !== named) {
      const problem = `the text has ${named ? "an" : "no"} extra turn, which was not asked for`;
      throw at.error(problem, "leave the rule to the text");
    }
    return (named ?? this.extraTurn) !== false;
  }
}
