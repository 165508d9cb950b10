"""Lines as one row of bytes: where `packed` answers, the reader of lines says the same."""

from __future__ import annotations

import io
import random

import pytest
import random_boards

from bombe.boards import Board, Shape
from bombe.boards.errors import BombeError
from bombe.boards.sudoku.packed import Packed, packed
from bombe.boards.sudoku.reading import ReadOptions, read_lines, write

SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(3, 3), Shape(4, 4), Shape(4, 5), Shape(5, 6)]
SYMBOLS = b"..........0123456789ABCDEFGabcdefgXYZz@ \t#:,x\r\n\xef\xbb\xbf\0"


def boards_of(text: bytes, shape: Shape | None, symbols: str | None) -> list[Board] | None:
    """Return what the reader of lines reads; None if it refuses the text."""
    options = ReadOptions("line", shape, symbols)
    lines = io.TextIOWrapper(io.BytesIO(text), "utf-8-sig", "surrogateescape", newline=None)
    try:
        return [entry.state.board for entry in read_lines(lines, "a.sdm", options)]
    except BombeError:
        return None


def unpacked(found: Packed) -> list[Board]:
    return [found.board(index) for index in range(found.size)]


def lines_of(shape: Shape, count: int, seed: int) -> bytes:
    """Return boards as Bombe writes them."""
    rng = random_boards.rng_of(seed)
    lines = []
    for _ in range(count):
        values = random_boards.full_grid(shape, rng)
        for cell in rng.sample(range(shape.cells), shape.cells // 2):
            values[cell] = 0
        lines.append(write(Board(shape, bytes(values)), "line"))
    return "".join(lines).encode()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_lines_that_bombe_writes_are_read_as_bytes(shape: Shape, ending: bytes) -> None:
    text = lines_of(shape, 5, 1).replace(b"\n", ending)
    for given in (text, text.removesuffix(ending), b"\xef\xbb\xbf" + text):
        found = packed(given, source="a.sdm", line=1)
        assert found is not None
        assert (found.shape, found.size) == (shape, 5)
        assert unpacked(found) == boards_of(given, None, None)


def test_a_place_is_a_line_of_the_source() -> None:
    found = packed(lines_of(Shape(3, 3), 3, 2), source="a.sdm", line=7)
    assert found is not None
    assert [f"{found.place(at)}" for at in range(3)] == ["a.sdm:7", "a.sdm:8", "a.sdm:9"]
    assert found.text[:81].decode() == write(found.board(0), "line").strip()


@pytest.mark.parametrize(
    ("text", "shape", "symbols"),
    [
        (b"1" + b"." * 35 + b"\n", Shape(3, 2), None),
        (b"01" + b"." * 254 + b"\n", None, "hex"),
        (b"AB" + b"." * 254 + b"\n", None, "letters"),
        (b"AB" + b"." * 254 + b"\n", None, "numbers"),
        (b"A0." + b"1" * 253 + b"\n" + b"AB" + b"." * 254 + b"\n", None, None),
        (b"AB" + b"." * 254 + b"\n" + b"1G" + b"." * 254 + b"\n", None, None),
        (b"AB" + b"." * 254 + b"\n" + b"PP" + b"." * 254 + b"\n", None, None),
        (b"4x4:0G" + b"." * 254 + b"\n", None, None),
        (b"." * 16 + b"\n" + b"0" * 16 + b"\n", None, None),
    ],
)
def test_shapes_and_alphabets_that_are_named(
    text: bytes, shape: Shape | None, symbols: str | None
) -> None:
    wanted, found = boards_of(text, shape, symbols), packed(text, shape, symbols)
    if wanted is None:
        assert found is None
    else:
        assert found is not None
        assert unpacked(found) == wanted


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n",
        b"1...2..3....4...\n\n",
        b"1...2..3....4...\n# a comment\n",
        b"1...2..3....4... \n",
        b"1...2..3....4..\n",
        b"1...2..3....5...\n",
        b"1...2..3....4...\r.\n",
        b"1...2..3....4...\n1...2..3....4...1\n",
        b"3x2:" + b"." * 36 + b"\n" + b"." * 40 + b"\n",
        b"99x9:" + b"." * 36 + b"\n",
        b"AB" + b"." * 254 + b"\n",
        b"A0" + b"1" * 254 + b"\n" + b"A0." + b"1" * 253 + b"\n",
        b"1" + b"." * 255 + b"\n",
        b"\x00" * 16 + b"\n",
    ],
)
def test_irregular_lines_are_left_to_the_reader(text: bytes) -> None:
    assert packed(text) is None


def test_what_is_packed_is_what_the_reader_reads_of_any_text() -> None:
    rng, answered = random.Random(1), 0
    for _ in range(4000):
        shape = rng.choice(SHAPES[:5])
        text = bytearray(lines_of(shape, 3, rng.randrange(50)))
        for _ in range(rng.choice((0, 0, 1, 2))):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice(SYMBOLS).to_bytes()
        wanted = rng.choice([None, None, shape, Shape(2, 2)])
        symbols = rng.choice([None, None, "numbers", "letters", "hex"])
        found = packed(bytes(text), wanted, symbols)
        if found is not None:
            answered += 1
            assert unpacked(found) == boards_of(bytes(text), wanted, symbols), text
    assert answered > 1000
