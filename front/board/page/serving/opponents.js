// @ts-check
// Agents of Python as opponents: one for each game, so that it may remember what it saw.

import { ownServer } from "./server.js";

/** @typedef {import("../study.js").GameName} GameName */
/** @typedef {import("../study.js").Position} Position */
/** @typedef {{agent: string, game: GameName, summary: string, seconds: number}} Agent */
/** @typedef {{move: any, fate: string, reason: string, ms: number, output: string, ending: string | null}} Turn */

/**
 * Return the agents that play a game here; none where no server is behind the page.
 * @param {Record<string, any>} page the document of the page
 * @param {GameName} game
 * @returns {Promise<Agent[]>}
 */
export async function agentsOf(page, game) {
  if (!page.server) return [];
  /** @type {Agent[]} */
  const agents = await ownServer().get("agents");
  return agents.filter((agent) => agent.game === game);
}

/**
 * Open an agent for a game; return what asks it for a move.
 * @param {string} agent
 * @param {GameName} game
 * @param {number} seed
 * @returns {Promise<(position: Position, seconds: number, signal?: AbortSignal) => Promise<Turn>>}
 */
export async function opened(agent, game, seed) {
  const server = ownServer();
  const { opponent } = await server.post("opponents", { agent, game, seed });
  return (position, seconds, signal) =>
    server.stream(`opponents/${opponent}/turn`, { position, game, seconds }, { signal });
}
