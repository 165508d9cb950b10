"""`bombe merge`: the outputs of shards, joined into the one that the whole run would have."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.agents.merging import merge_of
from bombe.analysis.results import with_noun
from bombe.analysis.runs.joining import RunJoin
from bombe.analysis.runs.output import journal_of
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.output import command_line, notify

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe merge -o audits.jsonl audits-*.jsonl      of bombe audit ... --shard 1/8 and so on
  bombe merge -o boards.sqlite part-?.sqlite
  bombe merge -o match.jsonl match-*.jsonl        logs of a match or a tournament
  bombe merge -o why.jsonl why-*.jsonl            files of a study
  bombe merge -o time time-?-of-8                 folders of an experiment

\b
Exit codes: 0 done, 2 wrong usage, 3 something is missing, doubled, or not of one run,
130 interrupted.""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-o", "--output", required=True, metavar="OUT", help="Write the merged output to OUT."
)
def merge(files: tuple[str, ...], output: str) -> int:
    """Join the outputs of the shards of one run, in the order of its boards, games or tasks.

    FILEs are the outputs of a command with --shard i/n and -o, in any format and any order. They
    are checked first: all must have the same settings, inputs and version, and each shard and each
    part of it must be there once and complete. OUT is the same as the output of the run without
    --shard.
    """
    journals = set(map(journal_of, files))
    files = tuple(file for file in files if file not in journals)  # audits-* names them, too
    other = None if any(map(_has_journal, files)) else merge_of(files)
    if other is not None:
        other.write(output)
        notify(f"{output}: {other.words} of {with_noun(len(files), _what(files))}")
        return Exit.DONE
    with stop_signal() as stop:
        joined = RunJoin(files)
        joined.write(output, command=command_line(), tell=notify, stop=stop)
        if stop.is_set():
            return interrupted("")
    notify(f"{output}: {joined.words} of {with_noun(len(files), 'file')}")
    return Exit.DONE


def _has_journal(file: str) -> bool:
    """Return whether a file is of a run over boards, which may be incomplete."""
    return any(Path(journal_of(f"{file}{end}")).exists() for end in ("", ".partial"))


def _what(files: Sequence[str]) -> str:
    return "folder" if Path(files[0]).is_dir() else "file"
