// @ts-check
// The text of a file that may hold anything: UTF-8, or UTF-16 with its mark; what is no text is
// named by its first bytes, with what to do.

import FACTS from "../../../../boards/facts.json" with { type: "json" };
import { refusal } from "../refusals.js";

/** How many bytes a file has at most. */
const LARGEST_FILE = 64_000_000;
const PEEKED = 512;

/**
 * Return the text of a file; throw TextError for what is none.
 * @param {Uint8Array} bytes
 */
export function textOfBytes(bytes) {
  if (bytes.length > LARGEST_FILE) throw refusal("file-long", { most: LARGEST_FILE.toLocaleString("en-US") });
  const head = bytes.subarray(0, PEEKED);
  const start = Array.from(head, (byte) => byte.toString(16).padStart(2, "0")).join("");
  refuseForeign(start, head);
  const wide = start.startsWith("fffe") ? "utf-16le" : start.startsWith("feff") ? "utf-16be" : null;
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isWide(head)) throw refusal("file-wide");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(bytes);
  }
}

/**
 * @param {string} start in hex
 * @param {Uint8Array} head
 */
function refuseForeign(start, head) {
  const [, what, remedy] = FACTS.foreign.find(([sign]) => start.startsWith(sign)) ?? [];
  if (!what) return;
  const names = new TextDecoder("latin1").decode(head);
  if (what === "a zip archive" && FACTS.office.some((sign) => names.includes(sign))) {
    throw refusal("file", { what: "a document of an Office program", remedy: "save it as text, such as CSV" });
  }
  throw refusal("file", { what, remedy });
}

/**
 * Return whether every other byte is zero, as in UTF-16 of plain letters.
 * @param {Uint8Array} head
 */
function isWide(head) {
  const zeros = [0, 1].map((half) => head.filter((byte, i) => i % 2 === half && !byte).length);
  return head.length >= 4 && Math.max(...zeros) > head.length / 3 && Math.min(...zeros) === 0;
}

/**
 * Return the error that points at the first byte that is not UTF-8.
 * @param {Uint8Array} bytes
 */
function notUtf8(bytes) {
  const pieces = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes).split("\ufffd");
  const encoder = new TextEncoder();
  let [before, length] = [pieces[0], encoder.encode(pieces[0]).length];
  // The file may hold U+FFFD itself, as three bytes, before the first one that is wrong.
  for (let i = 1; bytes[length] === 0xef && bytes[length + 1] === 0xbf && bytes[length + 2] === 0xbd; i++) {
    before += `\ufffd${pieces[i]}`;
    length = encoder.encode(before).length;
  }
  const lines = before.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const column = Array.from(lines[lines.length - 1]).length + 1;
  const byte = bytes[length].toString(16).toUpperCase();
  return refusal("file-byte", { byte }, lines.length, column);
}
