"""The analysis board in Chromium: made, opened, used as a reader does."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bombe
from bombe.boards.sudoku.reading import write
from bombe.pages import contents
from bombe.pages.document import page

if TYPE_CHECKING:
    from browsing import Opener, Seen
    from playwright.sync_api import Page

    from bombe.boards import SudokuState
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord


@functools.cache
def board_page(name: str) -> str:
    """Return the page of a bundled board, or of a text of Dots; "" is a page without either."""
    if not name:
        return page(contents.empty())
    state: AnyState = bombe.dots.read(name) if ":" in name else bombe.read(name)
    return page(contents.of_position(state))


def game_page(record: GameRecord) -> str:
    """Return the page of a game."""
    return page(contents.of_game(record))


AGAIN = """() => {
    const { store, view } = bombe;
    window.first ??= { settings: store.settings, screen: store.screen };
    document.querySelector("dialog[open]")?.close();
    document.activeElement?.blur();
    const playing = document.getElementById("play-switch");
    if (playing?.textContent === "Pause") playing.click();
    view.entry?.forget();
    localStorage.clear();
    scrollTo(0, 0);
    store.set(window.first.settings);
    store.show(window.first.screen);
    store.chosen = {};
}"""
"""Brings the screen and the settings back to what they were when this ran first; nobody plays."""


PASTE = """(text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    const event = { clipboardData: data, bubbles: true, cancelable: true };
    (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent("paste", event));
}"""
PRESS = """async (names) => {
    for (const name of names) {
        const parts = name.split("+");
        const event = { key: parts.pop(), bubbles: true, cancelable: true };
        for (const part of parts) event[part === "Control" ? "ctrlKey" : "shiftKey"] = true;
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new KeyboardEvent("keydown", event));
        await null;
    }
}"""
DROP = """(text, name) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    const event = { dataTransfer: data, bubbles: true, cancelable: true };
    document.getElementById("board").dispatchEvent(new DragEvent("dragover", event));
    document.getElementById("board").dispatchEvent(new DragEvent("drop", event));
}"""


def board_text(name: str) -> str:
    """Return a bundled board on one line."""
    return write(bombe.read(name), "line").strip()


class Reader:
    """Who uses a page: by keys, clicks and words."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.settle()

    @classmethod
    def of(cls, open_page: Opener, html: str | Path, **window: Any) -> Reader:
        """Open a page, and wait until it is drawn and has its answers."""
        return cls(open_page(html, **window))

    @property
    def page(self) -> Page:
        """The page."""
        return self.seen.page

    def settle(self) -> None:
        """Wait until nothing is asked any more and all is drawn."""
        self.page.wait_for_function(
            "() => window.bombe && bombe.asking.running.size === 0 && bombe.frame === 0"
            " && bombe.store.pending === null"
        )

    def again(self, text: str) -> None:
        """Begin at a text as if the page had just been opened with it; nothing may have failed."""
        self.seen.check()
        self.run(AGAIN)
        self.run(f"bombe.open({json.dumps(text)})")
        self.run("Object.assign(bombe.store, { past: [], future: [] }); bombe.draw()")
        self.settle()

    def paste(self, text: str) -> None:
        """Paste a text, wherever the focus is."""
        self.run(f"({PASTE})({json.dumps(text)})")
        self.settle()

    def drop(self, text: str, *, name: str) -> None:
        """Drop a file of this text on the board."""
        self.run(f"({DROP})({json.dumps(text)}, {json.dumps(name)})")
        self.settle()

    def saved(self, selector: str) -> Path:
        """Press a button of the dialogue of exports; return what it saved."""
        self.press("Control+e")
        with self.page.expect_download() as download:
            self.page.click(selector)
        self.press("Escape")
        return Path(download.value.path())

    def press(self, *keys: str) -> None:
        """Press keys, and wait for what they bring."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def press_fast(self, *keys: str) -> None:
        """Press keys faster than a person can, and wait for what they bring."""
        self.page.evaluate(PRESS, keys)
        self.settle()

    def click(self, selector: str) -> None:
        """Click, and wait for what that brings."""
        self.page.click(selector)
        self.settle()

    def text(self, selector: str) -> str:
        """Return the text of an element."""
        return self.page.locator(selector).first.text_content() or ""

    @property
    def says(self) -> str:
        """What the page says in words of what it shows."""
        return self.text("#says")

    def run(self, script: str) -> Any:
        """Return the value of a script in the page."""
        return self.page.evaluate(script)

    def label(self, selector: str) -> str:
        """Return what screen readers call an element."""
        return self.page.get_attribute(selector, "aria-label") or ""

    @property
    def warning(self) -> str:
        """What the page warns of; "" if it does not."""
        return self.text("#warning")

    def state(self) -> SudokuState:
        """Return the Sudoku position that is shown, as Python reads it."""
        return bombe.read(json.dumps(self.position()))

    def position(self) -> Any:
        """Return the position that is shown, as JSON."""
        return self.run("bombe.store.node.position")
