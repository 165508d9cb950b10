"""How an agent of the framework is named: by its folder.

team42_A2               the edition is recognised by the code
team42_A2@v14           or given
team42_A2:spawn=yes     every turn in a new interpreter, as on Windows and macOS
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.framework.editions import Edition, edition_of
from bombe.boards.errors import UnknownNameError, UsageError

if TYPE_CHECKING:
    from bombe.boards import Rules

MAIN = "sudokuai.py"
_SPEC = re.compile(
    r"(?P<place>(?:[A-Za-z]:[\\/])?[^:]*?)(?:@(?P<edition>[^:@/\\]*))?(?::(?P<options>.*))?"
)


class AgentFolder(NamedTuple):
    """An agent's folder, its edition, and its options as a text."""

    path: Path
    edition: Edition
    options: str = ""

    def __str__(self) -> str:
        """Return the complete spec."""
        return f"{self.path}@{self.edition}" + (f":{self.options}" if self.options else "")


def parse(spec: str) -> AgentFolder | None:
    """Parse a spec; return None if it names no folder."""
    match = _SPEC.fullmatch(spec)
    if match is None or not match["place"]:
        return None
    path = Path(match["place"]).resolve()
    if not path.is_dir():
        return None
    if not (path / MAIN).is_file():
        if match["options"] is not None:
            return None  # a package of that name and a class in it
        raise UsageError(
            f"agent {spec!r}: the folder {path} has no {MAIN} and no dotsandboxes_agent.py; "
            "give an agent's folder"
        )
    if "." in path.name:
        raise UsageError(f"agent {spec!r}: Python cannot import {path.name!r}; rename the folder")
    if match["edition"] is None:
        edition = edition_of(path)
    elif match["edition"] in set(Edition):
        edition = Edition(match["edition"])
    else:
        raise UnknownNameError("edition", match["edition"], Edition)
    return AgentFolder(path, edition, match["options"] or "")


def refuse_rules(folder: AgentFolder, rules: Rules) -> None:
    """Raise UsageError if the agent's edition does not have the play mode."""
    if folder.edition is Edition.V13 and rules != "classic":
        raise UsageError(
            f"agent {folder.path} is of edition {folder.edition}, which has no play mode {rules}: "
            f"use classic, or an agent of edition {Edition.V14}"
        )
