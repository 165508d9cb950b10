// @ts-check
// The panels of a game, for Sudoku and Dots alike.

import { GraphPanel } from "./graph_panel.js";
import { HintPanel } from "./hint_panel.js";
import { LearningPanel } from "./learning_panel.js";
import { MistakesPanel } from "./mistakes_panel.js";
import { MovePanel } from "./move_panel.js";
import { PlayPanel } from "./play_panel.js";
import { TreePanel } from "./tree_panel.js";

/** @typedef {import("../panels.js").Panel} Panel */

/** @type {readonly Panel[]} */
export const gamePanels = [
  { id: "learning", tab: "game", order: 10, title: "Learn from mistakes", build: (host, app) => new LearningPanel(host, app) },
  { id: "graph", tab: "game", order: 20, title: "", label: "Graph of the game", build: (host, app) => new GraphPanel(host, app) },
  { id: "mistakes", tab: "game", order: 30, title: "Mistakes", build: (host, app) => new MistakesPanel(host, app) },
  { id: "tree", tab: "game", order: 40, title: "Moves", build: (host, app) => new TreePanel(host, app) },
  { id: "move", tab: "game", order: 50, title: "This move", build: (host, app) => new MovePanel(host, app) },
  { id: "play", tab: "play", order: 10, title: "Play", build: (host, app) => new PlayPanel(host, app) },
  { id: "hint", tab: "play", order: 20, title: "Hint", build: (host, app) => new HintPanel(host, app) },
];
