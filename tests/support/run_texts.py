"""Texts of many boards for runs, and their records without what differs from run to run."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from bombe.boards.sudoku import bundled

if TYPE_CHECKING:
    from pathlib import Path

FOUR = ("132442..31.22..1", "12..34122143432.", "11..............", "1...2..3....4...", "." * 16)
NINE = [line for line in bundled.text_of("set-irreducible-3x3").splitlines() if len(line) == 81]
MOVING = ("seconds", "seconds_build", "seconds_search")


def mixed(seed: int, lines: int = 120) -> str:
    """Return a text of boards of several shapes, with comments and blank lines."""
    draw = random.Random(seed)
    kinds = (*FOUR, *FOUR, *NINE[:20], f"3x2:{'.' * 35}1", "# no board", "", f"{FOUR[0]} # it")
    return "".join(f"{line}\n" for line in draw.choices(kinds, k=lines))


def still(records: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return records without what differs from run to run."""
    return [{k: v for k, v in record.items() if k not in MOVING} for record in records]


def read_lines(path: Path) -> list[dict[str, Any]]:
    return still([json.loads(line) for line in path.read_text("utf-8").splitlines()])
