// @ts-check
// The side of the page: four tabs, each with its panels. A panel that is not seen is not drawn.

import { h, makeButton, mark, refresh } from "./dom.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").Scene} Scene */
/** @typedef {import("./asking.js").Want} Want */
/** @typedef {"analyse" | "game" | "play" | "setup"} Tab */
/** @typedef {{draw(scene: Scene): void, wants?(scene: Scene): Want[]}} LivePanel */
/**
 * @typedef {object} Panel
 * @property {string} id
 * @property {Tab} tab
 * @property {number} order
 * @property {string} title                        the heading; "" for none
 * @property {string} [label]                      the name of a panel without a heading
 * @property {import("./study.js").GameName} [game]  of one game only
 * @property {(host: HTMLElement, app: App) => LivePanel} build
 */
/** @typedef {{panel: Panel, section: HTMLElement, body: HTMLElement, live: LivePanel}} Built */

/** @type {readonly (readonly [Tab, string])[]} */
const TABS = [
  ["analyse", "Analyse"],
  ["game", "Game"],
  ["play", "Play"],
  ["setup", "Set up"],
];

export class Panels {
  /**
   * @param {App} app
   * @param {HTMLElement} host
   * @param {readonly Panel[]} panels
   */
  constructor(app, host, panels) {
    this.app = app;
    /** @type {Map<Tab, HTMLElement>} */
    this.pages = new Map();
    /** @type {Map<Tab, HTMLButtonElement>} */
    this.tabs = new Map();
    const ordered = [...panels].sort((a, b) => a.order - b.order);
    this.frame(
      host,
      TABS.filter(([tab]) => ordered.some((panel) => panel.tab === tab)),
    );
    /** @type {Built[]} */
    this.built = ordered.map((panel) => this.place(panel));
    app.drawers.add((scene) => this.draw(scene));
    app.wanters.add((scene) => this.shown(scene).flatMap(({ live }) => live.wants?.(scene) ?? []));
  }

  /**
   * @param {HTMLElement} host
   * @param {readonly (readonly [Tab, string])[]} tabs
   */
  frame(host, tabs) {
    const list = h("div", {
      class: "tabs",
      role: "tablist",
      "aria-label": "Panels",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.step(event),
    });
    host.append(list);
    for (const [tab, title] of tabs) {
      const button = makeButton(title, () => this.app.store.show({ tab }), {
        role: "tab",
        id: `tab-${tab}`,
        "aria-controls": `page-${tab}`,
        dataset: { tab },
      });
      const page = h("div", {
        class: "page",
        role: "tabpanel",
        id: `page-${tab}`,
        "aria-labelledby": `tab-${tab}`,
      });
      this.tabs.set(tab, button);
      this.pages.set(tab, page);
      list.append(button);
      host.append(page);
    }
  }

  /**
   * @param {Panel} panel
   * @returns {Built}
   */
  place(panel) {
    const heading = `panel-${panel.id}-title`;
    const body = h("div", { class: "panel-body" });
    const section = h(
      "section",
      {
        class: "panel",
        id: `panel-${panel.id}`,
        dataset: { panel: panel.id },
        "aria-labelledby": panel.title ? heading : null,
        "aria-label": panel.title ? null : panel.label,
      },
      panel.title && h("h2", { id: heading }, panel.title),
      body,
    );
    this.pages.get(panel.tab)?.append(section);
    return { panel, section, body, live: panel.build(body, this.app) };
  }

  /**
   * Return the panels of the shown tab and game.
   * @param {Scene} scene
   */
  shown(scene) {
    return this.built.filter(
      ({ panel }) => panel.tab === scene.screen.tab && (!panel.game || panel.game === scene.study.game),
    );
  }

  /**
   * @param {Scene} scene
   */
  draw(scene) {
    for (const [tab, button] of this.tabs) {
      const isShown = tab === scene.screen.tab;
      mark(button, "aria-selected", String(isShown));
      button.tabIndex = isShown ? 0 : -1;
      const page = this.pages.get(tab);
      if (page) page.hidden = !isShown;
    }
    const shown = new Set(this.shown(scene));
    for (const built of this.built) {
      if (shown.has(built)) built.live.draw(scene);
      built.section.hidden = !shown.has(built) || built.body.hidden;
    }
  }

  /**
   * Move between tabs by the arrows, as tab lists do.
   * @param {KeyboardEvent} event
   */
  step(event) {
    const tabs = [...this.tabs.keys()];
    const at = tabs.indexOf(/** @type {Tab} */ (this.app.store.screen.tab));
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    this.app.store.show({ tab });
    this.tabs.get(tab)?.focus();
  }
}

/**
 * Return a panel that is made of what is known now; hidden without content, and in exercises, which
 * give nothing away.
 * @param {Omit<Panel, "build">} about
 * @param {(app: App, scene: Scene) => import("./dom.js").Child[] | null} content
 * @returns {Panel}
 */
export function factsPanel(about, content) {
  const draw = (/** @type {HTMLElement} */ host, /** @type {App} */ app, /** @type {Scene} */ scene) => {
    const children = scene.screen.learning ? null : content(app, scene);
    host.hidden = !children;
    if (children) refresh(host, ...children);
  };
  return { ...about, build: (host, app) => ({ draw: (scene) => draw(host, app, scene) }) };
}
