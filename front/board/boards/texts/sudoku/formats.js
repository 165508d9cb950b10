// @ts-check
// The text formats of Sudoku boards, positions and games: a table, and a file for each.
//
// To add one: a file here that exports a `Format`, as line.js does, and its name in FORMATS below,
// where it is asked before those that would take its texts for theirs. `read` yields each position
// with the line, from 1, on which its text begins; it throws TextError by `span.error(problem,
// remedy, offset)` of a Span (../spans.js: numbered(lines), limited(lines) for formats of one
// position, words(), part(), pieces(), agreedShape, whole). `write` returns the text with a newline
// at its end; null where a format is only read, or is written by a function of its own.
// ../words.js quotes in errors as Python does: shown(text), unknown(names, name).

import { FRAMEWORK } from "./framework.js";
import { GAME } from "./game.js";
import { JSON_POSITIONS } from "./json.js";
import { LINES } from "./line.js";
import { F_PUZZLES_LINKS, SUDOKUPAD_LINKS } from "./links/link.js";
import { CODECUP } from "./pasted/codecup.js";
import { GRID } from "./pasted/grid.js";
import { OPENSUDOKU } from "./pasted/opensudoku.js";
import { PENCILMARKS } from "./pasted/pencilmarks.js";
import { QUIZZES } from "./pasted/quizzes.js";
import { ROWS } from "./rows.js";
import { SDK } from "./sdk.js";

/** @typedef {import("../../shape.js").Shape} Shape */
/** @typedef {import("../../sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("../spans.js").Head} Head */
/** @typedef {{state: SudokuState, line: number}} Entry */
/**
 * What a text does not say of itself; null leaves it to the text. `symbols` is an alphabet.
 * @typedef {{shape: Shape | null, symbols: string | null}} Options
 */
/**
 * @typedef {Object} Format
 * @property {string} name as in Python's table
 * @property {readonly string[]} suffixes of files, with their dots
 * @property {string} summary
 * @property {"board" | "game"} keeps what of a position survives writing
 * @property {(head: Head) => boolean} looksLike by its telling lines, neither blank nor comments
 * @property {(lines: readonly string[], options: Options) => Iterable<Entry>} read
 * @property {((state: SudokuState) => string) | null} write
 */

/**
 * The formats, in the order in which a text of unknown format is compared with them.
 * @type {readonly Format[]}
 */
export const FORMATS = [
  JSON_POSITIONS,
  F_PUZZLES_LINKS,
  SUDOKUPAD_LINKS,
  GAME,
  OPENSUDOKU,
  PENCILMARKS,
  QUIZZES,
  CODECUP,
  GRID,
  ROWS,
  FRAMEWORK,
  LINES,
  SDK,
];
