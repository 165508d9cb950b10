"""What the chunks of a run add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.payload import Written

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bombe.analysis.outputs.journal import ChunkStep


class Progress:
    """The chunks that are done; `last_chunk` is the number of the last, -1 without any."""

    def __init__(self) -> None:
        self.last_chunk = -1
        self.chunks = self.positions = 0
        self.written = Written()
        self.totals: dict[str, Any] = {}

    def add(self, step: ChunkStep) -> None:
        """Add the next chunk."""
        self.last_chunk = step.chunk
        self.chunks += 1
        self.positions += step.positions
        self.written = step.after(self.written)
        _add(self.totals, step.totals)

    def end(self) -> dict[str, Any]:
        """Return the last line of the journal."""
        return {
            "end": True,
            "positions": self.positions,
            "records": self.written.records,
            "chunks": self.chunks,
        }


def _add(totals: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Add numbers up by name, in mappings within, too; of other values keep the last."""
    for name, value in more.items():
        if isinstance(value, dict):
            _add(totals.setdefault(name, {}), value)
        elif isinstance(value, int | float) and name in totals:
            totals[name] += value
        else:
            totals[name] = value
