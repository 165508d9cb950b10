// @ts-check
// The commands of a game: mistakes, variations, hints, engines.

import { commandsOf } from "../commands.js";
import { nodeOf, promoted, pruned, ROOT } from "../study.js";
import { giveHint } from "./hint_panel.js";
import { toMistake } from "./judging.js";
import { playingOf } from "./play_panel.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../commands.js").Command} Command */

/**
 * Return the commands.
 * @param {App} app
 * @returns {Command[]}
 */
export function gameCommands(app) {
  const isFree = () => !app.store.screen.learning;
  const isMove = () => isFree() && app.store.study.current !== ROOT;
  return commandsOf("Game", [
    ["hint", "Hint: where, then what", ["h"], giveHint, { when: isFree }],
    ["engine-move", "Let an engine move", ["g"], () => playingOf(app).moveOnce(), { when: isFree }],
    ["next-mistake", "Next mistake", ["n"], () => toMistake(app, 1), { when: isFree }],
    ["previous-mistake", "Previous mistake", ["Shift+N"], () => toMistake(app, -1), { when: isFree }],
    ["next-variation", "Next variation of this move", ["o"], nextVariation, { when: () => isFree() && siblings(app).length > 1 }],
    ["promote", "Make this the main line", ["p"], () => app.store.edit(promoted(app.store.study, app.store.study.current)), { when: isMove }],
    ["delete-variation", "Delete this move and all that follow", ["Shift+Delete"], () => app.store.edit(pruned(app.store.study, app.store.study.current)), { when: isMove }],
    ["note", "Write a note", ["k"], writeNote, { when: isFree }],
  ]);
}

/** @param {App} app */
function siblings(app) {
  const { parent } = app.store.node;
  return parent === null ? [] : nodeOf(app.store.study, parent).children;
}

/** @param {App} app */
function nextVariation(app) {
  const all = siblings(app);
  app.store.visit(all[(all.indexOf(app.store.study.current) + 1) % all.length]);
}

/** @param {App} app */
function writeNote(app) {
  app.store.show({ tab: "game" });
  app.draw();
  document.getElementById("node-note")?.focus();
}
