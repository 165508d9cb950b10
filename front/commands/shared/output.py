"""Writes results: as text, JSON, JSON lines or CSV, to standard output or a file; pictures.

Data goes to standard output, messages to standard error. Text for people passes `say` or `notify`,
which make control characters visible; drawings in colour go out by `click.echo`, and are made of
our own texts, or of such as `visible_in` has gone through.
"""

from __future__ import annotations

import contextlib
import csv
import errno
import io
import json
import os
import shutil
import sys
import textwrap
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from bombe.analysis.drawing.files.writing import write_picture
from bombe.analysis.drawing.look import Look
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.notation import for_people
from bombe.boards.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from threading import Event


_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Emitter:
    """Writes results one at a time, each as soon as it is known."""

    def __init__(self, stream: IO[str], style: str | None) -> None:
        self.style = style
        self._stream = stream
        self._held: str | None = None
        self._is_array = False
        self._columns: list[str] | None = None
        self._has_reported = False

    def rendered(self, text: str) -> None:
        """Write what `render` returned for this style; without a style, any text."""
        if self.style == "json":
            self._element(text)
        elif self.style == "csv":
            self._row(text)
        else:
            self._write(for_people(text) + "\n")

    def data(self, text: str) -> None:
        """Write a text for programs as it is, such as a board in one of the formats."""
        self._write(text + "\n")

    def close(self) -> None:
        """Write what had to wait for the end: a single JSON object, or the end of an array."""
        if self._held is not None:
            self._write(self._held + "\n")
        elif self._is_array:
            self._write("\n]\n")
        self._held = None

    def _row(self, text: str) -> None:
        """Write a header once, and each row below the columns of that header."""
        columns, *rows = csv.reader(io.StringIO(text))
        if self._columns in (None, columns):
            self._write(text if self._columns is None else text.partition("\n")[2])
            self._columns = columns
            return
        wide = io.StringIO()
        known = self._columns or []
        writer = csv.DictWriter(wide, known, extrasaction="ignore", lineterminator="\n")
        writer.writerows(dict(zip(columns, row, strict=True)) for row in rows)
        self._write(wide.getvalue())
        self._report_lost([name for name in columns if name not in known])

    def _report_lost(self, names: list[str]) -> None:
        """Report once which columns have no place below the header."""
        if names and not self._has_reported:
            notify(
                f"left out {', '.join(names)}: the header has no such column; --jsonl writes all"
            )
            self._has_reported = True

    def _element(self, text: str) -> None:
        """Hold back the first object: alone it is the document, with others it is in an array."""
        if self._is_array:
            self._write(",\n" + text)
        elif self._held is None:
            self._held = text
        else:
            self._write("[\n" + self._held + ",\n" + text)
            self._held, self._is_array = None, True

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


def render(style: str, record: Mapping[str, Any]) -> str:
    """Return plain values as JSON, or as a CSV header and its row."""
    if style != "csv":
        return json.dumps(record)
    row, buffer = _flat(record), io.StringIO()
    writer = csv.DictWriter(buffer, list(row), lineterminator="\n")
    writer.writeheader()
    writer.writerow(row)
    return buffer.getvalue()


@contextmanager
def emitter(style: str | None, output: str | None, stop: Event | None = None) -> Iterator[Emitter]:
    """Open standard output or a file for results; what was written stays if an error follows.

    If `stop` is set at the end the results are partial, as after an error.
    """
    opened_file = contextlib.nullcontext(sys.stdout) if output is None else _new_file(output, stop)
    with opened_file as stream:
        opened = Emitter(stream, style)
        try:
            yield opened
        finally:
            opened.close()


@contextmanager
def _new_file(output: str, stop: Event | None) -> Iterator[IO[str]]:
    """Write beside the file and rename at the end: it may be the input.

    Errors keep the file, and so does Ctrl-C, which sets `stop`.
    """
    path = Path(output)
    is_special = path.exists() and not path.is_file()
    partial = path if is_special else path.with_name(path.name + ".partial")
    try:
        stream = partial.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise _unwritable(output, error) from None
    is_complete = False
    try:
        with stream:
            yield stream
        is_complete = stop is None or not stop.is_set()
    except OSError as error:
        if error.errno in _FULL and error.filename is None:
            error.filename = str(partial)  # which writing into a stream does not tell
        raise
    finally:
        if not is_complete:
            _keep(path, partial)
    if is_complete and not is_special:
        partial.replace(path)


def _keep(path: Path, partial: Path) -> None:
    """Notify where partial results are, and that a file is unchanged; remove an empty file."""
    said = [f"{path} is unchanged"] if path != partial and path.exists() else []
    if path == partial or partial.stat().st_size:
        said.append(f"partial results are in {partial}")
    else:
        partial.unlink()
    if said:
        notify("; ".join(said))


def open_to_append(path: str) -> IO[str]:
    """Open a file to append lines; raise UsageError if that is impossible."""
    try:
        return Path(path).open("a", encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None


def _unwritable(path: str, error: OSError) -> UsageError:
    return UsageError(
        f"cannot write {path}: {error.strerror}; give a file in a folder you may write to"
    )


def look_at(stream: IO[str], color: str) -> Look:
    """Return how to draw for the readers of a stream; a file or a pipe has no width."""
    is_terminal = stream.isatty()
    wide = 10_000 if not is_terminal and "COLUMNS" not in os.environ else 0
    auto = is_terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Look(
        width=wide or shutil.get_terminal_size().columns,
        color=color == "always" or (color == "auto" and auto),
        unicode=_can_encode(stream, "│┼─"),
    )


def check_one_picture(svg: str | None, *, many: bool) -> None:
    """Raise if a picture of several positions is asked for."""
    if svg and many:
        raise UsageError("--svg draws one position, but there are several: give one BOARD")


def draw_to(path: str, svg: str) -> None:
    """Write a picture as SVG, PNG or PDF; raise UsageError if that is impossible."""
    try:
        write_picture(path, svg)
    except OSError as error:
        raise _unwritable(path, error) from None


def write_text(path: str, text: str) -> None:
    """Write a file; raise UsageError if that is impossible."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None


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


def _flat(record: Mapping[str, Any], prefix: str = "") -> dict[str, object]:
    """Return a row: inner objects become columns, lists of moves their length."""
    row: dict[str, object] = {}
    for key, value in record.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            row.update(_flat(value, f"{name}_"))
        elif isinstance(value, list):
            texts = all(isinstance(item, str) for item in value) and value
            row[name] = " ".join(value) if texts else len(value)
        else:
            row[name] = value
    return row
