// @ts-check
// The table of commands: what the keyboard, the buttons, the help and the tests run.

import { makeButton, mark } from "./dom.js";

/** @typedef {import("./app.js").App} App */
/**
 * @typedef {object} Command
 * @property {string} id
 * @property {string} title
 * @property {string} group                      the heading in the help
 * @property {readonly string[]} [keys]          as "Ctrl+Z", "Shift+N", "?", "ArrowLeft"
 * @property {(app: App) => any} run
 * @property {(app: App) => boolean} [when]      whether it can be run now
 * @property {(app: App) => boolean} [pressed]   for switches: whether it is on
 * @property {boolean} [quiet]                   not shown in the help
 * @property {import("./study.js").GameName} [game]  of one game only
 */

/**
 * A command in a table: its id, title, keys, what it runs, and what else is to be said of it.
 * @typedef {[string, string, readonly string[], (app: App) => any, Partial<Command>?]} CommandRow
 */

/**
 * Return the commands of a table, which have a heading in common.
 * @param {string} group
 * @param {readonly CommandRow[]} rows
 * @param {Partial<Command>} [about] what else they have in common
 * @returns {Command[]}
 */
export function commandsOf(group, rows, about) {
  return rows.map(([id, title, keys, run, more]) => ({ id, title, group, keys, run, ...about, ...more }));
}

const KEY_WORDS = new Map([
  ["ArrowLeft", "\u2190"],
  ["ArrowRight", "\u2192"],
  ["ArrowUp", "\u2191"],
  ["ArrowDown", "\u2193"],
  ["Escape", "Esc"],
  ["Delete", "Del"],
  ["PageUp", "Page up"],
  ["PageDown", "Page down"],
]);

export class Commands {
  /**
   * @param {App} app
   */
  constructor(app) {
    this.app = app;
    /** @type {Map<string, Command>} */
    this.table = new Map();
    /** @type {Map<string, Command[]>} */
    this.byKey = new Map();
  }

  /**
   * @param {readonly Command[]} commands
   */
  add(commands) {
    for (const command of commands) {
      if (this.table.has(command.id)) throw new Error(`two commands are called ${command.id}`);
      this.table.set(command.id, command);
      for (const key of command.keys ?? []) {
        this.byKey.set(key, [...(this.byKey.get(key) ?? []), command]);
      }
    }
  }

  /**
   * Return whether a command can be run now.
   * @param {Command} command
   */
  can(command) {
    if (command.game && command.game !== this.app.store.study.game) return false;
    return !command.when || command.when(this.app);
  }

  /**
   * Run a command by its id; return whether it could be run.
   * @param {string} id
   */
  run(id) {
    const command = this.table.get(id);
    if (!command) throw new Error(`there is no command ${id}`);
    if (!this.can(command)) return false;
    command.run(this.app);
    return true;
  }

  /**
   * Return the command that a key runs now.
   * @param {string} key
   * @returns {Command | undefined}
   */
  forKey(key) {
    return this.byKey.get(key)?.find((command) => this.can(command));
  }

  /** Let every button of the page say whether it can be used, and whether it is on. */
  refreshButtons() {
    for (const button of document.querySelectorAll("button[data-command]")) {
      const command = this.table.get(/** @type {HTMLElement} */ (button).dataset.command ?? "");
      if (!command) continue;
      /** @type {HTMLButtonElement} */ (button).disabled = !this.can(command);
      if (command.pressed) mark(button, "aria-pressed", String(command.pressed(this.app)));
    }
  }
}

/**
 * Return a key as people read it.
 * @param {string} key
 */
export function keyText(key) {
  const isMac = navigator.platform.startsWith("Mac");
  return key
    .split(/\+(?=.)/)
    .map(
      (part) =>
        KEY_WORDS.get(part) ??
        (part === "Ctrl" && isMac ? "\u2318" : part.length === 1 ? part.toUpperCase() : part),
    )
    .join(isMac ? "" : "+");
}

/**
 * Return a button of a command; the table runs it.
 * @param {App} app
 * @param {string} id
 * @param {{label?: string, className?: string}} [look]
 */
export function commandButton(app, id, look = {}) {
  const command = app.commands.table.get(id);
  if (!command) throw new Error(`there is no command ${id}`);
  const key = command.keys?.[0];
  return makeButton(look.label ?? command.title, null, {
    class: look.className ?? "button",
    title: key ? `${command.title} (${keyText(key)})` : command.title,
    "aria-label": look.label && look.label !== command.title ? command.title : null,
    dataset: { command: id },
  });
}
