"""An output while it is written: beside its file, which it becomes at the end, with a journal.

with open_output("audits.jsonl", form, tell=print, made=made, resume=False) as output:
    sink = output.place.open()                       # in any process
    written = sink.write(payload, output.written)    # in turn
    output.wrote(0, positions, written, totals)      # in the process that opened the output
"""

from __future__ import annotations

import sys
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from bombe.analysis.outputs.failures import RESUME
from bombe.analysis.outputs.forms import TABLES
from bombe.analysis.outputs.places import SinkPlace
from bombe.analysis.outputs.progress import Progress
from bombe.boards.errors import BombeError, FormatError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from threading import Event

    from bombe.analysis.outputs.files import OutputFiles
    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.outputs.journal import Journal
    from bombe.analysis.outputs.made import Made
    from bombe.analysis.outputs.payload import Payload, Written
    from bombe.analysis.outputs.places import Sink
    from bombe.analysis.outputs.resuming import Left

    Tell = Callable[[str], None]


class Output:
    """What there is of an output, in the process that opened it.

    `progress` is what the chunks so far add up to: --resume goes on after its `last_chunk`, which
    is -1 if there is none. If `is_complete`, there is nothing left to do.
    """

    def __init__(
        self,
        place: SinkPlace,
        tell: Tell,
        progress: Progress | None = None,
        *,
        is_complete: bool = False,
    ) -> None:
        self.place, self.is_complete = place, is_complete
        self.progress = progress or Progress()
        self._reached: Written | None = None
        self.journal: Journal | None = None
        self._tell = tell
        self._sink: Sink | None = None

    @property
    def written(self) -> Written:
        """What is written; it goes with the turn to whoever writes next."""
        return self._reached or self.progress.written

    def hold(self) -> None:
        """Open the place to the end: the reader of a pipe goes when its last writer does."""
        self._open()

    def write(self, payload: Payload) -> None:
        """Write records here and now: of outputs that have no chunks."""
        self.reached(self._open().write(payload, self.written))

    def reached(self, written: Written) -> None:
        """Note what is written of a chunk that is not whole: if the run ends here, it is kept."""
        self._report_left_out(written.left_out[len(self.written.left_out) :])
        self._reached = written

    def wrote(
        self, chunk: int, positions: int, written: Written, totals: Mapping[str, Any]
    ) -> None:
        """Note that a chunk has been written, even if it had no record: in the journal, too.

        `totals` are numbers, or mappings to numbers, which are added up by name.
        """
        from bombe.analysis.outputs.journal import ChunkStep

        self.reached(written)
        step = ChunkStep.of(chunk, positions, self.progress.written, written, totals)
        if self.journal is not None:
            self.journal.append(step.to_dict())
        self.progress.add(step)
        self._reached = None

    def finish(self) -> None:
        """Write what goes to the end."""
        sink = self._open()
        try:
            sink.finish(self.written)
        finally:
            sink.close()
            self._sink = None

    def end(self) -> None:
        """Finish an output that has all of its records; the journal says so."""
        self.finish()
        if self.journal is not None:
            self.journal.end(self.progress)
            self.journal.close()

    def _open(self) -> Sink:
        self._sink = self._sink or self.place.open()
        return self._sink

    def _report_left_out(self, names: tuple[str, ...]) -> None:
        if names:
            self._tell(
                f"left out {', '.join(names)}: the header has no such column; --jsonl writes all"
            )


@contextmanager
def open_output(
    target: str | None,
    form: Form,
    *,
    tell: Tell,
    made: Made | None = None,
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
        yield from _to_stdout(form, tell)
    else:
        yield from _to_file(target, form, tell, made, stop, resume=resume, again=again)


def _to_stdout(form: Form, tell: Tell) -> Iterator[Output]:
    if form.name == "sqlite":
        raise UsageError("a database needs a file: give -o FILE.sqlite")
    if not form.is_text and sys.stdout.isatty():
        raise UsageError(f"{form.name} are bytes for programs: give -o FILE")
    output = Output(SinkPlace(form), tell)
    try:
        yield output
    except BaseException:
        with suppress(OSError, BombeError):
            output.finish()
        raise
    output.finish()


def _to_file(
    target: str,
    form: Form,
    tell: Tell,
    made: Made | None,
    stop: Event | None,
    *,
    resume: bool,
    again: bool,
) -> Iterator[Output]:
    """Write beside a file, and let it have the file's name once all is there."""
    from bombe.analysis.outputs.files import OutputFiles

    files = OutputFiles(target, form)
    left_over = "" if resume or again else files.left_over()
    output = _opened(files, form, tell, made, left_over, resume=resume)
    if output.is_complete:
        yield output
        return
    is_published, can_resume = False, made is not None and made.can_be_resumed
    try:
        yield output
        if stop is None or not stop.is_set():
            output.end()
            files.publish(has_journal=output.journal is not None)
            is_published = True
    except FormatError:
        can_resume = False  # an input has to be changed, which makes it another run
        raise
    finally:
        if not is_published:
            _keep(files, output, tell, can_resume=can_resume)


def _opened(
    files: OutputFiles, form: Form, tell: Tell, made: Made | None, left_over: str, *, resume: bool
) -> Output:
    """Return the output of a file, begun anew or with what is left of an interrupted run.

    Raise UsageError with `left_over` if there is something that must not be discarded.
    """
    path = str(files.partial)
    if made is None or (files.is_special and not resume):
        if left_over:
            raise UsageError(left_over)
        files.begin()
        output = Output(SinkPlace(form, path), tell)
        output.hold()
        return output
    from bombe.analysis.outputs.journal import Journal
    from bombe.analysis.outputs.resuming import Left, what_is_left

    place = SinkPlace(form, path, TABLES.get(made.task, "records"), RESUME)
    left = what_is_left(files, made, place) if resume else Left(Progress())
    output = Output(place, tell, left.progress, is_complete=left.is_complete)
    if output.is_complete:
        return output
    output.journal = Journal(str(files.partial_journal), RESUME, files.path)
    if output.journal.size < left.journal.size:  # it had not been locked when it was read
        output.journal.close()
        if not files.partial.exists():
            files.remove()
        raise UsageError(f"{files.path} was written by another process just now: run this again")
    if left_over:  # and no other process is writing it
        output.journal.close()
        raise UsageError(left_over)
    if left.damage:
        tell(left.damage)
    try:
        _begin(output, output.journal, files, made, left)
    except BaseException:
        _keep(files, output, tell, can_resume=True)
        raise
    return output


def _begin(output: Output, journal: Journal, files: OutputFiles, made: Made, left: Left) -> None:
    """Go on after the last chunk that is done, or begin."""
    from bombe.analysis.outputs.journal import JournalEnd

    if output.progress.chunks:
        journal.cut(left.journal)
        return
    journal.cut(JournalEnd())
    files.begin()
    _note(output.place, made)
    journal.begin(made)


def _note(place: SinkPlace, made: Made) -> None:
    """Write into a database how it was made."""
    if place.form.name != "sqlite":
        return
    from bombe.analysis.outputs.sqlite import SqliteSink

    with closing(SqliteSink(str(place.path), place.table, place.remedy)) as sink:
        sink.note(made.to_dict())


def _keep(files: OutputFiles, output: Output, tell: Tell, *, can_resume: bool) -> None:
    """Close what is not complete, and tell where it is."""
    with suppress(OSError, BombeError):
        output.finish()
    if output.journal is not None:
        output.journal.close()
    can_resume = can_resume and output.journal is not None
    said = files.kept(has_records=output.written.records > 0, can_resume=can_resume)
    if said:
        with suppress(OSError):  # standard error may be on the same full disk
            tell(said)
