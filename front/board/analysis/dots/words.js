// @ts-check
// Lines and numbers in words, as the sentences about Dots and Boxes write them.

/** @typedef {import("../../boards/dots_state.js").Grid} Grid */
/** @typedef {import("./strings.js").DotsString} DotsString */

/** The most lines listed in a sentence. */
const MOST = 8;

/**
 * Return a number with its noun: 1 line, 2 lines; 1 box, 2 boxes.
 * @param {number} number
 * @param {string} what
 * @param {string} [many]
 */
export function counted(number, what, many = `${what}s`) {
  return `${number} ${number === 1 ? what : many}`;
}

/** @param {number} number */
export function boxes(number) {
  return counted(number, "box", "boxes");
}

/**
 * Return lines in words: h 0 1, h 1 1 or v 0 2; only the first if there are many.
 * @param {string[]} lines
 */
export function listed(lines) {
  if (lines.length < 2 || lines.length > MOST) return cut(lines);
  return `${lines.slice(0, -1).join(", ")} or ${lines[lines.length - 1]}`;
}

/**
 * Return the first of many words, and how many more there are.
 * @param {string[]} words
 */
export function cut(words) {
  const more = words.length - MOST;
  return words.slice(0, MOST).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
