// @ts-check
// Sentences that stand in a JSON file: templates, chosen by the facts that they are about.
//
// A sentence is a text, or a list of cases: each is a condition and a sentence, or a text for all
// that is left, and the first case counts whose condition the facts meet. A field in braces is a
// fact, a count with its noun, such as {boxes|box|boxes}, or the name of another sentence. Python
// tells the same files in the same way: boards/text/telling.py.

/** @typedef {Record<string, any>} Facts */

const FIELD = /\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g;
/** The most items listed in a sentence. */
const MOST = 8;

/**
 * Return a sentence about the facts; "" if no case of it applies.
 * @param {Record<string, any>} sentences
 * @param {string} name
 * @param {Facts} facts
 * @returns {string}
 */
export function tell(sentences, name, facts) {
  return chosen(sentences[name], facts).replace(FIELD, (_, key, one, many) => {
    if (!(key in facts)) return tell(sentences, key, facts);
    const value = facts[key];
    if (one !== undefined) return `${value} ${value === 1 ? one : many}`;
    return Array.isArray(value) ? either(value) : String(value);
  });
}

/**
 * Return the text of the first case that applies.
 * @param {any} sentence
 * @param {Facts} facts
 * @returns {string}
 */
function chosen(sentence, facts) {
  if (typeof sentence === "string") return sentence;
  for (const told of sentence) {
    if (typeof told === "string") return told;
    const [condition, text] = told;
    if (Object.keys(condition).every((key) => facts[key] === condition[key]))
      return chosen(text, facts);
  }
  return "";
}

/**
 * Return alternatives in words: a, b or c; only the first if there are many.
 * @param {string[]} items
 */
function either(items) {
  if (items.length < 2 || items.length > MOST) return firstFew(items);
  return `${items.slice(0, -1).join(", ")} or ${items[items.length - 1]}`;
}

/**
 * Return the first items in words, and how many more there are.
 * @param {string[]} items
 */
export function firstFew(items) {
  const more = items.length - MOST;
  return items.slice(0, MOST).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
