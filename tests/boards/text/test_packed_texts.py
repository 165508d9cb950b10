"""LZ-string, loose JSON and XML: what pages and apps pack puzzles in."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import FormatError
from bombe.boards.sudoku.formats import opensudoku
from bombe.boards.sudoku.reading import ReadOptions
from bombe.boards.text.loose_json import LooseJsonError, parse
from bombe.boards.text.lz_string import PackedTextError, compress, decompress

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.boards.sudoku.entries import Entry

GAME = f'<game data="{"0" * 81}"/>'
EMPTY_3X3 = '{"size":3,"grid":[[{},{},{}],[{},{},{}],[{},{},{}]]}'
PACKED = "N4IgzglgXgpiBcBmANCA5gJwgEwQbT2AF9ljSiBdZQks4qm88iiooA=="
"""What SudokuPad's own tests have for it."""


def test_what_javascript_packed_is_unpacked_and_packed_alike() -> None:
    assert decompress(PACKED, 100) == EMPTY_3X3
    assert compress(EMPTY_3X3) == PACKED
    assert compress("") == "Q==="


def test_every_text_comes_back() -> None:
    rng = random.Random(1)
    for length in (0, 1, 2, 3, 10, 100, 1000, 5000):
        for letters in ("a", "ab", "{}[]01,", "aé\u1234😀", [chr(i) for i in range(300)]):
            text = "".join(rng.choice(letters) for _ in range(length))
            assert decompress(compress(text), 10_000) == text


def test_signs_that_addresses_and_mail_change_are_understood() -> None:
    packed = compress("".join(chr(33 + i * i % 90) for i in range(400)))
    assert {"+", "/"} <= {*packed}
    text = decompress(packed, 1000)
    for changed in (packed.replace("+", " "), packed.replace("/", "-").replace("=", "$")):
        assert decompress(changed, 1000) == text


@pytest.mark.parametrize(
    ("packed", "message"),
    [
        ("", "it is cut off"),
        ("N4Ig", "it is cut off"),
        ("N4Ig*", "'*' is none of its characters"),
        ("////", "it names a piece that does not exist"),
        (compress("a" * 5000), "it unpacks to more than 1,000 characters"),
    ],
)
def test_damaged_and_endless_texts_are_refused(packed: str, message: str) -> None:
    with pytest.raises(PackedTextError) as caught:
        decompress(packed, 1000)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, "b", true, null, -2], "c": {}}', {"a": [1, "b", True, None, -2], "c": {}}),
        ("{ce:[[,{v:5},],[]],x:t,y:f}", {"ce": [[{}, {"v": 5}, {}], [{}]], "x": True, "y": False}),
        ("{t:'it\\'s',c:CFCFCF,d:#0}", {"t": "it's", "c": "CFCFCF", "d": "#0"}),
        ('{"a": []}', {"a": []}),
    ],
)
def test_loose_json_is_read(text: str, value: object) -> None:
    assert parse(text) == value


@pytest.mark.parametrize(
    "text", ["{a:1", "{a:1,a:2}", "[" * 100_000, "{}x", "", "{a:'b", '{"a":1,"a":2}']
)
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(LooseJsonError):
        parse(text)


def read_opensudoku(lines: Iterable[str]) -> list[Entry]:
    return list(opensudoku.read(lines, "x", ReadOptions()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<opensudoku b=1>", "x:1:15: XML: not well-formed (invalid token); correct the XML there"),
        ("<opensudoku b='1' b='2'/>", "x:1:19: XML: duplicate attribute; correct the XML there"),
        ("<!DOCTYPE a [", "x:1:13: document types and entities are not read; take them out"),
        ("<opensudoku>&a;", "x:1:13: XML: undefined entity; correct the XML there"),
        ("<a/>", "x:1:1: <a> outside <opensudoku>; give one file of OpenSudoku"),
        ("<opensudoku/><a/>", "x:1:14: XML: junk after document element; correct the XML there"),
    ],
)
def test_what_is_no_file_of_opensudoku_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_opensudoku([text])
    assert str(caught.value) == message


def test_an_endless_tag_is_refused_before_it_fills_the_memory() -> None:
    lines = iter(["<opensudoku ", *[f"x{i}='1'" for i in range(100_000)]])
    with pytest.raises(FormatError, match="a tag or a comment is longer than"):
        read_opensudoku(lines)
    assert sum(1 for _ in lines) > 50_000
    words = ["<!-- a comment", *["is long"] * 10_000, f"--><opensudoku>{GAME}</opensudoku>"]
    (entry,) = read_opensudoku(words)
    assert entry.place.line == 10_002
