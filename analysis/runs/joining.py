"""Files of shards, joined into the file that the whole run would have.

    join = RunJoin(["audits-1.jsonl", "audits-2.jsonl"])       # reads the journals and checks them
    join.write("audits.jsonl")

No record is read for that: the journals say where each chunk begins and ends. What does not belong
together, or is not complete, is an error that names the file and the remedy. Logs of games and
studies have joins of their own: a `Join` each, made of `check_shards` and `write_joined`.
"""

from __future__ import annotations

import dataclasses
import heapq
import itertools
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from bombe.analysis.results import with_noun
from bombe.analysis.runs import provenance
from bombe.analysis.runs.formats import NAMES, format_named, name_of_suffix
from bombe.analysis.runs.journal import JournalReader
from bombe.analysis.runs.output import journal_of, open_output
from bombe.analysis.runs.payload import OutputState
from bombe.boards.errors import FormatError, InputError, Place, UsageError
from bombe.boards.shard import Shard
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from threading import Event

    from bombe.analysis.runs.files import Part
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.journal import ChunkStep
    from bombe.analysis.runs.provenance import Provenance

    AnyPath = str | os.PathLike[str]

_NAMED = 6
"""So many shards a message names at most."""


class Join(Protocol):
    """What the shards of one run wrote, read and checked."""

    @property
    def words(self) -> str:
        """How much it is."""

    def write(self, out: AnyPath) -> None:
        """Write what the whole run would have; raise InputError if something is missing."""


def check_shards(found: Sequence[tuple[Path, Shard]]) -> None:
    """Raise InputError if a shard is there twice, not at all, or one of another number of them."""
    held: dict[Shard, Path] = {}
    first, one = found[0]
    for path, shard in found:
        if shard.of != one.of:
            raise InputError(
                f"{path}: it is shard {shard}, and {first} is shard {one}: give those of one run"
            )
        if shard in held:
            raise InputError(
                f"{path}: it is shard {shard}, and so is {held[shard]}: give each once"
            )
        held[shard] = path
    if count := one.of - len(held):
        raise InputError(_missing(held, one.of, count))


def _missing(held: Iterable[Shard], of: int, count: int) -> str:
    """Return which shards are missing, and what to do."""
    every = (Shard(number, of) for number in range(1, of + 1))
    missing = [*itertools.islice((shard for shard in every if shard not in held), _NAMED)]
    names = ", ".join(map(str, missing)) + (f" and {count - _NAMED} more" * (count > _NAMED))
    said = f"shards {names} are" if count > 1 else f"shard {names} is"
    return f"{said} missing: run the same command with --shard {missing[0]}, or give its output"


def write_joined(out: AnyPath, sources: Sequence[Path], lines: Iterable[str]) -> None:
    """Write lines into a file; one of that name is replaced once all are on the disk.

    A special file, such as a pipe, is written as it is. Raise UsageError if the file is one of the
    sources.
    """
    if any(Path(out).resolve() == source.resolve() for source in sources):
        raise UsageError(f"-o {out}: it is one of the files to be joined; give another one")
    form, target = format_named("text"), os.fspath(out)
    try:
        with open_output(target, form, tell=lambda _: None, again=True) as output:
            for line in lines:
                output.write(form.texts([line]))
    except BaseException:
        if not is_special(target):
            form.remove(f"{target}.partial")
        raise


def make_folder(out: AnyPath) -> Path:
    """Return the folder of what is joined, which is made if it does not exist."""
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"-o {folder}: {error.strerror}; give another folder") from None
    return folder


# Outputs of runs ---------------------------------------------------------------------------------

_GIVE = "give what runs with --shard wrote with -o"


class _Shard(NamedTuple):
    """The output of a shard, and how it was made."""

    path: Path
    made: Provenance
    shard: Shard
    part: Part

    @property
    def form(self) -> Format:
        """The format of the output."""
        return format_named(self.made.form)

    def journal(self) -> JournalReader:
        """Return its journal, to be read from the beginning."""
        return JournalReader(journal_of(str(self.path)))


class _Chunk(NamedTuple):
    """A chunk of a part: what was there before it and after it."""

    of: _Shard
    step: ChunkStep
    before: OutputState
    after: OutputState


class RunJoin:
    """The outputs of all shards of a run; raise InputError if they are not those of one.

    `chunks`, `positions` and `records` are what they hold together.
    """

    def __init__(self, paths: Sequence[AnyPath]) -> None:
        self._shards = [_shard(Path(path)) for path in paths]
        for each in self._shards[1:]:
            _check_same(self._shards[0], each)
        check_shards([(each.path, each.shard) for each in self._shards])
        self.chunks = self.positions = self.records = 0
        for each in self._shards:
            self._check(each)
        self._check_order()

    @property
    def words(self) -> str:
        """The number of positions in words."""
        return with_noun(self.positions, "position")

    def write(
        self,
        out: AnyPath,
        *,
        command: str = "",
        tell: Callable[[str], None] = lambda _: None,
        stop: Event | None = None,
    ) -> None:
        """Write the whole output; a file of that name is replaced once it is complete."""
        target, first = os.fspath(out), self._shards[0]
        if any(each.path.resolve() == Path(target).resolve() for each in self._shards):
            raise UsageError(f"-o {target} is one of the files to be joined: give another one")
        _check_name(target, first)
        made = self._made(command)
        with open_output(target, first.form, tell=tell, made=made, stop=stop) as output:
            for each in self._in_order():
                if stop is not None and stop.is_set():
                    return
                output.write(each.of.part.payload(each.before, each.after))
                output.end_chunk(each.step.chunk, each.step.positions, each.step.totals)

    def _made(self, command: str) -> Provenance:
        """Return how the whole output is made."""
        free = ("command", "begun", "commit", "kernel", "python")
        return dataclasses.replace(
            self._shards[0].made,
            shard="1/1",
            **provenance.run_environment(command),
            merged=[
                {
                    "shard": str(each.shard),
                    "name": str(each.path),
                    **{name: getattr(each.made, name) for name in free},
                }
                for each in self._shards
            ],
        )

    def _check(self, its: _Shard) -> None:
        """Raise InputError if the output of a shard is not complete; count what it holds."""
        journal, written, number = its.journal(), OutputState(), 1
        for number, step in enumerate(journal.steps(), 2):
            after = step.after(written)
            if not its.shard.has(step.chunk):
                place = Place(journal.path, number)
                raise FormatError(place, f"chunk {step.chunk} is not of shard {its.shard}", _GIVE)
            if not its.part.has(written, after):
                raise InputError(f"{its.path}: chunk {step.chunk} was changed; {_make_again(its)}")
            written = after
            self.chunks, self.positions = self.chunks + 1, self.positions + step.positions
        if not journal.has_end:
            raise FormatError(
                Place(journal.path, number + 1), "the journal has no end", _again(its)
            )
        self.records += written.records
        if not its.part.is_whole(written):
            raise InputError(f"{its.path}: its beginning or end was changed; {_make_again(its)}")

    def _check_order(self) -> None:
        """Raise InputError unless each chunk is in one journal, once."""
        for number, chunk in enumerate(self._in_order()):
            if chunk.step.chunk != number:
                its = next(each for each in self._shards if each.shard.has(number))
                problem = f"{its.path} lacks chunk {number} of shard {its.shard}"
                raise InputError(f"{problem}; {_make_again(its)}")

    def _in_order(self) -> Iterator[_Chunk]:
        """Yield the chunks of all parts, as the whole run has them."""
        streams = [_chunks(its) for its in self._shards]
        yield from heapq.merge(*streams, key=lambda chunk: chunk.step.chunk)


def _shard(path: Path) -> _Shard:
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
    if made.form not in NAMES:
        raise FormatError(Place(journal, 1), f"form: {made.form!r} is none that is known", _GIVE)
    return _Shard(path, made, shard, format_named(made.form).part(str(path), made.task))


def _chunks(its: _Shard) -> Iterator[_Chunk]:
    before = OutputState()
    for step in its.journal().steps():
        after = step.after(before)
        yield _Chunk(its, step, before, after)
        before = after


def _check_name(out: str, its: _Shard) -> None:
    """Raise UsageError if the name of the whole output says another form than its parts have."""
    said, form = name_of_suffix(out), its.form
    if said not in (None, form.name) and form.name != "text":
        raise UsageError(
            f"-o {out} says {said}, but {its.path} is {form.name}: give -o a name that ends "
            f"in {' or '.join(form.suffixes)}"
        )


def _check_same(one: _Shard, other: _Shard) -> None:
    """Raise InputError if two outputs are not of one run."""
    found = [str(each) for each in one.made.differences(other.made, besides=("shard",))]
    if found:
        raise InputError(
            f"{one.path} and {other.path} are not of one run: {'; '.join(found)}; {_GIVE} of one"
        )


def _make_again(its: _Shard) -> str:
    return f"make it again by `{its.made.command}`"


def _again(its: _Shard) -> str:
    return f"run `{its.made.command}` again with --resume"
