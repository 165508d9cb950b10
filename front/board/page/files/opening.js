// @ts-check
// Opens boards and games: a text that is pasted or typed, a file that is dropped or chosen, a
// bundled board, the document of the page, a link.

import { TextError } from "../../boards/errors.js";
import { textOfBytes } from "../../boards/texts/bytes.js";
import { contentsOf } from "../../boards/texts/contents.js";
import { closeDialog, openDialog } from "../frame/dialogs.js";
import { actionRow, byId, h, makeButton, quiet } from "../dom.js";
import { studyOfFragment, textOfLink } from "./links.js";
import { fromPlain, newStudy, ROOT, visited, withStep } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../game_views.js").GameView} GameView */
/** @typedef {import("../study.js").GameName} GameName */
/** @typedef {import("../study.js").Study} Study */
/** @typedef {ReadonlyMap<GameName, GameView>} Views */
/** @typedef {{title: string, result: string, page: Record<string, any>}} ShelfItem */

/** The longest text that is read at once, in characters. */
const LONGEST = 20_000_000;

/**
 * Open any text that Bombe reads, or a document of the page; say what is wrong if it is none.
 * @param {App} app
 * @param {string | Record<string, any>} given
 * @param {string} [name]  where it is from
 */
export function openText(app, given, name = "") {
  const link = typeof given === "string" && /^\S*(#s=[\w-]+)$/.exec(given.trim());
  if (link) {
    openLink(app, link[1]);
    return true;
  }
  try {
    const page = typeof given === "string" ? (bundled(app, given) ?? documentOfText(given, name)) : given;
    takeStudy(app, studyOf(page, app.views), page);
    return true;
  } catch (error) {
    refuse(app, error);
    return false;
  }
}

/**
 * Return the document of a bundled board, by its name; null if no board has it.
 * @param {App} app
 * @param {string} text
 */
function bundled({ document: { bundled: boards = [] } }, text) {
  const name = text.trim().toLowerCase();
  const board = boards.find((/** @type {{name: string}} */ each) => each.name === name);
  return board ? documentOfText(board.text, board.name) : null;
}

/**
 * Open the study that a link holds, once it is unpacked.
 * @param {App} app
 * @param {string} fragment
 */
async function openLink(app, fragment) {
  try {
    const study = await studyOfFragment(fragment, (text) => studyOf({ kind: "text", text }, app.views));
    if (study) takeStudy(app, study, { kind: study.nodes.length > 1 ? "game" : "position" });
  } catch (error) {
    refuse(app, error);
  }
}

/**
 * Show a study that was opened, and what came with it.
 * @param {App} app
 * @param {Study} study
 * @param {Record<string, any>} page  the document that it is of
 */
function takeStudy(app, study, page) {
  app.shelf = shelfOf(page);
  app.store.edit(study);
  app.store.show({
    cell: null,
    value: null,
    mode: "play",
    tab: app.shelf.length > 1 || page.kind === "game" ? "game" : "analyse",
  });
  app.calm();
  app.say(`Opened ${study.title || "the position"}.`);
}

/**
 * @param {App} app
 * @param {unknown} error
 */
function refuse(app, error) {
  if (!(error instanceof TextError)) return app.warn(`This cannot be opened: ${/** @type {Error} */ (error).message}`);
  const { where, problem, remedy } = error;
  const advice = remedy.startsWith("name the format") ? "check that all of it was copied" : remedy; // only commands can be told a format
  app.warn(`This cannot be opened: ${where && `${where}: `}${problem}; ${advice}`);
}

/**
 * Return the study of a document; raise an Error for one that is broken.
 * @param {Record<string, any>} page
 * @param {Views} views
 * @returns {Study}
 */
export function studyOf(page, views) {
  switch (page.kind) {
    case "position":
      return studyOfPosition(page, views);
    case "game":
      return studyOfGame(page, views);
    case "games":
      return page.games.length ? studyOfGame(page.games[0], views) : newStudy("sudoku", emptyBoard(3, 3));
    case "study":
      return fromPlain(page.study);
    case "text":
      return studyOf(documentOfText(page.text, page.name), views);
    default:
      return newStudy("sudoku", emptyBoard(3, 3));
  }
}

/**
 * Return the study of a position; one that knows how it came about brings its moves.
 * @param {Record<string, any>} page
 * @param {Views} views
 * @returns {Study}
 */
function studyOfPosition({ game = "sudoku", position, name = "" }, views) {
  const past = views.get(game)?.past?.(position);
  if (!past) return newStudy(game, position, { title: name });
  return studyOfGame(
    {
      game,
      title: name,
      start: past.start,
      plies: past.moves.map((move) => ({ move })),
      ply: past.moves.length,
    },
    views,
  );
}

/**
 * Return the position of an empty board.
 * @param {number} m
 * @param {number} n
 */
export function emptyBoard(m, n) {
  return { m, n, cells: Array.from({ length: m * n }, () => Array.from({ length: m * n }, () => 0)) };
}

/**
 * Return what is open besides the study: the games or positions of a document that has several.
 * @param {Record<string, any>} page
 * @returns {ShelfItem[]}
 */
export function shelfOf({ kind, games, positions, game, name = "" }) {
  if (kind === "games") {
    return games.map((/** @type {any} */ each, /** @type {number} */ at) => ({
      title: each.title || `game ${at + 1}`,
      result: each.result ?? "",
      page: { kind: "game", ...each },
    }));
  }
  return (positions ?? []).map((/** @type {any} */ position, /** @type {number} */ at) => ({
    title: `${name || "position"} ${at + 1}`,
    result: "",
    page: { kind: "position", game, position, name: `${name || "position"} ${at + 1}` },
  }));
}

/**
 * Return the document of a text: a study of the page, or whatever Bombe reads. A text with a name is
 * a file, which may be a collection of boards.
 * @param {string} text
 * @param {string} [name]
 * @returns {Record<string, any>}
 */
function documentOfText(text, name = "") {
  if (text.length > LONGEST) throw new Error("the text is too long");
  const trimmed = text.trim();
  if (/^<!doctype html/i.test(trimmed)) throw new Error("this is a web page: open it in the browser itself");
  const link = /^\S*#p=([^\s&]+)$/.exec(trimmed);
  if (link) return documentOfText(textOfLink(link[1]), name);
  const plain = trimmed.startsWith("{") ? jsonOf(trimmed) : null;
  if (plain?.schema?.startsWith("bombe.study/")) return { kind: "study", study: plain };
  return { name, ...contentsOf(text, { name, ...(name && { many: true }) }) };
}

/**
 * @param {string} text
 */
function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null; // the reader of texts says what is wrong
  }
}

/**
 * Return the study of a game of a log, at its end or at the ply that is asked for.
 * @param {Record<string, any>} game
 * @param {Views} views
 * @returns {Study}
 */
function studyOfGame(game, views) {
  const view = views.get(game.game);
  if (!view) throw new Error(`the board cannot draw ${game.game}`);
  const { title = "", players, plies, start, game: name, ...facts } = game;
  let study = newStudy(name, start, { title, players, facts });
  for (const [at, ply] of plies.entries()) {
    const { move, bomb = false, player, ...told } = ply;
    const step = view.after(study.nodes[study.current]?.position, move, bomb);
    const isLast = at === plies.length - 1;
    study = withStep(study, study.current, { ...step, facts: isLast ? { ...told, last: true } : told });
  }
  const ply = game.ply ?? 0;
  return visited(study, Math.min(ROOT + ply, study.nodes.length - 1));
}

/**
 * Show how boards and games can be opened.
 * @param {App} app
 */
export function showOpen(app) {
  const area = h("textarea", {
    id: "open-text",
    rows: 8,
    spellcheck: "false",
    "aria-label": "Text of a board or a game",
    placeholder: "Paste a board, a game or a link here",
  });
  const open = () => {
    if (openText(app, area.value)) closeDialog();
  };
  openDialog(
    "Open",
    quiet("Any text that Bombe reads: lines, grids, pencil marks, JSON, logs, links of f-puzzles and SudokuPad. It can be pasted or dropped anywhere on the page, too."),
    area,
    actionRow(makeButton("Open the text", open, { class: "button primary", id: "open-go" }), makeButton("Choose a file \u2026", () => byId("file").click(), { id: "open-file" })),
  );
  area.focus();
}

/**
 * Let pasted texts, dropped files and chosen files open.
 * @param {App} app
 */
export function listenToFiles(app) {
  document.addEventListener("paste", (event) => {
    const target = /** @type {Element} */ (event.target);
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text || target.matches?.("input, textarea")) return;
    event.preventDefault();
    openText(app, text);
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.dataset.dropping = "";
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) delete document.body.dataset.dropping;
  });
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    delete document.body.dataset.dropping;
    const file = event.dataTransfer?.files[0];
    if (file) openFile(app, file);
    else openText(app, event.dataTransfer?.getData("text/plain") ?? "");
  });
  const chooser = /** @type {HTMLInputElement} */ (byId("file"));
  chooser.addEventListener("change", () => {
    const file = chooser.files?.[0];
    if (file) openFile(app, file);
    chooser.value = "";
  });
}

/**
 * @param {App} app
 * @param {File} file
 */
async function openFile(app, file) {
  if (file.size > LONGEST) {
    app.warn(`${file.name} is too large: the board opens files to ${LONGEST / 1e6} MB.`);
    return;
  }
  const text = await textOf(app, file);
  if (text !== null && openText(app, text, file.name)) closeDialog();
}

/**
 * Return the text of a file; say what it is and return null if it is none.
 * @param {App} app
 * @param {File} file
 */
async function textOf(app, file) {
  try {
    return textOfBytes(new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    refuse(app, error);
    return null;
  }
}
