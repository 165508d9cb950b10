// @ts-check
// A Dots and Boxes position as a drawing, as people type it.
//
//     player 2 to move
//     no extra turn
//     +---+   +
//     | 1 |
//     +---+   +
//
// The first two lines are left out where player 1 is to move and the extra turn is on. Dots are four
// characters apart, `+`, `·` or `•`; 1 or 2 in a complete box is its owner, where that is known.

import { DotsState } from "../../dots_state.js";
import { listed } from "../../shape.js";
import { shown } from "../words.js";
import { gridAt } from "./lists.js";

/** @typedef {import("../../grid.js").Line} Line */
/** @typedef {import("../../players.js").Player} Player */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {{toMove?: Player, extraTurn?: boolean}} Settings */

const DOTS = "+·•";
const ACROSS = "-─";
const DOWN = "|│";
const STEP = 4;
/** @type {ReadonlyMap<string, Settings>} */
const SETTINGS = new Map(
  /** @type {[string, Settings][]} */ ([
    ["player 1 to move", { toMove: 1 }],
    ["player 2 to move", { toMove: 2 }],
    ["extra turn", { extraTurn: true }],
    ["no extra turn", { extraTurn: false }],
  ]),
);

/**
 * Read a drawing.
 * @param {Span[]} lines
 */
export function readDrawing(lines) {
  return new Drawing(lines).state();
}

/**
 * Return whether telling lines are a drawing of ours, with or without settings above it.
 *
 * A Sudoku in a frame of + and - has its corners elsewhere, or numbers where no owner stands.
 * @param {readonly string[]} lines
 */
export function looksLikeDrawing(lines) {
  const start = lines.findIndex((line) => !SETTINGS.has(words(line)));
  const body = start < 0 ? [] : lines.slice(start);
  const first = /^([ \t]*)[+·•](?:(?:[-─]{3}| {3})[+·•])+[ \t]*$/.exec(body[0] ?? "");
  return first !== null && body.every((line) => isOfDrawing(line.slice(first[1].length)));
}

/**
 * Return whether a line has numbers only where owners stand, and nothing else but lines.
 * @param {string} line
 */
function isOfDrawing(line) {
  return Array.from(line).every((each, at) =>
    /[0-9]/.test(each) ? at % STEP === 2 && "12".includes(each) : /[-─+·•|│ \t]/.test(each),
  );
}

/** @param {string} line */
function words(line) {
  return line.trim().split(/\s+/).join(" ");
}

/** A drawing: what stands above it, then lines of dots and, between them, lines of walls. */
class Drawing {
  /**
   * @param {Span[]} lines
   */
  constructor(lines) {
    /** @type {Settings} */
    this.settings = {};
    this.body = this.#afterSettings(lines);
    while (this.body.length && !this.body[this.body.length - 1].isTelling) this.body.pop();
    const [first] = this.body;
    this.left = first.text.length - first.text.replace(/^[ \t]+/, "").length;
    const width = first.text.replace(/[ \t]+$/, "").length - this.left;
    const rows = Math.floor(this.body.length / 2);
    this.grid = gridAt(first, rows, Math.floor(width / STEP));
  }

  /** Read the lines and the owners. */
  state() {
    const { grid, body, settings } = this;
    const lines = body.flatMap((line, index) => {
      const row = Math.floor(index / 2);
      return index % 2 ? this.#walls(line, row) : this.#dots(line, row);
    });
    const edges = lines.reduce((set, line) => set | (1n << BigInt(grid.edge(line))), 0n);
    const unowned = new DotsState({ grid, edges });
    const owners = body
      .filter((_, index) => index % 2)
      .flatMap((line, row) =>
        listed(grid.columns, (column) => this.#owner(line, row, column, unowned)),
      );
    if (body.length % 2 === 0) throw body[body.length - 1].error("dots-ends");
    return new DotsState({ grid, edges, owners, ...settings });
  }

  /**
   * Read the settings above the drawing; return the lines from its first dots on.
   * @param {Span[]} lines
   */
  #afterSettings(lines) {
    for (const [index, line] of lines.entries()) {
      if (DOTS.includes(line.bare[0] ?? " ")) return lines.slice(index);
      if (!line.isTelling) continue;
      const setting = SETTINGS.get(words(line.text));
      if (!setting) throw line.error("dots-begins", { text: shown(words(line.text)) });
      this.settings = { ...this.settings, ...setting };
    }
    throw lines[lines.length - 1].error("dots-no-drawing");
  }

  /**
   * @param {Span} line
   * @param {number} row
   * @returns {Line[]}
   */
  #dots(line, row) {
    /** @type {Line[]} */
    const found = [];
    for (let column = 0; column <= this.grid.columns; column++) {
      const at = this.left + column * STEP;
      this.#require(line, at, DOTS, "a dot");
      if (column === this.grid.columns) break;
      for (let offset = 1; offset < STEP; offset++) {
        this.#require(line, at + offset, `${ACROSS} `, "a line or a blank");
      }
      const piece = line.text.slice(at + 1, at + STEP);
      if (!piece.trim()) continue;
      if (piece.includes(" ")) throw line.error("dots-gap", {}, at + 1);
      found.push(["h", row, column]);
    }
    this.#end(line);
    return found;
  }

  /**
   * @param {Span} line
   * @param {number} row
   * @returns {Line[]}
   */
  #walls(line, row) {
    /** @type {Line[]} */
    const found = [];
    for (let column = 0; column <= this.grid.columns; column++) {
      const at = this.left + column * STEP;
      const wall = this.#require(line, at, `${DOWN} `, "a line or a blank");
      if (wall !== " ") found.push(["v", row, column]);
    }
    this.#end(line);
    return found;
  }

  /**
   * @param {Span} line
   * @param {number} row
   * @param {number} column
   * @param {DotsState} unowned
   */
  #owner(line, row, column, unowned) {
    const at = this.left + column * STEP;
    for (const offset of [1, 3]) this.#require(line, at + offset, " ", "a blank");
    const owner = this.#require(line, at + 2, " 12", "the owner 1 or 2, or a blank");
    if (owner !== " " && !unowned.isComplete(row * this.grid.columns + column)) {
      throw line.error("dots-owner", {}, at + 2);
    }
    return Number(owner);
  }

  /**
   * Return the character there, a blank beyond the end of the line; throw if it is not allowed.
   * @param {Span} line
   * @param {number} at
   * @param {string} allowed
   * @param {string} what
   */
  #require(line, at, allowed, what) {
    const [found = " "] = Array.from(line.text.slice(at, at + 2));
    if (allowed.includes(found)) return found;
    throw line.error("dots-place", { text: shown(found), what }, at);
  }

  /**
   * Throw if there is text beside the drawing.
   * @param {Span} line
   */
  #end(line) {
    if (line.part(0, this.left).bare) throw line.error("dots-left");
    const [extra] = line.part(this.left + this.grid.columns * STEP + 1).pieces();
    if (extra) throw extra.error("dots-right");
  }
}
