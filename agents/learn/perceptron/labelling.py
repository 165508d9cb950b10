"""Random positions solved exactly, in several processes, and kept in a file.

    {"schema": "bombe.study.perceptron/1", "game": "dots", "boxes": "4x4", "seed": 0, ...}
    {"position": "1f00a2", "values": [1, -3, -3]}

Each position depends on the header and its own number alone, so that a file can be interrupted, and
continued with more positions. A truncated last line is removed. The file of a shard says so in its
header, and has the positions whose number the shard has.
"""

from __future__ import annotations

import functools
import json
from contextlib import closing, nullcontext
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.analysis.study_files import SHARD, drop_truncated_line, is_new, shard_in
from bombe.analysis.workers import workers_of
from bombe.boards.errors import FormatError, Place, UsageError
from bombe.boards.shard import WHOLE, Shard
from bombe.boards.text.schema import built, decode_file, read_as

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from bombe.agents.learn.perceptron.plan import PerceptronPlan
    from bombe.agents.learn.perceptron.samples import Subject
    from bombe.boards.text.schema import Datum
    from bombe.solvers import Meter

SCHEMA = "bombe.study.perceptron/1"
TRAINING, HELD_OUT = "training", "held-out"
"""The two parts of the positions: to learn from, and to be judged by."""
_REMEDY = "give a folder that `bombe study perceptron -o` wrote, or a new one"


class LabelFile(NamedTuple):
    """The positions of one part, and the file that keeps them; None to keep none.

    Of a `shard`, only its positions.
    """

    plan: PerceptronPlan
    part: str
    path: Path | None
    shard: Shard = WHOLE

    @property
    def wanted(self) -> int:
        """The number of positions of the plan, as far as they are the shard's."""
        return len(self._numbers())

    def _numbers(self) -> range:
        """Return the numbers of the positions."""
        every = self.plan.positions if self.part == TRAINING else self.plan.held_out
        return range(self.shard.number - 1, every, self.shard.of)

    def known(self) -> list[LabelledPosition]:
        """Return the positions that the file holds; begin the file if there is none."""
        if self.path is None:
            return []
        if is_new(self.path):
            self.path.write_text(json.dumps(self._header()) + "\n", encoding="utf-8")
            return []
        lines = decode_file(self.path, _REMEDY)
        self._check_header(next(lines, None))
        known = [self._position(line) for line in lines]
        drop_truncated_line(self.path)
        return known

    def add(
        self, known: list[LabelledPosition], jobs: int, stop: threading.Event, meter: Meter
    ) -> Iterator[None]:
        """Solve the positions that are missing; yield after each, until the budget runs out."""
        todo = self._numbers()[len(known) :]
        ask = functools.partial(_label, subject=self.plan.subject(), source=self._seed_text())
        with (
            nullcontext() if self.path is None else self.path.open("a", encoding="utf-8") as file,
            closing(_results(ask, todo, jobs, stop)) as found,
        ):
            for labelled in found:
                known.append(labelled)
                _write(file, labelled)
                yield
                if meter.is_over:
                    return

    def _seed_text(self) -> str:
        return f"{self.plan.seed} {self.part}"

    def _header(self) -> dict[str, Any]:
        fields = {name: getattr(self.plan, name) for name in ("game", "boxes", "seed")}
        if self.plan.game != "dots":
            del fields["boxes"]
        shard = {} if self.shard == WHOLE else {SHARD: str(self.shard)}
        return {"schema": SCHEMA, **fields, "part": self.part, **shard}

    def _check_header(self, header: Datum | None) -> None:
        if header is None:
            raise FormatError(Place(str(self.path), 1), "the file has no header", _REMEDY)
        if (then := shard_in(header)) != self.shard:
            raise UsageError(
                f"cannot continue {self.path}: its shard was {'none' if then == WHOLE else then}; "
                "use the same --shard, or another -o"
            )
        for name, now in self._header().items():
            before = read_as(type(now), header.at(name))
            if before != now:
                raise UsageError(
                    f"cannot continue {self.path}: its {name} was {before} and is now {now}; "
                    "use the same options, or another -o"
                )

    def _position(self, line: Datum) -> LabelledPosition:
        found = built(LabelledPosition, line)
        moves = line.at("position").checked(self.plan.subject().moves)
        line.at("values").items(len(moves))
        if not moves:
            raise line.at("position").error("has no moves")
        return found


def without(
    known: list[LabelledPosition], others: list[LabelledPosition], subject: Subject
) -> list[LabelledPosition]:
    """Return the positions that are none of the others, nor their mirror images."""
    keys = {subject.key(each.position) for each in others}
    return [each for each in known if subject.key(each.position) not in keys]


def _results(
    ask: Callable[[int, Callable[[], bool]], LabelledPosition],
    todo: range,
    jobs: int,
    stop: threading.Event,
) -> Generator[LabelledPosition, None, None]:
    with workers_of(jobs) as workers:
        for _, labelled in workers.in_order(ask, todo, stop):
            yield labelled


def _label(
    number: int, _is_stopped: Callable[[], bool], subject: Subject, source: str
) -> LabelledPosition:
    return subject.labelled(number, source)


def _write(file: IO[str] | None, labelled: LabelledPosition) -> None:
    if file is not None:
        fields = {"position": labelled.position, "values": list(labelled.values)}
        file.write(json.dumps(fields) + "\n")
