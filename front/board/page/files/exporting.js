// @ts-check
// Gives the study away: as a link, a text, JSON, a picture, a log of the game, a page of its own.

import { DotsState } from "../../boards/dots_state.js";
import { SudokuState } from "../../boards/sudoku_state.js";
import { recordText } from "../../boards/texts/games/writer.js";
import { closeDialog, openDialog } from "../frame/dialogs.js";
import { actionRow, h, makeButton, quiet, saveFile } from "../dom.js";
import { fragmentOf } from "./links.js";
import { pictureOf, pngOf } from "./pictures.js";
import { pageOf } from "./standalone.js";
import { pathTo, toPlain } from "../study.js";

/** @typedef {import("../app.js").App} App */

const OF_A_FILE = "This page is a file, so the link opens on this machine only: to others give a page of this study, or a text.";
const TOO_LARGE = "This study is too large for a link: give it away as JSON or as a page.";

/**
 * Show the ways to share and export.
 * @param {App} app
 */
export function showExport(app) {
  openDialog(
    "Share and export",
    h("h3", {}, "Link"),
    quiet(location.protocol === "file:" ? OF_A_FILE : "The link holds everything by itself; nothing is stored anywhere."),
    linkRow(app),
    h("h3", {}, "Text"),
    actionRow(action("copy-text", "Copy the position as text", () => copyText(app)), action("save-moves", "Moves as text", () => saveMoves(app)), action("save-log", "Log of the game", () => saveLog(app)), action("save-json", "Study as JSON", () => saveJson(app))),
    h("h3", {}, "Picture and page"),
    actionRow(action("save-svg", "SVG", () => saveSvg(app)), action("save-png", "PNG", () => savePng(app)), action("save-page", "Page of this study", () => savePage(app)), action("print", "Print", () => {
        closeDialog();
        window.print();
      })),
  );
}

/**
 * @param {App} app
 */
function linkRow(app) {
  const field = h("input", {
    class: "copy-field num",
    id: "share-link",
    readonly: true,
    value: location.href,
    "aria-label": "Link to this study",
  });
  const isMade = fragmentOf(app, app.store.study).then((fragment) => {
    field.value = fragment ? addressWith(fragment) : TOO_LARGE;
    return fragment !== "";
  });
  const copyLink = async () => {
    if (await isMade) await copy(app, field.value, "The link");
    else app.warn(TOO_LARGE);
  };
  return h("div", { class: "row" }, field, action("copy-link", "Copy", copyLink));
}

/**
 * @param {string} id
 * @param {string} words
 * @param {() => void} run
 */
function action(id, words, run) {
  return makeButton(words, run, { id, dataset: { export: id } });
}

/**
 * Return the address of this page with another fragment.
 * @param {string} fragment
 */
function addressWith(fragment) {
  return location.href.replace(/#.*$/, "") + fragment;
}

/**
 * @param {App} app
 * @param {string} text
 * @param {string} what
 */
async function copy(app, text, what) {
  if (await isCopied(text)) app.note(`${what} is copied.`);
  else app.warn("This browser does not let the page copy: save a file instead, by Share.");
}

/**
 * Copy a text; return whether the browser let us.
 * @param {string} text
 */
async function isCopied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text); // pages of files may have no clipboard
  }
}

/**
 * Copy a text as browsers did before; return whether that was allowed.
 * @param {string} text
 */
function copyByHand(text) {
  const area = h("textarea", { class: "unseen" });
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  const isAllowed = document.execCommand("copy");
  area.remove();
  return isAllowed;
}

/**
 * Copy the position on one line.
 * @param {App} app
 */
export function copyText(app) {
  return copy(app, app.view.toText(app.store.node.position), "The position");
}

/**
 * @param {App} app
 * @param {string} ending
 */
function fileName(app, ending) {
  const name = app.store.study.title
    .replace(/[^\w.-]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return `${name || "bombe"}.${ending}`;
}

/**
 * Save the study as JSON, which opens here again.
 * @param {App} app
 */
export function saveJson(app) {
  const text = `${JSON.stringify(toPlain(app.store.study))}\n`;
  saveFile(fileName(app, "json"), new Blob([text], { type: "application/json" }));
}

/**
 * Save the moves of the current line, as people read them.
 * @param {App} app
 */
function saveMoves(app) {
  const { study, settings } = app.store;
  const lines = pathTo(study)
    .slice(1)
    .map((node, at) => {
      const bomb = node.outcome === "bomb" ? " bomb" : "";
      const note = node.note ? `  ${node.note}` : "";
      return `${at + 1}. player ${node.mover}: ${app.view.moveText(node.move, settings)}${bomb}${note}`;
    });
  const text = [study.title, app.view.toText(study.nodes[0]?.position), ...lines, ""]
    .filter((line, at) => line || at > 1)
    .join("\n");
  saveFile(fileName(app, "txt"), new Blob([text], { type: "text/plain" }));
}

/**
 * Save the current line as a line of a log, which Bombe's commands read.
 * @param {App} app
 */
function saveLog(app) {
  const { study } = app.store;
  const [root, ...played] = pathTo(study);
  const moves = played.map(({ move, outcome, facts }) => ({
    move,
    isBomb: outcome === "bomb",
    ms: facts.ms ?? 0,
  }));
  const kind = study.game === "sudoku" ? SudokuState : DotsState;
  try {
    const text = recordText({ start: kind.fromJson(root.position), moves, players: study.players });
    saveFile(fileName(app, "jsonl"), new Blob([text], { type: "application/jsonl" }));
  } catch (error) {
    app.warn(`There is no log: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @param {App} app
 */
function saveSvg(app) {
  saveFile(fileName(app, "svg"), new Blob([pictureOf(app)], { type: "image/svg+xml" }));
}

/**
 * @param {App} app
 */
async function savePng(app) {
  try {
    saveFile(fileName(app, "png"), await pngOf(app));
  } catch (error) {
    app.warn(`There is no picture: ${/** @type {Error} */ (error).message}`);
  }
}

/**
 * @param {App} app
 */
function savePage(app) {
  try {
    saveFile(fileName(app, "html"), new Blob([pageOf(app)], { type: "text/html" }));
  } catch (error) {
    app.warn(`There is no page: ${/** @type {Error} */ (error).message}`);
  }
}
