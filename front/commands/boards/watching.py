"""The line on standard error that shows how far an endgame is; only on a terminal."""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.endgame.progress import OnProgress, SearchProgress

_WIDTH = 78
_PAUSE = 0.1
"""Seconds between two lines."""


@contextlib.contextmanager
def watching(*, wanted: bool) -> Iterator[OnProgress | None]:
    """Yield the function that shows the progress, if there is a terminal."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    last = 0.0

    def show(known: SearchProgress) -> None:
        nonlocal last
        if known.seconds - last >= _PAUSE:
            last = known.seconds
            click.echo(f"\r{progress_line(known):<{_WIDTH}}", nl=False, err=True)

    try:
        yield show
    finally:
        click.echo(f"\r{'':<{_WIDTH}}\r", nl=False, err=True)


def progress_line(known: SearchProgress) -> str:
    """Return what is known, how much of the states is done, and how long the rest may take."""
    done = "counting states"
    if known.of:
        table = f"table {known.table}: " if known.table > 1 else ""
        done = f"{table}{known.share:.0%} of {_short(known.of)} states"
    left = "" if known.seconds_left is None else f", about {known.seconds_left:.0f} s left"
    return f"{done}, margin {known.low} to {known.high}, {known.seconds:.0f} s{left}"[:_WIDTH]


def _short(number: int) -> str:
    """Return a number with three digits and a unit: 12.3 M."""
    for unit, size in (("T", 10**12), ("G", 10**9), ("M", 10**6), ("k", 10**3)):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return str(number)
