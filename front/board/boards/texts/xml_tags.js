// @ts-check
// The tags of an XML text, one after the other, without the machinery of XML.
//
// For files of which only the names of elements and their attributes matter. Comments and processing
// instructions are skipped; document types, entities and CDATA are refused: files of puzzles need
// none, and they are what makes XML from strangers dangerous. What stands between tags is not read.

import { Span, tooLong } from "./spans.js";
import { shown } from "./words.js";

/**
 * A tag: where it begins, its name, its attributes; it opens or closes an element, or both.
 * @typedef {{start: Span, name: string, attributes: Map<string, Span>, opens: boolean, closes: boolean}} Tag
 */

const NAME = "[A-Za-z_:][A-Za-z0-9_:.-]*";
const VALUE = `(?:"[^"<]*"|'[^'<]*')`;
const TAG = new RegExp(`^<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*${VALUE})*)\\s*(/?)>$`);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, "g");
const SKIPPED = [
  ["<!--", "-->"],
  ["<?", "?>"],
];
const LONGEST = 50_000;

/**
 * Yield each tag as soon as it is complete; it may run over several lines.
 * @param {Iterable<Span>} lines
 * @returns {Generator<Tag>}
 */
export function* tags(lines) {
  /** @type {Span | null} */
  let piece = null;
  for (const line of lines) {
    if (!piece && !line.text.includes("<")) continue;
    piece = piece ? new Span(`${piece.text}\n${line.text}`, piece.line, piece.column) : line;
    if (piece.text.length > LONGEST) throw tooLong(piece.line, "a tag", LONGEST, piece.column);
    for (let begin = piece.text.indexOf("<"); begin >= 0; begin = piece.text.indexOf("<")) {
      piece = from(piece, begin);
      const end = endOf(piece);
      if (end === null) break;
      if (!/^<(?:!--|\?)/.test(piece.text)) yield tagOf(piece, end);
      piece = from(piece, end);
    }
    if (!piece.text.includes("<")) piece = null;
  }
  if (piece) throw piece.error("the text ends inside a tag", "add the rest");
}

/**
 * Return where the tag, comment or instruction at the start of a piece ends; null if later.
 * @param {Span} piece
 */
function endOf(piece) {
  const { text } = piece;
  for (const [begin, end] of SKIPPED) {
    if (!text.startsWith(begin)) continue;
    const at = text.indexOf(end, begin.length);
    return at < 0 ? null : at + end.length;
  }
  if (text.startsWith("<!") && !"<!--".startsWith(text.slice(0, 4))) {
    const [word] = text.slice(0, 24).split(/\s/);
    throw piece.error(
      `${shown(word)}: document types, entities and CDATA are not read`,
      "take it out",
    );
  }
  for (let at = 1; at < text.length; at++) {
    if (text[at] === ">") return at + 1;
    if (text[at] !== '"' && text[at] !== "'") continue;
    at = text.indexOf(text[at], at + 1);
    if (at < 0) return null;
  }
  return null;
}

/**
 * @param {Span} piece
 * @param {number} end
 * @returns {Tag}
 */
function tagOf(piece, end) {
  const text = piece.text.slice(0, end);
  const found = TAG.exec(text);
  if (!found) throw piece.error(`${shown(text)} is no tag`, "correct it");
  const start = 1 + found[1].length + found[2].length;
  const attributes = new Map();
  for (const match of found[3].matchAll(ATTRIBUTE)) {
    const at = start + (match.index ?? 0);
    if (attributes.has(match[1])) {
      const place = from(piece, at);
      throw place.error(`attribute ${shown(match[1])} stands twice`, "keep one of the two");
    }
    const value = match[2] ?? match[3];
    const { line, column } = from(piece, at + match[0].length - 1 - value.length);
    attributes.set(match[1], new Span(value, line, column));
  }
  const isEnd = found[1] !== "";
  return { start: piece, name: found[2], attributes, opens: !isEnd, closes: isEnd || found[4] !== "" };
}

/**
 * Return the rest of a piece that may run over several lines, with its place.
 * @param {Span} piece
 * @param {number} start
 */
function from(piece, start) {
  const before = piece.text.slice(0, start);
  const newlines = before.split("\n").length - 1;
  const column = newlines ? start - before.lastIndexOf("\n") : piece.column + start;
  return new Span(piece.text.slice(start), piece.line + newlines, column);
}
