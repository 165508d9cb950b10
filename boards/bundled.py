"""The boards that Bombe ships, by name; bombe.analysis.bundle made them from recorded seeds."""

from __future__ import annotations

import functools
import importlib.resources
import json
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.errors import UnknownNameError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


class Bundled(NamedTuple):
    """A line of the catalogue; `exact` is False where there are at least so many solutions."""

    name: str
    kind: str
    seed: int | None
    givens: int
    solutions: int
    exact: bool
    bombs: int

    @property
    def solution_count(self) -> str:
        """The number of solutions in words."""
        return f"{self.solutions}" if self.exact else f"at least {self.solutions}"


@functools.cache
def catalogue() -> tuple[Bundled, ...]:
    """List the boards, in the order in which people are shown them."""
    text = (_folder() / "catalogue.json").read_text(encoding="utf-8")
    return tuple(Bundled(**line) for line in json.loads(text))


def is_bundled(name: str) -> bool:
    """Tell whether a board of that name is shipped."""
    return any(line.name == name for line in catalogue())


def text_of(name: str) -> str:
    """Give the text of a board, in the course framework's board format."""
    if not is_bundled(name):
        raise UnknownNameError("bundled board", name, (line.name for line in catalogue()))
    return (_folder() / f"{name}.txt").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return importlib.resources.files("bombe.boards.files")
