// @ts-check
// The dialogue of the settings.

import { openDialog } from "./dialogs.js";
import { h, quiet } from "../dom.js";
import { SHARE_LIMITS } from "../settings.js";
import { counted } from "../words.js";

/** @typedef {import("../app.js").App} App */

const NOTATIONS = {
  r1c1: "r1c1: counted from 1",
  framework: "(0,0): counted from 0, as in the framework",
};

/**
 * Show the settings; a change holds at once.
 * @param {App} app
 */
export function showSettings(app) {
  const { theme, notation, shareLimit } = app.store.settings;
  const limits = Object.fromEntries(SHARE_LIMITS.map((limit) => [limit, counted(limit, "solution")]));
  openDialog(
    "Settings",
    choice("Theme", "theme", theme, { system: "As the system", light: "Light", dark: "Dark" }, (value) =>
      app.store.set({ theme: /** @type {any} */ (value) }),
    ),
    choice("Cells and moves", "notation", notation, NOTATIONS, (value) =>
      app.store.set({ notation: /** @type {any} */ (value) }),
    ),
    choice("Shares are counted in at most", "share-limit", String(shareLimit), limits, (value) =>
      app.store.set({ shareLimit: Number(value) }),
    ),
    singleKeysTick(app),
    version(app),
  );
}

/**
 * @param {App} app
 */
function singleKeysTick(app) {
  const box = h("input", {
    type: "checkbox",
    checked: app.store.settings.singleKeys,
    id: "set-single-keys",
    onchange: () => app.store.set({ singleKeys: box.checked }),
  });
  return h("label", { class: "tick" }, box, "Letters and signs alone are commands");
}

/**
 * @param {string} title
 * @param {string} name
 * @param {string} current
 * @param {Record<string, string>} options
 * @param {(value: string) => void} take
 */
function choice(title, name, current, options, take) {
  const radio = (/** @type {string} */ value) =>
    h("input", { type: "radio", name, value, checked: value === current, onchange: () => take(value) });
  const ticks = Object.entries(options).map(([value, words]) => h("label", { class: "tick" }, radio(value), words));
  return h("fieldset", { class: "choice" }, h("legend", {}, title), ...ticks);
}

/**
 * @param {App} app
 */
function version(app) {
  const { version: number, server } = app.document;
  const promise = server
    ? "It asks nobody but the server on this machine that it came from."
    : "Nothing that you enter leaves this page.";
  return quiet(number ? `Bombe ${number}. ` : "", promise);
}
