// @ts-check
// The text of a file that may hold anything: UTF-8, or UTF-16 with its mark; what is no text is
// named by its first bytes, with what to do.

import { TextError } from "../errors.js";
import { tooLong } from "./spans.js";

/** @typedef {{start: readonly number[], what: string, remedy: string}} Foreign */

/** How many bytes a file has at most. */
const LARGEST_FILE = 64_000_000;
const DRAWN = "write the board as text";
const PEEKED = 512;
/** What files that begin so are, and what is to be done with them. @type {readonly Foreign[]} */
const FOREIGN = [
  foreign("1f 8b", "compressed by gzip", "unpack it with gunzip"),
  foreign("42 5a 68", "compressed by bzip2", "unpack it with bunzip2"),
  foreign("fd 37 7a 58 5a 00", "compressed by xz", "unpack it with unxz"),
  foreign("28 b5 2f fd", "compressed by zstd", "unpack it with unzstd"),
  foreign("37 7a bc af 27 1c", "a 7z archive", "unpack it, and give a file in it"),
  foreign("50 4b 03 04", "a zip archive", "unpack it, and give a file in it"),
  foreign("50 4b 05 06", "an empty zip archive", "give a text"),
  foreign("89 50 4e 47", "a PNG picture", DRAWN),
  foreign("ff d8 ff", "a JPEG picture", DRAWN),
  foreign("47 49 46 38", "a GIF picture", DRAWN),
  foreign("25 50 44 46", "a PDF document", DRAWN),
  foreign("d0 cf 11 e0", "a document of an old Office", "save it as text, such as CSV"),
  foreign("ff fe 00 00", "UTF-32", "save it as UTF-8"),
  foreign("00 00 fe ff", "UTF-32", "save it as UTF-8"),
  foreign("7f 45 4c 46", "a program", "give a text"),
];
const OFFICE = ["[Content_Types].xml", "mimetypeapplication/vnd.oasis", "_rels/.rels"];

/**
 * Return the text of a file; throw TextError for what is none.
 * @param {Uint8Array} bytes
 */
export function textOfBytes(bytes) {
  if (bytes.length > LARGEST_FILE) throw tooLong(0, "the file", LARGEST_FILE);
  const head = bytes.subarray(0, PEEKED);
  refuseForeign(head);
  const wide = begins(bytes, [0xff, 0xfe])
    ? "utf-16le"
    : begins(bytes, [0xfe, 0xff])
      ? "utf-16be"
      : null;
  if (wide) return new TextDecoder(wide).decode(bytes);
  if (isWide(head)) {
    throw new TextError("the file is UTF-16 without its mark, not UTF-8", "save it as UTF-8");
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(bytes);
  }
}

/**
 * @param {string} start
 * @param {string} what
 * @param {string} remedy
 * @returns {Foreign}
 */
function foreign(start, what, remedy) {
  return { start: start.split(" ").map((byte) => parseInt(byte, 16)), what, remedy };
}

/**
 * @param {Uint8Array} bytes
 * @param {readonly number[]} start
 */
function begins(bytes, start) {
  return start.every((byte, i) => bytes[i] === byte);
}

/** @param {Uint8Array} head */
function refuseForeign(head) {
  const found = FOREIGN.find(({ start }) => begins(head, start));
  if (!found) return;
  const names = new TextDecoder("latin1").decode(head);
  const isOffice = found.what === "a zip archive" && OFFICE.some((sign) => names.includes(sign));
  const what = isOffice ? "a document of an Office program" : found.what;
  const remedy = isOffice ? "save it as text, such as CSV" : found.remedy;
  throw new TextError(`the file is ${what}, not a text`, remedy);
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
  let [good, bad] = [0, bytes.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (isStart(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // A character that is not complete is left out.
  const before = decoder.decode(bytes.subarray(0, good), { stream: true });
  const byte = bytes[new TextEncoder().encode(before).length].toString(16).toUpperCase();
  const lines = before.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const column = Array.from(lines[lines.length - 1]).length + 1;
  return new TextError(`byte 0x${byte} is not UTF-8`, "save as UTF-8", lines.length, column);
}

/**
 * Return whether bytes are the beginning of a text in UTF-8, which may end within a character.
 * @param {Uint8Array} bytes
 */
function isStart(bytes) {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
