"""What a study of how bombs are seen shows: levels, times, cores and what agents propose."""

from __future__ import annotations

import itertools
from statistics import geometric_mean
from typing import TYPE_CHECKING, Any

from bombe.analysis.bench.summary import quantile
from bombe.analysis.bench.table import duration
from bombe.analysis.drawing.charts import GRID, LOOKS, chart
from bombe.analysis.results import with_noun
from bombe.analysis.studies.counting import grouped, section
from bombe.analysis.studies.study import Study
from bombe.analysis.studies.why.figures import ProposalLine, SeenLine, tenth_of
from bombe.analysis.studies.why.study import WhyGame, WhyPlan, WhyPosition, tasks
from bombe.analysis.studies.why.work import perform
from bombe.analysis.why.ratings import LEVELS, level_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from bombe.analysis.shares import Share
    from bombe.analysis.studies.files import Results

_BOARD = ("board", "solutions")
_SEEN = ("positions", "bombs", *LEVELS, "steps", "deepest")
_SOLUTIONS = {True: "one", False: "several"}
_TIMES = ("median", "99 %", "worst")
_CHAINS = (*_BOARD, "bombs", "found", "checked", "left open", *_TIMES)
_CORES = (*_BOARD, "cores", "proven", "cells", "most", *_TIMES)
_LEAST = 20
"""Fewer bombs than this are no bar."""


def positions_in(study: Results[WhyPlan]) -> list[WhyPosition]:
    """Return the positions of all games."""
    return [position for game in study.of(WhyGame) for position in game.positions]


def faults_of(study: Results[WhyPlan]) -> list[str]:
    """Return what the checks found wrong, with the position."""
    found = positions_in(study)
    return [f"{each.shape} {each.board}: {fault}" for each in found for fault in each.faults]


def why_tables(study: Results[WhyPlan]) -> Iterator[str]:
    """Yield all tables, each with a heading."""
    positions, plan = positions_in(study), study.plan
    bombs = sum(each.bombs for each in positions)
    games = with_noun(len(study.records), "game" if plan.games else "board")
    yield f"{bombs:,} bombs in {len(positions):,} positions of {games}, seed {plan.seed}"
    if not bombs:
        return
    boards = list(_boards(positions))
    everything = [*boards, (["all", ""], positions)]
    rows = ([*head, *_seen_cells(found)] for head, found in everything)
    yield section("How bombs are seen", (*_BOARD, *_SEEN), rows)
    for is_proper, words in _SOLUTIONS.items():
        if found := [each for each in positions if each.is_proper == is_proper and each.bombs]:
            heading = f"By the share of empty cells, {words} solution{'' if is_proper else 's'}"
            yield section(heading, ("board", "empty cells", *_SEEN), _fill_rows(found))
    if plan.check:
        rows = ([*head, *_chain_cells(found)] for head, found in everything)
        yield section("Chains, and the CPU time of each", _CHAINS, rows)
    rows = ([*head, *_rating_cells(found)] for head, found in boards)
    heading = "An audit with ratings of all bombs, CPU time"
    yield section(heading, (*_BOARD, "positions", "left open", *_TIMES), rows)
    if any(each.cores for each in positions):
        peers = itertools.chain.from_iterable((name, "times ours") for name in plan.peers)
        heading = "Smallest cores, and the CPU time of each"
        yield section(heading, (*_CORES, *peers), _core_rows(boards, plan.peers))
    if plan.agents and any(each.proposals for each in positions):
        yield from _proposals(positions, plan)


def _boards(
    positions: Sequence[WhyPosition],
) -> Iterator[tuple[list[str], list[WhyPosition]]]:
    """Yield the positions by shape and number of solutions, with the heads of their rows."""
    groups = grouped(positions, lambda at: (len(at.board), at.shape, not at.is_proper))
    for (_, shape, is_improper), found in groups.items():
        yield [shape, _SOLUTIONS[not is_improper]], found


def _fill_rows(positions: Sequence[WhyPosition]) -> Iterator[list[str]]:
    groups = grouped(positions, lambda each: (len(each.board), each.shape, tenth_of(each)))
    for (_, shape, tenth), found in groups.items():
        yield [shape, _tenth_words(tenth), *_seen_cells(found)]


def _tenth_words(tenth: int) -> str:
    return f"{10 * tenth} to {10 * tenth + 10} %"


def _seen_cells(positions: Sequence[WhyPosition]) -> list[str]:
    line = SeenLine.of(positions)
    steps = "-" if line.steps is None else f"{line.steps:g}"
    counts = f"{line.positions:,}", f"{line.bombs:,}"
    return [*counts, *map(_percent, line.shares), steps, str(line.deepest or "-")]


def _percent(share: Share) -> str:
    return f"{share.percent:.1f} %" if share.hits else "-"


def _chain_cells(positions: Sequence[WhyPosition]) -> list[str]:
    times, line = [seconds for each in positions for seconds in each.chains], SeenLine.of(positions)
    counts = line.bombs, len(times), sum(each.checked for each in positions), line.not_rated
    return [*(f"{count:,}" for count in counts), *_times(times)]


def _rating_cells(positions: Sequence[WhyPosition]) -> list[str]:
    times = _times([each.rating for each in positions])
    return [f"{len(positions):,}", str(SeenLine.of(positions).not_rated), *times]


def _times(seconds: Sequence[float]) -> list[str]:
    if not seconds:
        return ["-"] * len(_TIMES)
    return [duration(quantile(seconds, share)) for share in (0.5, 0.99, 1.0)]


def _core_rows(
    boards: Sequence[tuple[list[str], list[WhyPosition]]], peers: Sequence[str]
) -> Iterator[list[str]]:
    for head, found in boards:
        cores = [core for each in found for core in each.cores]
        if not cores:
            continue
        sizes, proven = [core.size for core in cores], sum(core.is_smallest for core in cores)
        row = [*head, f"{len(cores):,}", f"{100 * proven / len(cores):.1f} %"]
        row += [f"{quantile(sizes, 0.5):g}", str(max(sizes))]
        row += _times([core.seconds for core in cores])
        for name in peers:
            # Only what is compared on the same cores says something.
            pairs = [(core.peers[name], core.seconds) for core in cores if name in core.peers]
            times = [their / our for their, our in pairs if their > 0 and our > 0]
            row.append(duration(quantile([their for their, _ in pairs], 0.5)) if pairs else "-")
            row.append(f"{geometric_mean(times):.0f}" if times else "-")
        yield row


def _proposals(positions: Sequence[WhyPosition], plan: WhyPlan) -> Iterator[str]:
    """Yield the bombs among the proposals of agents, and by how full the board is.

    Where the number of empty cells is odd, an agent hardly ever means to play a bomb. Positions
    without bombs say nothing.
    """
    with_bombs = [each for each in positions if each.bombs]
    asked = {
        words: [each for each in with_bombs if each.empties % 2 == parity]
        for words, parity in (("odd", 1), ("even", 0))
    }
    columns = ("agent", "empty cells", "positions", *LEVELS, "not known")
    rows = itertools.chain.from_iterable(
        _agent_rows(words, _lines(found, plan)) for words, found in asked.items()
    )
    yield section(f"Proposals that are bombs, with {plan.nodes} nodes", columns, rows)
    groups = {tenth: _lines(at, plan) for tenth, at in grouped(asked["odd"], tenth_of).items()}
    heading = "Direct bombs + others where the number of empty cells is odd, by the share of these"
    head = ("agent", *map(_tenth_words, groups))
    yield section(heading, head, _two_rows([*groups.values()], plan))


def _lines(positions: Sequence[WhyPosition], plan: WhyPlan) -> dict[str, ProposalLine]:
    return {agent: ProposalLine.of(positions, agent) for agent in plan.agents}


def _agent_rows(words: str, lines: Mapping[str, ProposalLine]) -> Iterator[list[str]]:
    drawn = next(iter(lines.values()))
    shares = [f"{share:.1f} %" if drawn.positions else "-" for share in drawn.drawn]
    yield ["any legal move", words, f"{drawn.positions:,}", *shares, "-"]
    for agent, line in lines.items():
        shares = [_percent(share) for share in line.shares]
        yield [agent, words, f"{line.positions:,}", *shares, str(line.unknown or "-")]


def _two_rows(groups: Sequence[Mapping[str, ProposalLine]], plan: WhyPlan) -> Iterator[list[str]]:
    """Yield for each agent the share of bombs among its proposals: direct + others."""
    drawn = [lines[plan.agents[0]] for lines in groups]
    yield ["any legal move", *(_two(line.drawn) for line in drawn)]
    for agent in plan.agents:
        shares = ([share.percent for share in lines[agent].shares] for lines in groups)
        yield [agent, *map(_two, shares)]
    yield ["positions", *(f"{line.positions:,}" for line in drawn)]


def _two(shares: Sequence[float]) -> str:
    return f"{shares[0]:.0f} + {sum(shares[1:]):.0f} %"


def draw_why(study: Results[WhyPlan], folder: Path) -> list[Path]:
    """Draw a picture for each shape and kind of boards; return the files."""
    files: list[Path] = []
    for (shape, solutions), found in _boards(positions_in(study)):
        lines = {tenth: SeenLine.of(at) for tenth, at in grouped(found, tenth_of).items()}
        bars = {tenth: line for tenth, line in lines.items() if line.bombs >= _LEAST}
        if len(bars) > 1:
            kind = f"{solutions} solution{'' if solutions == 'one' else 's'}"
            files += _draw(bars, folder, f"seen-{shape}-{solutions}", f"{shape}, {kind}")
    return files


def _draw(bars: Mapping[int, SeenLine], folder: Path, name: str, words: str) -> list[Path]:
    bombs = sum(line.bombs for line in bars.values())
    title = f"How bombs are seen, by how full the board is\n{words}, {bombs:,} bombs"
    with chart(folder, name, title, "empty cells, percent", "bombs, percent") as (axes, files):
        base = dict.fromkeys(bars, 0.0)
        for level in range(len(LEVELS)):
            _layer(axes, bars, base, level)
        axes.set_ylim(0, 100)
        axes.set_xticks([10 * tenth for tenth in range(11)])
        axes.grid(visible=True, axis="y", color=GRID, linewidth=0.7)
        axes.set_axisbelow(True)
        axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, reverse=True)
    return files


def _layer(axes: Any, bars: Mapping[int, SeenLine], base: dict[int, float], level: int) -> None:
    """Draw the bars of a level on those below, and write on those that are high enough."""
    shares = {tenth: line.shares[level].percent for tenth, line in bars.items()}
    if not any(shares.values()):
        return
    x, below = [10 * tenth + 5 for tenth in bars], list(base.values())
    color = LOOKS[level].color
    axes.bar(x, list(shares.values()), 8.6, bottom=below, color=color, label=level_words(level))
    for tenth, share in shares.items():
        if share >= _LEAST / 4:
            place = 10 * tenth + 5, base[tenth] + share / 2
            axes.text(*place, f"{share:.0f}", color="w", ha="center", va="center", size=9)
        base[tenth] += share


WHY = Study(
    "study of how bombs are seen",
    "bombe study why -o",
    WhyPlan,
    {"plan": WhyPlan, "game": WhyGame},
    counts="games",
    tasks=tasks,
    perform=perform,
    tables=why_tables,
    draw=draw_why,
    least=f"a picture needs two tenths of fill with at least {_LEAST} bombs each; raise --games or "
    "--positions",
    faults=faults_of,
)
