"""An output while it is written: beside its file, which it becomes at the end, with a journal.

    with open_output("audits.jsonl", form, made=made, resume=False, tell=print) as output:
        sink = output.place.open()                       # in any process
        written = sink.write(payload, output.written)    # in turn
        output.wrote(0, positions, written, totals)      # in the process that opened the output
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from bombe.analysis.outputs.payload import Payload, Written
from bombe.analysis.outputs.places import SinkPlace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from threading import Event

    from bombe.analysis.outputs.forms import Form
    from bombe.analysis.outputs.made import Made


class Output:
    """What is there of an output, in the process that opened it.

    `last_chunk` is the last chunk that is done, -1 for none: --resume goes on after it. Of a run of
    shards that is the last of this shard. `chunks`, `positions` and `totals` are what the chunks so
    far add up to; `written` goes with the turn to whoever writes next. If `is_complete`, there is
    nothing left to do.
    """

    place: SinkPlace
    written: Written
    last_chunk: int
    chunks: int
    positions: int
    totals: Mapping[str, object]
    is_complete: bool

    def write(self, payload: Payload) -> None:
        """Write a payload here and now: for outputs that are no chunks of a run."""
        raise NotImplementedError

    def wrote(
        self, number: int, positions: int, written: Written, totals: Mapping[str, object]
    ) -> None:
        """Note that a chunk, which may have no record, has been written: in the journal, too.

        `totals` are numbers, or mappings to numbers; they are added up by name.
        """
        raise NotImplementedError


@contextmanager
def open_output(
    target: str | None,
    form: Form,
    *,
    tell: Callable[[str], None],
    made: Made | None = None,
    resume: bool = False,
    stop: Event | None = None,
) -> Iterator[Output]:
    """Open a file for results, or standard output without a target.

    They are in FILE.partial until all are there; an error, or Ctrl-C, which sets `stop`, keeps
    them there and says so by `tell`. With `made` FILE.made.jsonl says how they were made, and
    which chunks there are; without, there is no such journal, and nothing to resume.
    """
    raise NotImplementedError
    yield
