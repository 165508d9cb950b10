"""Where the files of the page are, and whether its engines are among them.

Light, since `bombe --version` asks for it.
"""

from __future__ import annotations

import importlib.resources
from typing import TYPE_CHECKING

from bombe.boards.errors import UnsupportedError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

KERNEL = "kernel.wasm.gz"
SHELL = "page.html"


def root() -> Traversable:
    """Return the folder of the page's files."""
    folder = importlib.resources.files("bombe") / "board"
    if not folder.joinpath(SHELL).is_file():
        raise UnsupportedError("the files of the page are missing: install Bombe again")
    return folder


def has_engines() -> bool:
    """Return whether the kernel of the page is installed."""
    return root().joinpath(KERNEL).is_file()
