// @ts-check
// The moves of a game of CodeCup 2024, whose game was Sudoku for two players.
//
//     Start
//     Dg7 Aa1 Bc3!
//
// A move is a row from A to I, a column from a to i, and a digit, on an empty board of 9 x 9 cells.
// `!` claims that the Sudoku has one solution by now; `Start` and `Quit` are the referee's. We read
// the position after the last move: that game has no points, so neither the order nor a claim is
// kept.

import { UsageError } from "../../../errors.js";
import { Shape } from "../../../shape.js";
import { SudokuState } from "../../../sudoku_state.js";
import { limited } from "../../spans.js";
import { shown } from "../../words.js";

/** @typedef {import("../../spans.js").Span} Span */

const MOVE = /^([A-I])([a-i])([1-9])!?$/;
const BEGINNING = /^(?:Start|[A-I][a-i][1-9]!?)(?:[ \t,]+|$)/;
const WORDS = ["Start", "Quit", "!"];

/** @type {import("../formats.js").Format} */
export const CODECUP = {
  name: "codecup",
  suffixes: [],
  summary: "moves of CodeCup 2024 on an empty 9x9 board: Dg7 Aa1 ...",
  keeps: "board",
  looksLike: (head) => BEGINNING.test(head.line(0) ?? ""),

  *read(lines, options) {
    const shape = Shape.of(3, 3);
    const values = Array(shape.cells).fill(0);
    /** @type {Span | null} */
    let first = null;
    for (const line of limited(lines)) {
      for (const word of line.isComment ? [] : line.pieces(/[^ \t,]+/g)) {
        first ??= word;
        play(word, values);
      }
    }
    if (!first) return;
    if (options.shape && options.shape !== shape) {
      throw first.error(
        `a game of CodeCup is ${shape}, but ${options.shape} was asked for`,
        "leave the shape to the text",
      );
    }
    yield { state: new SudokuState({ shape, values }), line: first.line };
  },

  write({ shape, values }) {
    if (shape !== Shape.of(3, 3)) {
      throw new UsageError(
        `CodeCup plays on 3x3 boards, and this one is ${shape}: use line or json`,
      );
    }
    const moves = values.flatMap((value, cell) =>
      value ? [`${nameOf(shape, cell)}${value}`] : [],
    );
    return `${moves.join(" ") || "Start"}\n`;
  },
};

/**
 * @param {Shape} shape
 * @param {number} cell
 */
function nameOf(shape, cell) {
  return "ABCDEFGHI"[shape.row(cell)] + "abcdefghi"[shape.column(cell)];
}

/**
 * Put the value of a move on the board; a claim and the referee's words change nothing.
 * @param {Span} word
 * @param {number[]} values
 */
function play(word, values) {
  if (WORDS.includes(word.text)) return;
  const move = MOVE.exec(word.text);
  if (!move) {
    throw word.error(
      `${shown(word.text)} is not a move`,
      "write a row A to I, a column a to i and a digit, such as Dg7",
    );
  }
  const cell = Shape.of(3, 3).cell("ABCDEFGHI".indexOf(move[1]), "abcdefghi".indexOf(move[2]));
  if (values[cell]) {
    throw word.error(
      `${word.text.slice(0, 2)} holds ${values[cell]} already`,
      "drop one of the moves",
    );
  }
  values[cell] = Number(move[3]);
}
