// @ts-check
// The one dialogue of the page, with whatever it is to hold.

import { byId, fill, h, makeButton } from "../dom.js";
import { icon } from "./icons.js";

/**
 * Open the dialogue.
 * @param {string} title
 * @param {...import("../dom.js").Child} content
 */
export function openDialog(title, ...content) {
  const dialog = theDialog();
  document.body.append(byId("warning")); // which may stand in the dialogue that was open
  fill(
    dialog,
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id: "dialog-title" }, title),
      makeButton(icon("close"), closeDialog, {
        class: "plain",
        "aria-label": "Close",
        dataset: { close: "" },
      }),
    ),
    h("div", { class: "dialog-body" }, ...content),
  );
  if (!dialog.open) dialog.showModal();
}

/** Close the dialogue, if it is open. */
export function closeDialog() {
  theDialog().close();
}

function theDialog() {
  return /** @type {HTMLDialogElement} */ (byId("dialog"));
}

/** Let a click beside the dialogue close it. */
export function listenToDialog() {
  const dialog = theDialog();
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}
