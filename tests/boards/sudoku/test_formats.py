"""Each text format: what it looks like, what it accepts, and what it says when it refuses."""

from __future__ import annotations

import textwrap

import pytest

from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import FormatError, InputError, UnknownNameError, UnsupportedError
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.reading import ReadOptions, read, read_text, write

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def board(shape: Shape, *rows: str) -> Board:
    return Board([[int(cell) for cell in row] for row in rows], shape=shape)


def only(text: str, **options: object) -> SudokuState:
    (entry,) = read_text(textwrap.dedent(text), "x.txt", ReadOptions.of(**options))  # type: ignore[arg-type] # passed through
    return entry.state


def refusal(text: str, **options: object) -> str:
    with pytest.raises(FormatError) as caught:
        only(text, **options)
    return str(caught.value)


SMALL = board(Shape(2, 2), "1000", "0020", "0300", "0004")
ROWS = (
    SudokuState.start(SMALL, Rules.ROWS)
    .play(Move(0, 1, 2))
    .reject(Move(3, 0, 2))
    .play(Move(1, 1, 4))
    .play(Move(3, 2, 1))
)

GOLDEN = {
    "json": (
        '{"m": 2, "n": 2, "cells": [[1, 2, 0, 0], [0, 4, 2, 0], [0, 3, 0, 0], [0, 0, 1, 4]], '
        '"taboo": [[3, 0, 2]], "rules": "rows", "to_move": 1, '
        '"occupied": [[[0, 1], [1, 1]], [[3, 2]]], '
        '"moves": [[0, 1, 2], [3, 0, 2], [1, 1, 4], [3, 2, 1]]}\n'
    ),
    "game": (
        "rows = 2\n"
        "columns = 2\n"
        "board =\n"
        "    1-    2+    .     .\n"
        "    .     4+    2-    .\n"
        "    .     3-    .     .\n"
        "    .     .     1-    4-\n"
        "taboo-moves = [(3,0) -> 2]\n"
        "moves = [(0,1) -> 2, (3,0) -> 2, (1,1) -> 4, (3,2) -> 1]\n"
        "scores = [0, 0]\n"
        "current-player = 1\n"
        "allowed-squares1 = (0,0), (0,1), (0,2), (0,3)\n"
        "allowed-squares2 = (3,0), (3,1), (3,2), (3,3)\n"
        "occupied-squares1 = (0,1), (1,1)\n"
        "occupied-squares2 = (3,2)\n"
    ),
    "rows": "1 2 . .\n. 4 2 .\n. 3 . .\n. . 1 4\n",
    "framework": "2 2\n1 2 . .\n. 4 2 .\n. 3 . .\n. . 1 4\n",
    "line": "12...42..3....14\n",
    "sdk": "[Puzzle]\n12..\n.42.\n.3..\n..14\n",
    "grid": (
        "+-----+-----+\n"
        "| 1 2 | . . |\n"
        "| . 4 | 2 . |\n"
        "+-----+-----+\n"
        "| . 3 | . . |\n"
        "| . . | 1 4 |\n"
        "+-----+-----+\n"
    ),
    "pencilmarks": "1....2..123412341234...4.2..12341234..3.12341234123412341......4\n",
    "f-puzzles": (
        "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAO"
        "wQBcMqBfZY8qhACZ6jFu04wewKVwC6yQlJClK1FOlGt4Hbr2X9qwjUy07JvOQul6VA+AGYRJ8buvT5iizYMI"
        "6xsdoSSrZqTgFmcrJcQA\n"
    ),
    "sudokupad": (
        "https://sudokupad.app/fpuzzlesN4IgzglgXgpiBcAWANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQ"
        "BcMqBfZY8qhACZ6jFu04wewKVwC6yQlJClK1FOlGt4Hbr2X9qwjUy07JvOQul6VA%2BAGYRJ8buvT5iizYMI"
        "6xsdoSSrZqTgFmcrJcQA\n"
    ),
    "opensudoku": "OpenSudoku has 3x3 boards only, and this one is 2x2: use line or json",
    "codecup": "CodeCup plays on 3x3 boards, and this one is 2x2: use line or json",
    "quizzes": (
        "format quizzes has the solution of each board, which Bombe does not look for when it "
        "writes: use line"
    ),
}
GOLDEN_9X9 = {
    "opensudoku": (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        "<opensudoku>\n"
        '  <game data="530070000600195000098000060800060003400803001700020006060000280000419005'
        '000080079" />\n'
        "</opensudoku>\n"
    ),
    "codecup": (
        "Aa5 Ab3 Ae7 Ba6 Bd1 Be9 Bf5 Cb9 Cc8 Ch6 Da8 De6 Di3 Ea4 Ed8 Ef3 Ei1 Fa7 Fe2 Fi6 Gb6 "
        "Gg2 Gh8 Hd4 He1 Hf9 Hi5 Ie8 Ih7 Ii9\n"
    ),
}
"""What formats write that are for such boards only."""


@pytest.mark.parametrize("known", formats.FORMATS, ids=lambda known: known.name)
def test_each_format_writes_its_golden_text(known: formats.Format) -> None:
    assert known.name in GOLDEN, f"GOLDEN lacks the text that {known.name} writes for this board"
    try:
        text = write(ROWS, known.name)
    except UnsupportedError as error:
        text = str(error)
    assert text == GOLDEN[known.name]


@pytest.mark.parametrize("name", GOLDEN_9X9)
def test_formats_of_9x9_boards_write_their_golden_text(name: str) -> None:
    assert write(only(EASY), name) == GOLDEN_9X9[name]


def test_a_format_is_known_by_its_name_and_by_its_suffix() -> None:
    assert formats.get("sdm") is formats.get("line")
    assert formats.get("jsonl") is formats.get("json")


def test_an_unknown_format_gets_a_suggestion() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'framework'"):
        formats.get("framwork")


@pytest.mark.parametrize(
    "text",
    [
        "2 2\n1 . . .\n. . 2 .\n. 3 . .\n. . . 4\n",
        "2 2 1 0 0 0 0 0 2 0 0 3 0 0 0 0 0 4",
        "# a comment\n\n2\t2\r\n1 . . . . . 2\r\n. . 3\n. . . .\n. 4",
        "\ufeff2 2\n1 . . .\n. . 2 .\n. 3 . .\n. . . 4",
        "1.....2..3.....4",
        "1000002003000004   # from a collection",
        "2X2:1.....2..3.....4",
        "#AAnn\n#Cshape 2x2\n1...\n..2.\n.3..\n...4\n[State]\n1 2 3 4\n",
        "[Puzzle]\n1...\n..2.\n.3..\n...4\n",
        '[\n{"m":2,"n":2,"cells":[[1,0,0,0],[0,0,2,0],[0,3,0,0],[0,0,0,4]]}]',
        "rows = 2\ncolumns=2\nboard = 1 . . .\n  . . 2 . . 3 . . . . . 4",
    ],
)
def test_every_way_to_write_a_board_gives_the_same_board(text: str) -> None:
    if text.startswith("#AAnn"):
        assert only(text, format="sdk") == SudokuState(SMALL)
    assert only(text) == SudokuState(SMALL)


# One-line texts


@pytest.mark.parametrize(
    ("text", "value"),
    [("1" + "." * 254 + "G", 16), ("A" + "." * 254 + "P", 16), ("." * 255 + "g", 16)],
)
def test_the_alphabet_is_told_from_digits_and_from_letters_that_are_too_large(
    text: str, value: int
) -> None:
    with_last = only(text, symbols="numbers") if text[0] == "." else only(text)
    assert with_last.board.values[-1] == value


def test_an_unsure_alphabet_is_asked_for_and_then_obeyed() -> None:
    text = "." * 255 + "A"
    assert refusal(text) == (
        "x.txt:1:256: 'A' may be 10 (1 to 9, then A = 10) or 1 (A = 1) or 11 (0 to F); "
        "say which with --symbols numbers or --symbols letters or --symbols hex"
    )
    assert only(text, symbols="numbers").board.values[-1] == 10
    assert only(text, symbols="letters").board.values[-1] == 1
    with pytest.raises(UnknownNameError, match="known are hex, letters, numbers"):
        only(text, symbols="roman")


def test_a_contradictory_alphabet_is_an_error_at_the_culprit() -> None:
    assert refusal("1" + "." * 254 + "H") == (
        "x.txt:1:256: 'H' is 17 in the alphabet 'numbers', over 16; use 1 to G and '.' for empty"
    )


def test_a_symbol_of_the_other_alphabet_is_an_error() -> None:
    assert refusal("5" + "." * 80, symbols="letters") == (
        "x.txt:1:1: '5' is not in the alphabet 'letters'; use A to I and '.' for empty"
    )


def test_the_36th_value_is_an_at_sign() -> None:
    big = Board(Shape(6, 6), bytes([36, 35, *[0] * 1294]))
    assert write(SudokuState(big), "line").startswith("@Z..")
    assert only(write(SudokuState(big), "line")).board == big


def test_an_unusual_shape_is_written_before_the_symbols() -> None:
    state = SudokuState(Board(Shape(3, 2), bytes([6, *[0] * 35])))
    assert write(state, "line") == "3x2:6" + "." * 35 + "\n"
    assert only(write(state, "line")) == state


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            EASY[:-1],
            (
                "x.txt:1:1: 80 symbols make no board; the nearest lengths are 64 (N = 8) and 81 "
                "(N = 9); give one symbol for each cell, '.' where it is empty"
            ),
        ),
        (
            EASY + ",17",
            (
                "x.txt:1:82: ',17' follows the board; cut the line after column 81, or put ' # ' "
                "there to make the rest a comment"
            ),
        ),
        (
            EASY[:30] + "*" + EASY[31:],
            (
                "x.txt:1:31: '*' is not a symbol; write '.' for an empty cell, a digit or letter "
                "for a value"
            ),
        ),
        (
            "# one\n\n" + EASY[:40] + "²" + EASY[41:],
            (
                "x.txt:3:41: '²' is not a symbol; write '.' for an empty cell, a digit or letter "
                "for a value"
            ),
        ),
        (
            EASY[:80] + "A",
            (
                "x.txt:1:81: 'A' is 10 in the alphabet 'numbers', over 9; use 1 to 9 and '.' "
                "for empty"
            ),
        ),
        (
            "3x2:" + "." * 35,
            (
                "x.txt:1:5: 35 symbols, but a 3x2 board has 36; give one symbol for each cell, '.' "
                "where it is empty"
            ),
        ),
        (
            "9x9:1",
            (
                "x.txt:1:1: boxes of 9 x 9 make no board: m and n are at least 1 and m * n at most "
                "36; correct the two numbers"
            ),
        ),
    ],
)
def test_a_line_that_is_no_board_says_why_where_and_what_to_do(text: str, message: str) -> None:
    assert refusal(text) == message


def test_a_shape_that_is_asked_for_must_agree_with_the_text() -> None:
    assert only("." * 36, shape=Shape(3, 2)).board.shape == Shape(3, 2)
    assert refusal("2x3:" + "." * 36, shape=Shape(3, 2)) == (
        "x.txt:1:1: the text has shape 2x3, but 3x2 was asked for; "
        "leave the shape to the text, or ask for 2x3"
    )


def test_a_board_whose_symbols_do_not_tell_the_alphabet_is_written_with_its_shape() -> None:
    state = SudokuState(Board(Shape(2, 5), bytes([10, *[0] * 99])))
    assert write(state, "line") == "2x5:A" + "." * 99 + "\n"
    assert write(state, "sdk").startswith("#Cshape 2x5\n[Puzzle]\nA...")
    assert only(write(state, "line")) == only(write(state, "sdk")) == state


# Rows of symbols, or lines that each are a board?


def test_nine_rows_of_nine_symbols_are_one_puzzle() -> None:
    rows = "\n".join(EASY[i : i + 9] for i in range(0, 81, 9))
    assert only(rows) == only(EASY)


def test_an_empty_square_block_is_one_board_and_small_values_are_many_boards() -> None:
    assert only("." * 16 + ("\n" + "." * 16) * 15).board == Board.empty(Shape(4, 4))
    assert len(list(read_text("1...............\n" * 16))) == 16
    assert len(list(read_text("................\n" * 17))) == 17


def test_sixteen_small_boards_are_no_large_one_where_one_board_is_expected() -> None:
    small = "1...2..3....4...\n" * 16
    with pytest.raises(InputError, match="a second board where one was expected"):
        read(small)
    large = read("1" + "." * 14 + "G" + ("\n" + "." * 16) * 15)
    assert (large.board.shape, large.board.values[15]) == (Shape(4, 4), 16)


def test_a_suffix_is_a_hint() -> None:
    (entry,) = read_text("0" + "." * 15 + ("\n" + "." * 16) * 15, "big.sdk")
    assert entry.state.board.shape == Shape(4, 4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "53..7....\n" * 8,
            "x.txt:8:1: the puzzle ends after 8 of 9 rows; give 9 rows of 9 symbols",
        ),
        ("53..7....\n" * 10, "x.txt:10:1: more than 9 rows; give 9 rows of 9 symbols"),
        (
            "53..7....\n53..7...\n",
            (
                "x.txt:2:1: a row of 8 symbols, but rows here have 9; give N rows of N symbols, "
                "'.' for an empty cell"
            ),
        ),
        (
            "[Puzzle]\n1\n[Puzzle]\n1\n",
            "x.txt:3:1: a second puzzle; give each puzzle a file, or use one-line text",
        ),
        ("[State]\n1\n", "x.txt:1: the text has no board; add one"),
    ],
)
def test_rows_that_are_no_puzzle_are_refused(text: str, message: str) -> None:
    assert refusal(text) == message


# Board text of the framework


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "2 2\n1 2 . .\n",
            (
                "x.txt:2:7: the text ends after 4 of the 16 cells of a 2x2 board; add the rest, or "
                "correct m and n on the first line"
            ),
        ),
        (
            "1 2\n1 2 . . 1\n",
            (
                "x.txt:2:9: more than the 4 cells of a 1x2 board; give each board a file, or "
                "correct m and n on the first line"
            ),
        ),
        (
            "1 2\n1 3 . .\n",
            "x.txt:2:3: value 3 is over 2; write a number from 1 to 2, or '.' for an empty cell",
        ),
        (
            "1 2\n1+ . . .\n",
            "x.txt:2:1: '1+' is not a cell; write a number from 1 to 2, or '.' for an empty cell",
        ),
        ("99 2\n", "x.txt:1:1: m is '99'; write a whole number from 1 to 36"),
        (
            "7 7\n",
            (
                "x.txt:1:1: boxes of 7 x 7 make no board: m and n are at least 1 and m * n at most "
                "36; correct the two numbers"
            ),
        ),
    ],
)
def test_framework_text_that_is_no_board_is_refused(text: str, message: str) -> None:
    assert refusal(text) == message


# All of them


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x.txt:1: the text has no board; add one"),
        (" \n# nothing\n", "x.txt:1: the text has no board; add one"),
        (
            "\nhello, world\n",
            (
                "x.txt:2: 'hello, world' is not the beginning of any format that Bombe reads; "
                f"name the format, one of {', '.join(known.name for known in formats.FORMATS)}"
            ),
        ),
        ("1...\x00", "x.txt:1:5: control character U+0000; delete it"),
        ("1...\x0c2...", "x.txt:1:5: control character U+000C; delete it"),
        ("1 1\u2028.", "x.txt:1:4: control character U+2028; delete it"),
        ("1...\udcff", "x.txt:1:5: byte 0xFF is not UTF-8; save as UTF-8"),
    ],
)
def test_a_text_that_no_format_takes_is_refused(text: str, message: str) -> None:
    assert refusal(text) == message
