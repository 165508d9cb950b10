"""Shards: parts that are disjoint, make up the whole, and are named by a text."""

from __future__ import annotations

import pytest

from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard


@pytest.mark.parametrize("of", [1, 2, 3, 7])
def test_every_item_is_in_one_shard(of: int) -> None:
    shards = [Shard(number, of) for number in range(1, of + 1)]
    for index in range(50):
        assert [shard.has(index) for shard in shards].count(True) == 1
    assert all(WHOLE.has(index) for index in range(50))


def test_the_first_shard_begins_with_the_first_item() -> None:
    assert [index for index in range(8) if Shard(2, 3).has(index)] == [1, 4, 7]


def test_a_shard_is_read_from_the_text_that_it_writes() -> None:
    for shard in (WHOLE, Shard(2, 8), Shard(1000, 1000)):
        assert Shard.parse(str(shard)) == shard


@pytest.mark.parametrize(
    "text", ["", "2", "0/3", "4/3", "1/0", "-1/3", "1/3/5", "a/b", "1 / 3", "1.0/3", "٣/٨"]
)
def test_what_is_no_shard_is_named(text: str) -> None:
    with pytest.raises(UsageError, match="give i/n, such as 2/8"):
        Shard.parse(text)
