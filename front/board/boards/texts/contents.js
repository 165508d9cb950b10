// @ts-check
// What was read of a text as plain data, in the form that a page's document has.
//
//     {kind: "position", game, position, positions?}   `positions` are all, if there are several
//     {kind: "game", game, players, start, plies, ...}
//     {kind: "games", games: [the fields of a game, ...]}

import { readText } from "../texts.js";
import { visible } from "./words.js";

/** @typedef {import("../texts.js").ReadOptions} ReadOptions */
/** @typedef {import("./games/record.js").GameRecord} GameRecord */
/** @typedef {import("./games/record.js").Ply} Ply */

/**
 * Read a text and return its contents; throw TextError if it cannot be read.
 * @param {string} text
 * @param {ReadOptions} [options]
 * @returns {Record<string, any>}
 */
export function contentsOf(text, options = {}) {
  const found = readText(text, options);
  if (found.kind !== "games") {
    const positions = found.positions.map(({ state }) => state.toJson());
    const several = positions.length > 1 ? { positions } : {};
    return { kind: "position", game: found.kind, position: positions[0], ...several };
  }
  const games = found.games.map(gameOf);
  return games.length === 1 ? { kind: "game", ...games[0] } : { kind: "games", games };
}

/**
 * Return what is known of a game, its texts made visible; throw TextError if a move is refused.
 * @param {GameRecord} record
 * @returns {Record<string, any>}
 */
function gameOf(record) {
  const players = [visible(record.first), visible(record.second)];
  const [, ...after] = record.states();
  const [one, two] = record.scores;
  const { winner, result, termination } = record;
  return {
    game: record.game,
    id: visible(record.id),
    title: `${players[0]} against ${players[1]}: ${result}, ${one} to ${two} points`,
    players,
    start: record.start.toJson(),
    scores: [Number(one), Number(two)],
    result,
    termination,
    ending: `${winner ? `${players[winner - 1]} wins` : "nobody wins"}: ${visible(record.reason)}`,
    plies: record.plies.map((ply, i) => ({ ...plyOf(ply), scores: after[i].scores })),
  };
}

/** @param {Ply} ply */
function plyOf({ player, move, isBomb, points, ms, cpuMs, output, notes }) {
  return {
    player,
    move,
    bomb: isBomb,
    points: Number(points),
    ms,
    ...(cpuMs && { cpu_ms: cpuMs }),
    ...(output && { output: visible(output, true) }),
    ...(Object.keys(notes).length && { notes }),
  };
}
