"""A run over many boards: chunks, workers, an output with its journal, progress, Ctrl-C."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from bombe.analysis.outputs.forms import FORMS, by_suffix, form_of_name
from bombe.analysis.outputs.output import open_output
from bombe.analysis.workers import workers_of
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.sudoku import formats
from bombe.boards.sudoku.notation import current_notation
from bombe.boards.text.ahead import again, gather
from bombe.commands.runs.tally import RunTally
from bombe.commands.shared.interrupts import stop_signal
from bombe.commands.shared.output import check_resume, how_made, notify
from bombe.commands.shared.progress import progress
from bombe.solvers.foreign.places import PROGRAM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from threading import Event

    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.outputs.made import Made
    from bombe.analysis.outputs.output import Output
    from bombe.analysis.workers.contract import Answer
    from bombe.boards.sudoku.formats import Format

_NOT_SETTINGS = frozenset(
    (
        *("boards", "output", "style", "notation", "color", "svg", "exit_code"),
        *("jobs", "cluster", "shard", "resume", "again", "no_progress"),
    )
)
"""Options that do not change what is written; `form` says the style, and only lines for people
have a notation."""


class Spread(NamedTuple):
    """How a run is spread over processes, machines and time."""

    jobs: int = 1
    cluster: str | None = None
    shard: Shard = WHOLE
    resume: bool = False
    again: bool = False

    @property
    def is_given(self) -> bool:
        """Whether chunks need their numbers: then a stream is cut as a file would be."""
        return self.shard != WHOLE or self.resume or self.cluster is not None


@dataclass(frozen=True)
class Run:
    """A run over chunks: where the answers go, and in which form.

    `boards` are the words that the chunks come from; `chunking` says how they were cut. `total` is
    asked for the number of positions if that is shown.
    """

    boards: tuple[str, ...]
    chunking: tuple[int, ...]
    form: Form
    output: str | None
    spread: Spread
    wants_progress: bool
    total: Callable[[], int | None]
    what: str = "positions:"
    has_journal: bool = True

    def do(self, answer: Answer, chunks: Iterator[Any]) -> tuple[RunTally, bool]:
        """Write the answers to the chunks of the shard; return the sums, and if Ctrl-C ended it.

        A chunk that was ended early is not in the journal: --resume begins there.
        """
        check_resume(self.output, resume=self.spread.resume, again=self.spread.again)
        if self.spread.cluster is not None and self.spread.jobs > 1:
            raise UsageError("the workers of --cluster do the work: leave out -j")
        with stop_signal() as stop, self._open(stop) as output:
            so_far = output.progress
            tally = RunTally.of(so_far.positions, so_far.totals)
            if output.is_complete:
                notify(f"{self.output} is complete: there is nothing left to do")
                return tally, False
            begin = so_far.last_chunk + 1
            left = (chunk for chunk in chunks if chunk.number >= begin and self._has(chunk))
            self._work(answer, left, output, tally, stop)
            return tally, stop.is_set()

    def _has(self, chunk: Any) -> bool:
        return self.spread.shard.has(chunk.number)

    def _open(self, stop: Event) -> AbstractContextManager[Output]:
        return open_output(
            self.output,
            self.form,
            tell=notify,
            made=self._made() if self.output is not None and self.has_journal else None,
            resume=self.spread.resume,
            again=self.spread.again,
            stop=stop,
        )

    def _work(
        self, answer: Answer, chunks: Iterator[Any], output: Output, tally: RunTally, stop: Event
    ) -> None:
        """Let workers answer, and take note of what was written."""
        jobs, chunks = self._jobs(chunks)
        with (
            workers_of(jobs, self.spread.cluster) as workers,
            self._progress(tally.positions, workers.remark) as advance,
        ):
            of_chunk = RunTally()
            for wrote in workers.write_in_order(answer, chunks, output.place, stop, output.written):
                for note in wrote.notes:
                    of_chunk.add(note)
                    tally.add(note)
                    advance(note.positions)
                    for message in note.messages:
                        notify(message)
                output.reached(wrote.written)
                if tally.is_cut:
                    return
                if wrote.is_whole:
                    number, sums = wrote.task.number, of_chunk.to_dict()
                    output.wrote(number, of_chunk.positions, wrote.written, sums)
                    of_chunk = RunTally()

    def _jobs(self, chunks: Iterator[Any]) -> tuple[int, Iterator[Any]]:
        """Return how many processes are worth their start, and the chunks, none of them lost."""
        is_stream = "-" in self.boards
        if self.spread.jobs == 1 or is_stream:
            return self.spread.jobs, chunks
        first, error = gather(chunks, 2)
        return (self.spread.jobs if len(first) > 1 else 1), again(first, error, chunks)

    def _progress(self, done: int, remark: str) -> AbstractContextManager[Callable[[int], None]]:
        return progress(
            self.what,
            wanted=self.wants_progress,
            output=self.output,
            total=self.total,
            done=done,
            remark=remark,
        )

    def _made(self) -> Made:
        """Return how the output is made: by all options that change what is written."""
        context = click.get_current_context()
        named = {each.name: max(each.opts, key=len) for each in context.command.params}
        settings: dict[str, Any] = {
            named[name].lstrip("-"): _plain(value)
            for name, value in context.params.items()
            if name not in _NOT_SETTINGS and value not in (None, ())
        }
        if self.form.name == "text":
            settings["notation"] = str(current_notation())
        return how_made(
            context.info_name or "",
            settings={**settings, "chunks": list(self.chunking)},
            boards=(*self.boards, *files_of(context.params.get("solver"))),
            form=self.form,
            seed=context.params.get("seed"),
            shard=self.spread.shard,
        )


def _plain(value: Any) -> Any:
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


class BoardsForm(NamedTuple):
    """How boards are written: in which format, and in which form a file has many of them."""

    format: Format
    form: Form

    @classmethod
    def of(cls, name: str | None, output: str | None, *, parameter: str, usual: str = "") -> Self:
        """Return what an option names, or else the suffix of the output, or what is usual.

        The option is in the journal, even if the suffix says its value.
        """
        written = [known for known in formats.FORMATS if known.is_written]
        names = {s: each.name for each in written for s in (f".{each.name}", *each.suffixes)}
        named = name or by_suffix(output or "", names, usual)
        if not named:
            known = ", ".join(sorted(names))
            raise UsageError(f"no format to write: give --to NAME, or -o FILE with one of {known}")
        found = formats.get(named)
        click.get_current_context().params[parameter] = found.name
        is_document = found.name == "json" and form_of_name(output or "") is FORMS["json"]
        return cls(found, FORMS["json" if is_document else "text"])


def files_of(solver: str | None) -> tuple[str, ...]:
    """Return the file of a solver of the user's own: answers change with it."""
    module, is_module, _ = (solver or "").partition(".py:")
    if is_module:
        return (f"{module}.py",)
    kind, _, command = (solver or "").partition(":")
    try:
        return tuple(shlex.split(command)[:1]) if kind == PROGRAM else ()
    except ValueError:
        return ()  # who starts the solver says what is wrong
