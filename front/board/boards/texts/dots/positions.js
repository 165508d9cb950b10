// @ts-check
// Reads Dots and Boxes in every form of text: a drawing, a list of edges or of moves, JSON, or the
// dictionary of a notebook. The forms are recognised by the text.

import { DotsState } from "../../dots_state.js";
import { dotsPartsOfDocument } from "../../dots_document.js";
import { TextError } from "../../errors.js";
import { documents } from "../json_documents.js";
import { limited, stripped } from "../spans.js";
import { readDrawing } from "./drawing.js";
import { readEdges, readMoves } from "./lists.js";
import { readNotebook } from "./notebook.js";

/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./expected.js").Expected} Expected */
/** @typedef {{state: DotsState, line: number}} DotsEntry */

const LIST = /^(?:[hv](?![a-z])|P|[0-9])/;
const ALONE = /^\s*(?:[0-9]{1,3}[xX][0-9]{1,3}:|\{)/;
const DICTIONARY = /^\s*\{\s*['(]/;

/**
 * Read the position of a text, or, unless one is wanted, those of its lines where each is a position
 * by itself.
 * @param {readonly string[]} lines
 * @param {Expected} expected
 * @returns {DotsEntry[]}
 */
export function readDots(lines, expected, isOne = false) {
  const spans = [...limited(lines)];
  const telling = spans.filter((line) => line.isTelling);
  if (!telling.length) throw new TextError("the text holds no position", "give it one", 1);
  if (!isOne && telling.length > 1 && telling.every(isAlone)) {
    return telling.map((line) => ({ state: readPosition([line], expected), line: line.line }));
  }
  return [{ state: readPosition(spans, expected), line: telling[0].line }];
}

/**
 * Return whether a line may be a position by itself: a list with its grid, or a whole object.
 * @param {Span} line
 */
function isAlone({ text }) {
  return ALONE.test(text) && (!text.includes("{") || /\}\s*$/.test(text));
}

/**
 * @param {Span[]} lines
 * @param {Expected} expected
 */
function readPosition(lines, expected) {
  const telling = lines.filter((line) => line.isTelling);
  const first = stripped(telling[0].text);
  if (
    DICTIONARY.test(
      telling
        .slice(0, 2)
        .map(({ text }) => text)
        .join(""),
    )
  ) {
    return readNotebook(telling, expected);
  }
  if (/^[{[]/.test(first)) return readJsonPosition(lines, expected);
  if (!LIST.test(first)) return readDrawing(lines, expected);
  const hasPlayers = telling.some(({ text }) => text.includes("P"));
  return (hasPlayers ? readMoves : readEdges)(telling, expected);
}

/**
 * @param {Span[]} lines
 * @param {Expected} expected
 */
function readJsonPosition(lines, expected) {
  const found = [...documents(lines)];
  if (found.length === 1) return new DotsState(dotsPartsOfDocument(found[0], expected));
  const at = found[1]?.start ?? lines[0];
  throw at.error(`${found.length} positions where one was wanted`, "keep one of them");
}
