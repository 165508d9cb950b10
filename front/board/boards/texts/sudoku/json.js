// @ts-check
// Bombe's own position as JSON: one object, an array of objects, or an object after the other.
// sudoku_document.js reads the keys.

import { partsOfDocument } from "../../sudoku_document.js";
import { SudokuState } from "../../sudoku_state.js";
import { documents } from "../json_documents.js";
import { numbered } from "../spans.js";

/** @typedef {import("./formats.js").Format} Format */

/** @type {Format} */
export const JSON_POSITIONS = {
  name: "json",
  suffixes: [".json", ".jsonl"],
  summary: "Bombe's own positions as JSON, alone, in an array, or one per line",
  keeps: "game",
  looksLike: (head) => /^(?:\{|\[(?![A-Za-z]))/.test(head.line(0) ?? ""),

  *read(lines, { shape }) {
    for (const found of documents(numbered(lines))) {
      yield { state: new SudokuState(partsOfDocument(found, shape)), line: found.start.line };
    }
  },

  write: (state) => `${JSON.stringify(state.toJson())}\n`,
};
