// @ts-check
// The puzzle of a SudokuPad link, in its own two forms.
//
//     {"cells": [[{}, {"value": 5}, ...], ...], "regions": [[[0, 0], [0, 1], ...], ...]}     scl, ctc
//     4B1f...                                                                                scf
//
// The first has an object of rows, in which names are mostly short (`ce` for cells); cages without
// cells hold the title and other words. The second, for 9 x 9 cells, has a character for each digit
// with up to five empty cells behind it, and after `*` letters for further rules.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { Shape, listed } from "../../shape.js";
import { quoted } from "../words.js";
import { Unplayable, cellsOf, isObject, refuseRules, refuseWords, stateOf } from "./puzzle.js";

/** @typedef {import("./puzzle.js").Puzzle} Puzzle */

const { harmless, notes, words: WORDS } = FACTS.links.sudokupad;
const NAMES = new Map(Object.entries(FACTS.links.sudokupad.names));
const META = /^([A-Za-z]+)\s*:\s*([^]*)$/;
const PACKED = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";
const CREDITS = /^(?:[ta](?:[^*\n]|\*\*)*\*?)+/;
const CLASSIC = Shape.of(3, 3);

/**
 * Return the position of a puzzle; throw Unplayable if it is not plain Sudoku.
 * @param {unknown} given
 */
export function stateInScl(given) {
  const puzzle = named(given);
  if (!("cells" in puzzle)) throw new Unplayable("link-cells");
  refuseRules(puzzle, harmless, "the puzzle");
  for (const words of wordsOf(puzzle)) {
    refuseRules(words, WORDS, "the puzzle");
    refuseWords(words.rules);
  }
  const cells = cellsOf(puzzle.cells, puzzle.size, notes, named);
  return stateOf(cells, labelsOf(puzzle.regions, Math.sqrt(cells.length)));
}

/**
 * Return the position of a link in the form for classic Sudoku.
 * @param {string} packed
 */
export function stateInScf(packed) {
  const { cells } = CLASSIC;
  /** @type {number[]} */
  const values = [];
  let end = 0;
  while (end < packed.length && PACKED.includes(packed[end]) && values.length < cells) {
    const code = PACKED.indexOf(packed[end]);
    values.push(code % 10, ...Array(Math.floor(code / 10)).fill(0));
    end += 1;
  }
  if (values.length !== cells) throw new Unplayable("link-count", { count: values.length, cells });
  const rest = packed.slice(end).replace(/^\*/, "").replace(CREDITS, "");
  if (rest) throw new Unplayable("link-further", { text: quoted(rest[0]) });
  return stateOf(
    values.map((value) => ({ value })),
    CLASSIC.regionsOf.map((regions) => regions[2]),
  );
}

/**
 * Return an object with the long names of its keys.
 * @param {unknown} value
 * @returns {Puzzle}
 */
function named(value) {
  const pairs = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(pairs.map(([key, inner]) => [NAMES.get(key) ?? key, inner]));
}

/**
 * Return what the puzzle says in words; throw Unplayable for a cage that has cells.
 * @param {Puzzle} puzzle
 * @returns {Puzzle[]}
 */
function wordsOf({ title, author, rules, metadata, metaData, cages }) {
  const told = [cages ?? []].flat().map((each) => {
    const { cells, value } = named(each);
    const words = META.exec(`${value || ""}`);
    if ((Array.isArray(cells) ? cells.length : cells) || !words) throw new Unplayable("link-cages");
    return { [words[1]]: words[2] };
  });
  return [{ title, author, rules }, named(metadata), named(metaData), ...told];
}

/**
 * Return the number of the region of each cell; a cell outside of all is one alone.
 * @param {unknown} regions
 * @param {number} size
 */
function labelsOf(regions, size) {
  /** @type {unknown[]} */
  const found = listed(size * size, (cell) => `cell ${cell}`);
  if (!Array.isArray(regions) || !regions.length) throw new Unplayable("link-boxes");
  for (const [number, region] of regions.entries()) {
    for (const place of Array.isArray(region) ? region : []) {
      if (!isPlace(place, size)) throw new Unplayable("link-places");
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
  return isPair && place.every((number) => Number.isInteger(number) && number >= 0 && number < size);
}
