"""Chromium for the tests of the page: a page is opened from a file, used, and watched.

    def test_x(open_page: Opener) -> None:
        seen = open_page(html, width=390, is_dark=True)
        seen.page.keyboard.press("c")

When the test is over, a page that wrote an error to its console or asked for anything but itself
fails it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
"""Without a sandbox, since tests run as root; and nothing that asks for a network by itself."""
HOW = (
    "get them with `apt-get install chromium nodejs npm`, `pip install 'bombe[test]'` and "
    "`npm install --prefix tests/support/page --no-package-lock`"
)


def lacks(what: str) -> NoReturn:
    """Skip the test with what is missing and how to get it; fail it where CI requires it."""
    if os.environ.get("BOMBE_REQUIRE_BROWSER") == "1":
        pytest.fail(f"{what} is missing, and BOMBE_REQUIRE_BROWSER is 1: {HOW}")
    pytest.skip(f"tests of the page need {what}: {HOW}")


@dataclass
class Seen:
    """A page, with what it wrote to its console and what it asked for."""

    page: Page
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note errors and requests from now on."""
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", self._note_request)

    def check(self) -> None:
        """Fail for what was noted, once."""
        errors, requests = self.errors.copy(), self.requests.copy()
        self.errors.clear()
        self.requests.clear()
        assert not errors, errors
        assert not requests, requests

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith(("file:", "data:", "blob:")):
            self.requests.append(request.url)


class Opener(Protocol):
    """Opens a page, as text or from a file, in a window of its own."""

    def __call__(
        self,
        html: str | Path,
        *,
        width: int = 1280,
        height: int = 900,
        is_dark: bool = False,
        fragment: str = "",
        is_touch: bool = False,
    ) -> Seen:
        """Return the page once its board is drawn."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of a process."""
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        lacks("Chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        lacks("playwright")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Open pages in windows that share nothing; at the end none may have failed."""
    with opening(chromium, tmp_path) as opener:
        yield opener


@pytest.fixture(scope="module")
def keep_open(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opener]:
    """Open pages that the tests of a file use one after the other, each putting them in order."""
    with opening(chromium, tmp_path_factory.mktemp("kept")) as opener:
        yield opener


@contextlib.contextmanager
def opening(browser: Browser, folder: Path) -> Iterator[Opener]:
    """Open pages, written into a folder; close them at the end, when none may have failed."""
    opened: list[Seen] = []
    with contextlib.ExitStack() as stack:

        def open_one(
            html: str | Path,
            *,
            width: int = 1280,
            height: int = 900,
            is_dark: bool = False,
            fragment: str = "",
            is_touch: bool = False,
        ) -> Seen:
            path = _on_disk(html, folder / f"page-{len(opened)}.html")
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if is_dark else "light",
                has_touch=is_touch,
                accept_downloads=True,
            )
            stack.callback(context.close)
            seen = Seen(context.new_page())
            seen.watch()
            opened.append(seen)
            seen.page.goto(path.as_uri() + fragment)
            # The script is unpacked after the page is loaded; the page of a notebook has none.
            seen.page.wait_for_function(
                "() => window.bombe || !document.querySelector('script#scripts')"
            )
            return seen

        yield open_one
        for seen in opened:
            seen.check()


def _on_disk(html: str | Path, path: Path) -> Path:
    if not isinstance(html, str):
        return html
    path.write_text(html, encoding="utf-8")
    return path
