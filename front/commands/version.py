"""The line of `bombe --version`, which is asked for often enough to have a short way."""

from __future__ import annotations

from bombe import __version__
from bombe.pages.files import has_engines
from bombe.solvers import native


def version_line() -> str:
    """Return the version, which kernel is used, and whether the page has engines."""
    kernel = "native" if native.is_available() else "pure-Python"
    page = "with" if has_engines() else "without"
    return f"bombe {__version__} ({kernel} kernel, page {page} engines)"
