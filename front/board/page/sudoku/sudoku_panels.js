// @ts-check
// The panels of Sudoku, in the order of their tabs.

import { cellPanel } from "./panel_cell.js";
import { positionPanel } from "./panel_position.js";
import { bundledPanel, newBoardPanel, rulesPanel } from "./panel_setup.js";
import { whyPanel } from "./panel_why.js";

/** @type {readonly import("../panels.js").Panel[]} */
export const sudokuPanels = [positionPanel, cellPanel, whyPanel, newBoardPanel, rulesPanel, bundledPanel];
