// @ts-check
// The page writes itself with another document: a page of this study, which opens offline, too.

import { toPlain } from "../study.js";

/** @typedef {import("../app.js").App} App */

const EMPTY = new Set(["meta", "link", "input", "br"]);
const RAW = new Set(["script", "style", "noscript"]);

/** @type {Node | null} The page as it came. */
let source = null;

/**
 * Keep the page as it came; called before it is changed.
 */
export function keepSource() {
  source = document.documentElement.cloneNode(true);
}

/**
 * Return the page that shows this study.
 * @param {App} app
 */
export function pageOf(app) {
  const page = /** @type {HTMLElement} */ (source?.cloneNode(true));
  const element = page.querySelector("#document");
  if (!element) throw new Error("this page holds no document");
  element.textContent = JSON.stringify(documentOf(app)).replaceAll("<", "\\u003c");
  return `<!doctype html>\n${markup(page)}`; // no line after it: readers would move that into the body
}

/**
 * @param {App} app
 */
function documentOf(app) {
  const { study, settings } = app.store;
  const { schema, version, bundled, engines, why_no_engines } = app.document;
  const served = engines === "server";
  return {
    schema,
    version,
    bundled,
    kind: "study",
    study: toPlain(study),
    engines: served ? "none" : engines,
    why_no_engines: served ? "This page was saved from a server, whose engines it has not." : why_no_engines,
    show: { layers: settings.layers[study.game], notation: settings.notation, tab: "game" },
  };
}

/**
 * Return the markup of a node.
 * @param {Node} node
 * @returns {string}
 */
function markup(node) {
  if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? "");
  if (!(node instanceof Element)) return "";
  const name = node.localName;
  const attributes = [...node.attributes].map(
    (each) => ` ${each.name}="${escaped(each.value).replaceAll('"', "&quot;")}"`,
  );
  const open = `<${name}${attributes.join("")}>`;
  if (EMPTY.has(name)) return open;
  const inside = RAW.has(name) ? node.textContent : [...node.childNodes].map(markup).join("");
  return `${open}${inside}</${name}>`;
}

/**
 * @param {string} text
 */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
