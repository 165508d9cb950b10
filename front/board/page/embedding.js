// @ts-check
// A page in the frame of a notebook: tells the page around it which position it shows, and shows
// the position that it is told. It listens to nobody else.

import { newStudy } from "./study.js";

/** @typedef {import("./app.js").App} App */

/**
 * @param {App} app
 * @param {Record<string, any>} page  the document; nothing happens unless it says `embedded`
 */
export function startEmbedding(app, page) {
  if (!page.embedded || window.parent === window) return;
  const around = window.parent;
  let told = "";
  const tell = () => {
    const { game } = app.store.study;
    const { position } = app.store.node;
    const text = JSON.stringify([game, position]);
    if (text === told) return;
    told = text;
    around.postMessage({ bombe: "position", game, position }, "*");
  };
  window.addEventListener("message", ({ source, data }) => {
    if (source !== around || data?.bombe !== "show") return;
    if (app.views.has(data.game)) app.store.edit(newStudy(data.game, data.position));
  });
  app.store.subscribe(tell);
  tell();
  around.postMessage({ bombe: "ready" }, "*");
}
