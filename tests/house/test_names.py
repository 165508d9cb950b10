"""One word, one thing: names of classes, and how docstrings begin."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from house import classes, functions, modules, name_of
from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

COPIES = {
    "agents/exports/": "stand-alone copies, under the names of what they copy",
    "agents/framework/v13/": "the course framework's own names",
    "agents/framework/v14/": "the course framework's own names",
}
"""The folders whose names are not ours to choose, each with its reason."""
TWICE: dict[str, str] = {
    "Geometry": "the tables of each game's board, in the module of its shape",
    "MctsAgent": "one of each game, in the folder of the game",
}
"""The names that two classes may have, each with its reason."""


def test_a_class_name_stands_in_one_file() -> None:
    counted = Counter(name for _, name in named_classes())
    assert {name for name, number in counted.items() if number > 1} == set(TWICE)


def test_docstrings_say_what_is_returned() -> None:
    for path in [*modules(), *sorted((ROOT / "tests").rglob("*.py"))]:
        for function in functions(path):
            first = (function.docstring or "").partition(" ")[0]
            assert first not in {"Give", "Tell", "Say"}, f"{function.place}: say Return or Yield"


def named_classes() -> Iterator[tuple[str, str]]:
    """Yield where each class of our own stands, and its name."""
    for path in modules():
        place = name_of(path)
        if not place.startswith(tuple(COPIES)):
            yield from ((place, name) for name in set(classes(path)))
