"""The position of the `bombe dots` commands: POSITION, or --boxes and --edges."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from bombe.boards.dots.game import DOTS
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.dots.text import read, read_dots, read_edges
from bombe.boards.errors import InputError, UsageError
from bombe.boards.text.lines import limited, stdin_lines
from bombe.commands.shared.inputs import names_game
from bombe.commands.shared.options import ply_option, take

_SIZE = re.compile("[0-9]{1,3}[xX][0-9]{1,3}")
no_extra_turn_option = click.option(
    "--no-extra-turn", is_flag=True, help="Pass the turn after every line, scored or not."
)
position_options = take(
    click.argument("position", required=False),
    click.option("--boxes", metavar="RxC", help="Rows x columns of boxes, such as 3x4."),
    click.option("--edges", metavar="LINES", help='The drawn lines, such as "h 0 0; v 1 2".'),
    no_extra_turn_option,
    ply_option,
)
"""The arguments of `position_of`."""


def positions_of(
    position: str | None, boxes: str | None, *, no_extra_turn: bool
) -> Iterator[DotsState]:
    """Yield the position that the options describe; of LOG#GAME all but the last."""
    if position is None or not names_game(position):
        yield position_of(position, boxes, None, no_extra_turn=no_extra_turn)
        return
    from bombe.commands.shared.games import states_of  # reading logs imports the agents

    yield from (state for state in states_of(position, DOTS, None) if not state.is_over)


def position_of(
    position: str | None,
    boxes: str | None,
    edges: str | None,
    *,
    no_extra_turn: bool,
    ply: int | None = None,
) -> DotsState:
    """Return the position that the options describe."""
    if position is not None and names_game(position):
        if boxes or edges is not None or no_extra_turn:
            raise UsageError(
                f"{position} says its grid and rule itself: leave out --boxes, --edges and "
                "--no-extra-turn"
            )
        from bombe.commands.shared.games import one_state  # reading logs imports the agents

        return one_state(position, DOTS, ply)
    if ply is not None:
        raise UsageError("--ply is for games of match logs: give LOG#GAME, such as a.jsonl#1")
    grid = Grid.parse(boxes) if boxes else None
    if position is not None:
        if edges is not None:
            raise UsageError("POSITION and --edges exclude each other: give one of them")
        extra_turn = False if no_extra_turn else None
        if position == "-":
            return read_dots(
                "".join(limited(stdin_lines(), "<stdin>")),
                "<stdin>",
                grid=grid,
                extra_turn=extra_turn,
            )
        return _read(position, grid, extra_turn=extra_turn)
    if grid is None:
        raise UsageError("no position: give POSITION, or --boxes such as --boxes 3x4")
    return read_edges(edges or "", grid, extra_turn=not no_extra_turn)


def _read(position: str, grid: Grid | None, *, extra_turn: bool | None) -> DotsState:
    """Read the position of a text or a file; say of a log that one of its games is needed."""
    try:
        return read(position, grid=grid, extra_turn=extra_turn)
    except InputError:
        from bombe.commands.shared.games import refuse_log

        refuse_log(position)
        if _SIZE.fullmatch(position):
            raise InputError(
                f'{position} is a size: give --boxes {position}, or the position "{position}:"'
            ) from None
        raise
