"""Folders of the shards of an experiment, joined into the folder of the whole experiment.

    merge = FolderMerge(["sweep-depth-1-of-2", "sweep-depth-2-of-2"])     # reads and checks them
    merge.write("sweep-depth")

Each point of the experiment has a log of its name in every folder. Pictures are not joined: the
same command without --shard draws them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bombe.agents.arena.sharing.merging import LogMerge
from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import make_folder
from bombe.boards.errors import InputError
from bombe.boards.shard import Shard

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

_LOG = ".jsonl"
_NAMED = 3
"""How many problems a message names at most."""


class FolderMerge:
    """The logs of an experiment's shards; raise InputError if they do not belong together."""

    def __init__(self, folders: Sequence[str | os.PathLike[str]]) -> None:
        self._folders = [Path(folder) for folder in folders]
        names = {path.name for folder in self._folders for path in folder.glob(f"*{_LOG}")}
        if not names:
            raise InputError(f"{self._folders[0]}: it has no logs: give folders of experiments")
        self._logs = {name: LogMerge(self._named(name)) for name in sorted(names)}

    @property
    def words(self) -> str:
        """The number of games and of logs in words."""
        games = sum(merge.games for merge in self._logs.values())
        return f"{with_noun(games, 'game')} in {with_noun(len(self._logs), 'log')}"

    def write(self, out: str | os.PathLike[str]) -> None:
        """Write the logs of the whole experiment; those of these names are replaced.

        Raise InputError if games are missing.
        """
        self._require_all()
        folder = make_folder(out)
        for name, merge in self._logs.items():
            merge.write(folder / name)

    def _require_all(self) -> None:
        """Raise InputError if games of a point are missing: every point has as many."""
        games = max(merge.planned for merge in self._logs.values())
        problems = [
            f"{name}: {lack}" for name, merge in self._logs.items() for lack in merge.lacks(games)
        ]
        if problems:
            more = f"; and {len(problems) - _NAMED} more" if len(problems) > _NAMED else ""
            raise InputError(f"{'; '.join(problems[:_NAMED])}{more}{self._missing()}")

    def _missing(self) -> str:
        """Return which shards have no game at all."""
        seen = set[Shard]().union(*(merge.parts for merge in self._logs.values()))
        of = max((part.of for part in seen), default=0)
        missing = [str(part) for n in range(of) if (part := Shard(n + 1, of)) not in seen]
        return f"; no folder is of shard {', '.join(missing)}" if missing else ""

    def _named(self, name: str) -> list[Path]:
        """Return the logs of one point."""
        paths = (folder / name for folder in self._folders)
        return [path for path in paths if path.exists()]
