// @ts-check
// Reads the texts that people paste and open: boards, positions and games of both games.
//
//     readText(text)      {kind: "sudoku", positions: [state, ...]}
//                         {kind: "dots", positions: [state, ...]}
//                         {kind: "games", games: [GameRecord, ...]}
//
// A text that cannot be read throws TextError: what is wrong, on which line and in which column, and
// what to do about it. The formats of Sudoku are in texts/sudoku/formats.js.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { dotsPartsOfDocument } from "./dots_document.js";
import { DotsState } from "./dots_state.js";
import { TextError } from "./errors.js";
import { refusal } from "./refusals.js";
import { looksLikeDrawing, readDrawing } from "./texts/dots/drawing.js";
import { readEdges, readMoves } from "./texts/dots/lists.js";
import { readNotebook } from "./texts/dots/notebook.js";
import { isRecord, readRecords } from "./texts/games/record.js";
import { inCharacters, linesOf, requirePlain } from "./texts/spans.js";
import { FORMATS } from "./texts/sudoku/formats.js";
import { GRID } from "./texts/sudoku/grid.js";
import { isSquareText } from "./texts/sudoku/sdk.js";
import { objectsIn } from "./texts/value.js";
import { shown } from "./texts/words.js";

/** @typedef {import("./sudoku_state.js").SudokuState} SudokuState */
/** @typedef {import("./texts/spans.js").Span} Span */
/** @typedef {import("./texts/games/record.js").GameRecord} GameRecord */
/**
 * The name of the file, whose suffix is a hint. If `many` is true, N lines of N symbols are a board
 * each, as in collections of puzzles, not one board.
 * @typedef {{name?: string, many?: boolean}} ReadOptions
 */
/**
 * @typedef {{kind: "sudoku", positions: SudokuState[]}
 *   | {kind: "dots", positions: DotsState[]}
 *   | {kind: "games", games: GameRecord[]}} Read
 */

const CONSOLE = /^(?:Initial state|Playing game \d|Calculate a move for player [12])/;
const DOTS_LIST = /^(?:[0-9]{1,3}[xX][0-9]{1,3}:)?[ \t]*(?:[hv][ \t]+[0-9]|P[12][ \t]*\(|$)/;
const DOTS_KEYS = /^\[?\s*\{[^{}]*(?:"(?:edges|columns|extra_turn)"\s*:|"bombe\.dots-position)/;
const DICTIONARY = /^\s*\{\s*['(]/;
const ALONE = /^\s*(?:[0-9]{1,3}[xX][0-9]{1,3}:|\{.*\}\s*$)/;
const MOST_BEFORE_A_GAME = 50;

/**
 * Read a text.
 * @param {string} text
 * @param {ReadOptions} [options]
 * @returns {Read}
 */
export function readText(text, options = {}) {
  const lines = linesOf(text);
  const telling = lines.filter((line) => line.isTelling);
  try {
    if (!telling.length) throw refusal("no-board", {}, 1);
    refuseConsole(lines);
    if (isRecord(telling[0].text)) return { kind: "games", games: readRecords(text) };
    requirePlain(lines);
    if (isDots(telling)) return { kind: "dots", positions: readDots(lines, telling) };
    return { kind: "sudoku", positions: readSudoku(lines, telling, options) };
  } catch (error) {
    throw error instanceof TextError ? inCharacters(error, lines) : error;
  }
}

/**
 * Refuse the console output of the course's framework, of which a game looks like many texts.
 * @param {readonly Span[]} lines
 */
function refuseConsole(lines) {
  const found = lines.slice(0, MOST_BEFORE_A_GAME).find((line) => CONSOLE.test(line.text));
  if (found) throw refusal("console", {}, found.line);
}

/**
 * Return whether lines are of Dots and Boxes.
 * @param {readonly Span[]} telling
 */
function isDots(telling) {
  const texts = telling.map(({ text }) => text);
  const start = texts.slice(0, 100).join("\n");
  const isJson = DOTS_KEYS.test(start.trimStart()) && !/^\[?\s*\{[^{}]*"cells"\s*:/.test(start.trimStart());
  return DICTIONARY.test(start) || DOTS_LIST.test(telling[0].bare) || isJson || looksLikeDrawing(texts);
}

/**
 * Read the position of a text, or those of its lines where each is a position by itself.
 * @param {readonly Span[]} lines
 * @param {Span[]} telling
 */
function readDots(lines, telling) {
  const isEach = telling.length > 1 && telling.every(({ text }) => ALONE.test(text));
  return isEach ? telling.map((line) => dotsOf([line], [line])) : [dotsOf([...lines], telling)];
}

/**
 * @param {Span[]} lines
 * @param {Span[]} telling
 */
function dotsOf(lines, telling) {
  const text = telling.map((line) => line.text).join("\n");
  if (DICTIONARY.test(text)) return readNotebook(telling);
  if (/^\s*[{[]/.test(text)) {
    const found = objectsIn(text);
    if (found.length !== 1) throw telling[0].error("dots-several", { count: found.length });
    return new DotsState(dotsPartsOfDocument(found[0]));
  }
  if (!/^\s*(?:[hv](?![a-z])|P|[0-9])/.test(text)) return readDrawing(lines);
  return (text.includes("P") ? readMoves : readEdges)(telling);
}

/**
 * @param {readonly Span[]} lines
 * @param {readonly Span[]} telling
 * @param {ReadOptions} options
 */
function readSudoku(lines, telling, { name = "", many = false }) {
  const head = telling.map((line) => line.bare);
  const isOne = !many && isSquareText(head) && !GRID.looksLike(head);
  const hinted = FORMATS.filter(({ name: format, suffixes }) =>
    isOne ? format === "sdk" : suffixes.some((each) => name.toLowerCase().endsWith(each)),
  );
  const found = [...hinted, ...FORMATS].find((format) => format.looksLike(head));
  if (!found) {
    const names = FACTS.formats.map((format) => format.name).join(", ");
    throw refusal("no-format", { text: shown(head[0]), names }, telling[0].line);
  }
  const positions = found.read(lines);
  if (!positions.length) throw refusal("no-board", {}, 1);
  return positions;
}
