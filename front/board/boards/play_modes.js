// @ts-check
// The play modes of Competitive Sudoku: where each player may begin. In `classic` every cell is open
// to both; in the newer ones a player plays on allowed cells, and next to cells of their own.

import FACTS from "../../../boards/facts.json" with { type: "json" };
import { UsageError } from "./errors.js";
import { Draws } from "./draws.js";
import { sentence } from "./refusals.js";
import { emptyCells } from "./sudoku_board.js";

/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {import("./sudoku_board.js").Values} Values */
/** @typedef {import("./players.js").Player} Player */
/** @typedef {"classic" | "rows" | "border" | "random"} Rules */
/** @typedef {ReadonlySet<number>} Cells */
/** @typedef {readonly [Cells, Cells]} CellsOfBoth the cells of player 1 and of player 2 */

/** @type {readonly Rules[]} */
export const RULES = /** @type {Rules[]} */ (FACTS.sudoku.modes);

/**
 * Return the cells on which each player may begin in one of the newer play modes.
 * @param {Shape} shape
 * @param {Values} values
 * @param {Rules} rules
 * @param {number | bigint} [seed]
 * @returns {CellsOfBoth}
 */
export function startingCells(shape, values, rules, seed) {
  const fixed = fixedCells(shape, rules);
  if (fixed) return fixed;
  if (seed === undefined) throw new UsageError(sentence("no-seed"));
  const empty = emptyCells(values);
  const count = Math.min(shape.size, Math.floor(empty.length / 2));
  const drawn = new Draws(seed).sample(empty, 2 * count);
  return [new Set(drawn.slice(0, count)), new Set(drawn.slice(count))];
}

/**
 * Return the cells on which each player may begin where the mode tells them; else null.
 * @param {Shape} shape
 * @param {Rules} rules
 * @returns {CellsOfBoth | null}
 */
export function fixedCells({ rows, columns, size }, rules) {
  const [first, last] = [rows[0], rows[size - 1]];
  if (rules === "rows") return [new Set(first), new Set(last)];
  if (rules !== "border") return null;
  const border = new Set([...first, ...last, ...columns[0], ...columns[size - 1]]);
  return [border, border];
}

/**
 * Return the play mode that has these allowed cells, for texts that do not name it.
 * @param {Shape} shape
 * @param {CellsOfBoth | null} allowed
 * @returns {Rules}
 */
export function rulesOf(shape, allowed) {
  if (!allowed) return "classic";
  return RULES.find((rules) => isSamePair(allowed, fixedCells(shape, rules))) ?? "random";
}

/**
 * Return the empty cells on which a player may play.
 * @param {Shape} shape
 * @param {Values} values
 * @param {Cells} allowed where the player may begin
 * @param {Cells} occupied the cells that the player filled
 */
export function openCells(shape, values, allowed, occupied) {
  const open = new Set(allowed);
  for (const cell of occupied) {
    for (const near of shape.neighbours[cell]) open.add(near);
  }
  return new Set(emptyCells(values).filter((cell) => open.has(cell)));
}

/**
 * Return who begins on a board where nobody has a cell yet: player 2 if only that one can play.
 * @param {Values} values
 * @param {CellsOfBoth | null} allowed
 * @returns {Player}
 */
export function beginner(values, allowed) {
  if (!allowed) return 1;
  const [first, second] = allowed.map((cells) => [...cells].some((cell) => !values[cell]));
  return !first && second ? 2 : 1;
}

/**
 * Return whether both players have the same cells in two pairs.
 * @param {CellsOfBoth | null} one
 * @param {CellsOfBoth | null} other
 */
export function isSamePair(one, other) {
  if (!one || !other) return one === other;
  return one.every((cells, i) => {
    const others = other[i];
    return cells.size === others.size && [...cells].every((cell) => others.has(cell));
  });
}
