"""What follows from what is true of a board: audits, generation, comparison, pictures."""

if __name__ == "analysis":
    raise ImportError(
        "this folder is the package bombe.analysis: `pip install .`, then import that"
    )

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
