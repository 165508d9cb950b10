"""What the records of matches say: pairs, ratings, win rates, replays, lost points."""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
