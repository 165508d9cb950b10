"""LZ-string, loose JSON and the tags of XML: what pages and apps pack puzzles in."""

from __future__ import annotations

import random

import pytest

from bombe.boards.errors import FormatError
from bombe.boards.text.loose_json import LooseJsonError, parse
from bombe.boards.text.lz_string import PackedTextError, compress, decompress
from bombe.boards.text.spans import numbered
from bombe.boards.text.xml_tags import tags

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
    ("text", "problem", "offset"),
    [
        ("{a:1", "the end where , belongs", 4),
        ("{a:1,a:2}", "'a' stands twice", 5),
        ("[" * 20, "brackets nested more than 16 deep", 17),
        ("{}x", "text after the end", 2),
        ("", "no value", 0),
        ("{a:'b", "no end of a text", 3),
    ],
)
def test_what_is_no_json_is_refused(text: str, problem: str, offset: int) -> None:
    with pytest.raises(LooseJsonError) as caught:
        parse(text)
    assert (caught.value.problem, caught.value.offset) == (problem, offset)


def test_tags_know_their_places_and_may_run_over_lines() -> None:
    text = ["<a x='1'", '   y="<>">'.replace("<", "&lt;"), "<!-- <b> ", " --><?pi > ?><c/>word</a>"]
    found = list(tags(numbered(text, "x")))
    assert [(tag.name, tag.opens, tag.closes) for tag in found] == [
        ("a", True, False),
        ("c", True, True),
        ("a", False, True),
    ]
    assert str(found[0].attributes["y"].place) == "x:2:7"
    assert found[0].attributes["y"].text == "&lt;>"
    assert str(found[1].start.place) == "x:4:14"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<a b=1>", "x:1:1: '<a b=1>' is no tag; correct it"),
        ("<a b='1' b='2'>", "x:1:10: attribute 'b' stands twice; keep one of the two"),
        (
            "<a><![CDATA[",
            "x:1:4: '<![CDATA[': document types, entities and CDATA are not read; take it out",
        ),
        ("<a", "x:1:1: the text ends inside a tag; add the rest"),
    ],
)
def test_what_is_no_tag_is_refused(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(tags(numbered([text], "x")))
    assert str(caught.value) == message


def test_an_endless_tag_is_refused_before_it_fills_the_memory() -> None:
    lines = iter(["<a ", *["x='1'"] * 100_000])
    with pytest.raises(FormatError, match="a tag is longer than"):
        list(tags(numbered(lines, "x")))
    assert sum(1 for _ in lines) > 90_000
    words = ["<!-- a comment", *["is as long as it likes"] * 10_000, "--><a/>"]
    assert [tag.name for tag in tags(numbered(words, "x"))] == ["a"]
