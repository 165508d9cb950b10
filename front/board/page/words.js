// @ts-check
// Plain English, made of counts and lists.

/**
 * Return a count with its noun: "1 bomb", "1,234 bombs".
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}

/**
 * Return a whole number with commas: "1,234". (Browsers take 20 ms to learn how, at first.)
 * @param {number} count
 */
export function grouped(count) {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Return a list as people say it: "a, b and c".
 * @param {readonly string[]} items
 */
export function listed(items) {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/**
 * Return words as a sentence.
 * @param {string} words
 */
export function sentence(words) {
  const end = /[.!?\u2026]$/.test(words) ? "" : ".";
  return words && words[0].toUpperCase() + words.slice(1) + end;
}

/**
 * Return a number with its sign.
 * @param {number} value
 */
export function signed(value) {
  return value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : "0";
}

/**
 * Return what stands where an answer is not known yet.
 * @param {{state: string, error: Error | null}} answer
 */
export function waiting({ state, error }) {
  return state === "failed" ? `not to be had: ${error?.message}` : "being found \u2026";
}
