// @ts-check
// The table of games or positions that were opened together: search, and click to open one.

import { fill, h, makeButton, mark } from "../dom.js";
import { studyOf } from "./opening.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./opening.js").ShelfItem} ShelfItem */

const MOST = 200;

/** @type {import("../panels.js").Panel} */
export const shelfPanel = {
  id: "shelf",
  tab: "game",
  order: 5,
  title: "Opened together",
  build(host, app) {
    const search = h("input", {
      type: "search",
      id: "shelf-search",
      placeholder: "Search",
      "aria-label": "Search the list",
      class: "copy-field",
    });
    const list = h("ol", { class: "rows shelf" });
    const rest = h("p", { class: "quiet" });
    fill(host, search, list, rest);
    let drawn = "";
    /** @type {ShelfItem[] | null} */
    let shelf = null;
    const draw = () => {
      host.hidden = app.shelf.length < 2;
      const key = `${search.value}/${app.store.study.title}`;
      if (host.hidden || (drawn === key && shelf === app.shelf)) return;
      [drawn, shelf] = [key, app.shelf];
      drawList(app, list, rest, search.value.toLowerCase());
    };
    search.addEventListener("input", draw);
    return { draw };
  },
};

/**
 * @param {App} app
 * @param {HTMLElement} list
 * @param {HTMLElement} rest
 * @param {string} wanted
 */
function drawList(app, list, rest, wanted) {
  const found = app.shelf.filter(({ title, result }) => `${title} ${result}`.toLowerCase().includes(wanted));
  fill(list, ...found.slice(0, MOST).map((item) => row(app, item)));
  rest.textContent =
    found.length > MOST ? `${MOST} of ${found.length} are listed; search for the others.` : "";
}

/**
 * @param {App} app
 * @param {ShelfItem} item
 */
function row(app, item) {
  const button = makeButton(
    [
      h("span", { class: "num quiet" }, app.shelf.indexOf(item) + 1),
      h("span", {}, item.title),
      h("span", { class: "num quiet together" }, item.result),
    ],
    () => open(app, item),
    { class: "candidate", dataset: { shelf: app.shelf.indexOf(item) } },
  );
  mark(button, "aria-current", item.title === app.store.study.title ? "true" : null);
  return h("li", {}, button);
}

/**
 * @param {App} app
 * @param {ShelfItem} item
 */
function open(app, item) {
  try {
    app.store.edit(studyOf(item.page, app.views));
  } catch (error) {
    app.warn(`This cannot be opened: ${/** @type {Error} */ (error).message}`);
  }
}
