// @ts-check
// The help: every command with its keys, from the table of commands.

import { keyText } from "../commands.js";
import { openDialog } from "./dialogs.js";
import { h, quiet } from "../dom.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").Command} Command */

/**
 * Show what can be done, and by which keys.
 * @param {App} app
 */
export function showHelp(app) {
  /** @type {Map<string, Command[]>} */
  const groups = new Map();
  for (const command of app.commands.table.values()) {
    const isHere = !command.quiet && command.keys?.length && !isOtherGame(app, command);
    if (isHere) groups.set(command.group, [...(groups.get(command.group) ?? []), command]);
  }
  openDialog(
    "Keys",
    quiet("Type a number to enter it at the chosen cell. Paste or drop any board or log on the page."),
    h("div", { class: "keys" }, ...[...groups].map(([group, commands]) => groupTable(group, commands))),
  );
}

/**
 * Return whether a layer belongs to the game that is not shown.
 * @param {App} app
 * @param {Command} command
 */
function isOtherGame(app, command) {
  return command.game !== undefined && command.game !== app.store.study.game;
}

/**
 * @param {string} group
 * @param {readonly Command[]} commands
 */
function groupTable(group, commands) {
  return h(
    "section",
    {},
    h("h3", {}, group),
    h(
      "dl",
      {},
      ...commands.flatMap((command) => [
        h("dt", {}, ...keysOf(command.keys ?? [])),
        h("dd", {}, command.title),
      ]),
    ),
  );
}

/**
 * @param {readonly string[]} keys
 */
function keysOf(keys) {
  return keys.map((key) => h("kbd", {}, key === " " ? "Space" : keyText(key)));
}
