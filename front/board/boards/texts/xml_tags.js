// @ts-check
// The tags of an XML text, one after the other, without the machinery of XML.
//
// For files of which only the names of elements and their attributes matter. Comments and
// processing instructions are skipped; document types, entities and CDATA are refused: files of
// puzzles need none, and they are what makes XML from strangers dangerous. What stands between tags
// is not read.

import { LINE_COST, Span, tooLong } from "./spans.js";
import { shown } from "./words.js";

/**
 * A tag: where it begins, its name, its attributes; it opens or closes an element, or both.
 * @typedef {Object} Tag
 * @property {Span} start
 * @property {string} name
 * @property {Map<string, Span>} attributes
 * @property {boolean} opens
 * @property {boolean} closes
 */

const NAME = "[A-Za-z_:][A-Za-z0-9_:.-]*";
const VALUE = `(?:"[^"<]*"|'[^'<]*')`;
const IS = "[ \\t\\n]*=[ \\t\\n]*";
const TAG = new RegExp(`^<(/?)(${NAME})((?:[ \\t\\n]+${NAME}${IS}${VALUE})*)[ \\t\\n]*(/?)>$`);
const ATTRIBUTE = new RegExp(`(${NAME})${IS}(?:"([^"]*)"|'([^']*)')`, "g");
const SKIPPED = [
  ["<!--", "-->"],
  ["<?", "?>"],
];
const LONGEST = 20_000;

/**
 * Yield each tag as soon as it is complete; it may run over several lines.
 * @param {Iterable<Span>} lines
 * @returns {Generator<Tag>}
 */
export function* tags(lines) {
  /** @type {Span | null} */
  let begun = null;
  let awaited = "";
  for (const line of lines) {
    /** @type {Span} */
    let rest = begun && !awaited ? joined(begun, line) : line;
    for (;;) {
      if (awaited) {
        const end = rest.text.indexOf(awaited);
        if (end < 0) break;
        rest = from(rest, end + awaited.length);
        [awaited, begun] = ["", null];
      }
      const start = rest.text.indexOf("<");
      begun = start < 0 ? null : from(rest, start);
      if (!begun) break;
      awaited = awaitedBy(begun.text);
      const length = awaited ? 2 : endOf(begun);
      if (!length) break;
      rest = from(begun, length);
      if (awaited) continue;
      yield tagOf(begun, length);
      begun = null;
    }
  }
  if (begun) throw begun.error("the text ends inside a tag", "add the rest");
}

/**
 * Return the end of the comment or instruction that a text begins with; "" if it is none.
 * @param {string} text
 */
function awaitedBy(text) {
  return SKIPPED.find(([sign]) => text.startsWith(sign))?.[1] ?? "";
}

/**
 * Return a tag with one line more; throw TextError for one that no file of puzzles has.
 * @param {Span} begun
 * @param {Span} line
 */
function joined(begun, line) {
  const text = `${begun.text}\n${line.text}`;
  const newlines = text.split("\n").length - 1;
  if (text.length + LINE_COST * newlines > LONGEST)
    throw tooLong(begun.line, "a tag", LONGEST, begun.column);
  return new Span(text, begun.line, begun.column);
}

/**
 * Return where the tag at the start of a piece ends; 0 if later.
 * @param {Span} piece
 */
function endOf(piece) {
  const { text } = piece;
  if (text.startsWith("<!") && !"<!--".startsWith(text.slice(0, 4))) {
    const [word] = text.slice(0, 24).split(/[ \t\n]/);
    throw piece.error(
      `${shown(word)}: document types, entities and CDATA are not read`,
      "take it out",
    );
  }
  for (let at = 1; at < text.length; at++) {
    if (text[at] === ">") return at + 1;
    if (text[at] !== '"' && text[at] !== "'") continue;
    at = text.indexOf(text[at], at + 1);
    if (at < 0) return 0;
  }
  return 0;
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
  return {
    start: piece,
    name: found[2],
    attributes,
    opens: !isEnd,
    closes: isEnd || found[4] !== "",
  };
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
