// @ts-check
// Starts the page: its document, its engines, its views, panels and commands.

import { App } from "./app.js";
import { dotsPanels } from "./dots/dots_panels.js";
import { dotsView } from "./dots/dots_view.js";
import { listenToDialog } from "./frame/dialogs.js";
import { byId, fill, mark } from "./dom.js";
import { startEmbedding } from "./embedding.js";
import { startEngines } from "./engines.js";
import { viewTable } from "./game_views.js";
import { gameCommands } from "./game/game_commands.js";
import { gamePanels } from "./game/game_panels.js";
import { GENERAL } from "./general_commands.js";
import { listenToKeys } from "./keyboard.js";
import { layerCommands, showLayers } from "./frame/layers.js";
import { fragmentOf, studyOfFragment } from "./files/links.js";
import { listenToFiles, shelfOf, studyOf } from "./files/opening.js";
import { shelfPanel } from "./files/shelf_panel.js";
import { Panels } from "./panels.js";
import { servingPanels } from "./serving/serving_panels.js";
import { keepSettings, loadSettings, withUsual } from "./settings.js";
import { showShell } from "./frame/shell.js";
import { keepSource } from "./files/standalone.js";
import { sudokuPanels } from "./sudoku/sudoku_panels.js";
import { SudokuView } from "./sudoku/sudoku_view.js";

/** @typedef {import("./files/opening.js").Views} Views */
/** @typedef {import("./settings.js").Settings} Settings */

keepSource();
begin(documentOfPage());

/**
 * Start with the study of the address, or else of the document.
 * @param {Record<string, any>} page
 */
async function begin(page) {
  const views = viewTable([new SudokuView(), dotsView]);
  let problem = "";
  const linked = await studyOfAddress(views).catch((error) => {
    problem = `The link cannot be opened: ${error.message}`;
    return null;
  });
  const app = start(page, views, linked);
  if (problem) app.warn(problem);
}

/** Return the document of the page; while we develop it has none. */
function documentOfPage() {
  const element = document.getElementById("document");
  return element ? JSON.parse(element.textContent ?? "") : { kind: "empty", engines: "worker" };
}

/**
 * Return the study that the fragment of the address holds; null if it holds none.
 * @param {Views} views
 */
function studyOfAddress(views) {
  return studyOfFragment(location.hash, (text) => studyOf({ kind: "text", text }, views));
}

/**
 * @param {Record<string, any>} page
 * @param {Views} views
 * @param {import("./study.js").Study | null} linked
 */
function start(page, views, linked) {
  const { engines, why } = startEngines(page);
  const app = new App({
    settings: settingsFor(page),
    engines,
    noEngines: why,
    views,
    study: linked ?? studyOf(page, views),
    document: page,
  });
  app.shelf = shelfOf(page);
  app.commands.add([
    ...GENERAL,
    ...gameCommands(app),
    ...[...views.values()].flatMap((view) => [...layerCommands(view), ...view.commands(app)]),
  ]);
  showGame(app);
  showShell(app);
  showLayers(app);
  new Panels(app, byId("side"), [
    ...sudokuPanels,
    ...dotsPanels,
    shelfPanel,
    ...gamePanels,
    ...servingPanels(page),
  ]);
  for (const act of ["keydown", "pointerdown"]) document.addEventListener(act, () => app.catchUp(), true);
  document.addEventListener("click", (event) => app.catchUpWith(event), true);
  listenToKeys(app);
  listenToFiles(app);
  listenToDialog();
  app.store.show(screenOf(page, linked !== null));
  app.draw();
  performance.mark("bombe-drawn");
  keepLinks(app);
  startEmbedding(app, page);
  Object.assign(window, { bombe: app }); // for tests and the curious
  return app;
}

/**
 * Return what the reader chose, or else what the document asks for; its layers come first.
 * @param {Record<string, any>} page
 * @returns {Settings}
 */
function settingsFor({ show = {}, game, study }) {
  const kept = loadSettings();
  const own = show.layers && { [game ?? study?.game ?? "sudoku"]: show.layers };
  return withUsual({ notation: show.notation, ...kept, layers: { ...kept.layers, ...own } });
}

/**
 * Return what is on the screen at first.
 * @param {Record<string, any>} page
 * @param {boolean} isLinked
 * @returns {Partial<import("./store.js").Screen>}
 */
function screenOf({ kind, show = {} }, isLinked) {
  const isBlank = kind === "empty" && !isLinked;
  const tab = isBlank ? "setup" : kind === "game" || kind === "games" ? "game" : "analyse";
  return {
    mode: isBlank ? "setup" : "play",
    tab,
    ...(show.tab && { tab: show.tab }),
    ...(show.mode && { mode: show.mode }),
  };
}

/**
 * Let the view of the current game draw into the board; another game gets another view.
 * @param {App} app
 */
function showGame(app) {
  let game = "";
  const build = () => {
    if (game === app.store.study.game) return;
    game = app.store.study.game;
    fill(byId("board"));
    fill(byId("palette"));
    mark(byId("palette"), "aria-label", "Values");
    app.view.build(byId("board"), app);
  };
  build();
  app.beforeDraw = build;
}

/**
 * Keep the address and the settings up to date, and follow the address when the reader changes it.
 * @param {App} app
 */
function keepLinks(app) {
  const follow = async () => {
    try {
      const study = await studyOfAddress(app.views);
      if (study) app.store.edit(study);
    } catch (error) {
      app.warn(`The link cannot be opened: ${/** @type {Error} */ (error).message}`);
    }
  };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const write = async () => {
    try {
      history.replaceState(null, "", (await fragmentOf(app, app.store.study)) || "#");
    } catch {
      // a page in a frame may have no history
    }
  };
  app.store.subscribe(({ study, settings }) => {
    if (settings) keepSettings(app.store.chosen);
    clearTimeout(timer);
    if (study) timer = setTimeout(write, 400);
  });
  window.addEventListener("hashchange", follow);
}
