"""What changed since an older run: node counts first, then times.

Node counts do not depend on the machine: where one differs, the search differs. Times are compared
board by board, so that a ratio comes with its spread over the boards. Only what both runs finished
is compared; what only one of them has is listed.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bombe.analysis.bench.summary import BoardTiming, quantile, timings
from bombe.analysis.results import with_noun

if TYPE_CHECKING:
    from bombe.analysis.bench.records import BenchHeader
    from bombe.analysis.bench.result import Benchmark


@dataclass(frozen=True)
class NodeChange:
    """Boards of a set on which a contestant now searches a different number of nodes."""

    contestant: str
    task: str
    set: str
    boards: int
    compared: int
    before: int
    after: int
    example: str


@dataclass(frozen=True)
class TimeRatio:
    """How many times as long a contestant takes on a set, with the quartiles over its boards."""

    contestant: str
    task: str
    set: str
    compared: int
    ratio: float
    lower: float
    upper: float


@dataclass(frozen=True)
class Comparison:
    """Two runs side by side; `differences` lists what limits the comparison."""

    differences: tuple[str, ...]
    nodes: tuple[NodeChange, ...]
    times: tuple[TimeRatio, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return dataclasses.asdict(self)


_Key = tuple[str, str, str, str]
_Pair = tuple["BoardTiming", "BoardTiming"]


def compare(new: Benchmark, old: Benchmark) -> Comparison:
    """Return what changed from an older run to a new one."""
    now, before = _by_key(new), _by_key(old)
    groups: dict[tuple[str, str, str], list[_Pair]] = {}
    for key, timing in now.items():
        if key in before and timing.finished and before[key].finished:
            groups.setdefault(key[:3], []).append((before[key], timing))
    return Comparison(
        differences=(
            *_settings(new.header, old.header),
            *_only_in_one(now, before),
            *_finished_in_one(now, before),
        ),
        nodes=tuple(_each(groups, _node_change)),
        times=tuple(_each(groups, _time_ratio)),
    )


def _by_key(run: Benchmark) -> dict[_Key, BoardTiming]:
    return {(t.contestant, t.task, t.set, t.board or f"{t.size}"): t for t in timings(run)}


def _each(
    groups: dict[tuple[str, str, str], list[_Pair]], make: Callable[..., Any]
) -> Iterator[Any]:
    for key, pairs in groups.items():
        made = make(*key, pairs)
        if made is not None:
            yield made


def _node_change(
    contestant: str, task: str, name: str, pairs: Sequence[_Pair]
) -> NodeChange | None:
    changed = [(old, new) for old, new in pairs if old.nodes != new.nodes]
    if not changed:
        return None
    return NodeChange(
        contestant,
        task,
        name,
        boards=len(changed),
        compared=len(pairs),
        before=sum(old.nodes for old, _ in pairs),
        after=sum(new.nodes for _, new in pairs),
        example=f"{changed[0][0].nodes} -> {changed[0][1].nodes} on {changed[0][1].board or 'all'}",
    )


def _time_ratio(contestant: str, task: str, name: str, pairs: Sequence[_Pair]) -> TimeRatio | None:
    ratios = [new.seconds / old.seconds for old, new in pairs if old.seconds > 0]
    if not ratios:
        return None
    middle, lower, upper = (quantile(ratios, share) for share in (0.5, 0.25, 0.75))
    return TimeRatio(contestant, task, name, len(ratios), middle, lower, upper)


def _settings(new: BenchHeader, old: BenchHeader) -> Iterator[str]:
    """Yield the settings, versions and facts of the machine that differ."""
    for name in ("seed", "rounds", "seconds", "nodes"):
        yield from _differs(name, getattr(old, name), getattr(new, name))
    for name in {**old.machine, **new.machine}:
        yield from _differs(name, old.machine.get(name), new.machine.get(name))
    for task in {**old.tasks, **new.tasks}:
        yield from _differs(f"task {task}", old.tasks.get(task), new.tasks.get(task))
    versions = [{str(c["name"]): str(c["version"]) for c in h.contestants} for h in (old, new)]
    for name in {**versions[0], **versions[1]}:
        yield from _differs(f"solver {name}", *(v.get(name, "absent") for v in versions))


def _differs(name: str, before: object, after: object) -> Iterator[str]:
    if before != after:
        yield f"{name}: {before} before, {after} now"


def _only_in_one(now: dict[_Key, BoardTiming], before: dict[_Key, BoardTiming]) -> Iterator[str]:
    """Yield the boards that only one of the runs has."""
    boards = [{(key[2], key[3]): None for key in found} for found in (now, before)]
    for these, others, words in ((*boards, "now"), (*reversed(boards), "before")):
        missing = [place for place in these if place not in others]
        if missing:
            name, board = missing[0]
            yield f"only {words}: {with_noun(len(missing), 'board')}, such as {board} of {name}"


def _finished_in_one(
    now: dict[_Key, BoardTiming], before: dict[_Key, BoardTiming]
) -> Iterator[str]:
    """Yield the boards that only one of the runs finished."""
    for these, others, words in ((now, before, "now"), (before, now, "before")):
        found = [
            k for k, t in these.items() if t.finished and k in others and not others[k].finished
        ]
        if found:
            contestant, task, name, board = found[0]
            yield (
                f"finished only {words}: {with_noun(len(found), 'question')}, such as {contestant} "
                f"({task}) on {board} of {name}"
            )


def draw_comparison(comparison: Comparison) -> str:
    """Return what changed as text, node counts first."""
    lines = ["Compared with the older run"]
    lines += [f"  differs: {text}" for text in comparison.differences]
    if not comparison.nodes:
        lines.append("  nodes: the same on every board")
    for change in comparison.nodes:
        lines.append(
            f"  nodes: {change.contestant} ({change.task}, {change.set}): a different number on "
            f"{change.boards} of {with_noun(change.compared, 'board')}, {change.before} -> "
            f"{change.after} in all; {change.example}"
        )
    for time in comparison.times:
        lines.append(
            f"  time: {time.contestant} ({time.task}, {time.set}): {time.ratio:.2f} times as long "
            f"({time.lower:.2f} - {time.upper:.2f} on {with_noun(time.compared, 'board')})"
        )
    return "\n".join(lines)
