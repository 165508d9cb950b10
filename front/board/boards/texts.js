// @ts-check
// Reads every text that Bombe reads, boards, positions and games of both games, and writes them.
//
//     readText(text)      {kind: "sudoku", format, positions: [{state, line}]}
//                         {kind: "dots", positions: [{state, line}]}
//                         {kind: "games", games: [GameRecord]}
//     writeText(state, "line"), writeText(state, "drawing")
//
// A text that cannot be read throws TextError: what is wrong, on which line and in which column, and
// what to do about it. The formats of Sudoku stand in texts/sudoku/formats.js.

import { DotsState } from "./dots_state.js";
import { TextError, UsageError } from "./errors.js";
import { lineText } from "./grid.js";
import { drawingText, looksLikeDrawing } from "./texts/dots/drawing.js";
import { Expected } from "./texts/dots/expected.js";
import { edgesText, movesText } from "./texts/dots/lists.js";
import { readDots } from "./texts/dots/positions.js";
import { isRecord, readRecords } from "./texts/games/record.js";
import { Head, linesOf, numbered } from "./texts/spans.js";
import { FORMATS } from "./texts/sudoku/formats.js";
import { GRID } from "./texts/sudoku/pasted/grid.js";
import { isSquareText } from "./texts/sudoku/sdk.js";
import { shown } from "./texts/words.js";

/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./texts/games/record.js").GameRecord} GameRecord */
/** @typedef {import("./texts/sudoku/formats.js").Format} Format */
/** @typedef {{state: SudokuState, line: number}} SudokuEntry */
/** @typedef {{state: DotsState, line: number}} DotsEntry */
/**
 * What a text does not say of itself; what is left out is left to the text. If `many` is true, N
 * lines of N symbols are a board each, as in collections of puzzles, not one board; if it is false,
 * a text of Dots and Boxes holds one position.
 * @typedef {Object} ReadOptions
 * @property {"sudoku" | "dots" | "games"} [kind]
 * @property {string} [format] of Sudoku
 * @property {string} [symbols] an alphabet
 * @property {Shape} [shape]
 * @property {Grid} [grid]
 * @property {boolean} [extraTurn]
 * @property {string} [name] of the file; its suffix is a hint
 * @property {boolean} [many]
 */
/**
 * @typedef {{kind: "sudoku", format: string, positions: SudokuEntry[]}
 *   | {kind: "dots", positions: DotsEntry[]}
 *   | {kind: "games", games: GameRecord[]}} Read
 */

const CONSOLE = /^(?:Initial state|Playing game \d|Calculate a move for player [12])/;
const DOTS_LIST = /^(?:[0-9]{1,3}[xX][0-9]{1,3}:)?[ \t]*(?:[hv][ \t]+[0-9]|P[12][ \t]*\(|$)/;
const MOST_BEFORE_A_GAME = 50;
/** @type {Record<string, (state: DotsState) => string | null>} */
const DOTS_FORMS = {
  drawing: drawingText,
  edges: edgesText,
  moves: movesText,
  json: (state) => `${JSON.stringify(state.toJson())}\n`,
};

/**
 * Read a text.
 * @param {string} text
 * @param {ReadOptions} [options]
 * @returns {Read}
 */
export function readText(text, options = {}) {
  const lines = linesOf(text);
  try {
    const kind = options.kind ?? kindOf(lines);
    if (kind === "games") return { kind, games: readRecords(lines) };
    if (kind === "sudoku") return { kind, ...readSudoku(lines, options) };
    const expected = new Expected(options.grid ?? null, options.extraTurn ?? null);
    return { kind, positions: readDots(lines, expected, options.many === false) };
  } catch (error) {
    throw error instanceof TextError ? inCharacters(error, lines) : error;
  }
}

/**
 * Return what kind of text lines are: records of games, Dots and Boxes, or else Sudoku.
 * @param {readonly string[]} lines
 */
function kindOf(lines) {
  const telling = lines.filter((line) => line.trim() && !/^[ \t]*#/.test(line));
  const first = telling[0]?.trim() ?? "";
  refuseConsole(lines);
  if (isRecord(first)) return "games";
  const isDots =
    /^\{\s*(?:['(]|$)/.test(first) && /^\{\s*['(]/.test(telling.slice(0, 2).join("").trim());
  if (isDots || DOTS_LIST.test(first) || isDotsJson(telling)) return "dots";
  return looksLikeDrawing(telling) ? "dots" : "sudoku";
}

/**
 * Refuse the console output of the course's framework, of which a game looks like many texts.
 * @param {readonly string[]} lines
 */
function refuseConsole(lines) {
  const at = lines.slice(0, MOST_BEFORE_A_GAME).findIndex((line) => CONSOLE.test(line));
  if (at < 0) return;
  throw new TextError(
    "this is console output of the course's framework",
    "read it by `bombe replay FILE`, which needs the engine; or paste one of its positions",
    at + 1,
  );
}

/**
 * Return whether lines begin with an object that has what only Dots and Boxes has.
 * @param {readonly string[]} telling
 */
function isDotsJson(telling) {
  const text = telling.slice(0, 100).join("\n").trimStart();
  const start = /^\[?\s*\{[^{}]*/.exec(text)?.[0] ?? "";
  return (
    /"(?:edges|columns|extra_turn)"\s*:|"bombe\.dots-position/.test(start) &&
    !/"cells"\s*:/.test(start)
  );
}

/**
 * @param {readonly string[]} lines
 * @param {ReadOptions} options
 */
function readSudoku(lines, options) {
  const isSquare = !options.format && !options.many && isSquareText(lines.join("\n"));
  const isOne = isSquare && !GRID.looksLike(new Head(lines));
  const format = options.format ?? (isOne ? "sdk" : null);
  const found = format === null ? recognised(lines, options.name ?? "") : formatNamed(format);
  const { shape = null, symbols = null } = options;
  const positions = [...found.read(lines, { shape, symbols })];
  if (!positions.length) throw noBoard();
  return { format: found.name, positions };
}

/**
 * Return the format that the first lines look like; a suffix says which to try first.
 * @param {readonly string[]} lines
 * @param {string} name
 */
function recognised(lines, name) {
  const head = new Head(lines);
  if (!head.telling.length) throw noBoard();
  const hinted = FORMATS.filter(({ suffixes }) =>
    suffixes.some((each) => name.toLowerCase().endsWith(each)),
  );
  const found = [...hinted, ...FORMATS].find((format) => format.looksLike(head));
  if (found) return found;
  const { text, number } = head.telling[0];
  // A character that belongs in no text is the better reason.
  for (const line of numbered(lines)) if (line.line === number) break;
  const names = FORMATS.map((format) => format.name).join(", ");
  throw new TextError(
    `${shown(text)} is not the beginning of any format that Bombe reads`,
    `name the format, one of ${names}`,
    number,
  );
}

function noBoard() {
  return new TextError("the text has no board", "add one", 1);
}

/**
 * Return a format by its name, or by a suffix: sdm is line.
 * @param {string} name
 * @returns {Format}
 */
function formatNamed(name) {
  const found = FORMATS.find((each) => each.name === name || each.suffixes.includes(`.${name}`));
  if (found) return found;
  const known = FORMATS.map((each) => each.name)
    .sort()
    .join(", ");
  throw new UsageError(`unknown format '${name}': known are ${known}`);
}

/**
 * Return an error with its column counted in characters, as editors and Python do.
 * @param {TextError} error
 * @param {readonly string[]} lines
 */
function inCharacters({ problem, remedy, line, column }, lines) {
  const before = (lines[line - 1] ?? "").slice(0, Math.max(0, column - 1));
  const halves = before.length - Array.from(before).length;
  return new TextError(problem, remedy, line, column - halves);
}

/**
 * Return the text of a position in a format, with the newline at its end; throw UsageError if the
 * format cannot hold it.
 * @param {SudokuState | DotsState} state
 * @param {string} format
 */
export function writeText(state, format = "json") {
  const text =
    state instanceof DotsState ? dotsText(state, format) : formatNamed(format).write?.(state);
  if (text) return text;
  throw new UsageError(`format ${format} cannot hold this position: write it as json`);
}

/**
 * @param {DotsState} state
 * @param {string} form
 */
function dotsText(state, form) {
  const write = DOTS_FORMS[form];
  if (write) return write(state);
  const known = Object.keys(DOTS_FORMS).sort().join(", ");
  throw new UsageError(`unknown form of a position '${form}': known are ${known}`);
}
