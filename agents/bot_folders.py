"""How a folder with a bot of OpenSpiel is named: see bombe.agents.dots.tournament.

group_12/dotsandboxes_agent.py                      with get_agent_for_tournament(player_id)
group_12/dotsandboxes_agent/dotsandboxes_agent.py   below the folder that is named, too
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bombe.boards.errors import UsageError

MAIN = "dotsandboxes_agent.py"


class BotFolder(NamedTuple):
    """The folder that was named, and that of the bot's file."""

    path: Path
    home: Path


def parse(spec: str) -> BotFolder | None:
    """Return the folder that a spec names; None if it is not one with a bot."""
    name, mark, options = (spec, "", "") if Path(spec).exists() else spec.rpartition(":")
    path = Path(name).resolve()
    if not name or not path.is_dir():
        return None
    files = [path / MAIN] if (path / MAIN).is_file() else sorted(path.rglob(MAIN))
    if not files:
        return None
    if len(files) > 1:
        found = " and ".join(str(file.parent.relative_to(path)) for file in files[:2])
        raise UsageError(
            f"agent {spec!r}: {len(files)} folders below it have a {MAIN}, such as {found}: "
            "give one of them"
        )
    if mark:
        raise UsageError(f"agent {spec!r}: a folder with {MAIN} has no options: remove {options!r}")
    return BotFolder(path, files[0].parent)
