// @ts-check
// The rows of a drawn grid: which lines are rows and which only lines between them, and what stands
// between the bars of a row.

/** @typedef {import("../spans.js").Span} Span */

/** A bar of a row. */
export const BARS = /[|│┃║]/;
const DASHES = /^[-|│┃║ \t]+$/;

/** A row of the drawing: the pieces between its bars, and how many lines stood above it. */
export class Row {
  /**
   * @param {Span} line
   * @param {Span[]} pieces
   * @param {number} rules
   */
  constructor(line, pieces, rules) {
    this.line = line;
    this.pieces = pieces;
    this.rules = rules;
  }

  /** Return what stands between blanks. */
  words() {
    return this.pieces.flatMap((piece) => piece.pieces());
  }

  /** Return every character that is no blank. */
  characters() {
    return this.pieces.flatMap((piece) => piece.pieces(/[^ \t]/gu));
  }

  /** Return each piece as one cell, which may be empty. */
  fenced() {
    return this.pieces.map((piece) => piece.pieces()[0] ?? piece.part(0, 0));
  }
}

/**
 * Return the rows among the lines, in which dashes may be rows of empty cells.
 * @param {Span[]} lines
 * @param {RegExp} rule the pattern of a line between rows
 */
export function rowsOf(lines, rule) {
  const isRule = lines.map((line) => rule.test(line.text));
  const rows = taken(lines, isRule);
  const dashed = lines.map((line, i) => isRule[i] && DASHES.test(line.text));
  const widths = rows.map((row) => row.characters().length);
  const width = rows.length ? Math.max(...widths) : dashed.filter(Boolean).length;
  if (rows.length === width || !dashed.includes(true)) return rows;
  const asRow = lines.map((line, i) => dashed[i] && line.text.split("-").length - 1 === width);
  const filled = taken(
    lines,
    isRule.map((each, i) => each && !asRow[i]),
  );
  return filled.length === width ? filled : rows;
}

/**
 * @param {readonly Span[]} lines
 * @param {readonly boolean[]} isRule
 */
function taken(lines, isRule) {
  /** @type {Row[]} */
  const rows = [];
  let rules = 0;
  lines.forEach((line, i) => {
    if (isRule[i]) rules += 1;
    else rows.push(new Row(line, piecesOf(line), rules));
  });
  return rows;
}

/**
 * Return what stands between the bars of a row, without its borders.
 * @param {Span} line
 */
function piecesOf(line) {
  let start = 0;
  let pieces = line.text.split(BARS).map((text) => {
    const piece = line.part(start, start + text.length);
    start += text.length + 1;
    return piece;
  });
  if (pieces.length > 1 && !pieces[0].bare) pieces = pieces.slice(1);
  return pieces.length > 1 && !pieces[pieces.length - 1].bare ? pieces.slice(0, -1) : pieces;
}
