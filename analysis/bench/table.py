"""The figures of a run as text for people: a table for each task and set, the best first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.bench.tasks import FRESH
from bombe.analysis.results import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.analysis.bench.records import Header, Run
    from bombe.analysis.bench.summary import Line

_HEAD = (
    "solver",
    "done",
    "median",
    "quartiles",
    "worst",
    "PAR2",
    "times",
    "boards/s",
    "build",
    "search",
    "cpu",
    "nodes",
    "+-",
)
_LEGEND = """\
done: boards finished in the budget. PAR2: mean, twice the budget where not finished; times: PAR2
against the best. build, search: means of finished boards. +-: how far the rounds lie apart."""


def draw_table(run: Run, lines: Sequence[Line]) -> str:
    """Draw the tables, with the settings above and what the columns mean below."""
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        groups.setdefault((line.task, line.set), []).append(line)
    parts = [_settings(run.header)]
    for (task, name), group in groups.items():
        words = run.header.tasks.get(task, task)
        title = f"{words}: {name}, {counted(max(line.boards for line in group), 'board')}"
        parts.append(f"{title}\n{_table(group)}")
    if groups:
        parts.append(_LEGEND)
    parts.extend(str(wrong) for wrong in run.wrongs)
    if not run.complete:
        parts.append("The run was interrupted: some rounds are missing.")
    return "\n\n".join(parts)


def _settings(header: Header) -> str:
    machine = header.machine
    limits = [
        f"{header.seconds:g} s" if header.seconds is not None else "",
        f"{header.nodes} nodes" if header.nodes is not None else "",
    ]
    budget = " and ".join(filter(None, limits)) or "no budget"
    commit = f" ({machine['commit']})" if machine.get("commit") else ""
    return (
        f"bombe {machine.get('bombe')}{commit}, {machine.get('python')}, "
        f"{machine.get('processor')}, kernel {machine.get('kernel')}\n"
        f"{counted(header.rounds, 'round')}, {budget} a board, seed {header.seed}, {header.created}"
    )


def _table(group: Sequence[Line]) -> str:
    ranked = sorted(group, key=_rank)
    best = next((line.par2 for line in ranked if line.par2), None)
    rows = [_HEAD, *(_row(line, best) for line in ranked)]
    shown = [i for i in range(len(_HEAD)) if any(row[i] not in ("", "-") for row in rows[1:])]
    widths = [max(len(row[i]) for row in rows) for i in shown]
    return "\n".join(_aligned([row[i] for i in shown], widths) for row in rows)


def _rank(line: Line) -> tuple[float, int, float]:
    unknown = float("inf")
    return (unknown if line.par2 is None else line.par2, -line.finished, line.median or unknown)


def _row(line: Line, best: float | None) -> tuple[str, ...]:
    times = f"{line.par2 / best:.2f}" if line.par2 is not None and best else "-"
    quartiles = f"{duration(line.lower)} - {duration(line.upper)}" if line.lower else "late"
    # Of one board, or of a batch, there is no spread to show.
    is_fresh = line.task in FRESH
    has_spread = line.boards > 1 and not line.is_batch
    spread = (quartiles, duration(line.worst)) if has_spread else ("-", "-")
    return (
        line.contestant,
        f"{line.finished}/{line.boards}",
        "-" if line.is_batch else duration(line.median),
        *spread,
        "-" if line.par2 is None else duration(line.par2),
        times,
        f"{line.rate:,.0f}" if line.rate >= 100 else f"{line.rate:.3g}",
        "-" if line.build is None or is_fresh else duration(line.build),
        "-" if line.search is None or is_fresh else duration(line.search),
        duration(line.cpu) if line.cpu is not None and is_fresh else "-",
        "-" if is_fresh else f"{line.nodes}",
        f"{line.noise:.0%}",
    )


def duration(seconds: float | None) -> str:
    """Write a time with three digits and its unit; None is a board that did not finish."""
    if seconds is None:
        return "late"
    size = abs(seconds)
    unit, factor = next(
        (u for u in (("s", 1.0), ("ms", 1e3), ("us", 1e6)) if size * u[1] >= 1), ("ns", 1e9)
    )
    digits = 2 if size * factor < 10 else 1 if size * factor < 100 else 0
    return f"{seconds * factor:.{digits}f} {unit}"


def _aligned(row: Iterable[str], widths: Sequence[int]) -> str:
    first, *rest = zip(row, widths, strict=True)
    return "  ".join(
        [f"{first[0]:<{first[1]}}", *(f"{text:>{width}}" for text, width in rest)]
    ).rstrip()
