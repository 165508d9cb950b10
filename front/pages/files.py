"""Where the files of the page are, and whether its engines are among them.

Light, since `bombe --version` asks for it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

KERNEL = "kernel.wasm.gz"
SHELL = "page.html"


def root() -> Traversable:
    """Return the folder of the page's files."""
    import importlib.resources

    folder = importlib.resources.files("bombe") / "board"
    if not folder.joinpath(SHELL).is_file():
        from bombe.boards.errors import UnsupportedError

        raise UnsupportedError("the files of the page are missing: install Bombe again")
    return folder


def has_engines() -> bool:
    """Return whether the kernel of the page is installed."""
    package = sys.modules["bombe"].__path__[0]
    return os.path.isfile(os.path.join(package, "board", KERNEL))  # noqa: PTH113, PTH118 - light, as said above
