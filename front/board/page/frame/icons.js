// @ts-check
// The few icons of the page: strokes on a grid of 24, in the colour of the text around them.

import { svg } from "../dom.js";

const PATHS = new Map([
  ["undo", "M9 7L4 12L9 17M4 12H14A5 5 0 0 1 14 22H11"],
  ["redo", "M15 7L20 12L15 17M20 12H10A5 5 0 0 0 10 22H13"],
  ["first", "M18 6L12 12L18 18M7 6V18"],
  ["back", "M15 6L9 12L15 18"],
  ["forward", "M9 6L15 12L9 18"],
  ["last", "M6 6L12 12L6 18M17 6V18"],
  ["erase", "M9 6H20V18H9L3 12ZM12 9.5L17 14.5M17 9.5L12 14.5"],
  ["close", "M6 6L18 18M18 6L6 18"],
]);

/**
 * Return an icon; what it means is said by the control that it is in.
 * @param {string} name
 */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
    svg("path", { d: PATHS.get(name) ?? "" }),
  );
}
