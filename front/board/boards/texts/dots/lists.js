// @ts-check
// Dots and Boxes as a list of edges, `1x2: h 0 0; v 0 1`, or of moves, `1x2: P1(h,0,0) P2(v,0,1)`.
//
// Edges alone tell neither owners nor mover, so that player 1 is to move; moves tell everything, since
// they are played from the empty grid.

import { DotsState } from "../../dots_state.js";
import { Grid, MAX_SIDE, lineOf, lineText } from "../../grid.js";
import { shown } from "../words.js";

/** @typedef {import("../../grid.js").Line} Line */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {{player: number, line: Line, span: Span}} Call a move of a player, and its place */

const GRID = /^[ \t]*([0-9]{1,3})[xX]([0-9]{1,3}):/;
const ITEM = /[^; \t][^;]*/g;
const CALL = /[^;, \t][^;)]*\)?/g;
const MOVE = /^P([12])[ \t]*\([ \t]*([hv])[ \t]*,[ \t]*([0-9]{1,3})[ \t]*,[ \t]*([0-9]{1,3})[ \t]*\)$/;

/**
 * Return the grid of so many boxes.
 * @param {Span} at
 * @param {number} rows
 * @param {number} columns
 */
export function gridAt(at, rows, columns) {
  if (Math.min(rows, columns) >= 1 && Math.max(rows, columns) <= MAX_SIDE) return Grid.of(rows, columns);
  throw at.error("dots-grid", { rows, columns, largest: MAX_SIDE });
}

/**
 * Read a list of edges.
 * @param {Span[]} lines
 */
export function readEdges(lines) {
  const { grid, rest } = takeGrid(lines);
  let edges = 0n;
  for (const span of rest.flatMap((each) => each.pieces(ITEM))) {
    const line = lineOf(span.text);
    if (!line) throw span.error("dots-line", { text: shown(span.text) });
    edges |= newEdge(span, line, grid, edges);
  }
  return new DotsState({ grid, edges });
}

/**
 * Play the moves; the turn after the first completed box shows the rule.
 * @param {Span[]} lines
 */
export function readMoves(lines) {
  const { grid, rest } = takeGrid(lines);
  const calls = rest.flatMap((each) => each.pieces(CALL)).map(callAt);
  const rule = ruleOf(grid, calls);
  let state = DotsState.start(grid, rule);
  for (const { player, line, span } of calls) {
    newEdge(span, line, grid, state.edges);
    if (player !== state.toMove) {
      const moves = rule ? "moves" : "does not move";
      throw span.error("dots-turn", { player, mover: state.toMove, moves });
    }
    state = state.play(line);
  }
  return state;
}

/**
 * @param {Span} span
 * @returns {Call}
 */
function callAt(span) {
  const match = MOVE.exec(span.text.replace(/[ \t]+$/, ""));
  if (!match) throw span.error("dots-move", { text: shown(span.text) });
  const kind = match[2] === "h" ? "h" : "v";
  return { player: Number(match[1]), line: [kind, Number(match[3]), Number(match[4])], span };
}

/**
 * Return whether the player who scores moves again; the usual rule if no box shows it.
 * @param {Grid} grid
 * @param {Call[]} calls
 */
function ruleOf(grid, calls) {
  let state = DotsState.start(grid);
  for (const [i, { player, line }] of calls.slice(0, -1).entries()) {
    if (state.reasons(line).length) break;
    if (state.completed(grid.edge(line)).length) return player === calls[i + 1].player;
    state = state.play(line);
  }
  return true;
}

/**
 * Return the set of the line's edge alone; it must be on the grid, and not be drawn yet.
 * @param {Span} span
 * @param {Line} line
 * @param {Grid} grid
 * @param {bigint} edges
 */
function newEdge(span, line, grid, edges) {
  const problem = grid.whyNot(line);
  if (problem) throw span.error("dots-outside", { problem });
  const bit = 1n << BigInt(grid.edge(line));
  if (edges & bit) throw span.error("dots-twice", { line: lineText(line) });
  return bit;
}

/**
 * Read `2x3:` before a list, and give the rest of the lines.
 * @param {Span[]} lines
 */
function takeGrid([first, ...others]) {
  const match = GRID.exec(first.text);
  if (!match) throw first.error("dots-no-grid");
  const grid = gridAt(first, Number(match[1]), Number(match[2]));
  return { grid, rest: [first.part(match[0].length), ...others] };
}

/**
 * Write the drawn edges, without owners and mover.
 * @param {DotsState} state
 */
export function edgesText(state) {
  const lines = state.drawn().map((edge) => state.grid.lineText(edge));
  return `${`${state.grid}: ${lines.join("; ")}`.trimEnd()}\n`;
}
