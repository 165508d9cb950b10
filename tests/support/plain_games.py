"""Games of logs and records of studies as plain values, without what clock and machine decide."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from bombe.boards.record import read_records

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bombe.boards.record import GameRecord


def plain_games(records: Iterable[GameRecord]) -> list[dict[str, Any]]:
    """Return the games, by their ids."""
    documents = [_without_times(json.loads(record.to_json())) for record in records]
    return sorted(documents, key=lambda document: str(document["id"]))


def logged_games(path: Path) -> list[dict[str, Any]]:
    """Return the games of a log, by their ids; every line must be whole."""
    with path.open(encoding="utf-8") as lines:
        return plain_games(read_records(lines))


def _without_times(document: dict[str, Any]) -> dict[str, Any]:
    document.pop("overhead_ms", None)
    document.pop("host", None)
    document.pop("made", None)
    for turn in [*document["moves"], document.get("refused") or {}]:
        turn["ms"] = 0
        turn.pop("cpu_ms", None)
        turn["proposals"] = [proposal[0] for proposal in turn.get("proposals", [])]
    return document
