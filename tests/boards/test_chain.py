"""The chain of a log: what it shows, and what may follow what."""

from __future__ import annotations

import itertools
import json

import pytest

from bombe.boards.chain import DIGITS, Chain, link_of, linked


def chain_of(*texts: str) -> list[str]:
    lines, last = [], ""
    for text in texts:
        lines.append(linked(text, last))
        link = link_of(lines[-1])
        assert link is not None
        assert link.previous == last
        last = link.own
    return lines


def problems(lines: list[str]) -> list[bool]:
    chain = Chain()
    return [bool(chain.problem(line)) for line in lines]


TEXTS = [json.dumps({"id": number, "output": '"hash": "'}) for number in range(4)]
LINES = chain_of(*TEXTS)


def test_a_chain_holds_and_so_do_its_beginnings_and_several_after_each_other() -> None:
    for lines in (LINES, LINES[:2], LINES * 2, [*LINES[:3], *TEXTS, *LINES], [*TEXTS, *LINES]):
        assert not any(problems(lines))


@pytest.mark.parametrize(("lines", "wrong"), [([0, 2, 3], 1), ([1, 2, 3], 0), ([0, 2, 1, 3], 1)])
def test_lines_that_are_missing_or_moved_show_at_the_next(lines: list[int], wrong: int) -> None:
    found = problems([LINES[each] for each in lines])
    assert found.index(True) == wrong


def test_a_line_without_a_hash_between_others_shows_at_the_next() -> None:
    assert problems([LINES[0], TEXTS[0], *LINES[1:]]) == [False, False, True, False, False]


def test_each_line_keeps_what_was_in_it() -> None:
    for line, text in zip(LINES, TEXTS, strict=True):
        read = json.loads(line)
        assert (len(read.pop("hash")), len(read.pop("previous")) in (0, DIGITS)) == (DIGITS, True)
        assert read == json.loads(text)


def test_a_change_of_one_character_shows_in_its_line() -> None:
    line = LINES[1]
    for at, new in itertools.product(range(len(line)), ("", "0", "a", "A", '"', " ", "}")):
        for changed in (line[:at] + new + line[at + 1 :], line[:at] + new + line[at:]):
            if changed != line:
                assert problems([LINES[0], changed]) == [False, True], changed
