"""Chunks: what is cut is read as the whole would be, wherever it is cut, with the same errors."""

from __future__ import annotations

import io
import os
import random
import threading
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import BombeError
from bombe.boards.shard import Shard
from bombe.boards.sudoku.chunks import SIZES, ChunkSizes, EntryChunk, LineChunk
from bombe.boards.sudoku.cutting import Cutter
from bombe.boards.sudoku.packed import Packed
from bombe.boards.sudoku.reading import ReadOptions, read_all, read_lines
from bombe.boards.text.lines import LONGEST_LINE
from bombe.commands.shared.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from bombe.boards.sudoku.chunks import Chunk
    from bombe.boards.sudoku.entries import Entry

SMALL = ChunkSizes(3, 2, 2, first=2)
FOUR, NINE = (
    "1...2..3....4...",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
)
SIXTEEN = "." * 255 + "1"
HEX, NUMBERS = "0" + "." * 254 + "1", "." * 254 + "1G"
ALPHABETS = ((SIXTEEN, FOUR, HEX), (SIXTEEN, "." * 256, NUMBERS), (SIXTEEN, HEX, NUMBERS))
LINES = (
    FOUR,
    NINE,
    SIXTEEN,
    f"  {FOUR}",
    f"{FOUR} # first",
    f"3x2:{'.' * 36}",
    "",
    "  ",
    "# no board",
)
BAD = (f"{FOUR}1", "1..x............", "...\x0c.............", "..\udcff.............", "9" * 16)
ENDS = ("\n", "\r\n", "\r")


def texts(seed: int) -> tuple[bytes, ReadOptions]:
    """Return a random text of lines, some with a mistake, and how it is to be read."""
    draw = random.Random(seed)
    most = draw.choice((1, 8, 40))
    lines = draw.choices(
        draw.choice((LINES, (FOUR, ""), (NINE,), *ALPHABETS)), k=draw.randint(1, most)
    )
    if draw.random() < 0.4:
        lines[draw.randrange(len(lines))] = draw.choice(BAD)
    if not any(line.strip() and not line.startswith("#") for line in lines):
        lines.append(FOUR)
    ends = draw.choice(((draw.choice(ENDS),), ENDS))
    text = "".join(line + draw.choice(ends) for line in lines)
    if draw.random() < 0.3:
        text = text.rstrip("\r\n")
    if draw.random() < 0.2:
        text = "\ufeff" + text
    named = ReadOptions(format=draw.choice((None, None, "line")))
    return text.encode("utf-8", "surrogateescape"), named


def told(entries: Iterable[Entry]) -> tuple[list[tuple[object, str]], str]:
    """Return what entries say, and the error that ends them."""
    found: list[tuple[object, str]] = []
    try:
        found.extend((entry.state, str(entry.place)) for entry in entries)
    except BombeError as error:
        return found, f"{type(error).__name__}: {error}"
    return found, ""


def of_chunks(chunks: Iterable[Chunk]) -> Iterator[Entry]:
    for chunk in chunks:
        yield from chunk.entries()


def of_runs(chunks: Iterable[Chunk]) -> Iterator[Entry]:
    """Yield what runs hold, boards that are packed together, too."""
    from bombe.boards.sudoku.entries import Entry
    from bombe.boards.sudoku.state import SudokuState

    for chunk in chunks:
        for run in chunk.runs():
            if isinstance(run, Packed):
                for index in range(run.size):
                    yield Entry(SudokuState(run.board(index)), run.place(index))
            else:
                yield run


def cut(path: Path, reading: ReadOptions, sizes: ChunkSizes = SMALL) -> Iterator[Chunk]:
    """Cut a file as commands do."""
    return Inputs((str(path),), reading).chunks(sizes)


@pytest.mark.parametrize("seed", range(150))
def test_chunks_of_a_file_hold_what_the_file_holds(seed: int, tmp_path: Path) -> None:
    text, reading = texts(seed)
    path = tmp_path / "boards.txt"
    path.write_bytes(text)
    whole = told(read_all(path, **reading._asdict()))
    assert told(of_chunks(cut(path, reading))) == whole
    assert told(of_runs(cut(path, reading))) == whole
    assert told(of_runs(chunk.loaded() for chunk in cut(path, reading))) == whole
    count = Inputs((str(path),), reading).total(SMALL)
    assert whole[1] or count == len(whole[0])


class _Dripping(io.RawIOBase):
    """A stream that comes in drops."""

    def __init__(self, text: bytes, draw: random.Random) -> None:
        self._text, self._draw = text, draw

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        drop = self._text[: min(self._draw.choice((1, 7, 300)), len(buffer))]
        self._text = self._text[len(drop) :]
        buffer[: len(drop)] = drop
        return len(drop)


def dripping(text: bytes, seed: int) -> io.BufferedReader:
    """Return a text as a stream that comes in drops."""
    raw: io.RawIOBase = _Dripping(text, random.Random(seed))
    return io.BufferedReader(raw)


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("is_patient", [False, True])
def test_a_stream_holds_the_same_however_it_comes(seed: int, *, is_patient: bool) -> None:
    text, reading = texts(seed)
    lines = io.TextIOWrapper(io.BytesIO(text), "utf-8-sig", "surrogateescape")
    whole = told(read_lines(lines, "<stdin>", reading))
    chunks = Cutter(SMALL).stream(dripping(text, seed), "<stdin>", reading, is_patient=is_patient)
    assert told(of_runs(chunks)) == whole


def test_patience_cuts_a_stream_like_a_file(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FOUR}\n" * 1000)
    stream = dripping(path.read_bytes(), 1)
    streamed = Cutter(SIZES["quick"]).stream(stream, str(path), is_patient=True)
    of_file = cut(path, ReadOptions(), SIZES["quick"])
    assert texts_of(of_file) == texts_of(streamed)


def texts_of(chunks: Iterable[Chunk]) -> list[bytes | None]:
    """Return the lines of chunks, which all have some."""
    return [chunk.loaded().text for chunk in chunks if isinstance(chunk, LineChunk)]


def test_lines_of_a_stream_are_chunks_before_the_stream_ends() -> None:
    reader, writer = os.pipe()
    with os.fdopen(reader, "rb") as stream, os.fdopen(writer, "wb", buffering=0) as end:
        end.write(f"{NINE}\n{NINE[:7]}".encode())
        waiting = threading.Timer(20, end.close)  # so that a failure does not hang
        waiting.start()
        chunks = Cutter(SIZES["quick"]).stream(stream, "<stdin>")
        assert len(list(next(chunks).entries())) == 1
        end.write(f"{NINE[7:]}\n{NINE}\n".encode())
        assert len(list(next(chunks).entries())) == 2
        waiting.cancel()


def test_shards_are_disjoint_and_complete(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text("".join(f"{FOUR}\n{NINE}\n" for _ in range(300)))
    words = (str(path), "hard-2x2", "set-easy-2x2", f"{path}#3")
    every = list(Inputs(words).chunks(SIZES["quick"]))
    assert [chunk.number for chunk in every] == list(range(len(every)))
    for of in (1, 2, 5):
        parts = [
            [
                (chunk.number, str(entry.place))
                for chunk in Inputs(words).chunks(SIZES["quick"])
                if Shard(number, of).has(chunk.number)
                for entry in chunk.entries()
            ]
            for number in range(1, of + 1)
        ]
        joined = sorted(place for part in parts for place in part)
        expected = [(c.number, str(entry.place)) for c in every for entry in c.entries()]
        assert joined == sorted(expected)
        assert len(set(joined)) == len(joined)
        totals = [Inputs(words).total(SIZES["quick"], Shard(n, of)) for n in range(1, of + 1)]
        assert totals == [len(part) for part in parts]


def test_chunks_grow_so_that_short_files_have_several(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{NINE}\n" * 20_000)
    sizes = [chunk.count() for chunk in cut(path, ReadOptions(), SIZES["bulky"])]
    assert sizes[:9] == [16] * 8 + [32]
    assert max(sizes) == 2000
    assert sum(sizes) == 20_000


def test_a_line_without_an_end_is_refused_where_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{NINE}\n{NINE}\n" + "1" * (5 * LONGEST_LINE))
    found, error = told(of_chunks(cut(path, ReadOptions())))
    assert len(found) == 2
    assert f"{path}:3: the line is longer than" in error


def test_a_file_that_shrinks_while_it_is_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FOUR}\n" * 100)
    chunks = list(cut(path, ReadOptions()))
    path.write_text(f"{FOUR}\n" * 4)
    found, error = told(of_chunks(chunks))
    assert len(found) == 4
    assert "has become shorter while it was read" in error


def test_what_is_no_text_of_lines_is_cut_by_positions(tmp_path: Path) -> None:
    path = tmp_path / "positions.json"
    one = '{"m": 1, "n": 2, "cells": [[0, 0], [0, 0]]}\n'
    path.write_text(one * 3 + "{")
    chunks = cut(path, ReadOptions())
    assert [type(next(chunks)) for _ in range(2)] == [EntryChunk] * 2
    with pytest.raises(BombeError, match=r"positions\.json:4"):
        next(chunks)


def test_a_wide_text_is_read_as_its_mark_says(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FOUR}\n" * 5, encoding="utf-16")
    assert told(of_chunks(cut(path, ReadOptions()))) == told(read_all(path))


def test_positions_continue_in_the_mode_of_rules(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_text(f"{FOUR}\n" * 5)
    asked = Inputs((str(path),), rules="rows")
    assert told(of_runs(asked.chunks(SMALL))) == told(asked.entries())
