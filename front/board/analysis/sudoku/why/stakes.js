// @ts-check
export async function stakesOf(/** @type {any} */ _task, /** @type {any} */ _state, /** @type {any} */ _move, /** @type {any} */ _limits) { return null; }
