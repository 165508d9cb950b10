// @ts-check
// Links to puzzles that hold the puzzle themselves: of f-puzzles and of SudokuPad.
//
// Each line has a link, or only what stands behind `load=` or behind the host; a link that mail
// broke over several lines is put together, and the plus signs that mail turned into blanks are
// mended. In a link is JSON, packed by LZ-string; one that unpacks to more than any puzzle needs is
// refused. Links that only name a puzzle on a server cannot be read: nothing here asks a network.
//
// Both formats read all of these links; each writes its own.

import { MAX_SIZE } from "../../../shape.js";
import { LooseJsonError, parseLoose } from "../../loose_json.js";
import { PackedTextError, compress, decompress } from "../../lz_string.js";
import { Span, limited } from "../../spans.js";
import { quoted, shown } from "../../words.js";
import { fPuzzlesText, stateInFPuzzles } from "./f_puzzles.js";
import { UnplayableError } from "./puzzle.js";
import { stateInScf, stateInScl } from "./sudokupad.js";

/** @typedef {import("../../../shape.js").Shape} Shape */
/** @typedef {{kind: string, packed: Span}} Puzzle fpuzzles, scl or scf, and what is packed */

const HOSTS =
  "f-puzzles\\.com|sudokupad\\.app|crackingthecryptic\\.com|sudokupad\\.svencodes\\.com";
const ADDRESS = new RegExp(
  `^(?:|.*?\\b)(?:https?://|^)(?:[a-z]+\\.)?(${HOSTS})(?=[/?]|$)(.*)`,
  "i",
);
const BARE = /^(?:(?:fpuz(?:zles)?|scl|ctc)N4|N4Ig)[A-Za-z0-9+/=%$ -]{16,}$/;
const MORE = /^[A-Za-z0-9+/=%$ -]+$/;
const KIND = /^(fpuz(?:zles)?|scl|ctc|scf|classic)([^]*)$/;
const PATH = /^(?:\/?\?(?:.*&)?puzzleid=|\/(?:sudoku\/|puzzle\/)?(?:\?puzzleid=)?)([^&?#]*)/;
const [F_PUZZLES, SUDOKUPAD] = [
  "https://www.f-puzzles.com/?load=",
  "https://sudokupad.app/fpuzzles",
];
const [LONGEST_PACKED, LONGEST] = [100_000, 1_000_000];
const AGAIN = "copy the whole link again";

/** @type {import("../formats.js").Format} */
export const F_PUZZLES_LINKS = {
  name: "f-puzzles",
  suffixes: [],
  summary: "links of f-puzzles, which hold the board",
  keeps: "board",
  looksLike: (head) => isOfFPuzzles(ADDRESS.exec(head.line(0) ?? "")?.[1]),
  read,
  write: (state) => `${F_PUZZLES}${compress(fPuzzlesText(state))}\n`,
};

/** @type {import("../formats.js").Format} */
export const SUDOKUPAD_LINKS = {
  name: "sudokupad",
  suffixes: [],
  summary: "links of SudokuPad, which hold the board",
  keeps: "board",
  looksLike: (head) => isLink(head.line(0) ?? ""),
  read,
  write: (state) => `${SUDOKUPAD}${encodeURIComponent(compress(fPuzzlesText(state)))}\n`,
};

/**
 * Return whether a text begins with a link that may hold a puzzle, or with what is in one.
 * @param {string} text
 */
function isLink(text) {
  const line = text.trim();
  return ADDRESS.test(line) || (BARE.test(line) && !isBoard(line));
}

/**
 * Read the puzzle of each link.
 * @param {readonly string[]} lines
 * @param {import("../formats.js").Options} options
 */
function* read(lines, options) {
  for (const link of wholeLinks(limited(lines))) {
    yield { state: stateOf(link, options.shape), line: link.line };
  }
}

/**
 * Yield each link, with the lines into which it was broken put together.
 * @param {Iterable<Span>} lines
 */
function* wholeLinks(lines) {
  /** @type {Span | null} */
  let link = null;
  for (const line of lines) {
    if (!line.isTelling) continue;
    const text = line.text.replace(/^[ \t<>"']+|[ \t<>"']+$/g, "");
    const begins = ADDRESS.test(text) || BARE.test(text);
    if (link && !begins && MORE.test(text)) {
      link = new Span(link.text + text, link.line, link.column);
      continue;
    }
    if (link) yield link;
    link = new Span(text, line.line, line.column + line.text.indexOf(text));
  }
  if (link) yield link;
}

/**
 * @param {Span} link
 * @param {Shape | null} wanted
 */
function stateOf(link, wanted) {
  const { kind, packed } = puzzleOf(link);
  try {
    if (kind === "scf") return stateInScf(packed.text, wanted);
    const document = parseLoose(unpacked(packed));
    return kind === "scl" ? stateInScl(document, wanted) : stateInFPuzzles(document, wanted);
  } catch (error) {
    if (error instanceof UnplayableError) throw link.error(error.problem, error.remedy);
    if (!(error instanceof LooseJsonError)) throw error;
    const problem = `the link holds no puzzle: ${error.problem} at character ${error.offset}`;
    throw link.error(problem, AGAIN);
  }
}

/** @param {Span} packed */
function unpacked(packed) {
  if (packed.text.length > LONGEST_PACKED) {
    const most = LONGEST_PACKED.toLocaleString("en-US");
    throw packed.error(`more than ${most} characters in a link`, "give a puzzle");
  }
  try {
    return decompress(packed.text, LONGEST);
  } catch (error) {
    if (!(error instanceof PackedTextError)) throw error;
    throw packed.error(`the packed puzzle is damaged: ${error.problem}`, AGAIN, error.offset);
  }
}

/** @param {Span} link */
function puzzleOf(link) {
  const address = ADDRESS.exec(link.text);
  if (!address) return kindOf(link, link.text.startsWith("N4") ? "fpuzzles" : null);
  const [whole, host, rest] = address;
  const isF = isOfFPuzzles(host);
  const found = (isF ? /[?&]load=([^&#]*)/ : PATH).exec(rest);
  if (!found?.[1]) throw onServer(link);
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
  const match = known ? null : KIND.exec(packed.text);
  if (!known && !match) throw onServer(packed);
  if (match?.[1] === "classic") {
    const problem = `${quoted("classic")} links are of an old kind that Bombe does not read`;
    throw packed.error(problem, "open it, and copy the link again");
  }
  const kinds = new Map([
    ["ctc", "scl"],
    ["fpuz", "fpuzzles"],
  ]);
  const kind = known ?? kinds.get(match?.[1] ?? "") ?? match?.[1] ?? "";
  const piece = match ? packed.part(match[1].length) : packed;
  return { kind, packed: new Span(decoded(piece.text), piece.line, piece.column) };
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

/** @param {Span} link */
function onServer(link) {
  return link.error(
    `${shown(link.text)} names a puzzle on a server, and does not hold it`,
    "open it, and copy the long link or the board itself",
  );
}

/** @param {string | undefined} host */
function isOfFPuzzles(host) {
  return /puzzles/i.test(host ?? "");
}

/**
 * Return whether a packed puzzle may as well be a large board on a line.
 * @param {string} text
 */
function isBoard(text) {
  const size = Math.floor(Math.sqrt(text.length));
  return size * size === text.length && size <= MAX_SIZE && /^[A-Za-z0-9]*$/.test(text);
}
