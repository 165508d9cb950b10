"""The analysis board in Chromium: made, opened, used as a reader does."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import bombe
from bombe.pages import contents
from bombe.pages.document import page

if TYPE_CHECKING:
    from browsing import Opener, Seen
    from playwright.sync_api import Page

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


class Reader:
    """Who uses a page: by keys, clicks and words."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self.settle()

    @classmethod
    def of(cls, open_page: Opener, html: str, **window: Any) -> Reader:
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

    def press(self, *keys: str) -> None:
        """Press keys, and wait for what they bring."""
        for key in keys:
            self.page.keyboard.press(key)
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

    def position(self) -> Any:
        """Return the position that is shown, as JSON."""
        return self.run("bombe.store.node.position")
