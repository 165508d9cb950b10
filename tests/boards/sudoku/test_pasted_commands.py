"""Commands take what people paste as a BOARD, and write links and hex digits."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest

from bombe import audits
from bombe.boards import Board, Shape
from bombe.boards.sudoku.reading import read, read_all, write

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

HARD = write(read("hard-4x4"), "line")
HEX = write(read("hard-4x4"), "line", symbols="hex")


@pytest.mark.parametrize("name", ["f-puzzles", "sudokupad", "pencilmarks", "codecup"])
def test_a_board_may_be_a_link_a_line_of_marks_or_a_list_of_moves(bombe: Bombe, name: str) -> None:
    word = bombe("convert", "easy-3x3", "--to", name).out.strip()
    assert bombe("convert", word, "--to", "line").out == write(read("easy-3x3"), "line")


def test_what_show_and_audit_draw_is_a_board(bombe: Bombe, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.txt"
    for words in (["show"], ["show", "--candidates"], ["audit", "--color", "always"]):
        drawn.write_text(bombe(words[0], "hard-3x3", *words[1:]).out, "utf-8")
        converted = bombe("convert", str(drawn), "--to", "line").out
        assert converted == write(read("hard-3x3"), "line")


def test_hex_digits_are_read_counted_and_kept(bombe: Bombe, tmp_path: Path) -> None:
    file = tmp_path / "hexadoku.txt"
    file.write_text(HEX, "utf-8")
    assert bombe("count", str(file), "--limit", "5").out == "1\n"
    assert bombe("convert", str(file), "--to", "line").out == HARD
    assert bombe("convert", str(file), "--symbols", "hex", "--to", "line").out == HEX
    assert bombe("convert", str(file), "--symbols", "hex", "--to", "json").code == 0


def test_a_file_is_read_in_one_alphabet_however_it_is_cut(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only line 40 has a 0, so chunks of 16 lines and shards cannot tell the alphabet alone."""
    boards = [Board(Shape(4, 4), bytes([at % 14 + 2, *[0] * 255])) for at in range(80)]
    boards[40] = Board(Shape(4, 4), bytes([1, 5, *[0] * 254]))
    text = "".join(write(board, "line", symbols="hex") for board in boards)
    wanted = "".join(write(board, "line") for board in boards)
    file, other = tmp_path / "hex.txt", tmp_path / "numbers.txt"
    file.write_text(text, "utf-8")
    other.write_text(write(Board(Shape(4, 4), bytes([1, 16, *[0] * 254])), "line"), "utf-8")
    convert = ("--to", "line", "--no-progress")
    assert bombe("convert", str(file), *convert).out == wanted
    assert bombe("convert", str(file), *convert, "-j", "2").out == wanted
    parts = [tmp_path / f"part{number}.txt" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        bombe("convert", str(file), *convert, "--shard", f"{number}/2", "-o", str(part))
    whole = tmp_path / "whole.txt"
    assert bombe("merge", "-o", str(whole), *map(str, parts)).code == 0
    assert whole.read_text("utf-8") == wanted
    assert bombe("convert", str(file), str(other), *convert).out == wanted + other.read_text()
    with file.open("rb") as stdin:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stdin))
        assert bombe("convert", "-", *convert).out == wanted
    read_boards = [entry.state.board for entry in read_all(file)]
    assert read_boards == boards
    audited = [batch[at].board for batch in audits(file, chunk=7) for at in range(len(batch))]
    assert audited == boards


def test_a_file_that_leaves_its_alphabet_open_is_refused(bombe: Bombe, tmp_path: Path) -> None:
    file = tmp_path / "open.txt"
    file.write_text(f"{'.' * 256}\n12{'.' * 254}\nAB{'.' * 254}\n", "utf-8")
    done = bombe("count", str(file), "--limit", "2")
    assert done.code == 3
    assert ":2:1: '1' may be 1 (1 to 9, then A = 10) or 2 (0 to F); say which with" in done.err
    assert "--symbols numbers or --symbols hex" in done.err
    assert bombe("count", str(file), "--limit", "2", "--symbols", "hex").code == 0


def test_what_a_format_cannot_hold_is_refused_with_exit_code_2(bombe: Bombe) -> None:
    done = bombe("convert", "hard-2x2", "--to", "codecup")
    assert (done.code, done.out) == (2, "")
    assert "CodeCup plays on 3x3 boards, and this one is 2x2: use line or json" in done.err
