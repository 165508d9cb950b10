"""How an agent of the framework is named: by its folder, or a zip of it.

team42_A2               the edition is recognised by the code
team42_A2@v14           or given
team42_A2:spawn=yes     every turn in a new interpreter, as on Windows and macOS
team42_A2.zip           as it is handed in
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from bombe.agents.framework.editions import MODES, Edition, edition_of
from bombe.agents.framework.package import PACKAGE
from bombe.boards import Rules
from bombe.boards.errors import UnknownNameError, UsageError

MAIN, CLASS = "sudokuai.py", "SudokuAI"
ARCHIVE = ".zip"
_SPEC = re.compile(
    r"(?P<place>(?:[A-Za-z]:[\\/])?[^:]*?)(?:@(?P<edition>[^:@/\\]*))?(?::(?P<options>.*))?"
)


class AgentFolder(NamedTuple):
    """An agent's folder, its edition, its options as a text, and what the user calls it."""

    path: Path
    edition: Edition
    options: str = ""
    name: str = ""

    def __str__(self) -> str:
        """Return the complete spec."""
        return f"{self.path}@{self.edition}" + (f":{self.options}" if self.options else "")


def parse(spec: str) -> AgentFolder | None:
    """Parse a spec; return None if it names no folder."""
    match = _SPEC.fullmatch(spec)
    if match is None or not match["place"]:
        return None
    path = Path(match["place"]).resolve()
    _refuse_file(spec, match["place"], match["options"])
    if path.suffix.lower() == ARCHIVE and path.is_file():
        from bombe.agents.framework.places.archives import unpacked  # only these need zipfile

        path = unpacked(path, MAIN)
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
        edition = edition_of(path, match["place"])
    elif match["edition"] in set(Edition):
        edition = Edition(match["edition"])
    else:
        raise UnknownNameError("edition", match["edition"], Edition)
    return AgentFolder(path, edition, match["options"] or "", match["place"])


def _refuse_file(spec: str, place: str, options: str | None) -> None:
    """Raise UsageError for the main file of an agent; a class of ours may be in such a file."""
    path = Path(place)
    if path.name != MAIN or not path.is_file() or (options or CLASS).partition(":")[0] != CLASS:
        return
    if PACKAGE.encode() in path.read_bytes():
        raise UsageError(
            f"agent {spec!r} is the main file of an agent for the course framework: give its "
            f"folder, {path.parent}"
        )


def refuse_rules(folder: AgentFolder, rules: Rules) -> None:
    """Raise UsageError if the agent's edition does not have the play mode."""
    if rules not in MODES[folder.edition]:
        raise UsageError(
            f"agent {folder.name or folder.path} is of edition {folder.edition}, which has no play "
            f"mode {rules}: use classic, or an agent of edition {Edition.V14}"
        )
