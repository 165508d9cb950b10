"""Commands take what people paste as a BOARD, and write links and hex digits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bombe.boards.sudoku.reading import read, write

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


def test_what_a_format_cannot_hold_is_refused_with_exit_code_2(bombe: Bombe) -> None:
    done = bombe("convert", "hard-2x2", "--to", "codecup")
    assert (done.code, done.out) == (2, "")
    assert "CodeCup plays on 3x3 boards, and this one is 2x2: use line or json" in done.err
