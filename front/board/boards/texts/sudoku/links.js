// @ts-check
// Links to puzzles that hold the puzzle themselves: of f-puzzles and of SudokuPad.
//
// Each line has a link, or only what follows `load=` or the host; a link that mail broke over several
// lines is put together. In a link is JSON, packed by LZ-string; one that unpacks to more than any
// puzzle needs is refused. Links that only name a puzzle on a server cannot be read: nothing here asks
// a network.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { MAX_SIZE } from "../../shape.js";
import { Span } from "../spans.js";
import { shown } from "../words.js";
import { decompress, parseLoose } from "./packed.js";
import { Unplayable, stateInFPuzzles } from "./puzzle.js";
import { stateInScf, stateInScl } from "./sudokupad.js";

/** @typedef {{kind: string, packed: Span}} Puzzle fpuzzles, scl or scf, and what is packed */

const ADDRESS = new RegExp(
  `^(?:|.*?\\b)(?:https?://|^)(?:[a-z]+\\.)?(${FACTS.links.hosts})(?=[/?]|$)(.*)`,
  "i",
);
const BARE = /^(?:(?:fpuz(?:zles)?|scl|ctc)N4|N4Ig)[A-Za-z0-9+/=%$ -]{16,}$/;
const MORE = /^[A-Za-z0-9+/=%$ -]+$/;
const KIND = /^(fpuz(?:zles)?|scl|ctc|scf|classic)([^]*)$/;
const LOAD = /[?&]load=([^&#]*)/;
const PATH = /^(?:\/?\?(?:.*&)?puzzleid=|\/(?:sudoku\/|puzzle\/)?(?:\?puzzleid=)?)([^&?#]*)/;

/** @type {import("./formats.js").Reader} */
export const LINKS = {
  looksLike: ([first]) => ADDRESS.test(first) || (BARE.test(first) && !isBoard(first)),
  read: (lines) => wholeLinks(lines).map(stateOf),
};

/**
 * Return each link, with the lines into which it was broken put together.
 * @param {readonly Span[]} lines
 */
function wholeLinks(lines) {
  /** @type {Span[]} */
  const links = [];
  for (const line of lines.filter((each) => each.isTelling)) {
    const text = line.text.replace(/^[ \t<>"']+|[ \t<>"']+$/g, "");
    const begins = ADDRESS.test(text) || BARE.test(text);
    const link = links[links.length - 1];
    if (link && !begins && MORE.test(text)) link.text += text;
    else links.push(new Span(text, line.line, line.column + line.text.indexOf(text)));
  }
  return links;
}

/** @param {Span} link */
function stateOf(link) {
  const { kind, packed } = puzzleOf(link);
  try {
    if (kind === "scf") return stateInScf(packed.text);
    const puzzle = documentIn(packed);
    return kind === "scl" ? stateInScl(puzzle) : stateInFPuzzles(puzzle);
  } catch (error) {
    throw error instanceof Unplayable ? link.error(error.refusal, error.fields) : error;
  }
}

/**
 * Return the puzzle that is packed.
 * @param {Span} packed
 */
function documentIn(packed) {
  const most = FACTS.links.longest_packed;
  if (packed.text.length > most) throw packed.error("link-long", { most: most.toLocaleString("en-US") });
  let text = "";
  try {
    text = decompress(packed.text);
  } catch (error) {
    throw packed.error("link-damaged", { problem: /** @type {Error} */ (error).message });
  }
  try {
    return parseLoose(text);
  } catch {
    throw packed.error("link-empty");
  }
}

/** @param {Span} link */
function puzzleOf(link) {
  const address = ADDRESS.exec(link.text);
  if (!address) return kindOf(link, link.text.startsWith("N4") ? "fpuzzles" : null);
  const [whole, host, rest] = address;
  const isF = /puzzles/i.test(host);
  const found = (isF ? LOAD : PATH).exec(rest);
  if (!found?.[1]) throw link.error("link-server", { link: shown(link.text) });
  const start = whole.length - rest.length + found.index + found[0].length - found[1].length;
  return kindOf(link.part(start, start + found[1].length), isF ? "fpuzzles" : null);
}

/**
 * Return what is packed; its kind is known, or told by the letters before it.
 * @param {Span} packed
 * @param {string | null} known
 * @returns {Puzzle}
 */
function kindOf(packed, known) {
  const match = known ? ["", known, packed.text] : KIND.exec(packed.text);
  if (!match) throw packed.error("link-server", { link: shown(packed.text) });
  const [, letters, rest] = match;
  if (letters === "classic") throw packed.error("link-classic");
  const kind = letters === "ctc" ? "scl" : letters === "fpuz" ? "fpuzzles" : letters;
  const start = packed.text.length - rest.length;
  return { kind, packed: new Span(decoded(rest), packed.line, packed.column + start) };
}

/**
 * Return a text with the signs of an address decoded.
 * @param {string} text
 */
function decoded(text) {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (codes) => {
    try {
      return decodeURIComponent(codes);
    } catch {
      return "\ufffd";
    }
  });
}

/**
 * Return whether a packed puzzle may as well be a large board on a line.
 * @param {string} text
 */
function isBoard(text) {
  const size = Math.sqrt(text.length);
  return Number.isInteger(size) && size <= MAX_SIZE && /^[A-Za-z0-9]*$/.test(text);
}
