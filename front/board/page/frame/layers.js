// @ts-check
// The layers below the board: a switch for each with its key, and the legend of what is shown.

import { keyText } from "../commands.js";
import { byId, fill, h, makeButton } from "../dom.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Scene} Scene */
/** @typedef {import("../commands.js").Command} Command */
/** @typedef {import("../game_views.js").GameView} GameView */
/** @typedef {import("../game_views.js").Layer} Layer */

/**
 * Return the commands that switch the layers of a game.
 * @param {GameView} view
 * @returns {Command[]}
 */
export function layerCommands(view) {
  return view.layers.map((layer) => ({
    id: commandId(view, layer),
    title: `Layer: ${layer.title.toLowerCase()}`,
    group: "Layers",
    keys: [layer.key],
    game: view.game,
    when: (app) => !app.store.screen.learning && (!layer.when || layer.when(app.scene())),
    pressed: (app) => app.store.settings.layers[view.game].includes(layer.id),
    run: (app) => toggle(app, view, layer),
  }));
}

/**
 * @param {GameView} view
 * @param {Layer} layer
 */
function commandId(view, layer) {
  return view.game === "sudoku" ? `layer-${layer.id}` : `layer-${view.game}-${layer.id}`;
}

/**
 * Show or hide a layer; one that is shown hides the others of its slot.
 * @param {App} app
 * @param {GameView} view
 * @param {Layer} layer
 */
function toggle(app, view, layer) {
  const { layers } = app.store.settings;
  const shown = layers[view.game];
  const rivals = view.layers.filter(({ slot }) => slot && slot === layer.slot).map(({ id }) => id);
  const next = shown.includes(layer.id)
    ? shown.filter((id) => id !== layer.id)
    : [...shown.filter((id) => !rivals.includes(id)), layer.id];
  app.store.set({ layers: { ...layers, [view.game]: next } });
  app.say(`${layer.title} ${shown.includes(layer.id) ? "hidden" : "shown"}`);
}

/**
 * Make the switches and the legend, and keep them up to date.
 * @param {App} app
 */
export function showLayers(app) {
  let game = "";
  app.drawers.add((scene) => {
    if (game !== scene.study.game)
      fill(byId("layers"), ...app.view.layers.map((layer) => chip(app.view, layer)));
    game = scene.study.game;
    for (const layer of app.view.layers) {
      const button = document.getElementById(`chip-${layer.id}`);
      if (button) button.hidden = Boolean(layer.when) && !layer.when?.(scene);
    }
    fill(byId("legend"), ...app.view.legend(scene).map(({ sample, words }) => h("li", {}, sample, words)));
  });
}

/**
 * @param {GameView} view
 * @param {Layer} layer
 */
function chip(view, layer) {
  return makeButton([layer.title, h("kbd", { "aria-hidden": "true" }, layer.key)], null, {
    class: "chip",
    id: `chip-${layer.id}`,
    title: `${layer.hint} (${keyText(layer.key)})`,
    dataset: { command: commandId(view, layer), layer: layer.id },
    "aria-keyshortcuts": layer.key,
  });
}
