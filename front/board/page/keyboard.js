// @ts-check
// Gives keys to the table of commands. The board sees a key first; text fields keep theirs.

/** @typedef {import("./app.js").App} App */

const TEXT =
  "input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=file]), textarea, select, [contenteditable]";
/** What a focused control does by itself with a key, so that no command takes it away. */
const OWN_KEYS = new Map([
  ["BUTTON", ["Enter", " "]],
  ["A", ["Enter"]],
  ["SUMMARY", ["Enter", " "]],
  [
    "INPUT",
    ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "Enter", "Home", "End", "PageUp", "PageDown"],
  ],
]);

/** Letters and signs, which those who dictate would press by the way; a number is for the board. */
const SINGLE = /^(Shift\+)?[^\d\s]$/;

/**
 * Return the name of the key of an event, as the table writes it.
 * @param {KeyboardEvent} event
 */
function keyName(event) {
  const name = event.key.length === 1 && /[a-z]/i.test(event.key) ? letter(event) : event.key;
  const withShift = event.shiftKey && (name.length > 1 || /[A-Z]/.test(name));
  const isGraph = event.getModifierState("AltGraph"); // a key of the layout, which says Ctrl and Alt, too
  const parts = [
    !isGraph && (event.ctrlKey || event.metaKey) && "Ctrl",
    !isGraph && event.altKey && "Alt",
    withShift && "Shift",
    name,
  ];
  return parts.filter(Boolean).join("+");
}

/**
 * Letters stand in the table as "c", "Shift+N" and "Ctrl+Z", whatever caps lock says.
 * @param {KeyboardEvent} event
 */
function letter(event) {
  const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
  return isModified ? event.key.toUpperCase() : event.key.toLowerCase();
}

/**
 * Let the page listen to the keyboard.
 * @param {App} app
 */
export function listenToKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const target = /** @type {Element} */ (event.target);
    const key = keyName(event);
    if (belongsTo(target, key) || document.querySelector("dialog[open]")) return;
    if (SINGLE.test(key) && !app.store.settings.singleKeys) return;
    const command = app.commands.forKey(key);
    if (!command || (key === "Ctrl+C" && hasSelection())) return;
    event.preventDefault();
    command.run(app);
  });
}

/**
 * Return whether the focused control wants the key itself.
 * @param {Element} target
 * @param {string} key
 */
function belongsTo(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.matches(TEXT)) return key !== "Escape" && !/^Ctrl\+[OS]$/.test(key);
  if (target.matches("[role=tab]") && /^(Arrow|Home$|End$)/.test(key)) return true;
  return (OWN_KEYS.get(target.tagName) ?? []).includes(key);
}

function hasSelection() {
  return String(window.getSelection() ?? "") !== "";
}
