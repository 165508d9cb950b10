"""What commands show and write: results one at a time, texts for people, pictures.

Data goes to standard output, messages to standard error. Text for people passes `say` or `notify`,
which make control characters visible; drawings in colour go out by `click.echo`, and are made of
our own texts, or of such as `visible_in` has gone through.
"""

from __future__ import annotations

import os
import sys
import textwrap
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import click

from bombe.analysis.drawing.files.writing import write_picture
from bombe.analysis.drawing.look import Look
from bombe.analysis.runs.disk import unwritable
from bombe.analysis.runs.formats import format_named
from bombe.analysis.runs.output import open_output
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.notation import for_people
from bombe.boards.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from threading import Event

    from bombe.analysis.runs.output import Output
    from bombe.analysis.runs.payload import Payload


_TEXT = format_named("text")


class Emitter:
    """Writes results one at a time, each as soon as it is known."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def rendered(self, text: str) -> None:
        """Write a text for people."""
        self._output.write(_TEXT.texts([for_people(text)]))

    def records(self, payload: Payload) -> None:
        """Write records as they are rendered in this style."""
        self._output.write(payload)

    def data(self, text: str) -> None:
        """Write a text for programs as it is, such as a board in one of the formats."""
        self._output.write(_TEXT.texts([text]))


@contextmanager
def emitter(
    style: str | None, output: str | None, stop: Event | None = None, *, again: bool = False
) -> Iterator[Emitter]:
    """Open standard output or a file for results; what was written stays if an error follows.

    If `stop` is set at the end the results are partial, as after an error.
    """
    form = format_named(style or "text")
    with open_output(output, form, tell=notify, again=again, stop=stop) as opened:
        yield Emitter(opened)


def command_line() -> str:
    """Return the command as it was typed."""
    import shlex

    words = shlex.join(["bombe", *(click.get_current_context().obj or ())])
    return words.encode("utf-8", "backslashreplace").decode()  # JSON has no other bytes


def open_to_append(path: str) -> IO[str]:
    """Open a file to append lines; raise UsageError if that is impossible."""
    try:
        return open(path, "a", encoding="utf-8")  # noqa: PTH123 - light; who asks closes it
    except OSError as error:
        raise unwritable(path, error) from None


def look_at(stream: IO[str], color: str) -> Look:
    """Return how to draw for the readers of a stream; a file or a pipe has no width."""
    is_terminal = stream.isatty()
    wide = 10_000 if not is_terminal and "COLUMNS" not in os.environ else 0
    auto = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(
        width=wide or _columns(),
        color=color == "always" or (color == "auto" and auto),
        unicode=_can_encode(stream, "│┼─"),
    )


def _columns() -> int:
    """Return the width of the terminal as shutil does, which takes longer to import."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and int(told):
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr] # None has none
    except (AttributeError, ValueError, OSError):
        return 80


def check_one_picture(svg: str | None, *, many: bool) -> None:
    """Raise if a picture of several positions is asked for."""
    if svg and many:
        raise UsageError("--svg draws one position, but there are several: give one BOARD")


def draw_to(path: str, svg: str) -> None:
    """Write a picture as SVG, PNG or PDF; raise UsageError if that is impossible."""
    try:
        write_picture(path, svg)
    except OSError as error:
        raise unwritable(path, error) from None


def write_text(path: str, text: str) -> None:
    """Write a file; raise UsageError if that is impossible."""
    try:
        with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123 - light, as all this is
            file.write(text)
    except OSError as error:
        raise unwritable(path, error) from None


def notify(message: str) -> None:
    """Print a message on standard error: standard output is data."""
    click.echo(f"bombe: {visible(for_people(message))}", err=True)


def say(text: str) -> None:
    """Print a text for people; text of others in it steers no terminal."""
    click.echo(visible(for_people(text), lines=True))


def say_within(text: str, indent: int = 0) -> None:
    """Print a text for people; lines that are too wide for the terminal go on below, indented."""
    width, indentation = look_at(sys.stdout, "never").width, " " * indent
    for line in visible(for_people(text), lines=True).split("\n"):
        lines = textwrap.wrap(line, width, subsequent_indent=indentation) if line else [line]
        click.echo("\n".join(lines if len(line) > width else [line]))


def _can_encode(stream: IO[str], text: str) -> bool:
    try:
        text.encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
