// @ts-check
// The texts of cells and moves of Sudoku in both notations: (0,2) -> 5, counted from 0 as in the
// course's framework, or r1c3=5, counted from 1. Both are read wherever one is.

import { UsageError } from "./errors.js";

/** @typedef {"framework" | "r1c1"} Notation */
/** @typedef {[number, number, number]} PlainMove row, column and value; the first two from 0 */

const MOVE =
  /^\s*(?:\(?\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*\)?\s*(?:,|->)\s*(-?\d{1,9})|[rR](\d{1,9})[cC](\d{1,9})\s*=\s*(\d{1,9}))\s*$/;
const CELL = /^\s*(?:\(?\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)?|[rR](\d{1,9})[cC](\d{1,9}))\s*$/;

/**
 * Return the text of a move.
 * @param {readonly [number, number, number]} move
 * @param {Notation} [notation]
 */
export function moveText([row, column, value], notation = "framework") {
  const cell = cellText([row, column], notation);
  return notation === "r1c1" ? `${cell}=${value}` : `${cell} -> ${value}`;
}

/**
 * Return the text of a cell.
 * @param {readonly [number, number]} cell
 * @param {Notation} [notation]
 */
export function cellText([row, column], notation = "framework") {
  return notation === "r1c1" ? `r${row + 1}c${column + 1}` : `(${row},${column})`;
}

/**
 * Read "(0,3) -> 5" or "0,3,5", counted from 0, or "r1c4=5", counted from 1.
 * @param {string} text
 * @returns {PlainMove}
 */
export function readMove(text) {
  const match = MOVE.exec(text);
  if (!match) {
    throw new UsageError(`'${text.slice(0, 40)}' is not a move: write (0,3) -> 5 or r1c4=5`);
  }
  if (match[1] !== undefined) return [Number(match[1]), Number(match[2]), Number(match[3])];
  return [Number(match[4]) - 1, Number(match[5]) - 1, Number(match[6])];
}

/**
 * Read "(2,3)", "2,3" or "r3c4" as row and column from 0; null for anything else.
 * @param {string} text
 * @returns {[number, number] | null}
 */
export function readCell(text) {
  const match = CELL.exec(text);
  if (!match) return null;
  if (match[1] !== undefined) return [Number(match[1]), Number(match[2])];
  return [Number(match[3]) - 1, Number(match[4]) - 1];
}
