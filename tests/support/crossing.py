"""Pairs of values for a test: each value once in the quick set, all other pairs behind `long`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Sequence


def crossed(names: Sequence[str], kinds: Sequence[type]) -> list[Any]:
    """Return all pairs of a name and a class; those that repeat both are long."""
    count = max(len(names), len(kinds))
    quick = {(names[number % len(names)], kinds[number % len(kinds)]) for number in range(count)}
    return [
        pytest.param(
            name,
            kind,
            id=f"{name}-{kind.__name__}",
            marks=[] if (name, kind) in quick else [pytest.mark.long],
        )
        for name in names
        for kind in kinds
    ]
