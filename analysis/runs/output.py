"""An output while it is written: FILE.partial, which becomes FILE at the end, with a journal.

    with open_output("audits.jsonl", form, tell=print, made=made, resume=False) as output:
        output.write(payload)
        output.end_chunk(0, positions, totals)      # a chunk is complete

So FILE may be the input, and errors and Ctrl-C keep it. A special file, such as a pipe or a
device, is written as it is.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.disk import AGAIN, RESUME, sync_folder, unwritable
from bombe.analysis.runs.files import StdoutSink, remove
from bombe.analysis.runs.payload import OutputState
from bombe.boards.errors import BombeError, FormatError, InputError, Place, UsageError
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from threading import Event

    from bombe.analysis.runs.files import Sink
    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.journal import Journal, JournalEnd, Progress
    from bombe.analysis.runs.payload import Payload
    from bombe.analysis.runs.provenance import Provenance

    Tell = Callable[[str], None]

_ANEW = "start again with --again"


class Output:
    """An output that is open: results are written in turn, and a journal notes each chunk.

    `progress` is what the chunks so far add up to, if there is a journal: --resume goes on after
    its `last_chunk`. If `is_complete`, there is nothing left to do. `written` is what is there.
    """

    def __init__(self, tell: Tell, sink: Sink | None = None) -> None:
        self.is_complete = False
        self.progress: Progress | None = None
        self.written = OutputState()
        self._tell, self._sink = tell, sink
        self._journal: Journal | None = None

    def write(self, payload: Payload) -> None:
        """Write records; those of a chunk that is not whole are kept if the run ends here."""
        before = self.written.left_out
        self.written = self._opened().write(payload, self.written)
        if new := self.written.left_out[len(before) :]:
            self._tell(
                f"left out {', '.join(new)}: the header has no such column; --jsonl writes all"
            )

    def end_chunk(self, chunk: int, positions: int, totals: Mapping[str, Any]) -> None:
        """Note that a chunk has been written, even if it had no record.

        `totals` are numbers, or mappings to numbers, which are added up by name.
        """
        if self.progress is None or self._journal is None:
            return
        from bombe.analysis.runs.journal import ChunkStep

        step = ChunkStep.of(chunk, positions, self.progress.written, self.written, totals)
        self._journal.append(step.to_dict())
        self.progress.add(step)

    def go_on(self, progress: Progress, sink: Sink | None, journal: Journal | None) -> None:
        """Go on after these chunks; without a sink there is nothing left to do."""
        self.progress, self.written = progress, progress.written
        self._sink, self._journal, self.is_complete = sink, journal, sink is None

    def finish(self) -> None:
        """Write what goes to the end, and close the output; its journal stays locked."""
        sink = self._opened()
        self._sink = None
        try:
            sink.finish(self.written)
        finally:
            sink.close()

    def end(self) -> None:
        """Finish an output that has all of its records; the journal says so."""
        self.finish()
        if self._journal is not None and self.progress is not None:
            self._journal.end(self.progress)
        self.close_journal()

    def close_journal(self) -> None:
        """Let other processes write the journal."""
        if self._journal is not None:
            self._journal.close()

    @property
    def has_journal(self) -> bool:
        """Whether chunks are noted."""
        return self._journal is not None

    def _opened(self) -> Sink:
        if self._sink is None:
            raise ValueError("the output is closed")
        return self._sink


@contextmanager
def open_output(
    target: str | None,
    form: Format,
    *,
    tell: Tell,
    made: Provenance | None = None,
    resume: bool = False,
    again: bool = False,
    stop: Event | None = None,
) -> Iterator[Output]:
    """Open a file for results, or standard output without a target.

    They are in FILE.partial until all are there; an error, or Ctrl-C, which sets `stop`, keeps
    them there and says so by `tell`. With `made` FILE.made.jsonl says how they were made, and
    which chunks there are; without, there is no such journal, and nothing to resume. What an
    interrupted run has left is continued by `resume` and discarded by `again`; without either it
    is an error.
    """
    if target is None:
        yield from _to_stdout(Output(tell, StdoutSink(form)))
        return
    files = _Files(target, form, made)
    output = files.opened(tell, resume=resume, again=again)
    if output.is_complete:
        yield output
        return
    is_published, can_resume = False, made is not None and made.can_be_resumed
    try:
        yield output
        if stop is None or not stop.is_set():
            output.end()
            files.publish(has_journal=output.has_journal)
            is_published = True
    except FormatError:
        can_resume = False  # an input has to be changed, which makes it another run
        raise
    finally:
        if not is_published:
            files.keep(output, tell, can_resume=can_resume)


def _to_stdout(output: Output) -> Iterator[Output]:
    try:
        yield output
    except BaseException:
        with suppress(OSError, BombeError):
            output.finish()
        raise
    output.finish()


class _Files:
    """The files of an output: how it begins or goes on, and what becomes of them at the end."""

    def __init__(self, target: str, form: Format, made: Provenance | None) -> None:
        self.path, self._form, self._made = target, form, made
        self._is_special = is_special(target)
        self.partial = target if self._is_special else f"{target}.partial"
        self._journal, self._partial_journal = journal_of(target), journal_of(self.partial)
        self._task = "" if made is None else made.task
        form.check(target)

    # The beginning -------------------------------------------------------------------------------

    def opened(self, tell: Tell, *, resume: bool, again: bool) -> Output:
        """Return the output, begun anew or with what is left of an interrupted run."""
        left_over = "" if resume or again else self._left_over()
        output = Output(tell)
        if self._made is None or (self._is_special and not resume):
            if left_over:
                raise UsageError(left_over)
            return Output(tell, self._begun(AGAIN))
        progress, end, damage = self._left(self._made, output) if resume else (None, None, "")
        if output.is_complete:
            return output
        self._go_on(output, progress, end, left_over, damage, tell)
        return output

    def _go_on(
        self,
        output: Output,
        progress: Progress | None,
        end: JournalEnd | None,
        left_over: str,
        damage: str,
        tell: Tell,
    ) -> None:
        """Lock the journal, and begin, or go on after the last chunk that is done."""
        from bombe.analysis.runs.journal import Journal, JournalEnd, Progress

        end = end or JournalEnd()
        journal = Journal(self._partial_journal, RESUME, self.path)
        problem = left_over
        if journal.size < end.size:  # it had not been locked when it was read
            if not _is_file(self.partial):
                remove(self._partial_journal)
            problem = f"{self.path} was written by another process just now: run this again"
        if problem:  # and no other process is writing it
            journal.close()
            raise UsageError(problem)
        if damage:
            tell(damage)
        progress = progress or Progress()
        try:
            journal.cut(end if progress.chunks else JournalEnd())
            sink = self._open() if progress.chunks else self._begun(RESUME)
            output.go_on(progress, sink, journal)
            if not progress.chunks and self._made is not None:
                journal.begin(self._made)
        except BaseException:
            journal.close()
            self.keep(output, tell, can_resume=True)
            raise

    def _begun(self, remedy: str) -> Sink:
        """Make an empty FILE.partial; raise UsageError if that is impossible."""
        if not self._is_special:
            self._form.remove(self.partial)
            try:
                open(self.partial, "wb").close()  # noqa: PTH123 - pathlib is slow to import
            except OSError as error:
                raise unwritable(self.path, error) from None
        sink = self._form.open(self.partial, self._task, remedy)
        if self._made is not None:
            note = getattr(sink, "note", None)  # a database says in a table how it was made
            if note is not None:
                note(self._made.to_dict())
        return sink

    def _open(self) -> Sink:
        return self._form.open(self.partial, self._task, RESUME)

    # What is left of an interrupted run ----------------------------------------------------------

    def _left_over(self) -> str:
        """Say what to do about an interrupted run; an interrupted merge leaves only copies."""
        from bombe.analysis.runs.journal import JournalReader, is_begun

        if self._is_special or not (_is_file(self.partial) and is_begun(self._partial_journal)):
            return ""
        reader = JournalReader(self._partial_journal)
        has_chunks = next(reader.steps(), None) is not None
        has_bytes = not self._form.is_table and os.path.getsize(self.partial) > 0  # noqa: PTH202 - pathlib is slow to import
        if reader.made.merged is not None or not (has_chunks or has_bytes):
            return ""
        return (
            f"{self.partial} has the results of an interrupted run, `{reader.made.command}`: "
            "continue it with --resume, discard them with --again, or give another -o"
        )

    def _left(
        self, made: Provenance, output: Output
    ) -> tuple[Progress | None, JournalEnd | None, str]:
        """Return the chunks that are done, the end of their journal, and what was damaged.

        Raise UsageError if the output is that of another run, with all that differs.
        """
        from bombe.analysis.runs.journal import is_begun

        if self._is_special:
            raise UsageError(f"--resume needs a file, and {self.path} is none: give another -o")
        _check_inputs(made)
        if _is_file(self.partial):
            if not _is_file(self._partial_journal):
                raise UsageError(f"{self.partial} has no journal {self._partial_journal}: {_ANEW}")
            if not is_begun(self._partial_journal):
                return None, None, ""
            return self._read(self._partial_journal, self.partial, made)
        if _is_file(self.path) and is_begun(self._partial_journal):
            self._publish_journal()
        if not _is_file(self.path):
            return None, None, ""
        if not _is_file(self._journal):
            raise UsageError(
                f"{self.path} is there, but no {self.partial} to resume: {_ANEW}, or give another "
                "-o"
            )
        output.go_on(self._complete(made), None, None)
        return None, None, ""

    def _publish_journal(self) -> None:
        """Finish what a run was killed in: FILE had its name already, but not yet its journal."""
        from bombe.analysis.runs.journal import JournalReader

        reader = JournalReader(self._partial_journal)
        for _ in reader.steps():
            pass
        if reader.has_end:
            os.replace(self._partial_journal, self._journal)  # noqa: PTH105 - as above

    def _read(self, journal: str, data: str, made: Provenance) -> tuple[Progress, JournalEnd, str]:
        """Return the chunks whose records are all there, as they were written."""
        from bombe.analysis.runs.journal import JournalReader, Progress

        reader, part = JournalReader(journal), self._form.part(data, self._task)
        if differences := reader.made.differences(made):
            found = "; ".join(each.since() for each in differences)
            raise UsageError(
                f"cannot resume {data}: {found}; give the command as it was, another -o, or {_ANEW}"
            )
        progress, there, end = Progress(), part.size(), reader.end
        for step in reader.steps():
            if step.size > there:  # a machine that failed had the journal on its disk, but not this
                break
            if not part.has(progress.written, step.after(progress.written)):
                damage = f"{data} was changed at chunk {step.chunk}: it is done again from there on"
                return progress, end, damage
            progress.add(step)
            end = reader.end
        return progress, end, ""

    def _complete(self, made: Provenance) -> Progress:
        """Return what a run that is complete adds up to."""
        from bombe.analysis.runs.journal import JournalReader

        progress, _, _ = self._read(self._journal, self.path, made)
        reader = JournalReader(self._journal)
        steps = sum(1 for _ in reader.steps())
        if not reader.has_end:
            raise FormatError(Place(self._journal, steps + 2), "the journal has no end", _ANEW)
        is_whole = self._form.part(self.path, self._task).is_whole(progress.written)
        if progress.chunks < steps or not is_whole:
            raise InputError(f"{self.path} is not what its journal says, it was changed: {_ANEW}")
        return progress

    # The end -------------------------------------------------------------------------------------

    def publish(self, *, has_journal: bool) -> None:
        """Let FILE.partial be FILE, which has the new journal, or none that is of an older one."""
        if self._is_special:
            return
        self._form.check(self.path)
        self._form.publish(self.partial, self.path, self._task)
        if has_journal:
            os.replace(self._partial_journal, self._journal)  # noqa: PTH105 - as above
        else:
            remove(self._journal)
        sync_folder(os.path.dirname(self.path))  # noqa: PTH120 - as above

    def keep(self, output: Output, tell: Tell, *, can_resume: bool) -> None:
        """Close what is not complete, and tell where it is; remove what is empty."""
        with suppress(OSError, BombeError, ValueError):
            output.finish()
        output.close_journal()
        said = []
        if not self._is_special and _is_file(self.path):
            said.append(f"{self.path} is unchanged")
        if output.written.records:
            goes_on = can_resume and output.has_journal
            remedy = "; the same command with --resume continues the run" if goes_on else ""
            said.append(f"partial results are in {self.partial}{remedy}")
        elif not self._is_special:
            self._form.remove(self.partial)
            remove(self._partial_journal)
        if said:
            with contextlib.suppress(OSError):  # standard error may be on the same full disk
                tell("; ".join(said))


def check_resume(path: str | None, *, resume: bool, again: bool) -> None:
    """Raise UsageError if a file is to be continued or begun anew, and there is none, or both."""
    if resume and again:
        raise UsageError("--resume continues a run, and --again discards it: give one of them")
    if (resume or again) and path is None:
        name, what = ("again", "discards") if again else ("resume", "continues")
        raise UsageError(f"--{name} {what} what is in a file: give it by -o")


def journal_of(path: str) -> str:
    """Return the name of the journal of an output."""
    return f"{path}.made.jsonl"


def _is_file(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - pathlib is slow to import


def _check_inputs(made: Provenance) -> None:
    """Raise UsageError if an input can be read only once."""
    for each in made.inputs:
        if each.hash is None:
            raise UsageError(
                f"--resume reads the input again, but {each.name} can be read only once: "
                "save it in a file"
            )
