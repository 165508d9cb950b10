"""Where a page goes: into a file, and into a browser."""

from __future__ import annotations

import os
import sys
import tempfile
import webbrowser
from pathlib import Path

import click

from bombe.boards.errors import UsageError
from bombe.commands.shared.output import notify, write_text

_ENDINGS = ("", ".html", ".htm")
_SCREENS = ("DISPLAY", "WAYLAND_DISPLAY")
"""The variables without which a Linux session shows no window."""
_BY_HAND = "open it in a browser"


def page_name(_context: click.Context, _option: click.Parameter, path: str | None) -> str | None:
    """Return the name of a page; raise if it has another ending, before any work is done."""
    if path is not None and Path(path).suffix.lower() not in _ENDINGS:
        raise UsageError(f"no page can be written to {path}: end the name in .html or .htm")
    return path


def put_page(html: str, path: str | None, *, opens: bool) -> None:
    """Write a page to a path, by default a temporary file; open it if it is asked for."""
    place = path or _temporary()
    write_text(place, html)
    is_open = opens and open_in_browser(Path(place).absolute().as_uri())
    notify(f"page written to {place}: {'it opens in the browser' if is_open else _BY_HAND}")


def open_in_browser(address: str) -> bool:
    """Open an address in the user's browser; return whether there is one that has a window."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, _SCREENS)):
        return False  # a browser of the terminal would take it over
    try:
        return webbrowser.open(address)
    except webbrowser.Error:
        return False


def _temporary() -> str:
    """Return the name of a new file that stays until the system clears its temporary folder."""
    number, name = tempfile.mkstemp(prefix="bombe-board-", suffix=".html")
    os.close(number)
    return name
