// @ts-check
// The files of OpenSudoku, an app for Android: XML with a game for each board of 9 x 9 cells.
//
//     <opensudoku>
//       <game data="379000014060010070080009005..." />
//     </opensudoku>
//
// Only the givens are read: 81 digits, 0 for an empty cell. A game that was exported with its
// progress holds a text of another kind and is refused. We write one game.

import { UsageError } from "../../../errors.js";
import { Shape } from "../../../shape.js";
import { SudokuState } from "../../../sudoku_state.js";
import { numbered } from "../../spans.js";
import { shown } from "../../words.js";
import { tags } from "../../xml_tags.js";

/** @typedef {import("../../spans.js").Span} Span */
/** @typedef {import("../../xml_tags.js").Tag} Tag */

const BEGINNING = /^<(?:\?xml\b|!--|!DOCTYPE\b|opensudoku2?\b)/i;
const ROOTS = ["opensudoku", "opensudoku2"];

/** @type {import("../formats.js").Format} */
export const OPENSUDOKU = {
  name: "opensudoku",
  suffixes: [".opensudoku", ".xml"],
  summary: "files of OpenSudoku (XML), 9x9; writes one board",
  keeps: "board",
  looksLike: (head) => BEGINNING.test(head.line(0) ?? ""),

  *read(lines, options) {
    /** @type {Tag[]} */
    const open = [];
    let isClosed = false;
    for (const tag of tags(numbered(lines))) {
      if (isClosed || (!open.length && !(tag.opens && ROOTS.includes(tag.name)))) {
        throw tag.start.error(`<${tag.name}> outside <opensudoku>`, "give one file of OpenSudoku");
      }
      if (tag.opens && tag.name === "game") {
        yield { state: stateOf(tag, options.shape), line: tag.start.line };
      }
      nest(tag, open);
      isClosed = !open.length;
    }
    const last = open.pop();
    if (last) throw last.start.error(`<${last.name}> is never closed`, "add the rest of the file");
  },

  write({ shape, values }) {
    if (shape !== Shape.of(3, 3)) {
      throw new UsageError(
        `OpenSudoku has 3x3 boards only, and this one is ${shape}: use line or json`,
      );
    }
    const game = `<game data="${values.join("")}" />`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n  ${game}\n</opensudoku>\n`;
  },
};

/**
 * Open and close the element of a tag.
 * @param {Tag} tag
 * @param {Tag[]} open
 */
function nest(tag, open) {
  if (tag.opens) open.push(tag);
  if (!tag.closes) return;
  const { name } = open[open.length - 1];
  if (name !== tag.name) {
    throw tag.start.error(`</${tag.name}> where </${name}> belongs`, "close what was opened last");
  }
  open.pop();
}

/**
 * @param {Tag} tag
 * @param {Shape | null} wanted
 */
function stateOf(tag, wanted) {
  const data = tag.attributes.get("data");
  if (!data) {
    throw tag.start.error("a game without data", 'write <game data="..." /> with 81 digits');
  }
  if (!/^[0-9.]{81}$/.test(data.text)) throw notDigits(data);
  const shape = Shape.of(3, 3);
  if (wanted && wanted !== shape) {
    throw data.error(
      `OpenSudoku has ${shape} boards, but ${wanted} was asked for`,
      "leave the shape to the text",
    );
  }
  return new SudokuState({ shape, values: Array.from(data.text, (digit) => Number(digit) || 0) });
}

/** @param {Span} data */
function notDigits(data) {
  if (data.text.startsWith("version")) {
    return data.error("a game with its progress", "export the puzzles without it");
  }
  const entity = data.text.indexOf("&");
  if (entity >= 0) return data.error("an entity", "write the 81 digits themselves", entity);
  return data.error(`${shown(data.text)} is not 81 digits`, "write 0 for an empty cell");
}
