"""A shard: one of several parts of a run that share nothing, so that machines can share the work.

The parts are disjoint, and together they are the whole: of n shards number i takes the items i - 1,
i - 1 + n, i - 1 + 2n and so on, counted from 0.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from bombe.boards.errors import UsageError

_TEXT = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")


class Shard(NamedTuple):
    """Part `number` of `of` parts, counted from 1."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Shard:
        """Return the shard that a text such as 2/8 names; raise UsageError for any other."""
        match = _TEXT.fullmatch(text)
        shard = cls(*map(int, match.groups())) if match else None
        if shard is None or not 1 <= shard.number <= shard.of:
            raise UsageError(f"{text!r} is no shard: give i/n, such as 2/8 for the second of 8")
        return shard

    def has(self, index: int) -> bool:
        """Return whether the item with this index, counted from 0, is in the shard."""
        return index % self.of == self.number - 1

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        return f"{self.number}/{self.of}"


WHOLE = Shard()
"""The only part of a run that is not shared."""
