// @ts-check
// Makes elements. Text is always text: nothing here parses HTML, so that no file, link or paste
// can bring markup into the page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Attributes */

/**
 * Return an HTML element; attributes that begin with "on" are listeners, `dataset` is a record.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, attributes);
  put(element, children);
  return element;
}

/**
 * Return an SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  dress(element, attributes);
  put(element, children);
  return element;
}

/**
 * Make a button.
 *
 * @param {Child | Child[]} words
 * @param {((event: any) => any) | null} onclick null for one that runs a command
 * @param {Record<string, any>} [attributes]
 */
export function makeButton(words, onclick, attributes = {}) {
  const usual = { type: "button", class: "button", ...(onclick && { onclick }) };
  return h("button", { ...usual, ...attributes }, ...[words].flat());
}

/**
 * Make a row of buttons.
 *
 * @param {...Child} children
 */
export function actionRow(...children) {
  return h("div", { class: "actions" }, ...children);
}

/**
 * Make a paragraph of what is less important.
 *
 * @param {...Child} children
 */
export function quiet(...children) {
  return h("p", { class: "quiet" }, ...children);
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(/** @type {HTMLElement} */ (element).dataset, value);
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * Set an attribute, or take it away where the value is null, undefined or false.
 * @param {Element} element
 * @param {string} name
 * @param {string | number | boolean | null | undefined} value
 */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function put(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * Give an element these children and no others. The focus stays where it was, if what had it comes
 * again: a control with the same id, or the same data.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const name = focused && element.contains(focused) ? nameOf(focused) : "";
  element.replaceChildren();
  put(element, children);
  if (!name) return;
  const again = /** @type {HTMLElement[]} */ ([
    ...element.querySelectorAll(/** @type {HTMLElement} */ (focused).localName),
  ]);
  again.find((other) => nameOf(other) === name)?.focus({ preventScroll: true });
}

/**
 * Give an element these children unless it has the same ones: so a press of a button that lasts is
 * not lost, however often answers come.
 * @param {Element} element
 * @param {...Child} children
 */
export function refresh(element, ...children) {
  const fresh = document.createElement("div");
  put(fresh, children);
  const old = element.childNodes;
  const isSame =
    old.length === fresh.childNodes.length &&
    [...fresh.childNodes].every((node, at) => node.isEqualNode(old[at]));
  if (!isSame) fill(element, ...fresh.childNodes);
}

/**
 * @param {HTMLElement} element
 */
function nameOf({ id, dataset }) {
  return (
    id ||
    Object.entries(dataset)
      .map(([key, value]) => `${key}=${value}`)
      .sort()
      .join()
  );
}

/**
 * Give an element this text; nothing happens where it has it, so that nothing is spoken twice.
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/**
 * Return the element of the page with this id; its absence is a fault of the page.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {Blob} blob
 */
export function saveFile(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
