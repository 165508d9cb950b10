// @ts-check
// Sentences as templates with named fields: as bombe.boards.templates fills them.
//
//   {name}                   as it is; a list in a row: a, b and c
//   {values:or}              a list: 1, 2 or 3
//   {bombs:bomb}             a number and what is counted: 1 bomb, 2 bombs
//   {keeps:leaves|leave}     the word that goes with a number

/** @typedef {Record<string, unknown>} Fields */

/**
 * Return a sentence with its fields filled in.
 * @param {string} template
 * @param {Fields} [fields]
 */
export function fill(template, fields = {}) {
  return template.replace(/\{(\w+)(?::([^{}]+))?\}/g, (_, /** @type {string} */ name, words) => {
    const value = fields[name];
    if (Array.isArray(value)) return listed(value, words);
    if (!words) return `${value}`;
    const [one, many] = words.split("|");
    if (many === undefined) return counted(Number(value), one);
    return value === 1 ? one : many;
  });
}

/**
 * Return a number with its noun: 1 bomb, 2 bombs; 1 box, 2 boxes.
 * @param {number} number
 * @param {string} what
 * @param {string} [many]
 */
export function counted(number, what, many) {
  return `${number} ${number === 1 ? what : many || `${what}s`}`;
}

/**
 * Return words in a row: a, b and c.
 * @param {readonly unknown[]} words
 * @param {string} last
 */
export function listed(words, last = "and") {
  const end = words[words.length - 1];
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${last} ${end}` : `${end}`;
}

/**
 * Return words as a sentence; a cell is written small, also where one begins.
 * @param {string} words
 */
export function sentence(words) {
  const begins = /^r\d/.test(words) ? words.slice(0, 1) : words.slice(0, 1).toUpperCase();
  return `${begins}${words.slice(1)}.`;
}
