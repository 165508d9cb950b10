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
    const positions = found.positions.map((state) => state.toJson());
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
    incidents: visible(incidentsText(record)),
    cpu: cpuText(record),
    plies: record.plies.map((ply, i) => ({ ...plyOf(ply), scores: after[i].scores })),
  };
}

/**
 * Return in which moves each player had incidents, and those of the turn that lost the game.
 * @param {GameRecord} record
 */
function incidentsText({ first, second, incidents, plies }) {
  const parts = [first, second].flatMap((name, seat) => {
    const told = incidents
      .filter(({ player }) => player === seat + 1)
      .map(({ ply, ending, detail }) => {
        if (ply < plies.length) return `${ending} in move ${ply + 1}`;
        const words = detail.startsWith(ending)
          ? detail
          : [ending, detail].filter(Boolean).join(": ");
        return `in the last turn, ${words}`;
      });
    return told.length ? [`${name}: ${told.join(", ")}`] : [];
  });
  return parts.length ? `incidents: ${parts.join("; ")}` : "";
}

/**
 * Return the processor time that each player used; "" if it was not measured.
 * @param {GameRecord} record
 */
function cpuText({ first, second, plies }) {
  const used = [1, 2].map((player) =>
    plies.filter((ply) => ply.player === player).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  );
  if (!used.some(Boolean)) return "";
  const shown = used.map(
    (ms, seat) => `${visible([first, second][seat])} ${(ms / 1000).toFixed(2)} s`,
  );
  return `processor time: ${shown.join(", ")}`;
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
