// @ts-check
// The puzzle of a SudokuPad link, in its own two forms.
//
//     {"cells": [[{}, {"value": 5}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...]}     scl, ctc
//     4B1f...                                                                                scf
//
// The first has an object of rows, in which names are mostly short (`ce` for cells); cages without
// cells hold the title and other words. The second, for 9 x 9 cells, has a character for each digit
// with up to five empty cells behind it, and after `*` letters for further rules.

import { Shape, listed } from "../../../shape.js";
import { pythonText, quoted } from "../../words.js";
import { UnplayableError, cellsOf, refuseRules, refuseWords, stateOf, valueOf } from "./puzzle.js";

/** @typedef {import("../../loose_json.js").LooseObject} LooseObject */

const SHORT = "ce re ca v cs l a o u t te c d vd".split(" ");
const LONG = (
  "cells regions cages value cellSize lines arrows overlays underlays title text color duration " +
  "videos"
).split(" ");
const NAMES = new Map(SHORT.map((name, i) => [name, LONG[i]]));
const HARMLESS = new Set(
  (
    "id cells regions cages cellSize size title author rules metadata metaData solution settings " +
    "videos duration source"
  ).split(" "),
);
const NOTES = new Set(
  "value given pencilMarks centremarks cornermarks color colors c1 c2 ct center highlight".split(
    " ",
  ),
);
const WORDS = new Set(
  (
    "title author rules solution msgcorrect source src video postscript msgincorrect date id url " +
    "created modified subtitle"
  ).split(" "),
);
const META = /^([A-Za-z]+)\s*:\s*([^]*)$/;
const PACKED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
const CREDITS = /^(?:[ta](?:[^*\n]|\*\*)*\*?)+/;
const PLAIN = "Bombe plays plain Sudoku only";

/**
 * Return the position of a puzzle; throw UnplayableError if it is not plain Sudoku.
 * @param {unknown} document
 * @param {Shape | null} wanted
 */
export function stateInScl(document, wanted) {
  const puzzle = named(document);
  if (!puzzle.has("cells")) throw new UnplayableError("it holds no cells");
  refuseRules(puzzle, HARMLESS, "the puzzle");
  for (const words of wordsOf(puzzle)) {
    refuseRules(words, WORDS, "the puzzle");
    refuseWords(words.get("rules"));
  }
  const cells = cellsOf(puzzle.get("cells"), puzzle.get("size")).map(named);
  const size = Math.sqrt(cells.length);
  cells.forEach((cell, i) =>
    refuseRules(cell, NOTES, `cell (${Math.floor(i / size)},${i % size})`),
  );
  const values = cells.map((cell, i) => valueOf(cell.get("value"), size, i));
  return stateOf(values, labelsOf(puzzle.get("regions"), size), wanted);
}

/**
 * Return the position of a link in the form for classic Sudoku.
 * @param {string} packed
 * @param {Shape | null} wanted
 */
export function stateInScf(packed, wanted) {
  const { cells } = Shape.of(3, 3);
  const values = [];
  let end = 0;
  while (end < packed.length && PACKED.includes(packed[end]) && values.length < cells) {
    const code = PACKED.indexOf(packed[end]);
    values.push(code % 10, ...Array(Math.floor(code / 10)).fill(0));
    end += 1;
  }
  if (values.length !== cells) {
    throw new UnplayableError(`it holds ${values.length} cells, not ${cells}`);
  }
  const rest = packed.slice(end).replace(/^\*/, "").replace(CREDITS, "");
  if (rest) throw new UnplayableError(`the puzzle has the further rule ${quoted(rest[0])}`, PLAIN);
  const boxes = Shape.of(3, 3).regionsOf.map((regions) => regions[2]);
  return stateOf(values, boxes, wanted);
}

/**
 * Return an object with the long names of its keys.
 * @param {unknown} value
 * @returns {LooseObject}
 */
function named(value) {
  const pairs = value instanceof Map ? [...value] : [];
  return new Map(pairs.map(([key, inner]) => [NAMES.get(key) ?? key, inner]));
}

/**
 * Yield what the puzzle says in words; throw UnplayableError for a cage that has cells.
 * @param {LooseObject} puzzle
 * @returns {Generator<LooseObject>}
 */
function* wordsOf(puzzle) {
  yield new Map(
    ["title", "author", "rules"].flatMap((key) =>
      puzzle.has(key) ? [[key, puzzle.get(key)]] : [],
    ),
  );
  yield named(puzzle.get("metadata"));
  yield named(puzzle.get("metaData"));
  const cages = puzzle.get("cages");
  for (const each of Array.isArray(cages) ? cages : []) {
    const cage = named(each);
    const cells = cage.get("cells");
    const words = META.exec(pythonText(cage.get("value") || ""));
    const hasCells = Array.isArray(cells) ? cells.length > 0 : Boolean(cells);
    if (hasCells || !words) throw new UnplayableError("the puzzle has 'cages'", PLAIN);
    yield new Map([[words[1], words[2]]]);
  }
}

/**
 * Return the number of the region of each cell; a cell outside of all is one alone.
 * @param {unknown} regions
 * @param {number} size
 */
function labelsOf(regions, size) {
  /** @type {unknown[]} */
  const found = listed(size * size, (cell) => `cell ${cell}`);
  if (!Array.isArray(regions) || !regions.length) {
    throw new UnplayableError("the puzzle has no boxes", "Bombe plays Sudoku with boxes only");
  }
  for (const [number, region] of regions.entries()) {
    for (const place of Array.isArray(region) ? region : []) {
      if (!isPlace(place, size)) {
        throw new UnplayableError("its regions are no lists of cells", "copy it again");
      }
      found[place[0] * size + place[1]] = number;
    }
  }
  return found;
}

/**
 * @param {unknown} place
 * @param {number} size
 * @returns {place is [number, number]}
 */
function isPlace(place, size) {
  const isPair = Array.isArray(place) && place.length === 2;
  return (
    isPair && place.every((number) => Number.isInteger(number) && number >= 0 && number < size)
  );
}
