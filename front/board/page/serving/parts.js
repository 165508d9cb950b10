// @ts-check
// What the panels of a served page have in common.

/** @typedef {import("../app.js").App} App */

/**
 * Do what may fail, and show why it did.
 * @param {App} app
 * @param {() => Promise<any>} work
 */
export async function guarded(app, work) {
  try {
    await work();
  } catch (error) {
    app.warn(error instanceof Error ? error.message : String(error));
  }
}
