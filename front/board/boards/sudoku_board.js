// @ts-check
// What the values of a Sudoku board say by themselves: candidates, clashes, completed regions, and
// why C0 or the size of the board refuses a move. Values are an array of N * N numbers, 0 for empty.

import { cellText } from "./moves.js";
import { sentence } from "./refusals.js";
import { listed } from "./shape.js";

/** @typedef {import("./moves.js").Notation} Notation */
/** @typedef {import("./shape.js").Shape} Shape */
/** @typedef {readonly number[]} Values */
/** @typedef {readonly [number, number, number]} PlainMove row, column and value */
/** @typedef {{region: string, value: number, cells: [number, number][]}} Clash */

/**
 * Return the cells that are empty, in order.
 * @param {Values} values
 */
export function emptyCells(values) {
  return listed(values.length, (cell) => cell).filter((cell) => !values[cell]);
}

/**
 * Return the values that C0 allows in a cell, in order; none if it is filled.
 * @param {Shape} shape
 * @param {Values} values
 * @param {number} cell
 */
export function candidatesOf(shape, values, cell) {
  if (values[cell]) return [];
  const used = new Uint8Array(shape.size + 1);
  for (const region of shape.regionsOf[cell]) {
    for (const other of shape.regions[region]) used[values[other]] = 1;
  }
  return listed(shape.size, (i) => i + 1).filter((value) => !used[value]);
}

/**
 * Return for each cell the values that C0 allows there, in order; none if it is filled.
 * @param {Shape} shape
 * @param {Values} values
 * @returns {number[][]}
 */
export function candidatesByCell(shape, values) {
  const width = shape.size + 1;
  // For each region a flag for each value that stands in it.
  const used = new Uint8Array(3 * shape.size * width);
  for (let cell = 0; cell < values.length; cell++) {
    for (const region of shape.regionsOf[cell]) used[region * width + values[cell]] = 1;
  }
  return values.map((value, cell) => {
    if (value) return [];
    const [row, column, box] = shape.regionsOf[cell].map((region) => region * width);
    const found = [];
    for (let each = 1; each < width; each++) {
      if (!(used[row + each] | used[column + each] | used[box + each])) found.push(each);
    }
    return found;
  });
}

/**
 * Return for each cell the values that C0 allows there, value v as 2 ** v; 0 if it is filled.
 * @param {Shape} shape
 * @param {Values} values
 */
export function candidateMasks(shape, values) {
  return candidatesByCell(shape, values).map((each) =>
    each.reduce((mask, value) => mask + 2 ** value, 0),
  );
}

/**
 * Count the regions that a value in a cell completes.
 * @param {Shape} shape
 * @param {Values} values
 * @param {number} cell
 */
export function completedBy(shape, values, cell) {
  const completed = shape.regionsOf[cell].filter((region) =>
    shape.regions[region].every((other) => other === cell || values[other]),
  );
  return completed.length;
}

/**
 * Return every value that stands more than once in a region.
 * @param {Shape} shape
 * @param {Values} values
 * @returns {Clash[]}
 */
export function clashesOf(shape, values) {
  return shape.regions.flatMap((region, index) =>
    repeatedIn(region, values, shape.size).map((value) => ({
      region: shape.regionName(index),
      value,
      cells: region.filter((c) => values[c] === value).map((c) => shape.coordinates(c)),
    })),
  );
}

/**
 * Return the values that stand more than once in a region, in order.
 * @param {readonly number[]} region
 * @param {Values} values
 * @param {number} size
 */
function repeatedIn(region, values, size) {
  const times = new Uint8Array(size + 1);
  for (const cell of region) times[values[cell]] += 1;
  const found = [];
  for (let value = 1; value <= size; value++) if (times[value] > 1) found.push(value);
  return found;
}

/**
 * Return why a move is off the board; nothing if it is on it.
 * @param {Shape} shape
 * @param {PlainMove} move
 * @param {Notation} [notation]
 */
export function rangeReasons(shape, [row, column, value], notation) {
  const last = shape.size - 1;
  const found = [];
  if (Math.min(row, column) < 0 || Math.max(row, column) > last) {
    const cell = cellText([row, column], notation);
    found.push(sentence("no-cell", { cell, size: shape.size }));
  }
  if (value < 1 || value > shape.size) {
    found.push(sentence("no-value", { value, size: shape.size }));
  }
  return found;
}

/**
 * Return the regions of a cell that have a value already, in words.
 * @param {Shape} shape
 * @param {Values} values
 * @param {number} cell
 * @param {number} value
 * @param {Notation} [notation]
 */
export function c0Reasons(shape, values, cell, value, notation) {
  return shape.regionsOf[cell].flatMap((region) => {
    const other = shape.regions[region].find((c) => c !== cell && values[c] === value);
    if (other === undefined) return [];
    const [kind] = shape.regionName(region).split(" ");
    return [sentence("stands", { value, kind, cell: cellText(shape.coordinates(other), notation) })];
  });
}
