// @ts-check
// Pieces of texts as refusals quote them, and texts of others made visible.

const ESCAPES = new Map([
  ["\t", "\\t"],
  ["\n", "\\n"],
  ["\r", "\\r"],
]);
const HIDING = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

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
function coded(character) {
  const code = character.codePointAt(0) ?? 0;
  const [sign, digits] = code <= 0xff ? ["x", 2] : code <= 0xffff ? ["u", 4] : ["U", 8];
  return `\\${sign}${code.toString(16).padStart(Number(digits), "0")}`;
}

/**
 * Quote a text, as Python's repr does.
 * @param {string} text
 */
export function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const safe = visible(text.replaceAll("\\", "\\\\"));
  return mark + (mark === "'" ? safe.replaceAll("'", "\\'") : safe) + mark;
}

/**
 * Quote a text of any length on a line.
 * @param {string} text
 */
export function shown(text, most = 24) {
  return quoted(shortened(text, most));
}

/**
 * Return a text, or its beginning and three dots.
 * @param {string} text
 * @param {number} most
 */
function shortened(text, most) {
  const start = Array.from(text.slice(0, 2 * most + 2));
  return start.length <= most ? text : `${start.slice(0, most - 3).join("")}...`;
}

/**
 * Return a JSON value in short, for refusals.
 * @param {unknown} value
 */
export function kindOf(value) {
  if (Array.isArray(value)) return "an array";
  if (value !== null && typeof value === "object") return "an object";
  return shown(JSON.stringify(value) ?? "nothing").slice(1, -1);
}
