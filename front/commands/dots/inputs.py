"""The position of the `bombe dots` commands: POSITION, or --boxes and --edges."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import read_dots, read_edges
from bombe.boards.errors import InputError, UsageError
from bombe.commands.shared.options import take

_LIST = re.compile(r"\d{1,3}[xX]\d{1,3}:")


no_extra_turn_option = click.option(
    "--no-extra-turn", is_flag=True, help="Pass the turn after every line, scored or not."
)
position_options = take(
    click.argument("position", required=False),
    click.option("--boxes", metavar="RxC", help="Rows x columns of boxes, such as 3x4."),
    click.option("--edges", metavar="LINES", help='The drawn lines, such as "h 0 0; v 1 2".'),
    no_extra_turn_option,
)
"""The arguments of `position_of`."""


def position_of(
    position: str | None, boxes: str | None, edges: str | None, *, no_extra_turn: bool
) -> DotsState:
    """Return the position that the options describe."""
    grid = Grid.parse(boxes) if boxes else None
    if position is not None:
        if edges is not None:
            raise UsageError("POSITION and --edges exclude each other: give one of them")
        text, source = _text_of(position)
        return read_dots(text, source, grid=grid, extra_turn=False if no_extra_turn else None)
    if grid is None:
        raise UsageError("no position: give POSITION, or --boxes such as --boxes 3x4")
    return read_edges(edges or "", grid, extra_turn=not no_extra_turn)


def _text_of(position: str) -> tuple[str, str]:
    """Return the text that POSITION names, and the name of its source."""
    if position == "-":
        return sys.stdin.read(), "<stdin>"
    if _LIST.match(position):
        return position, "<position>"
    try:
        return Path(position).read_text(encoding="utf-8"), position
    except OSError as error:
        remedy = 'give a file, -, a text such as "3x3: h 0 0; v 1 2", or --boxes 3x3'
        raise InputError(f"{position}: {error.strerror}; {remedy}") from None
    except UnicodeDecodeError:
        raise InputError(f"{position}: the file is not UTF-8; save it as UTF-8") from None
