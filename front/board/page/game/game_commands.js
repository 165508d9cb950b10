// @ts-check
// The commands of a game: mistakes, variations, hints, engines.

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
  return [
    { id: "hint", title: "Hint: where, then what", group: "Game", keys: ["h"], run: giveHint, when: isFree },
    { id: "engine-move", title: "Let an engine move", group: "Game", keys: ["g"], run: () => playingOf(app).moveOnce(), when: isFree },
    { id: "next-mistake", title: "Next mistake", group: "Game", keys: ["n"], run: () => toMistake(app, 1), when: isFree },
    { id: "previous-mistake", title: "Previous mistake", group: "Game", keys: ["Shift+N"], run: () => toMistake(app, -1), when: isFree },
    { id: "next-variation", title: "Next variation of this move", group: "Game", keys: ["o"], run: nextVariation, when: () => isFree() && siblings(app).length > 1 },
    { id: "promote", title: "Make this the main line", group: "Game", keys: ["p"], run: () => app.store.edit(promoted(app.store.study, app.store.study.current)), when: isMove },
    { id: "delete-variation", title: "Delete this move and all that follow", group: "Game", keys: ["Shift+Delete"], run: () => app.store.edit(pruned(app.store.study, app.store.study.current)), when: isMove },
    { id: "note", title: "Write a note", group: "Game", keys: ["k"], run: writeNote, when: isFree },
  ];
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
