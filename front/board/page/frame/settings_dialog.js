// @ts-check
// The dialogue of the settings.

import { openDialog } from "./dialogs.js";
import { h, quiet } from "../dom.js";
import { SHARE_LIMITS } from "../settings.js";
import { counted } from "../words.js";

/** @typedef {import("../app.js").App} App */

/**
 * Show the settings; a change holds at once.
 * @param {App} app
 */
export function showSettings(app) {
  const { theme, notation, shareLimit } = app.store.settings;
  openDialog(
    "Settings",
    choice(
      "Theme",
      "theme",
      theme,
      [
        ["system", "As the system"],
        ["light", "Light"],
        ["dark", "Dark"],
      ],
      (value) => app.store.set({ theme: /** @type {any} */ (value) }),
    ),
    choice(
      "Cells and moves",
      "notation",
      notation,
      [
        ["r1c1", "r1c1: counted from 1"],
        ["framework", "(0,0): counted from 0, as in the framework"],
      ],
      (value) => app.store.set({ notation: /** @type {any} */ (value) }),
    ),
    choice(
      "Shares are counted in at most",
      "share-limit",
      String(shareLimit),
      SHARE_LIMITS.map((limit) => /** @type {const} */ ([String(limit), counted(limit, "solution")])),
      (value) => app.store.set({ shareLimit: Number(value) }),
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
 * @param {readonly (readonly [string, string])[]} options
 * @param {(value: string) => void} take
 */
function choice(title, name, current, options, take) {
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", {}, title),
    ...options.map(([value, words]) =>
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "radio",
          name,
          value,
          checked: value === current,
          onchange: () => take(value),
        }),
        words,
      ),
    ),
  );
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
