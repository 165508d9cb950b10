// @ts-check
// The words of Python's errors: texts quoted as it quotes them, and names that are like a name.
//
// The page refuses a text in the same words as `bombe` does, which is tested; so this quotes as
// Python's repr() and json.dumps() do and compares as its difflib does.

const ESCAPES = new Map([
  ["\\", "\\\\"],
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);
const JSON_ESCAPES = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\b", "\\b"],
  ["\f", "\\f"],
]);
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
const HIDING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const LIKENESS = 0.6;

/** A number of a JSON text that is no whole number of JavaScript, as Python writes it. */
export class JsonNumber {
  /**
   * @param {number} value
   * @param {string} text
   */
  constructor(value, text) {
    this.value = value;
    this.text = text;
  }
}

/**
 * Return a text in quotes, as Python's repr does.
 * @param {string} text
 */
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  return (
    mark + Array.from(text, (each) => (each === mark ? `\\${each}` : escaped(each))).join("") + mark
  );
}

/**
 * Return a text of others with what steers or hides as an escape, such as \x1b; newlines and tabs
 * stay where it may take several lines.
 * @param {string} text
 */
export function visible(text, mayTakeLines = false) {
  return text.replace(HIDING, (each) =>
    mayTakeLines && "\n\t".includes(each) ? each : (ESCAPES.get(each) ?? coded(each)),
  );
}

/** @param {string} character */
function escaped(character) {
  return ESCAPES.get(character) ?? (UNPRINTABLE.test(character) ? coded(character) : character);
}

/** @param {string} character */
function coded(character) {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${hex(code, 2)}`;
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

/**
 * @param {number} code
 * @param {number} digits
 */
function hex(code, digits) {
  return code.toString(16).padStart(digits, "0");
}

/**
 * Quote a text of any length on a line.
 * @param {string} text
 */
export function shown(text, most = 24) {
  const start = Array.from(text.slice(0, 2 * most + 2));
  return quoted(start.length <= most ? text : `${start.slice(0, most - 3).join("")}...`);
}

/**
 * Return a JSON value as Python's json.dumps writes it.
 * @param {unknown} value
 * @returns {string}
 */
export function jsonText(value) {
  if (value instanceof JsonNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(jsonText).join(", ")}]`;
  if (value instanceof Map) {
    return `{${Array.from(value, (pair) => pair.map(jsonText).join(": ")).join(", ")}}`;
  }
  if (typeof value !== "string") return JSON.stringify(value);
  return `"${value.replace(/["\\]|[^ -~]/g, jsonEscape)}"`;
}

/** @param {string} unit */
function jsonEscape(unit) {
  return JSON_ESCAPES.get(unit) ?? `\\u${hex(unit.charCodeAt(0), 4)}`;
}

/**
 * Return a JSON value as Python's str() writes it.
 * @param {unknown} value
 * @returns {string}
 */
export function pythonText(value) {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return typeof value === "string" ? value : jsonText(value);
}

/**
 * Return a JSON value in short, for messages.
 * @param {unknown} value
 */
export function kindOf(value) {
  if (Array.isArray(value)) return "an array";
  if (value !== null && typeof value === "object" && !(value instanceof JsonNumber))
    return "an object";
  return jsonText(value);
}

/**
 * Return the remedy for a name that is not known.
 * @param {readonly string[]} known
 * @param {string} name
 */
export function unknown(known, name) {
  const near = nearest(Array.from(name).slice(0, 40).join(""), known);
  const hint = near === null ? "" : `did you mean ${quoted(near)}? `;
  return `${hint}known are ${known.join(", ")}`;
}

/**
 * Return the known name that is most like a name; null if none is like it.
 * @param {string} name
 * @param {readonly string[]} known
 */
export function nearest(name, known) {
  let [best, found] = [0, /** @type {string | null} */ (null)];
  for (const each of known) {
    const likeness = ratio(each, name);
    const isBetter = likeness > best || (likeness === best && each > (found ?? ""));
    if (likeness >= LIKENESS && isBetter) [best, found] = [likeness, each];
  }
  return found;
}

/**
 * Return how alike two texts are, as difflib's SequenceMatcher counts: from 0 to 1.
 * @param {string} one
 * @param {string} other
 */
function ratio(one, other) {
  const length = one.length + other.length;
  return length ? (2 * matching(one, other)) / length : 1;
}

/**
 * Count the characters of the longest common piece, and of those left and right of it.
 * @param {string} one
 * @param {string} other
 * @returns {number}
 */
function matching(one, other) {
  let [length, i, j] = [0, 0, 0];
  for (let a = 0; a < one.length; a++) {
    for (let b = 0; b < other.length; b++) {
      const run = commonRun(one, a, other, b);
      if (run > length) [length, i, j] = [run, a, b];
    }
  }
  if (!length) return 0;
  const left = matching(one.slice(0, i), other.slice(0, j));
  return left + length + matching(one.slice(i + length), other.slice(j + length));
}

/**
 * @param {string} one
 * @param {number} a
 * @param {string} other
 * @param {number} b
 */
function commonRun(one, a, other, b) {
  let length = 0;
  while (a + length < one.length && one[a + length] === other[b + length]) length += 1;
  return length;
}
