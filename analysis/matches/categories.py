"""What the games of logs can be grouped by: functions of a game and of a seat, by their names.

    (board, size) = categories_named("board,size")
    board.value(record, 1)          # "easy-2x2", for the first player
    categories_named("opponent+size")       # one category, of both: "greedy, 3x3"

A log that does not hold a fact, such as one of an earlier version, has the value `unknown`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.boards.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from bombe.boards.record import GameRecord

UNKNOWN = "unknown"
"""The value of a category that a game says nothing about."""
NO_SECONDS = "no limit of time"
NO_NODES = "no limit of nodes"
_UNLIMITED = (NO_SECONDS, NO_NODES)
OPENING_KEY = "opening"
"""Where a record holds the name under which its start position was chosen, if it has one."""
_SEATS = ("first", "second")
_AND = ", "
"""Between the values of a combination."""
_LAST, _LAST_KNOWN = (2, math.inf), (1, math.inf)


class Category(NamedTuple):
    """A way to group games; `value` sees a game from a seat, 1 or 2, and returns a text."""

    name: str
    summary: str
    value: Callable[[GameRecord, int], str]


def categories_named(names: str) -> tuple[Category, ...]:
    """Return the categories of a list such as `board,opponent+size`, each once.

    Names that are joined by a plus are one category, of all combinations.
    """
    words = [word.strip() for word in names.split(",")]
    if not all(words):
        known = ",".join(CATEGORIES)
        raise UsageError(f"{names!r}: give categories separated by commas, such as {known}")
    return tuple(_joined(word) for word in dict.fromkeys(words))


def in_order(values: list[str]) -> list[str]:
    """Return values in the order of a table: numbers and sizes by their amount, the rest as it is.

    What is not known is last. Combinations are in the order of their parts.
    """
    parts = [value.split(_AND) for value in values]
    if len({len(part) for part in parts}) == 1 < len(parts[0]):
        columns = [in_order(list(dict.fromkeys(column))) for column in zip(*parts, strict=True)]
        places = [{value: place for place, value in enumerate(column)} for column in columns]
        return sorted(
            values,
            key=lambda value: [
                its[part] for its, part in zip(places, value.split(_AND), strict=True)
            ],
        )
    if all(_amount(value) is not None or value == UNKNOWN for value in values):
        return sorted(values, key=lambda value: _amount(value) or _LAST)
    return sorted(values, key=lambda value: value == UNKNOWN)


def _joined(word: str) -> Category:
    parts = [_named(name.strip()) for name in word.split("+")]
    if len(parts) == 1:
        return parts[0]
    return Category(
        word,
        " and ".join(part.summary for part in parts),
        lambda record, seat: _AND.join(part.value(record, seat) for part in parts),
    )


def _named(name: str) -> Category:
    if name not in CATEGORIES:
        raise UnknownNameError("category", name, CATEGORIES)
    return CATEGORIES[name]


def _amount(value: str) -> tuple[float, float] | None:
    """Return a number or the area of a size, as something to sort by; None for other texts."""
    if value in _SEATS:
        return 0, _SEATS.index(value)
    if value in _UNLIMITED:
        return _LAST_KNOWN
    rows, times, columns = value.partition("x")
    if times and rows.isdigit() and columns.isdigit():
        return 1, int(rows) * int(columns) + int(rows) / 1000
    try:
        return 0, float(value.removesuffix(" s").removesuffix(" nodes").removesuffix(" node"))
    except ValueError:
        return None


def _board(record: GameRecord, _seat: int) -> str:
    named = record.extra.get(OPENING_KEY)
    return named if isinstance(named, str) and named else record.game.label(record.start)


def _limit_of(record: GameRecord) -> Mapping[str, Any]:
    limit = record.extra.get("limit")
    return limit if isinstance(limit, dict) else {}


def _seconds(record: GameRecord, _seat: int) -> str:
    return _limited(record, "seconds", "{:g}", NO_SECONDS)


def _nodes(record: GameRecord, _seat: int) -> str:
    return _limited(record, "nodes", "{}", NO_NODES)


def _limited(record: GameRecord, name: str, form: str, unlimited: str) -> str:
    """Return a limit of the turns; a log that says null says that there was none."""
    value = _limit_of(record).get(name, UNKNOWN)
    return unlimited if value is None else _number(value, form)


def _turn(record: GameRecord, _seat: int) -> str:
    limit = _limit_of(record)
    nodes = limit.get("nodes")
    texts = [
        _number(limit.get("seconds"), "{:g} s"),
        _number(nodes, "{} node" if nodes == 1 else "{} nodes"),
    ]
    return " and ".join(text for text in texts if text != UNKNOWN) or UNKNOWN


def _outlook(record: GameRecord, seat: int) -> str:
    from bombe.analysis.matches.outlooks import for_opponent, outlook

    verdict = outlook(record.start)
    return verdict if seat == record.start.to_move else for_opponent(verdict)


def _solved(record: GameRecord, seat: int) -> str:
    from bombe.analysis.matches.outlooks import for_opponent, solved

    verdict = solved(record.start)
    return verdict if seat == record.start.to_move else for_opponent(verdict)


def _number(value: object, form: str) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return form.format(value) if is_number else UNKNOWN


CATEGORIES = {
    category.name: category
    for category in (
        Category("total", "all games", lambda _record, _seat: "all"),
        Category("opponent", "the other player", lambda record, seat: record.players[2 - seat]),
        Category("board", "the start position", _board),
        Category("size", "the size of the board", lambda r, _: r.game.size(r.start) or UNKNOWN),
        Category("limit", "the limit of a turn", _turn),
        Category("time", "the seconds for a turn", _seconds),
        Category("nodes", "the nodes for a turn", _nodes),
        Category("seat", "first or second player", lambda _, seat: _SEATS[seat - 1]),
        Category("outlook", "who wins by theory, seen from the start", _outlook),
        Category("solved", "who wins with best play, seen from the start; open: too long", _solved),
        Category("rules", "the play mode", lambda r, _: r.game.variant(r.start) or UNKNOWN),
    )
}
"""The categories by their names."""
