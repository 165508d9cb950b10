// @ts-check
// The drawing as a picture of its own: SVG with the rules of the style sheet that it needs, or PNG.

/** @typedef {import("../app.js").App} App */

const SCALE = 2;
/** What holds in pictures only: nothing is chosen, and lines grow with the picture. */
const PICTURE_RULES = ".drawing *{vector-effect:none}.drawing .strong{stroke-width:2.5}";

/**
 * Return the drawing as an SVG document, in the colours that are shown.
 * @param {App} app
 */
export function pictureOf(app) {
  const shown = app.view.exportable();
  const copy = /** @type {SVGSVGElement} */ (shown.cloneNode(true));
  const { width, height } = shown.viewBox.baseVal;
  for (const [name, value] of [
    ["width", width],
    ["height", height],
    ["xmlns", "http://www.w3.org/2000/svg"],
    ["role", "img"],
  ]) {
    copy.setAttribute(String(name), String(value));
  }
  copy.removeAttribute("tabindex");
  const says = app.view.describe(app.scene());
  const title = document.createElementNS(copy.namespaceURI, "title");
  title.textContent = [app.store.study.title, says].filter(Boolean).join(": ");
  const style = document.createElementNS(copy.namespaceURI, "style");
  style.textContent = `.drawing{${variables()}}\n${rulesOfDrawings()}\n${PICTURE_RULES}`;
  copy.prepend(title, style);
  copy.querySelectorAll("[tabindex], [role], .chosen, .touch, .picked:not(.best)").forEach((element) => {
    if (element.matches(".chosen, .touch, .picked")) element.remove();
    else
      for (const name of [
        "tabindex",
        "role",
        "aria-label",
        "aria-selected",
        "aria-rowindex",
        "aria-colindex",
      ])
        element.removeAttribute(name);
  });
  return new XMLSerializer().serializeToString(copy);
}

/** Return the style sheet's rules of drawings, as text. */
function rulesOfDrawings() {
  return [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSStyleRule && rule.selectorText.includes(".drawing"))
    .map((rule) => rule.cssText)
    .join("\n");
}

/** Return the variables of the theme that is shown. */
function variables() {
  const names = new Set();
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (rule instanceof CSSStyleRule)
      for (const name of rule.style) if (name.startsWith("--")) names.add(name);
  }
  const shown = getComputedStyle(document.documentElement);
  return [...names].map((name) => `${name}:${shown.getPropertyValue(name)}`).join(";");
}

/**
 * Return the drawing as a PNG.
 * @param {App} app
 * @returns {Promise<Blob>}
 */
export async function pngOf(app) {
  const { width, height } = app.view.exportable().viewBox.baseVal;
  const image = new Image();
  const address = URL.createObjectURL(new Blob([pictureOf(app)], { type: "image/svg+xml" }));
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(address);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the browser draws none"))),
      "image/png",
    );
  });
}
