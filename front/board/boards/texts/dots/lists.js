// @ts-check
// Dots and Boxes as a list of edges, `1x2: h 0 0; v 0 1`, or of moves, `1x2: P1(h,0,0) P2(v,0,1)`.
//
// A list without `1x2:` needs to be told its grid. Edges alone tell neither owners nor mover, so that
// player 1 is to move; moves tell everything, since they are played from the empty grid.

import { DotsState } from "../../dots_state.js";
import { UsageError } from "../../errors.js";
import { lineText, readLine } from "../../grid.js";
import { shown } from "../words.js";

/** @typedef {import("../../grid.js").Grid} Grid */
/** @typedef {import("../../grid.js").Line} Line */
/** @typedef {import("../../players.js").Player} Player */
/** @typedef {import("../spans.js").Span} Span */
/** @typedef {import("./expected.js").Expected} Expected */
/** @typedef {{player: number, line: Line, span: Span}} Call a move of a player, and where it stands */

const GRID = /^[ \t]*([0-9]{1,3})[xX]([0-9]{1,3}):/;
const ITEM = /[^; \t][^;]*/g;
const CALL = /[^;, \t][^;)]*\)?/g;
const MOVE =
  /^P([12])[ \t]*\([ \t]*([hv])[ \t]*,[ \t]*([0-9]{1,3})[ \t]*,[ \t]*([0-9]{1,3})[ \t]*\)$/;

/**
 * Read a list of edges.
 * @param {Span[]} lines
 * @param {Expected} expected
 */
export function readEdges(lines, expected) {
  const { grid, rest } = takeGrid(lines, expected);
  let edges = 0n;
  for (const span of rest.flatMap((each) => each.pieces(ITEM))) {
    edges |= newEdge(span, lineAt(span), grid, edges);
  }
  return new DotsState({ grid, edges, extraTurn: expected.extraTurn !== false });
}

/** @param {Span} span */
function lineAt(span) {
  try {
    return readLine(span.text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const remedy = "write lines as h 0 1, with ; between them";
    throw span.error(`${shown(span.text)} is not a line`, remedy);
  }
}

/**
 * Play the moves; the turn after the first completed box shows the rule if none is expected.
 * @param {Span[]} lines
 * @param {Expected} expected
 */
export function readMoves(lines, expected) {
  const { grid, rest } = takeGrid(lines, expected);
  const calls = rest.flatMap((each) => each.pieces(CALL)).map(callAt);
  const rule = expected.extraTurn ?? ruleOf(grid, calls);
  let state = DotsState.start(grid, rule);
  for (const { player, line, span } of calls) {
    newEdge(span, line, grid, state.edges);
    if (player !== state.toMove) {
      throw span.error(
        `player ${player} moves, but it is player ${state.toMove}'s turn`,
        `correct the player; who scores ${rule ? "moves" : "does not move"} again`,
      );
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
  if (!match) throw span.error(`${shown(span.text)} is not a move`, "write moves as P1(h,0,1)");
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
  const reason = grid.whyNot(line);
  if (reason) throw span.error(reason, "correct the line, or the grid");
  const bit = 1n << BigInt(grid.edge(line));
  if (edges & bit) throw span.error(`${lineText(line)} stands there twice`, "keep one of the two");
  return bit;
}

/**
 * Read `2x3:` before a list, and give the rest of the lines.
 * @param {Span[]} lines
 * @param {Expected} expected
 */
function takeGrid(lines, expected) {
  const [first, ...others] = lines;
  const match = GRID.exec(first.text);
  if (match) {
    const grid = expected.agreedGrid(first, Number(match[1]), Number(match[2]));
    return { grid, rest: [first.part(match[0].length), ...others] };
  }
  if (expected.grid) return { grid: expected.grid, rest: lines };
  throw first.error("the list does not say its grid", "begin it with the boxes, such as 3x4:");
}

/**
 * Write the drawn edges, without owners and mover.
 * @param {DotsState} state
 */
export function edgesText({ grid, edges }) {
  const lines = new DotsState({ grid, edges }).drawn().map((edge) => grid.lineText(edge));
  return `${`${grid}: ${lines.join("; ")}`.trimEnd()}\n`;
}

/**
 * Write the moves from the empty grid; null if the position did not come from there by them.
 * @param {DotsState} state
 */
export function movesText(state) {
  const { grid, history } = state;
  let replayed = DotsState.start(grid, state.extraTurn);
  const words = [];
  for (const line of history) {
    if (replayed.reasons(line).length) return null;
    words.push(`P${replayed.toMove}(${line.join(",")})`);
    replayed = replayed.play(line);
  }
  const isSame = JSON.stringify(replayed.toJson()) === JSON.stringify(state.toJson());
  return isSame ? `${`${grid}: ${words.join(" ")}`.trimEnd()}\n` : null;
}
