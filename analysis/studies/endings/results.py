"""What a study of endings shows: a table, faults of answers, and where two studies contradict."""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from bombe.analysis.bench.summary import quantile
from bombe.analysis.bench.table import duration
from bombe.analysis.markdown import markdown
from bombe.analysis.results import with_noun
from bombe.analysis.shares import Share
from bombe.analysis.studies.counting import grouped
from bombe.analysis.studies.endings.study import EndingsPlan, StudiedEnding, perform, tasks
from bombe.analysis.studies.study import Study

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.analysis.studies.files import Results

_HEAD = [
    *("empties", "exact", "95 % sure", "median", "95 %", "worst", "CPU", "width of the others"),
    *("trivial", "widest of trivial", "bombs", "lines to the end", "estimate off by"),
]


def endings_tables(study: Results[EndingsPlan]) -> Iterator[str]:
    """Yield the plan in a line, and a table with a row for each number of empty cells."""
    plan = study.plan
    memory = "a quarter of the free memory" if plan.memory is None else f"{plan.memory >> 20} MiB"
    threads = "all cores" if plan.threads is None else with_noun(plan.threads, "thread")
    kind = "one solution" if plan.solutions == 1 else f"{plan.solutions} solutions or more"
    yield (
        f"Endings on {plan.shape} boards with {kind}, seed {plan.seed}: {plan.seconds:g} s "
        f"and {memory} for tables each, {threads}"
    )
    sizes = grouped(study.of(StudiedEnding), lambda each: each.empties)
    yield markdown([_HEAD, *map(_row, sizes.values())])


def _row(found: Sequence[StudiedEnding]) -> list[str]:
    exact = Share.of(ending.exact for ending in found)
    seconds = [ending.seconds for ending in found]
    ends = sum(ending.ends for ending in found)
    low, high = exact.interval
    return [
        str(found[0].empties),
        f"{exact.hits} of {exact.total}",
        f"{low:.0f} to {high:.0f} %",
        *(duration(quantile(seconds, share)) for share in (0.5, 0.95, 1.0)),
        duration(quantile([ending.cpu for ending in found], 0.5)),
        *_widths([ending for ending in found if not ending.exact]),
        _range([ending.bombs for ending in found]),
        f"{ends} of {exact.hits}",
        _error([ending for ending in found if ending.exact]),
    ]


def _widths(found: Sequence[StudiedEnding]) -> list[str]:
    """Return the mean width of the bounds, of the trivial ones, and the largest share of these."""
    if not found:
        return ["-", "-", "-"]
    widths = [ending.high - ending.low for ending in found]
    trivial = [2 * ending.trivial for ending in found]
    widest = max(width / most for width, most in zip(widths, trivial, strict=True))
    return [f"{mean(widths):.1f}", f"{mean(trivial):.1f}", f"{100 * widest:.0f} %"]


def _range(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}"


def _error(found: Sequence[StudiedEnding]) -> str:
    """Return how far the estimates of known margins are off, in the mean."""
    errors = [abs(each.estimate - each.low) for each in found if each.estimate is not None]
    return f"{mean(errors):.1f}" if errors else "-"


def faults_of(study: Results[EndingsPlan]) -> list[str]:
    """Return what the checks found wrong, with the ending."""
    found = study.of(StudiedEnding)
    return [f"{each.name}: {fault}" for each in found for fault in each.faults]


def contradictions(one: Results[EndingsPlan], other: Results[EndingsPlan]) -> list[str]:
    """Return the endings about which two studies cannot both be right."""
    known = {(each.task, each.board): each for each in other.of(StudiedEnding)}
    found = []
    for each in one.of(StudiedEnding):
        before = known.get((each.task, each.board))
        if before and max(each.low, before.low) > min(each.high, before.high):
            bounds = f"{each.low} to {each.high} here, {before.low} to {before.high} there"
            found.append(f"{each.name}: {bounds}")
    return found


ENDINGS = Study(
    "study of endings",
    "bombe study endings -o",
    EndingsPlan,
    {"header": EndingsPlan, "ending": StudiedEnding},
    counts="endings",
    tasks=tasks,
    perform=perform,
    tables=endings_tables,
    faults=faults_of,
    against=contradictions,
)
