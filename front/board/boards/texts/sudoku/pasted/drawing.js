// @ts-check
// Bombe's own drawings of a board, read back: those of show, audit, replay, why, tempo, endgame.
//
//          0  1   2  3           rows and columns have names, boxes have frames, and a cell may be
//        ┌───────┬───────┐       a block of candidates, with signs and brackets
//      0 │ 3  .  │ 4  .  │
//
// Only the values are read: what a drawing says of moves, players and proofs is an answer of
// Bombe's and not the position. In the drawings of `why`, values that were tried are none. A cell
// with a single candidate may look like a value; then the number of givens in the title decides, or
// the candidates around it.

import { listed } from "../../../shape.js";
import { SudokuState } from "../../../sudoku_state.js";
import { agreedShape } from "../../spans.js";

/** @typedef {import("../../../shape.js").Shape} Shape */
/** @typedef {import("../../spans.js").Head} Head */
/** @typedef {import("../../spans.js").Span} Span */
/** @typedef {{value: number, isOwned: boolean, isUnsure: boolean}} Cell what a cell shows */

const COLOUR = /\x1b\[[0-9;]*m/g;
const TOP = /^[ ]*[┌+](?:[─-]+[┬+])*[─-]+[┐+][ ]*$/;
const RULE = /^[ ]*[├└+](?:[─-]+[┼┴+])*[─-]+[┤┘+][ ]*$/;
const CORNER = /[┌┬┐+]/g;
const NAME = /^[ ]*(?:[0-9]{1,2}|r[0-9]{1,2})[ ]*$/;
const ALONE = /^([0-9]+)$/;
const KNOWN = /^\[?([0-9]+)\]?!?$/;
const GIVENS = /\b([0-9]+) givens?\b/;
const SIGNS = "xspcu?!";
const MARKS =
  / {3}[xspcu?!]?5 (?:candidate|safe|(?:direct )?bomb|by (?:singles|pairs|cases)|bomb, not rated|undecided|taboo)(?= {3}|$)/m;
const OPEN = / {3}5 candidate(?= {3}|$)/m;
const NOTES =
  /keeps or takes the tempo|leaves its player ahead|a fill and its worth|takes 3 cells from|can reach it/;
const WHY =
  />5< asked|x5 asked: not 5|\? asked|\[5\] core|placed by step|removes candidates| {3}5?! (?!clash)[a-z0-9]/;
const SOLUTION = /is safe: a solution has it there/;
const FIRST_LINES = 80;
/** Longer words begin lines of symbols, which are a board each: no more of them is looked at. */
const LONGEST_WORD = 15;
const AGAIN = "copy it again, from the frame on";
/** @type {Cell} */
const EMPTY = { value: 0, isOwned: false, isUnsure: false };

/**
 * Return a line without the codes that colour it on a terminal.
 * @param {string} line
 */
export function withoutColour(line) {
  return line.replace(COLOUR, "");
}

/**
 * Return whether a frame stands among the first lines.
 * @param {Head} head
 */
export function looksDrawn(head) {
  const [word] = (head.line(0) ?? "").split(/[ \t]/);
  if (!word || word.length > LONGEST_WORD) return false;
  return head.telling.slice(1, FIRST_LINES).some(({ text }) => TOP.test(withoutColour(text)));
}

/**
 * Return the position of the first drawing among the lines; null if there is none.
 * @param {Span[]} lines
 * @param {Shape | null} wanted
 */
export function drawnState(lines, wanted) {
  const top = lines.findIndex((line) => TOP.test(line.text));
  const drawn = top < 0 ? null : Drawn.at(lines, top, wanted);
  if (!drawn) return null;
  const values = drawn.decided(drawn.cells(lines[top]), lines[top]).map(({ value }) => value);
  const wrong = values.find((value) => value > drawn.shape.size);
  if (wrong) throw lines[top].error(`the drawing holds ${wrong}`, AGAIN);
  return new SudokuState({ shape: drawn.shape, values });
}

/** The frame of a drawing: where its bars stand, and the lines of each band of boxes. */
class Drawn {
  /**
   * @param {number[]} bars
   * @param {Span[][]} bands
   * @param {Shape} shape
   * @param {string} above
   * @param {string} below
   */
  constructor(bars, bands, shape, above, below) {
    this.bars = bars;
    this.bands = bands;
    this.shape = shape;
    this.givens = GIVENS.exec(above)?.[1] ?? null;
    this.isNotes = NOTES.test(below);
    this.isWhy = WHY.test(below);
    this.isOpen = OPEN.test(below);
    /** How many columns a cell takes. */
    this.width = (bars[1] - bars[0] - 1) / shape.n;
    this.hasBlocks = MARKS.test(below) && this.#isBlock();
  }

  /**
   * Return the frame that begins on a line; null if its rows have no names.
   * @param {Span[]} lines
   * @param {number} top
   * @param {Shape | null} wanted
   */
  static at(lines, top, wanted) {
    const first = lines[top];
    const bars = Array.from(first.text.matchAll(CORNER), ({ index = 0 }) => index);
    const { bands, rest, bottom } = bandsBelow(lines, top, bars);
    const named = [...bands, rest].flat().filter((row) => row.text.slice(0, bars[0]).trim());
    if (!named.length || !named.every((row) => NAME.test(row.text.slice(0, bars[0])))) return null;
    const shape = agreedShape(bars.length - 1, Math.max(1, bands.length), first, wanted);
    const widths = new Set(bars.slice(1).map((bar, i) => bar - bars[i] - 1));
    const isEven = widths.size === 1 && (bars[1] - bars[0] - 1) % shape.n === 0;
    if (rest.length || !isEven || named.length !== shape.size) {
      throw first.error("the drawing is not whole", AGAIN);
    }
    const text = (/** @type {Span[]} */ some) => some.map((line) => line.text).join("\n");
    const above = text(lines.slice(0, top));
    if (SOLUTION.test(above)) {
      throw first.error("the drawing is of a solution", "copy one of the board, as show has it");
    }
    return new Drawn(bars, bands, shape, above, text(lines.slice(bottom + 1)));
  }

  /**
   * Return what every cell shows.
   * @param {Span} at
   */
  cells(at) {
    return this.bands.flatMap((band) => {
      const known = this.isNotes ? ALONE : KNOWN;
      const isListed = this.isNotes || this.isWhy;
      return this.#rows(band, at).flatMap((row) =>
        this.#blocks(row).map((block) => (isListed ? knownIn(block[0], known) : this.#cell(block))),
      );
    });
  }

  /**
   * Return the cells with those empty that show a candidate; throw TextError if none can tell.
   *
   * All of them are values, or none, or those that have no candidate of their kind around them.
   * @param {Cell[]} cells
   * @param {Span} at
   */
  decided(cells, at) {
    const unsure = cells.flatMap((cell, i) => (cell.isUnsure ? [i] : []));
    if (!unsure.length) return cells;
    const alike = unsure.filter((i) =>
      this.shape.peers[i].some((peer) => this.#shows(peer, cells[i].value)),
    );
    const sure = cells.filter((cell) => cell.value && !cell.isOwned).length - unsure.length;
    for (const emptied of [[], unsure, alike]) {
      if (Number(this.givens) !== sure + unsure.length - emptied.length || this.givens === null)
        continue;
      return cells.map((cell, i) => (emptied.includes(i) ? EMPTY : cell));
    }
    throw at.error(
      `(${this.shape.coordinates(unsure[0])}) shows a value or a single candidate`,
      "draw the board without candidates, or copy the drawing with its title",
    );
  }

  /**
   * Return the lines of each row of a band.
   * @param {Span[]} band
   * @param {Span} at
   */
  #rows(band, at) {
    if (this.isNotes) {
      return band.filter((line) => line.text.slice(0, this.bars[0]).trim()).map((line) => [line]);
    }
    const height = band.length / this.shape.m;
    if (!band.length || !Number.isInteger(height))
      throw at.error("the drawing is not whole", AGAIN);
    return listed(this.shape.m, (i) => band.slice(i * height, (i + 1) * height));
  }

  /**
   * Return the lines of each cell of a row.
   * @param {Span[]} row
   */
  #blocks(row) {
    return this.bars.slice(0, -1).flatMap((bar) =>
      listed(this.shape.n, (k) => {
        const start = bar + 1 + k * this.width;
        return row.map((line) => line.text.slice(start, start + this.width));
      }),
    );
  }

  /**
   * Return what a cell shows; one with several numbers, or with none, is empty.
   * @param {string[]} block
   * @returns {Cell}
   */
  #cell(block) {
    const numbers = block.flatMap((text, line) =>
      Array.from(text.matchAll(/[0-9]+/g), (match) => ({
        line,
        text,
        start: match.index ?? 0,
        digits: match[0],
      })),
    );
    if (numbers.length !== 1) return EMPTY;
    const [{ line, text, start, digits }] = numbers;
    const [value, end] = [Number(digits), start + digits.length];
    const [before, after] = [text.slice(0, start).slice(-1), text.slice(end, end + 1)];
    const isOwned = after === "+" || after === "-";
    if (before === ">" || after === "!" || isOwned) return { value, isOwned, isUnsure: false };
    if (!this.hasBlocks) return { ...EMPTY, value };
    const isMarked = (before && SIGNS.includes(before)) || block.some((each) => each.includes("["));
    if (isMarked || !this.#mayBeValue(line, end)) return EMPTY;
    return { value, isOwned: false, isUnsure: this.isOpen && this.#mayBeMark(line, end, value) };
  }

  /** Return whether the cells are blocks of candidates, so that a dot is never drawn. */
  #isBlock() {
    if (this.shape.m > 1) return this.bands[0].length > this.shape.m;
    return !this.bands.flat().some((line) => line.text.includes(" . "));
  }

  /**
   * Return whether a value of a cell is drawn there.
   * @param {number} line
   * @param {number} end
   */
  #mayBeValue(line, end) {
    const digits = `${this.shape.size}`.length;
    const left = Math.floor((this.width - digits - 2) / 2);
    return line === Math.floor(this.shape.m / 2) && end === left + 1 + digits;
  }

  /**
   * Return whether that value is drawn there as a candidate.
   * @param {number} line
   * @param {number} end
   * @param {number} value
   */
  #mayBeMark(line, end, value) {
    const digits = `${this.shape.size}`.length;
    const row = Math.floor((value - 1) / this.shape.n);
    const place = (value - 1) % this.shape.n;
    return row === line && end === 1 + (place + 1) * (digits + 1);
  }

  /**
   * Return whether a cell shows a value among its candidates.
   * @param {number} cell
   * @param {number} value
   */
  #shows(cell, value) {
    const [row, column] = this.shape.coordinates(cell);
    const band = this.bands[Math.floor(row / this.shape.m)];
    const height = Math.floor(band.length / this.shape.m);
    const start = (row % this.shape.m) * height;
    const block = this.#blocks(band.slice(start, start + height))[column];
    const numbers = Array.from(block.join("\n").matchAll(/[0-9]+/g), ([digits]) => digits);
    return numbers.length > 1 && numbers.includes(`${value}`);
  }
}

/**
 * Return the bands of boxes below the top of a frame, what follows its last line, and its place.
 * @param {Span[]} lines
 * @param {number} top
 * @param {number[]} bars
 */
function bandsBelow(lines, top, bars) {
  /** @type {Span[][]} */
  const bands = [];
  /** @type {Span[]} */
  let rest = [];
  let bottom = top;
  for (let i = top + 1; i < lines.length; i++) {
    const { text } = lines[i];
    if (RULE.test(text)) {
      bands.push(rest);
      [rest, bottom] = [[], i];
    } else if (bars.every((bar) => text[bar] === "│" || text[bar] === "|")) {
      rest.push(lines[i]);
    } else {
      break;
    }
  }
  return { bands, rest, bottom };
}

/**
 * Return a value among notes and the steps of a proof; what is none of them is empty.
 * @param {string} text
 * @param {RegExp} known
 * @returns {Cell}
 */
function knownIn(text, known) {
  return { ...EMPTY, value: Number(known.exec(text.trim())?.[1] ?? 0) };
}
