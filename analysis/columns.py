"""Tables of a width: long names are shortened and explained below, columns come in blocks."""

from __future__ import annotations

import csv
import io
import textwrap
from collections.abc import Iterator, Mapping, Sequence

from bombe.boards.visible import visible

Rows = Sequence[Sequence[str]]

GAP = 2
"""Between two columns."""


def columns(rows: Rows, left: Sequence[int], width: int | None = None) -> str:
    """Return a table with aligned columns: those of `left` to the left, the others to the right.

    It keeps to a width, if there is one, as far as the longest column leaves it a choice.
    """
    rows = [[visible(cell) for cell in row] for row in rows]
    if width is None or _total(rows) <= width:
        return _aligned(rows, left)
    longest = max(left, key=lambda place: max(len(row[place]) for row in rows), default=0)
    rows, short = _with_short_names(rows, longest, width)
    tables = [
        _aligned([[row[place] for place in block] for row in rows], _places(left, block))
        for block in _blocks(rows, max(left, default=0) + 1, width)
    ]
    named = [f"{name} = {full}" for full, name in short.items()]
    legend = [textwrap.fill(line, width, subsequent_indent="  ") for line in named]
    return "\n\n".join([*tables, *(["\n".join(legend)] if legend else [])])


def _places(left: Sequence[int], block: Sequence[int]) -> list[int]:
    return [at for at, place in enumerate(block) if place in left]


def _aligned(rows: Rows, left: Sequence[int]) -> str:
    widths = _widths(rows)
    return "\n".join(
        (" " * GAP)
        .join(
            f"{cell:{'<' if i in left else '>'}{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        .rstrip()
        for row in rows
    )


def _widths(rows: Rows) -> list[int]:
    return [max(map(len, column)) for column in zip(*rows, strict=True)]


def _total(rows: Rows) -> int:
    widths = _widths(rows)
    return sum(widths) + GAP * (len(widths) - 1)


def _with_short_names(rows: Rows, place: int, width: int) -> tuple[Rows, dict[str, str]]:
    """Return the rows with short names in a column, and the short name of each that was long.

    What takes no more than half of the width stays: columns in blocks are read more easily.
    """
    room = max(width // 2, width - (_total(rows) - _widths(rows)[place]))
    short: dict[str, str] = {}
    for row in rows[1:]:
        name = row[place]
        if len(name) > room and name not in short:
            short[name] = _shortened(name, room, short)
    shown = [
        [short.get(cell, cell) if at == place else cell for at, cell in enumerate(row)]
        for row in rows
    ]
    if len(shown[0][place]) > room:  # a name may stand in the head, too
        name = shown[0][place]
        short[name] = shown[0][place] = _shortened(name, room, short)
    return shown, short


def _shortened(name: str, room: int, taken: dict[str, str]) -> str:
    """Return the beginning and the end of a name; with a number if another one has these."""
    ending = room // 3
    brief = f"{name[: room - ending - 2]}..{name[-ending:]}"
    if brief not in taken.values():
        return brief
    number = f"~{len(taken) + 1}"
    return brief[: room - len(number)] + number


def _blocks(rows: Rows, keys: int, width: int) -> Iterator[list[int]]:
    """Yield columns that fit side by side, each time behind the first ones, which say of whom."""
    widths = _widths(rows)
    head = list(range(keys))
    block, used = list(head), sum(widths[:keys]) + GAP * (keys - 1)
    start = used
    for place in range(keys, len(widths)):
        if used + GAP + widths[place] > width and len(block) > keys:
            yield block
            block, used = list(head), start
        block.append(place)
        used += GAP + widths[place]
    yield block


def csv_table(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows as CSV with a header; what a row does not have is empty."""
    written = io.StringIO()
    keys = dict.fromkeys(key for row in rows for key in row)
    writer = csv.DictWriter(written, list(keys), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return written.getvalue()


def percent(share: float | None) -> str:
    """Return a share in percent, or - for None."""
    return "-" if share is None else f"{100 * share:.1f} %"


def decimal(number: float | None, form: str) -> str:
    """Return a number in a form, or - for None."""
    return "-" if number is None else format(number, form)
