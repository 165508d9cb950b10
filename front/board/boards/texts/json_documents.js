// @ts-check
// The objects of a JSON text: alone, in an array, or one after the other, each with its place.
//
// The text is first cut where the outermost brackets close, and what is nested too deeply to be a
// position is refused.

import { Document, placeIn } from "./document.js";
import { JsonError, RepeatedKeyError, readJson } from "./json_syntax.js";
import { LINE_COST, Span, stripped, tooLong } from "./spans.js";
import { shown } from "./words.js";

const DEEPEST = 8;
const LONGEST_DOCUMENT = 16_000_000;
const BRACKET_OR_STRING = /"(?:[^"\\]|\\.)*"?|[\][{}]/g;

/**
 * Yield each object of the text, alone or in an array.
 * @param {Iterable<Span>} lines
 * @returns {Generator<Document>}
 */
export function* documents(lines) {
  for (const piece of pieces(lines)) {
    if (piece.text[0] === "[") {
      yield* elements(piece);
      continue;
    }
    const { found, end } = parsed(piece, 0);
    if (end < piece.text.length) {
      throw placeIn(piece, end).error("text after the object", "cut it off");
    }
    yield found;
  }
}

/**
 * @param {Span} piece
 * @returns {Generator<Document>}
 */
function* elements(piece) {
  let at = skipped(piece.text, 1);
  if (piece.text[at] === "]") return;
  for (;;) {
    const { found, end } = parsed(piece, at);
    yield found;
    at = skipped(piece.text, end);
    if (piece.text[at] === "]") return;
    if (piece.text[at] !== ",") {
      throw placeIn(piece, at).error("no comma between two objects", "put one there");
    }
    at = skipped(piece.text, at + 1);
  }
}

/**
 * Read the object that starts at a character of the piece; give it and where it ends.
 * @param {Span} piece
 * @param {number} start
 */
function parsed(piece, start) {
  if (piece.text[start] !== "{") {
    throw placeIn(piece, start).error("no object", "write a position as {...}");
  }
  try {
    const { value, end } = readJson(piece.text, start);
    const keys = /** @type {Map<string, unknown>} */ (value);
    return { found: new Document(keys, placeIn(piece, start, end)), end };
  } catch (error) {
    if (error instanceof JsonError) {
      throw placeIn(piece, error.at).error(`JSON: ${error.message}`, "correct the JSON there");
    }
    if (error instanceof RepeatedKeyError) {
      const problem = `key ${shown(error.key)} stands twice`;
      throw placeIn(piece, start).error(problem, "keep one of the two");
    }
    throw error;
  }
}

/**
 * Cut the text where the outermost brackets close; a piece may run over several lines.
 * @param {Iterable<Span>} lines
 * @returns {Generator<Span>}
 */
function* pieces(lines) {
  /** @type {Span[]} */
  let gathered = [];
  let depth = 0;
  let length = 0;
  for (const line of lines) {
    if (!gathered.length && line.isBlank) continue;
    const start = gathered.length ? 0 : beginning(line);
    const first = gathered[0] ?? line;
    const { end, deep } = closing(line, depth, first);
    depth = deep;
    gathered.push(line.part(start, end || undefined));
    length += gathered[gathered.length - 1].text.length + LINE_COST;
    if (length > LONGEST_DOCUMENT)
      throw tooLong(line.line, "an array", LONGEST_DOCUMENT, line.column);
    if (!end) continue;
    yield new Span(
      gathered.map(({ text }) => text).join("\n"),
      gathered[0].line,
      gathered[0].column,
    );
    gathered = [];
    length = 0;
    const rest = line.word(end);
    if (rest) {
      const problem = `${shown(rest.text)} follows what is complete`;
      throw rest.error(problem, "put each object on a line of its own");
    }
  }
  if (gathered.length) throw unclosed(gathered);
}

/**
 * Return where in a line the outermost bracket closes, 0 if it does not, and how deep the line ends.
 * @param {Span} line
 * @param {number} depth
 * @param {Span} first the line on which the piece begins
 */
function closing(line, depth, first) {
  let deep = depth;
  for (const match of line.text.matchAll(BRACKET_OR_STRING)) {
    const at = match.index ?? 0;
    const closes = "]}".includes(match[0]);
    deep += Number("[{".includes(match[0])) - Number(closes);
    checkDepth(line.part(at, at + match[0].length), deep, first);
    if (deep === 0 && closes) return { end: at + match[0].length, deep };
  }
  return { end: 0, deep };
}

/**
 * Refuse what no position has.
 * @param {Span} bracket
 * @param {number} depth
 * @param {Span} first
 */
function checkDepth(bracket, depth, first) {
  if (depth > DEEPEST) {
    throw bracket.error(`brackets nested more than ${DEEPEST} deep`, "no position needs that");
  }
  const isArray = stripped(first.text)[0] === "[";
  if (bracket.text === "{" && depth > 1 + Number(isArray)) {
    throw bracket.error(
      `an object inside what begins at ${first.line}:${first.column}`,
      "close that first; no position holds another object",
    );
  }
}

/** @param {Span} line */
function beginning(line) {
  const first = line.word() ?? line;
  if (!"[{".includes(first.text[0])) {
    throw first.error(`${shown(first.text)} begins no object`, "write a position as {...}");
  }
  return first.column - line.column;
}

/** @param {Span[]} gathered */
function unclosed(gathered) {
  const [opened, last] = [gathered[0], gathered[gathered.length - 1]];
  return last.error(
    `the text ends before the bracket of ${opened.line}:${opened.column} is closed`,
    "add the rest",
    last.text.length,
  );
}

/**
 * @param {string} text
 * @param {number} at
 */
function skipped(text, at) {
  let next = at;
  while (next < text.length && " \t\n".includes(text[next])) next += 1;
  return next;
}
