// @ts-check
// What surrounds the board: the title, the tools, the players with their points, the steps through
// the moves, the palette of values, and the picture in words.

import { commandButton } from "../commands.js";
import { byId, fill, h, mark, write } from "../dom.js";
import { icon } from "./icons.js";
import { signed } from "../words.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */

/**
 * Make what surrounds the board, and keep it up to date.
 * @param {App} app
 */
export function showShell(app) {
  makeTools(app);
  makeSteps(app);
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest?.("button[data-command]");
    if (button) app.commands.run(/** @type {HTMLElement} */ (button).dataset.command ?? "");
  });
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault(); // the fragment of the address holds the position
    app.view.focus();
  });
  app.drawers.add((scene) => drawShell(app, scene));
}

/**
 * @param {App} app
 */
function makeTools(app) {
  const labels = /** @type {const} */ ([
    ["open", "Open"],
    ["share", "Share"],
    ["settings", "Settings"],
    ["help", "?"],
  ]);
  fill(byId("tools"), ...labels.map(([id, label]) => commandButton(app, id, { label, className: "button" })));
}

/**
 * @param {App} app
 */
function makeSteps(app) {
  const modes = h(
    "div",
    { class: "segments", role: "group", "aria-label": "What typing does" },
    commandButton(app, "mode-play", { label: "Play", className: "segment" }),
    commandButton(app, "mode-setup", { label: "Set up", className: "segment" }),
  );
  fill(
    byId("steps"),
    modes,
    h("div", { class: "walk" }, iconButton(app, "undo"), iconButton(app, "redo")),
    h("div", { class: "walk" }, ...["first", "back", "forward", "last"].map((id) => iconButton(app, id))),
  );
}

/**
 * @param {App} app
 * @param {string} id
 */
function iconButton(app, id) {
  const button = commandButton(app, id, { label: id, className: "plain" });
  mark(button, "aria-label", app.commands.table.get(id)?.title);
  fill(button, icon(id));
  return button;
}

/**
 * @param {App} app
 * @param {Scene} scene
 */
function drawShell(app, scene) {
  const { title } = scene.study;
  write(byId("title"), title);
  const name = title ? `${title} \u2013 Bombe` : "Bombe";
  if (document.title !== name) document.title = name;
  write(byId("says"), scene.screen.learning ? "" : app.view.describe(scene));
  mark(document.documentElement, "data-theme", scene.settings.theme);
  mark(document.body, "data-mode", scene.screen.mode);
  mark(document.body, "data-game", scene.study.game);
  drawScore(app, scene);
}

/**
 * @param {App} app
 * @param {Scene} scene
 */
function drawScore(app, scene) {
  const { toMove, scores, isOver } = app.view.side(scene.position);
  const lead = scores[0] - scores[1];
  const players = scene.study.players.map((name, at) =>
    h(
      "div",
      {
        class: `player player-${at + 1}${toMove === at + 1 && !isOver ? " mover" : ""}`,
      },
      h("span", { class: "sign", "aria-label": `player ${at + 1}`, role: "img" }, at ? "\u2212" : "+"),
      h("span", { class: "player-name" }, name),
      h("span", { class: "points num" }, scores[at]),
      toMove === at + 1 && !isOver && h("span", { class: "turn" }, "to move"),
    ),
  );
  const words = isOver ? "over" : lead ? signed(lead) : "level";
  fill(
    byId("score"),
    players[0],
    h("span", { class: "lead num", title: "lead of player 1" }, words),
    players[1],
  );
}
