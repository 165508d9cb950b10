"""Outputs of shards, joined into the output that the whole run would have.

    merge = Merge(["audits-1.jsonl", "audits-2.jsonl"])       # reads the journals and checks them
    merge.write("audits.jsonl", command="bombe merge ...", begun="2026-11-20T03:00:00+00:00", ...)

No record is read for that: the journals say where each chunk begins and ends. What does not belong
together, or is not complete, is an error that names the file and the remedy.
"""

from __future__ import annotations

import dataclasses
import heapq
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.merged_files import check_shards
from bombe.analysis.outputs import made as making
from bombe.analysis.outputs.forms import FORMS, TABLES, form_of_name
from bombe.analysis.outputs.journal import JournalReader, journal_of
from bombe.analysis.outputs.output import open_output
from bombe.analysis.outputs.payload import Payload, Written
from bombe.analysis.outputs.places import SinkPlace
from bombe.boards.errors import FormatError, InputError, Place, UsageError
from bombe.boards.shard import Shard

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.outputs.journal import ChunkStep
    from bombe.analysis.outputs.made import Made

_GIVE = "give what runs with --shard wrote with -o"


class Part(NamedTuple):
    """The output of a shard, and how it was made."""

    path: Path
    made: Made
    shard: Shard

    @property
    def form(self) -> Form:
        """The form of the output."""
        return FORMS[self.made.form]

    @property
    def place(self) -> SinkPlace:
        """Where it is."""
        return SinkPlace(self.form, str(self.path), TABLES.get(self.made.task, "records"))

    def journal(self) -> JournalReader:
        """Return its journal, to be read from the beginning."""
        return JournalReader(journal_of(str(self.path)))


class _Chunk(NamedTuple):
    """A chunk of a part: what was there before it and after it."""

    part: Part
    step: ChunkStep
    before: Written
    after: Written


class Merge:
    """The outputs of all shards of a run; raise InputError if they are not those of one.

    `chunks`, `positions` and `records` are what they hold together.
    """

    def __init__(self, paths: Sequence[str | os.PathLike[str]]) -> None:
        self._parts = [_part(Path(path)) for path in paths]
        for part in self._parts[1:]:
            _check_same(self._parts[0], part)
        check_shards([(part.path, part.shard) for part in self._parts])
        self.chunks = self.positions = self.records = 0
        for part in self._parts:
            self._check(part)
        self._check_order()

    def write(
        self,
        out: str,
        *,
        command: str,
        begun: str,
        tell: Callable[[str], None],
        stop: Event | None = None,
    ) -> None:
        """Write the whole output; a file of that name is replaced once it is complete."""
        if any(part.path.resolve() == Path(out).resolve() for part in self._parts):
            raise UsageError(f"-o {out} is one of the files to be joined: give another one")
        first = self._parts[0]
        _check_name(out, first)
        made = self._made(command, begun)
        with (
            open_output(out, first.form, tell=tell, made=made, stop=stop) as output,
            closing(output.place.open()) as sink,
        ):
            for chunk in self._in_order():
                if stop is not None and stop.is_set():
                    return
                written = sink.write(_payload(chunk), output.written)
                output.wrote(chunk.step.chunk, chunk.step.positions, written, chunk.step.totals)

    def _made(self, command: str, begun: str) -> Made:
        """Return how the whole output is made."""
        free = ("command", "begun", "commit", "kernel", "python")
        return dataclasses.replace(
            self._parts[0].made,
            shard="1/1",
            command=command,
            begun=begun,
            commit=making.commit(),
            kernel=making.kernel(),
            python=making.python(),
            merged=[
                {
                    "shard": str(part.shard),
                    "name": str(part.path),
                    **{name: getattr(part.made, name) for name in free},
                }
                for part in self._parts
            ],
        )

    def _check(self, part: Part) -> None:
        """Raise InputError if the output of a shard is not complete; count what it holds."""
        journal, written, number = part.journal(), Written(), 1
        for number, step in enumerate(journal.steps(), 2):
            after = step.after(written)
            if not part.shard.has(step.chunk):
                place = Place(journal.path, number)
                raise FormatError(place, f"chunk {step.chunk} is not of shard {part.shard}", _GIVE)
            if not part.place.has(written, after):
                raise InputError(
                    f"{part.path}: chunk {step.chunk} was changed; {_make_again(part)}"
                )
            written = after
            self.chunks, self.positions = self.chunks + 1, self.positions + step.positions
        if not journal.has_end:
            raise FormatError(
                Place(journal.path, number + 1), "the journal has no end", _again(part)
            )
        self.records += written.records
        if not part.place.is_whole(written):
            raise InputError(f"{part.path}: its beginning or end was changed; {_make_again(part)}")

    def _check_order(self) -> None:
        """Raise InputError if a chunk is missing; each stands in one journal, once."""
        for number, chunk in enumerate(self._in_order()):
            if chunk.step.chunk != number:
                part = next(part for part in self._parts if part.shard.has(number))
                problem = f"{part.path} lacks chunk {number} of shard {part.shard}"
                raise InputError(f"{problem}; {_make_again(part)}")

    def _in_order(self) -> Iterator[_Chunk]:
        """Yield the chunks of all parts, as the whole run has them."""
        streams = [_chunks(part) for part in self._parts]
        yield from heapq.merge(*streams, key=lambda chunk: chunk.step.chunk)


def _payload(chunk: _Chunk) -> Payload:
    """Return what a chunk wrote; the file is open for no longer, as there may be thousands."""
    part, before, after = chunk.part, chunk.before, chunk.after
    if part.form.name == "sqlite":
        from bombe.analysis.outputs.sqlite import rows_of

        rows = rows_of(str(part.path), part.place.table, after.columns, before.size, after.size)
        return Payload(rows, len(rows), after.columns)
    return part.form.taken(part.place.piece(before, after), before, after)


def _part(path: Path) -> Part:
    """Return the output of a shard; raise InputError if it is none, or not complete."""
    if not path.is_file():
        journal = journal_of(f"{path}.partial")
        if Path(journal).is_file():
            again = JournalReader(journal).made.command
            raise InputError(f"{path} is not complete: run `{again}` with --resume")
        raise InputError(f"there is no file {path}: {_GIVE}")
    journal = journal_of(str(path))
    if not Path(journal).is_file():
        raise InputError(f"{path} has no journal {journal}: {_GIVE}, and the journals beside")
    made = JournalReader(journal).made
    try:
        shard = Shard.parse(made.shard)
    except UsageError as error:
        raise FormatError(Place(journal, 1), f"shard: {error}", _GIVE) from None
    if made.form not in FORMS:
        raise FormatError(Place(journal, 1), f"form: {made.form!r} is none that is known", _GIVE)
    return Part(path, made, shard)


def _chunks(part: Part) -> Iterator[_Chunk]:
    before = Written()
    for step in part.journal().steps():
        after = step.after(before)
        yield _Chunk(part, step, before, after)
        before = after


def _check_name(out: str, part: Part) -> None:
    """Raise UsageError if the name of the whole output says another form than its parts have."""
    said, form = form_of_name(out), part.form
    if said is not None and form.name != "text" and said is not form:
        raise UsageError(
            f"-o {out} says {said.name}, but {part.path} is {form.name}: give -o a name that ends "
            f"in {' or '.join(form.suffixes)}"
        )


def _check_same(one: Part, other: Part) -> None:
    """Raise InputError if two outputs are not of one run."""
    found = [str(each) for each in one.made.differences(other.made, besides=("shard",))]
    if found:
        raise InputError(
            f"{one.path} and {other.path} are not of one run: {'; '.join(found)}; {_GIVE} of one"
        )


def _make_again(part: Part) -> str:
    return f"make it again by `{part.made.command}`"


def _again(part: Part) -> str:
    return f"run `{part.made.command}` again with --resume"
