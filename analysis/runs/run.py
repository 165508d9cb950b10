"""The loop over many items: a query, a source, an output with its journal, and who works.

    with stop_signal() as stop:
        done = run(AuditQuery(), source, Destination(form, "audits.csv"), Spread(jobs=2), stop=stop)

This is the only loop that resumes, takes a shard of a run, and spreads it over processes.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.runs.output import check_resume, open_output
from bombe.analysis.runs.query import AskedChunks, Tally, Target
from bombe.analysis.runs.spreading import workers_of
from bombe.analysis.runs.workers import DONE
from bombe.boards.errors import UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.text.ahead import again, gather

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager

    from bombe.analysis.runs.formats.text import Format
    from bombe.analysis.runs.output import Output
    from bombe.analysis.runs.provenance import Provenance
    from bombe.analysis.runs.query import Query


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


class Source(NamedTuple):
    """Where items come from: numbered chunks of them, and how they were cut.

    `words` name what is read, and `settings` are what its items depend on beside these. `total` is
    asked for the number of items if that is shown, and `what` they are called there.
    """

    chunks: Iterator[Any]
    sizes: tuple[int, ...]
    words: tuple[str, ...] = ()
    settings: Mapping[str, Any] = {}
    total: Callable[[], int | None] = lambda: None
    what: str = "positions:"


class Destination(NamedTuple):
    """Where answers go: a file, or standard output, and how they are written there."""

    target: Target
    path: str | None = None
    has_journal: bool = True

    @property
    def form(self) -> Format:
        """The format."""
        return self.target.form

    def settings(self) -> dict[str, Any]:
        """Return what the output depends on, beside what is asked of what."""
        target, found = self.target, dict[str, Any]()
        if target.columns:
            found["columns"] = ",".join(target.columns)
        if target.form.name == "text":
            found["notation"] = target.notation
        return found


@contextlib.contextmanager
def _no_progress(*_: Any) -> Iterator[Callable[[int], None]]:
    yield lambda _: None


@dataclass(frozen=True)
class RunObserver:
    """Who watches a run: gets messages, shows progress, and says how it was called."""

    tell: Callable[[str], None] = lambda _: None
    command: str = ""
    progress: Callable[..., AbstractContextManager[Callable[[int], None]]] = _no_progress
    """Called with the source, the number of items that were done before, and a remark."""
    stop: threading.Event | None = None


def run(
    query: Query, source: Source, to: Destination, spread: Spread, observer: RunObserver
) -> tuple[Tally, bool]:
    """Write the answers to the chunks of the shard; return the sums, and if a stop ended it.

    A chunk that was ended early is not in the journal: --resume begins there.
    """
    check_resume(to.path, resume=spread.resume, again=spread.again)
    if spread.cluster is not None and spread.jobs > 1:
        raise UsageError("the workers of --cluster do the work: leave out -j")
    stop = observer.stop or threading.Event()
    made = _made(query, source, to, spread, observer) if to.path and to.has_journal else None
    with open_output(
        to.path,
        to.form,
        tell=observer.tell,
        made=made,
        resume=spread.resume,
        again=spread.again,
        stop=stop,
    ) as output:
        so_far = output.progress
        tally = Tally.of(so_far.positions, so_far.totals) if so_far else Tally()
        if output.is_complete:
            observer.tell(f"{to.path} is complete: there is nothing left to do")
            return tally, False
        begin = so_far.last_chunk + 1 if so_far else 0
        left = (c for c in source.chunks if c.number >= begin and spread.shard.has(c.number))
        jobs, chunks = _worth(spread.jobs, source, left)
        with (
            workers_of(jobs, spread.cluster) as workers,
            observer.progress(source, tally.positions, workers.remark) as advance,
        ):
            pieces = workers.pieces(AskedChunks(query, to.target), chunks, stop)
            with contextlib.closing(pieces):
                _write(pieces, output, tally, observer, advance)
        return tally, stop.is_set()


def _write(
    pieces: Iterator[tuple[Any, Any]],
    output: Output,
    tally: Tally,
    observer: RunObserver,
    advance: Callable[[int], None],
) -> None:
    """Write what workers answer, and note each chunk."""
    of_chunk = Tally()
    for chunk, piece in pieces:
        if piece is DONE:
            output.end_chunk(chunk.number, of_chunk.positions, of_chunk.to_dict())
            of_chunk = Tally()
            continue
        output.write(piece.payload)
        of_chunk.add(piece.tally)
        tally.add(piece.tally)
        advance(piece.tally.positions)
        for message in piece.tally.messages:
            observer.tell(message)
        if tally.is_cut:
            return


def _worth(jobs: int, source: Source, chunks: Iterator[Any]) -> tuple[int, Iterator[Any]]:
    """Return how many processes are worth their start, and the chunks, none of them lost."""
    if jobs == 1 or "-" in source.words:
        return jobs, chunks
    first, error = gather(chunks, 2)
    return (jobs if len(first) > 1 else 1), again(first, error, chunks)


def _made(
    query: Query, source: Source, to: Destination, spread: Spread, observer: RunObserver
) -> Provenance:
    """Return how the output is made, for its journal: by all that changes what is written."""
    from bombe import __version__
    from bombe.analysis.runs.fingerprints import fingerprint
    from bombe.analysis.runs.provenance import Provenance, run_environment

    settings = {**query.settings(), **source.settings, **to.settings()}
    return Provenance(
        task=query.task,
        settings={**settings, "chunks": list(source.sizes)},
        inputs=[fingerprint(word) for word in (*source.words, *query.files())],
        form=to.form.name,
        bombe=__version__,
        seed=settings.get("seed"),
        shard=str(spread.shard),
        **run_environment(observer.command),
    )
