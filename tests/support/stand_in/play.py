"""Runs a game in the stand-in of the framework, in a process and a folder of its own.

played = play("v13", agent, "first_player", board, oracle=program, folder=tmp_path)
assert played.winner == 1
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = Path(__file__).parent


class Played(NamedTuple):
    """How a game went: `turns` have player, move (row, column, value), oracle, kind, seconds.

    `kind` is scored, taboo, or why the game was lost by that move. `output` is what the agents
    printed, tracebacks included.
    """

    winner: int
    reason: str
    scores: list[int]
    squares: list[int]
    turns: list[dict[str, Any]]
    output: str

    @property
    def is_forfeit(self) -> bool:
        """Whether a player lost by what it proposed."""
        return self.reason != "played to the end"


def play(
    edition: str,
    first: Path | str,
    second: Path | str,
    board: str,
    *,
    oracle: Path | str,
    folder: Path,
    limit: float = 10.0,
    start: str = "fork",
    allowed: Sequence[Sequence[int]] | None = None,
    game: str | None = None,
    playmode: str = "rows",
) -> Played:
    """Play a game of edition v13 or v14 on a board text.

    Agents are folders, or names of the players beside the stand-in's packages. `start` is fork or
    spawn; `allowed` has the two players' cells for the newer play modes of v14. Of v14, `game` is a
    game text, which takes the place of the board, and is read for `playmode`. A turn ends when the
    agent returns, after `limit` seconds at the latest. The game has a new folder in `folder`.
    """
    folder = Path(tempfile.mkdtemp(dir=folder))
    order = {
        "edition": edition,
        "agents": [str(HERE / edition / agent) for agent in (first, second)],
        "board": board,
        "oracle": str(oracle),
        "limit": limit,
        "start": start,
        "allowed": None if allowed is None else [list(cells) for cells in allowed],
        "game": game,
        "playmode": playmode,
        "result": str(folder / "result.json"),
    }
    done = subprocess.run(
        [sys.executable, "-P", str(HERE / "loop.py"), json.dumps(order)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    names = ("player", "move", "oracle", "kind", "seconds")
    turns = [dict(zip(names, turn, strict=True)) for turn in result.pop("turns")]
    return Played(**result, turns=turns, output=done.stdout)
