// @ts-check
// The panels of a page that `bombe board --serve` made; others have none of them.

import { logsPanel } from "./logs_panel.js";
import { matchesPanel } from "./matches_panel.js";
import { ownServer } from "./server.js";

/** @typedef {import("../panels.js").Panel} Panel */

/**
 * Return the panels.
 * @param {Record<string, any>} page the document of the page
 * @returns {readonly Panel[]}
 */
export function servingPanels(page) {
  if (!page.server) return [];
  const server = ownServer();
  return [matchesPanel(server), logsPanel(server)];
}
