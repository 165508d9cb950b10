// @ts-check
// Links that hold a position or a whole study in their fragment, which no server ever sees.
//   #p=TEXT   the one-line text of a position      #s=BASE64URL   a study: JSON, deflated

import { fromPlain, toPlain } from "../study.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../study.js").Study} Study */

/** The most characters of a study that a link may hold when it is unpacked. */
const LARGEST = 4_000_000;

/**
 * Return the fragment of a study; "" if it is too large for a link, which could not be opened again.
 * @param {App} app
 * @param {Study} study
 * @returns {Promise<string>}
 */
export async function fragmentOf(app, study) {
  const isPlain = study.nodes.filter(Boolean).length === 1 && !study.nodes[0]?.note;
  const text = isPlain ? app.view.toText(study.nodes[0]?.position) : "{";
  if (!text.startsWith("{")) return `#p=${encodeURIComponent(text).replaceAll("%20", "+")}`;
  const json = JSON.stringify(toPlain(study));
  return json.length > LARGEST ? "" : `#s=${await packed(json)}`;
}

/**
 * Return the text that stands in a link after "#p=".
 * @param {string} part
 */
export function textOfLink(part) {
  return decodeURIComponent(part.replaceAll("+", "%20"));
}

/**
 * Return the study of a fragment; null if it holds none.
 * @param {string} fragment
 * @param {(text: string) => Study} readText
 * @returns {Promise<Study | null>}
 */
export async function studyOfFragment(fragment, readText) {
  const match = /^#([ps])=(.+)$/.exec(fragment);
  if (!match) return null;
  if (match[1] === "p") return readText(textOfLink(match[2]));
  return fromPlain(JSON.parse(await unpacked(match[2])));
}

/**
 * @param {string} text
 */
async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * @param {string} text
 */
async function unpacked(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let found = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    found += part.value;
    if (found.length > LARGEST) throw new Error("it holds too much; ask for the study as a file");
  }
  return found;
}
