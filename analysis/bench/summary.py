"""The figures of a run: for each contestant, task and set, over the boards of the set.

A board counts with the median of its rounds; where half of the rounds or more did not finish, it is
unfinished, slower than any time. PAR2 is the mean with twice the budget for unfinished boards.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bombe.analysis.bench.records import BenchSample
    from bombe.analysis.bench.result import Benchmark


class BoardTiming(NamedTuple):
    """One contestant's time on one board, or on a batch of boards, in seconds.

    `seconds` is infinite where it did not finish; `spent` is the time until it gave up.
    """

    contestant: str
    task: str
    set: str
    board: str | None
    size: int
    boards: int
    finished: int
    seconds: float
    spent: float
    build: float
    cpu: float | None
    nodes: int
    noise: float


@dataclass(frozen=True)
class Figures:
    """The figures of a contestant on a set; seconds for one board.

    None means unfinished for a time, and unknown elsewhere. Batches have no times of single
    boards. `noise` is how much the rounds of a board differ: half of them lie within that share
    of its median, and it is the median over all boards.
    """

    contestant: str
    task: str
    set: str
    is_batch: bool
    boards: int
    finished: int
    median: float | None
    lower: float | None
    upper: float | None
    worst: float | None
    par2: float | None
    rate: float
    build: float | None
    search: float | None
    cpu: float | None
    nodes: int
    noise: float


def timings(run: Benchmark) -> list[BoardTiming]:
    """Return every board's time for every contestant that was not disqualified."""
    out = {each.contestant for each in run.disqualified}
    groups: dict[tuple[str, ...], list[BenchSample]] = {}
    for sample in run.samples:
        if sample.contestant not in out:
            groups.setdefault(sample.key[:4], []).append(sample)
    return [_timing(samples) for samples in groups.values()]


def _timing(samples: Sequence[BenchSample]) -> BoardTiming:
    """Return the median of the rounds, or of the check where there are none."""
    rounds = [sample for sample in samples if sample.round] or list(samples)
    done = [sample for sample in rounds if sample.finished]
    first = rounds[0]
    finished = len(done) > len(rounds) / 2
    walls = [sample.wall for sample in (done if finished else rounds)]
    spent = statistics.median(walls)
    used = [sample.cpu for sample in rounds if sample.cpu is not None]
    return BoardTiming(
        first.contestant,
        first.task,
        first.set,
        first.board,
        first.size,
        first.boards,
        finished=min(sample.finished for sample in done) if finished else 0,
        seconds=spent if finished else math.inf,
        spent=spent,
        build=statistics.median(sample.build for sample in rounds),
        cpu=statistics.median(used) if used else None,
        nodes=rounds[-1].nodes,
        noise=_noise(walls),
    )


def _noise(walls: Sequence[float]) -> float:
    """Return half the distance between the quartiles, as a share of the median."""
    middle = statistics.median(walls)
    if len(walls) < 2 or middle <= 0:
        return 0.0
    return (quantile(walls, 0.75) - quantile(walls, 0.25)) / 2 / middle


def summarise(run: Benchmark) -> list[Figures]:
    """Return the figures of a run, in the order of its tasks, sets and contestants."""
    groups: dict[tuple[str, str, str], list[BoardTiming]] = {}
    for timing in timings(run):
        groups.setdefault((timing.task, timing.set, timing.contestant), []).append(timing)
    order = {name: number for number, name in enumerate([*run.header.tasks, *run.header.sets])}
    keys = sorted(groups, key=lambda key: (order.get(key[0], 0), order.get(key[1], 0)))
    return [_figures(groups[key], run.header.seconds) for key in keys]


def _figures(found: Sequence[BoardTiming], budget: float | None) -> Figures:
    first = found[0]
    boards = sum(timing.boards for timing in found)
    finished = sum(timing.finished for timing in found)
    single = [timing.seconds for timing in found] if first.board is not None else []
    spent = sum(timing.spent for timing in found)
    late = boards - finished
    par2 = None if late and budget is None else _par2(found, budget or 0.0) / boards
    known = [timing for timing in found if timing.finished]
    build = _mean(timing.build / timing.boards for timing in known)
    total = _mean(timing.spent / timing.boards for timing in known)
    return Figures(
        contestant=first.contestant,
        task=first.task,
        set=first.set,
        is_batch=first.board is None,
        boards=boards,
        finished=finished,
        median=_finite(single, 0.5),
        lower=_finite(single, 0.25),
        upper=_finite(single, 0.75),
        worst=_finite(single, 1.0),
        par2=par2,
        rate=finished / spent if spent > 0 else 0.0,
        build=build,
        search=None if build is None or total is None else total - build,
        cpu=_mean(t.cpu / t.boards for t in known if t.cpu is not None),
        nodes=sum(timing.nodes for timing in known),
        noise=statistics.median(timing.noise for timing in found),
    )


def _par2(found: Iterable[BoardTiming], budget: float) -> float:
    """Return the sum of the times, with twice the budget for every unfinished board."""
    total = 0.0
    for timing in found:
        late = timing.boards - timing.finished
        total += (timing.spent if timing.finished else 0.0) + 2 * budget * late
    return total


def _finite(seconds: Sequence[float], share: float) -> float | None:
    found = quantile(seconds, share) if seconds else math.inf
    return found if math.isfinite(found) else None


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which that share of the values lies; infinite ones are largest."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low, rest = int(place), place - int(place)
    if rest == 0 or ordered[low] == ordered[low + 1]:
        return ordered[low]
    return ordered[low] + (ordered[low + 1] - ordered[low]) * rest


def _mean(values: Iterable[float]) -> float | None:
    listed = list(values)
    return statistics.fmean(listed) if listed else None
