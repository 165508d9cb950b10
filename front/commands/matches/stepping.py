"""Steps through a game on a terminal, a screen for each position, which never scrolls."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from bombe.analysis.matches.replay import title
from bombe.boards.sudoku.notation import for_people

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.matches.frames import Frame
    from bombe.boards.game import AnyState
    from bombe.boards.record import GameRecord

_FAR = 10_000
_KEYS = {
    **dict.fromkeys((" ", "\r", "n", "\x1b[C", "\x1bOC", "\xe0M"), +1),
    **dict.fromkeys(("b", "\x7f", "\x1b[D", "\x1bOD", "\xe0K"), -1),
    **dict.fromkeys(("\x1b[6~", "\xe0Q"), +10),
    **dict.fromkeys(("\x1b[5~", "\xe0I"), -10),
    **dict.fromkeys(("g", "\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "\xe0G"), -_FAR),
    **dict.fromkeys(("G", "\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "\xe0O"), +_FAR),
}
"""Moves forward for each key; terminals have several texts for one key, and Windows has its own."""
_HELP = "right, space: next; left, b: back; Home, End, PgUp, PgDn; q: quit"


def step(record: GameRecord, shown: Sequence[Frame[AnyState]], look: Look, end: str) -> None:
    """Draw a position and wait for a key, until the reader quits; `end` is told below the last."""
    number = 0
    while True:
        foot = f"{number} of {len(shown) - 1}   {_HELP}"
        if number == len(shown) - 1:
            foot = f"{end}\n{foot}"
        head = f"{title(record)}\n{shown[number].caption}"
        width, height = shutil.get_terminal_size()
        click.clear()
        click.echo(_screen(head, _body(shown[number], look), foot, width, height), nl=False)
        try:
            key = click.getchar()
        except EOFError:  # Ctrl-D
            return
        if key in ("q", "\x1b"):
            return
        click.echo()
        number = max(0, min(len(shown) - 1, number + _KEYS.get(key, 0)))


def _body(frame: Frame[AnyState], look: Look) -> str:
    return "\n\n".join(filter(None, (frame.text(look), frame.note)))


def _screen(head: str, body: str, foot: str, width: int, height: int) -> str:
    """Return what fits: all of head and foot, and of the body as much as there is room for.

    The lines between them go first; the drawing is cut from below, so that its columns keep their
    names.
    """
    above, below = _wrapped(head, width), _wrapped(foot, width)
    drawn = _wrapped(body, width)
    lines = [*above, "", *drawn, "", *below]
    if len(lines) > height:
        drawn = [*filter(None, drawn)]
        room = max(1, height - len(above) - len(below))
        if len(drawn) > room:
            hidden = f"... {len(drawn) - room + 1} more lines in a higher terminal"
            drawn = [*drawn[: room - 1], hidden]
        lines = [*above, *drawn, *below]
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> list[str]:
    """Return the rows of a text for people; drawings, which are coloured, are no wider."""
    return [
        row
        for line in for_people(text).split("\n")
        for row in (textwrap.wrap(line, width) if len(click.unstyle(line)) > width else [line])
    ]
