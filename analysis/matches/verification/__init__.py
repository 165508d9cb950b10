"""Whether a log holds: its games are replayed, bombs asked of a solver, hashes computed again."""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
