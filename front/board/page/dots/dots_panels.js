// @ts-check
// The panels of Dots and Boxes, in the order of their tabs.

import { controlPanel } from "./dots_panel_control.js";
import { linePanel } from "./dots_panel_line.js";
import { gridPanel, newGridPanel } from "./dots_panel_setup.js";
import { stringsPanel } from "./dots_panel_strings.js";
import { valuesPanel } from "./dots_panel_values.js";
import { dotsView } from "./dots_view.js";

/** @type {readonly import("../panels.js").Panel[]} */
export const dotsPanels = [
  controlPanel(dotsView),
  valuesPanel(dotsView),
  linePanel,
  stringsPanel(dotsView),
  newGridPanel,
  gridPanel,
];
