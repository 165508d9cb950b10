"""`bombe merge`: the outputs of shards, joined into the one that the whole run would have."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bombe.analysis.outputs.journal import journal_of
from bombe.analysis.outputs.merging import Merge
from bombe.analysis.results import counted
from bombe.boards.errors import InputError
from bombe.boards.record import SCHEMA
from bombe.commands.shared.exits import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.output import command_line, notify

if TYPE_CHECKING:
    from collections.abc import Sequence

_GIVE = "give what runs with --shard wrote with -o, and the journals beside"
_LONGEST = 1 << 25
"""No first line of ours is longer."""


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe merge -o audits.jsonl audits-*.jsonl      of bombe audit ... --shard 1/8 and so on
  bombe merge -o boards.sqlite part-?.sqlite
  bombe merge -o match.jsonl match-*.jsonl        logs of a match or a tournament
  bombe merge -o why.jsonl why-*.jsonl            files of a study

\b
Exit codes: 0 done, 2 wrong usage, 3 something is missing, doubled, or not of one run,
130 interrupted.""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("-o", "--output", required=True, metavar="OUT", help="Write all of it to OUT.")
def merge(files: tuple[str, ...], output: str) -> int:
    """Join the outputs of the shards of one run, in the order of its boards, games or tasks.

    FILEs are what a command with --shard i/n wrote with -o, in any form and any order. First they
    are checked: all have the same settings, inputs and version, each shard is complete and there
    once, and so is each part of it. OUT is what the run without --shard would have written.
    """
    kind = _kind_of(files)
    with stop_signal() as stop:
        if kind == "run":
            joined = Merge(files)
            begun = datetime.now(UTC).isoformat(timespec="seconds")
            joined.write(output, command=command_line(), begun=begun, tell=notify, stop=stop)
            if stop.is_set():
                return interrupted("")
            notify(f"{output}: {counted(joined.positions, 'position')} of {_parts(files)}")
        elif kind == "log":
            from bombe.agents.arena.sharing.merging import LogMerge

            games = LogMerge(files)
            games.write(output)
            notify(f"{output}: {counted(games.games, 'game')} of {_parts(files)}")
        else:
            from bombe.analysis.study_merging import StudyMerge

            study = StudyMerge(files)
            study.write(output)
            notify(f"{output}: {counted(study.records, 'record')} of {_parts(files)}")
    return Exit.DONE


def _parts(files: Sequence[str]) -> str:
    return counted(len(files), "file")


def _kind_of(files: Sequence[str]) -> str:
    """Return what all files are of: a run, a log, a study; raise InputError if they differ."""
    kinds = {file: _kind(file) for file in files}
    first = files[0]
    for file, kind in kinds.items():
        if kind != kinds[first]:
            raise InputError(
                f"{first} is of a {kinds[first]}, but {file} of a {kind}: give the files of one"
            )
    return kinds[first]


def _kind(file: str) -> str:
    """Return what a file is of: it has a journal, or its first line tells."""
    has_journal = any(Path(journal_of(f"{file}{end}")).exists() for end in ("", ".partial"))
    if has_journal or not Path(file).is_file():
        return "run"
    first = _first_line(file)
    if first.get("schema") == SCHEMA:
        return "log"
    if "kind" in first:
        return "study"
    raise InputError(f"{file} has no journal {journal_of(file)}, and is no log: {_GIVE}")


def _first_line(file: str) -> dict[str, Any]:
    """Return the object of a file's first line, empty if it is none."""
    with Path(file).open("rb") as lines:
        line = lines.readline(_LONGEST)
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
