// @ts-check
// Quizzes with their solutions: two columns of one-line boards, as in CSV files of puzzles.
//
//     quizzes,solutions
//     0043002090...,8643712596...
//
// The first line may be missing. A solution must be full, keep what its quiz gives, and break no
// region; an empty one says that it is not known. The format is only read.

import { UsageError } from "../../../errors.js";
import { MAX_SIZE, Shape } from "../../../shape.js";
import { clashesOf } from "../../../sudoku_board.js";
import { SudokuState } from "../../../sudoku_state.js";
import { numbered, stripped } from "../../spans.js";
import { shown } from "../../words.js";
import { Alphabets } from "../../../symbols.js";
import { SYMBOL, decode } from "../decoding.js";

/** @typedef {import("../../spans.js").Span} Span */
/** @typedef {import("../formats.js").Options} Options */

const HEADER = /^"?(?:quiz(?:zes)?|puzzles?)"?(?:[ \t]*[,;]| *\t)[ \t]*"?solutions?"?$/i;
const ROW = new RegExp(`^"?(${SYMBOL}{16,})("?(?:[ \\t]*[,;]| *\\t)[ \\t]*"?)(${SYMBOL}*)"?$`);

/** @type {import("../formats.js").Format} */
export const QUIZZES = {
  name: "quizzes",
  suffixes: [".csv"],
  summary: "CSV with a board and its solution, which is checked; only read",
  keeps: "board",

  looksLike(head) {
    const first = head.line(0) ?? "";
    const row = ROW.exec(first);
    return HEADER.test(first) || (row !== null && row[1].length === row[3].length);
  },

  *read(lines, options) {
    const alphabets = new Alphabets();
    for (const line of lines) {
      const [, quiz, , solution] = ROW.exec(stripped(line)) ?? [];
      for (const symbols of [quiz, solution]) if (symbols) alphabets.take(symbols);
    }
    let isFirst = true;
    for (const line of numbered(lines)) {
      if (!line.isTelling) continue;
      const isHeader = isFirst && HEADER.test(stripped(line.text));
      isFirst = false;
      if (!isHeader) yield { state: quizOf(line, options, alphabets), line: line.line };
    }
  },

  write() {
    throw new UsageError(
      "format quizzes has the solution of each board, which Bombe does not look for when it " +
        "writes: use line",
    );
  },
};

/**
 * @param {Span} line
 * @param {Options} options
 * @param {Alphabets} alphabets
 */
function quizOf(line, options, alphabets) {
  const [quiz, solution] = columnsOf(line);
  const board = stateOf(quiz, options, alphabets);
  const length = solution.text.length;
  if (!length) return board;
  if (length !== quiz.text.length) {
    throw solution.error(
      `a solution of ${length} cells for a quiz of ${quiz.text.length}`,
      "give both as many cells, or leave the solution empty",
    );
  }
  const solved = stateOf(solution, options, alphabets);
  check(solution, board, solved);
  return board;
}

/**
 * Return the two fields of a line, without quotes and blanks around them.
 * @param {Span} line
 * @returns {[Span, Span]}
 */
function columnsOf(line) {
  const text = stripped(line.text);
  const begin = line.text.indexOf(text);
  const row = ROW.exec(text);
  if (!row) {
    const count = text.split(/[,;\t]/).length;
    const problem = count === 2 ? `${shown(text)} is no quiz` : `${count} columns`;
    throw line
      .part(begin)
      .error(
        `${problem}, but a line has a quiz and its solution`,
        "write them as N * N symbols each, with a comma between them",
      );
  }
  const [, quiz, between, solution] = row;
  const first = begin + (text[0] === '"' ? 1 : 0);
  const second = first + quiz.length + between.length;
  return [line.part(first, first + quiz.length), line.part(second, second + solution.length)];
}

/**
 * @param {Span} row
 * @param {Options} options
 * @param {Alphabets} alphabets
 */
function stateOf(row, options, alphabets) {
  const { length } = row.text;
  const size = Math.floor(Math.sqrt(length));
  if (size * size !== length || size > MAX_SIZE) {
    throw row.error(`${length} symbols make no board`, "give N * N, '.' for empty");
  }
  const shape = options.shape ?? Shape.ofSize(size);
  if (shape.size !== size) {
    throw row.error(
      `${length} symbols, but a ${shape} board has ${shape.cells}`,
      "ask for its shape",
    );
  }
  return new SudokuState({ shape, values: decode([row], size, options.symbols, false, alphabets) });
}

/**
 * Throw for the first cell of a solution that cannot be.
 * @param {Span} solution
 * @param {SudokuState} board
 * @param {SudokuState} solved
 */
function check(solution, board, solved) {
  const remedy = "correct the solution, or leave it empty";
  const { shape, values } = solved;
  const clash = clashesOf(shape, values)[0];
  const changed = values.findIndex(
    (value, i) => !value || (board.values[i] && board.values[i] !== value),
  );
  if (changed >= 0) {
    const problem = values[changed]
      ? `the solution has ${values[changed]} where ${board.values[changed]} is given`
      : "the solution has an empty cell";
    throw solution.error(problem, remedy, changed);
  }
  if (!clash) return;
  const places = clash.cells.map((cell) => `(${cell})`).join(" and ");
  const problem = `${clash.value} stands ${clash.cells.length} times in ${clash.region}, at ${places}`;
  const [row, column] = clash.cells[clash.cells.length - 1];
  throw solution.error(`the solution is none: ${problem}`, remedy, shape.cell(row, column));
}
