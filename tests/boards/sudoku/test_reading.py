"""Reading and writing in any format: round trips, laziness, files that are not there."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from paths import ROOT
from random_states import SHAPES, random_state

from bombe.boards import Board, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError, InputError, UnsupportedError
from bombe.boards.sudoku import bundled, formats
from bombe.boards.sudoku.reading import (
    ReadOptions,
    read,
    read_all,
    read_file,
    read_lines,
    read_text,
    write,
)
from bombe.boards.sudoku.state import rules_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LINE = "1...2..3....4..."
EVERY = pytest.mark.parametrize("known", formats.FORMATS, ids=lambda known: known.name)


def kept(state: SudokuState, keeps: str) -> SudokuState:
    return state if keeps == "game" else SudokuState(state.board)


def text_of(state: SudokuState, known: formats.Format) -> str | None:
    """Return the text of a position; None if the format says that it cannot hold the board."""
    try:
        return write(state, known.name)
    except UnsupportedError:
        return None


@EVERY
@settings(max_examples=80)
@given(
    shape=st.sampled_from(SHAPES),
    rules=st.sampled_from(Rules),
    turns=st.integers(0, 12),
    seed=st.integers(0, 10**9),
)
def test_what_was_written_reads_back_the_same(
    known: formats.Format, shape: Shape, rules: Rules, turns: int, seed: int
) -> None:
    state = random_state(
        random.Random(seed), shape, rules, turns if shape.size <= 12 else turns // 6
    )
    # On the smallest boards two play modes may allow the same cells; a game text then names one.
    assume(known.name == "json" or rules_of(shape, state.allowed) is rules)
    text = text_of(state, known)
    if text is None:
        return
    for named in (known.name, None):
        (entry,) = read_text(text, "<text>", ReadOptions(named))
        assert entry.state == kept(state, known.keeps)
    assert write(entry.state, known.name) == text


@EVERY
def test_every_full_and_every_empty_board_reads_back_the_same(known: formats.Format) -> None:
    for shape in SHAPES:
        for value in (0, 1, shape.size):
            state = SudokuState(Board(shape, bytes([value]) * shape.cells))
            text = text_of(state, known)
            if text is not None:
                (entry,) = read_text(text, f"x.{known.name}")
                assert entry.state == state


@EVERY
def test_every_format_writes_an_ordinary_puzzle_or_none_at_all(known: formats.Format) -> None:
    state = SudokuState(Board("1" + "." * 80))
    assert (text_of(state, known) is None) == (known.name == "quizzes")


@pytest.mark.parametrize("known", [f for f in formats.FORMATS if f.many], ids=lambda f: f.name)
def test_texts_of_many_boards_may_be_joined(known: formats.Format) -> None:
    states = [
        random_state(random.Random(seed), Shape(2, 2), Rules.CLASSIC, 4) for seed in range(40)
    ]
    texts = [text_of(state, known) for state in states]
    if None not in texts:
        entries = read_text("".join(text or "" for text in texts))
        assert [e.state for e in entries] == [kept(state, known.keeps) for state in states]


class Counted:
    """An endless stream of a line, which counts how often it was asked."""

    def __init__(self, line: str) -> None:
        self.line, self.pulled = line, 0

    def __iter__(self) -> Iterator[str]:
        while True:
            self.pulled += 1
            yield self.line


@pytest.mark.parametrize(
    ("line", "looked_at"),
    [
        ("." * 81 + "\n", 1),
        ('{"m": 1, "n": 1, "cells": [[0]]}\n', 1),
        # Only the 17th line proves that these are not the rows of one 16 x 16 board.
        (LINE + "\n", 17),
    ],
)
def test_a_stream_is_read_one_board_at_a_time(line: str, looked_at: int) -> None:
    stream = Counted(line)
    entries = read_lines(stream)
    assert stream.pulled == 0
    next(entries)
    assert stream.pulled == looked_at
    for _ in range(99):
        next(entries)
    assert stream.pulled == 100


def test_a_named_format_needs_no_look_ahead() -> None:
    stream = Counted(LINE)
    next(read_lines(stream, "<text>", ReadOptions("line")))
    assert stream.pulled == 1


def test_entries_know_their_lines() -> None:
    text = f"# two boards\n\n{LINE}\n{LINE}\n"
    assert [str(entry.place) for entry in read_text(text, "a.sdm")] == ["a.sdm:3", "a.sdm:4"]


def test_all_line_ends_count_as_one_line() -> None:
    text = f"{LINE}\r\n{LINE}\r{LINE}\n"
    assert [entry.place.line for entry in read_text(text)] == [1, 2, 3]


def test_a_file_is_read_by_its_path_or_when_open(tmp_path: Path) -> None:
    path = tmp_path / "boards.sdm"
    path.write_bytes(b"\xef\xbb\xbf" + f"{LINE}\r\n{LINE}\r\n".encode())
    with path.open(encoding="utf-8") as lines:
        opened = list(read_all(lines))
    assert list(read_all(path)) == list(read_all(str(path))) == opened
    assert [entry.place.line for entry in opened] == [1, 2]


def test_bytes_that_are_not_utf8_are_refused_where_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "boards.txt"
    path.write_bytes(f"{LINE}\n# caf".encode() + b"\xe9\n")
    with pytest.raises(FormatError) as caught:
        list(read_file(path))
    assert str(caught.value) == f"{path}:2:6: byte 0xE9 is not UTF-8; save as UTF-8"


def test_a_stream_that_cannot_decode_is_refused_too() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"\xff\xfe1"), encoding="utf-8")
    with pytest.raises(FormatError, match="<stdin>:1: a byte here or later is not utf-8"):
        list(read_lines(stream, "<stdin>"))


def test_a_missing_file_gets_the_names_near_it(tmp_path: Path) -> None:
    (tmp_path / "boards.sdm").touch()
    with pytest.raises(InputError) as caught:
        list(read_file(tmp_path / "board.sdm"))
    assert str(caught.value) == (
        f"{tmp_path / 'board.sdm'}: there is no such file, and no bundled board of that name; "
        "did you mean boards.sdm?"
    )


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("hard-9x9", "hard-3x3 or "),
        ("Easy-9x9", "easy-3x3 or "),
        ("easy-16x16", "easy-4x4 or "),
        ("easy-6x6", "easy-2x3 or "),
        ("easy-3x2", "easy-2x3 or "),
    ],
)
def test_a_size_given_another_way_suggests_the_board_of_that_size_first(
    name: str, near: str
) -> None:
    with pytest.raises(InputError) as caught:
        list(read_file(name))
    assert f"did you mean {near}" in str(caught.value)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no folder"):
        list(read_file(tmp_path / "nowhere" / "board.sdm"))


@pytest.mark.parametrize("name", ["", "a\0b", "x" * 5000])
def test_a_path_that_cannot_be_is_an_input_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        list(read_file(f"{tmp_path}/{name}"))


@pytest.mark.parametrize("seed", range(200))
def test_a_line_of_digits_is_read_as_the_same_line_with_a_comment(seed: int) -> None:
    """The first is read without a look at each sign, the second with one."""
    rng = random.Random(seed)
    length = rng.choice([1, 4, 9, 15, 16, 17, 36, 64, 81, 81, 82, 100, 144, 256, 729])
    digits = rng.choice([".0", ".1", "01234", ".123456", ".0123456789"])
    line = "".join(rng.choices(digits, k=length))
    wanted = rng.choice([None, None, Shape(2, 3), Shape(3, 2), Shape(1, 9), Shape(3, 3)])
    options = ReadOptions("line", wanted, rng.choice([None, None, "numbers", "letters"]))
    assert outcome(line, options) == outcome(f"{line} # a comment", options)


def outcome(line: str, options: ReadOptions) -> str:
    try:
        return repr([entry.state for entry in read_text(line, "<text>", options)])
    except InputError as error:
        return str(error)


def test_the_texts_that_are_shipped_are_those_of_the_catalogue() -> None:
    texts = (ROOT / "boards" / "sudoku" / "files").glob("*.txt")
    assert {path.stem for path in texts} == {*bundled.names()}
    assert not bundled.is_bundled("../files/hard-3x3")
    assert bundled.is_bundled("Hard-3x3")


def test_a_list_may_hold_names_files_and_boards(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    line = "1...4...2.....3."
    file.write_text(f"{line}\n{line}\n", encoding="utf-8")
    board = read("hard-2x2").board
    for first in ("hard-3x3", str(file), file, board, SudokuState(board), "set-easy-2x2#2"):
        others = [state for state, _ in read_all(first)]
        found = [state for state, _ in read_all([first, "easy-2x2", board])]
        assert found == [*others, read("easy-2x2"), SudokuState(board)]
    assert [entry.state.board for entry in read_all([line, line])] == [Board(line)] * 2
    assert read(board).board == board


def test_a_state_is_an_array_as_its_board_is() -> None:
    numpy = pytest.importorskip("numpy")
    state = read("hard-3x3")
    assert numpy.asarray(state).shape == (9, 9)
    assert (numpy.asarray(state) == numpy.asarray(state.board)).all()
    assert numpy.array([state, state], dtype=numpy.uint8).shape == (2, 9, 9)
