// @ts-check
// Sentences that are chosen by the facts that they are about; the tables of a JSON file are told as
// boards/telling.py tells them, which explains them.

import { fill, listed } from "./templates.js";

/** @typedef {Record<string, any>} Facts */

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
  const template = chosen(sentences[name], facts);
  const names = [...template.matchAll(/\{(\w+)/g)].map((match) => match[1]);
  const others = names.filter((key) => !(key in facts));
  const told = others.map((key) => [key, tell(sentences, key, facts)]);
  return fill(template, { ...facts, ...Object.fromEntries(told) });
}

/**
 * Return the template of the first case that applies.
 * @param {any} sentence
 * @param {Facts} facts
 * @returns {string}
 */
function chosen(sentence, facts) {
  if (typeof sentence === "string") return sentence;
  for (const each of sentence) {
    const [condition, told] = typeof each === "string" ? [{}, each] : each;
    const applies = Object.keys(condition).every((key) => facts[key] === condition[key]);
    if (applies) return chosen(told, facts);
  }
  return "";
}

/**
 * Return alternatives in words: a, b or c; only the first if there are many.
 * @param {string[]} items
 */
export function either(items) {
  return items.length > 1 && items.length <= MOST ? listed(items, "or") : firstFew(items);
}

/**
 * Return the first items in words, and how many more there are.
 * @param {string[]} items
 */
export function firstFew(items) {
  const more = items.length - MOST;
  return items.slice(0, MOST).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
