"""Text of others on the terminal: nothing in it steers, hides or turns round."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bombe.boards.visible import visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("team42_A2", "team42_A2"),
        ("\x1b[2J\x1b]0;x\x07", "\\x1b[2J\\x1b]0;x\\x07"),
        ("a\nb\tc\r", "a\\nb\\tc\\r"),
        ("\x9b31m", "\\x9b31m"),
        ("abc\u202egnp.exe", "abc\\u202egnp.exe"),
        ("\u2066\u200b\ufeff\u2028", "\\u2066\\u200b\\ufeff\\u2028"),
        ("\U000e0041", "\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("Zoë 数独 C:\\x", "Zoë 数独 C:\\x"),
        ("a\xa0b\u3000c", "a\xa0b\u3000c"),
    ],
)
def test_control_characters_are_written_as_escapes(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_several_lines_stay_lines() -> None:
    assert visible("a\n\tb\r\n\x1b", lines=True) == "a\n\tb\\r\n\\x1b"


@given(st.text(st.characters()))
def test_nothing_hidden_is_left(text: str) -> None:
    shown = visible(text)
    categories = {unicodedata.category(each) for each in shown}
    assert not categories & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert visible(shown) == shown
    shown.encode()
