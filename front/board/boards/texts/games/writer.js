// @ts-check
// Writes a game that was played in the page as a line of a log: what `bombe replay`, `bombe rate` and
// `bombe verify` read. It has no hash: nothing says that a page wrote it and nobody else.

import FACTS from "../../../../../boards/facts.json" with { type: "json" };
import { gameOf, rulesNamed } from "./rules.js";

/** @typedef {import("../../players.js").Player} Player */
/** @typedef {import("./rules.js").State} State */
/** @typedef {import("./rules.js").PlainMove} PlainMove */
/** @typedef {{move: PlainMove, isBomb?: boolean, ms?: number, notes?: Record<string, number>}} PlayedMove */
/**
 * @typedef {Object} PlayedGame
 * @property {State} start
 * @property {readonly PlayedMove[]} moves
 * @property {readonly [string, string]} players their names
 * @property {string} [id]
 * @property {string} [match]
 * @property {Player} [resigned] who gave up
 */

const RESULTS = ["1/2", "1-0", "0-1"];

/**
 * Return the line of a game, with the newline at its end; throw an error if a move is refused.
 *
 * A game that did not come to its end is void, unless a player resigned.
 * @param {PlayedGame} game
 */
export function recordText({ start, moves, players, id = "1", match = "", resigned }) {
  const game = gameOf(start);
  const rules = rulesNamed(game);
  let state = start;
  const plies = moves.map(({ move, isBomb = false, ms = 0, notes }) => {
    const points = isBomb ? 0 : rules.points(state, move);
    const player = state.toMove;
    state = rules.after(state, move, isBomb);
    const verdict = isBomb ? "bomb" : "placed";
    return { player, move, verdict, points, ms, ...(notes && { notes }) };
  });
  const fields = {
    schema: FACTS.games.schema,
    id,
    match,
    game,
    ...rules.facts(start),
    start: start.toJson(),
    first: players[0],
    second: players[1],
    moves: plies,
    scores: state.scores,
    ...endingOf(state, resigned),
  };
  return `${JSON.stringify(fields)}\n`;
}

/**
 * Return how a game ended that is in this position.
 * @param {State} state
 * @param {Player} [resigned]
 */
function endingOf(state, resigned) {
  const [one, two] = state.scores;
  if (state.isOver) {
    const winner = Number(one > two) + 2 * Number(two > one);
    return { result: RESULTS[winner], termination: "score", reason: "" };
  }
  if (resigned) {
    const reason = `player ${resigned} resigned`;
    return { result: RESULTS[3 - resigned], termination: "resigned", reason };
  }
  return { result: "*", termination: "void", reason: "the game was not played to its end" };
}
