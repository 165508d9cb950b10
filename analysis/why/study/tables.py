"""The tables of a study of how bombs are seen, as text that is also Markdown."""

from __future__ import annotations

import itertools
from statistics import geometric_mean
from typing import TYPE_CHECKING

from bombe.analysis.bench.summary import quantile
from bombe.analysis.bench.table import duration
from bombe.analysis.markdown import markdown
from bombe.analysis.results import counted
from bombe.analysis.why.ratings import LEVELS
from bombe.analysis.why.study.figures import ProposalLine, SeenLine, grouped, tenth_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bombe.analysis.shares import Share
    from bombe.analysis.why.study.records import WhyPosition, WhyStudy

_BOARD = ["board", "solutions"]
_SEEN = ["positions", "bombs", *LEVELS, "steps", "deepest"]
_SOLUTIONS = {True: "one", False: "several"}
_TIMES = ["median", "99 %", "worst"]


def why_tables(study: WhyStudy) -> str:
    """Return all tables, each with a heading."""
    return "\n\n".join(_parts(study))


def _parts(study: WhyStudy) -> Iterator[str]:
    positions, plan = study.positions, study.plan
    bombs = sum(each.bombs for each in positions)
    games = counted(len(study.games), "game" if plan.games else "board")
    yield f"{bombs:,} bombs in {len(positions):,} positions of {games}, seed {plan.seed}"
    if not bombs:
        return
    yield f"How bombs are seen:\n\n{_by_board(positions)}"
    for is_proper, words in _SOLUTIONS.items():
        if found := [each for each in positions if each.is_proper == is_proper and each.bombs]:
            heading = f"By the share of empty cells, {words} solution{'' if is_proper else 's'}"
            yield f"{heading}:\n\n{_by_fill(found)}"
    if plan.check:
        yield f"Chains, and the CPU time of each:\n\n{_chains(positions)}"
    yield f"An audit with ratings of all bombs, CPU time:\n\n{_ratings(positions)}"
    if any(each.cores for each in positions):
        yield f"Smallest cores, and the CPU time of each:\n\n{_cores(study)}"
    if plan.agents and any(each.proposals for each in positions):
        yield f"Proposals that are bombs, with {plan.nodes} nodes:\n\n{_agents(study)}"
        heading = "Direct bombs + others where the number of empty cells is odd"
        yield f"{heading}, by the share of these:\n\n{_agents_by_fill(study)}"


def _by_board(positions: Sequence[WhyPosition]) -> str:
    rows = [[*_BOARD, *_SEEN]]
    rows += [[*head, *_seen(found)] for head, found in _boards(positions)]
    return markdown([*rows, ["all", "", *_seen(positions)]])


def _by_fill(positions: Sequence[WhyPosition]) -> str:
    rows = [["board", "empty cells", *_SEEN]]
    for (_, shape, tenth), found in grouped(
        positions, lambda each: (len(each.board), each.shape, tenth_of(each))
    ).items():
        rows.append([shape, _tenth(tenth), *_seen(found)])
    return markdown(rows)


def _boards(
    positions: Sequence[WhyPosition],
) -> Iterator[tuple[list[str], list[WhyPosition]]]:
    """Yield the positions by shape and number of solutions, with the heads of their rows."""
    groups = grouped(positions, lambda at: (len(at.board), at.shape, not at.is_proper))
    for (_, shape, is_improper), found in groups.items():
        yield [shape, _SOLUTIONS[not is_improper]], found


def _tenth(tenth: int) -> str:
    return f"{10 * tenth} to {10 * tenth + 10} %"


def _seen(positions: Sequence[WhyPosition]) -> list[str]:
    line = SeenLine.of(positions)
    return [
        f"{line.positions:,}",
        f"{line.bombs:,}",
        *(_percent(line.share(level)) for level in range(len(LEVELS))),
        "-" if line.steps is None else f"{line.steps:g}",
        str(line.deepest or "-"),
    ]


def _percent(share: Share) -> str:
    return f"{share.percent:.1f} %" if share.hits else "-"


def _chains(positions: Sequence[WhyPosition]) -> str:
    rows = [[*_BOARD, "bombs", "found", "checked", "left open", *_TIMES]]
    for head, found in [*_boards(positions), (["all", ""], list(positions))]:
        times = [seconds for each in found for seconds in each.chains]
        line = SeenLine.of(found)
        checked = sum(each.checked for each in found)
        counts = [line.bombs, len(times), checked, line.not_rated]
        rows.append([*head, *(f"{count:,}" for count in counts), *_times(times)])
    return markdown(rows)


def _ratings(positions: Sequence[WhyPosition]) -> str:
    rows = [[*_BOARD, "positions", "left open", *_TIMES]]
    for head, found in _boards(positions):
        left = SeenLine.of(found).not_rated
        times = _times([each.rating for each in found])
        rows.append([*head, f"{len(found):,}", str(left), *times])
    return markdown(rows)


def _times(seconds: Sequence[float]) -> list[str]:
    if not seconds:
        return ["-"] * len(_TIMES)
    return [duration(quantile(seconds, share)) for share in (0.5, 0.99, 1.0)]


def _cores(study: WhyStudy) -> str:
    peers = study.plan.peers
    heads = list(itertools.chain.from_iterable((name, "times ours") for name in peers))
    rows = [[*_BOARD, "cores", "proven", "cells", "most", *_TIMES, *heads]]
    for head, found in _boards(study.positions):
        cores = [core for each in found for core in each.cores]
        if not cores:
            continue
        sizes = [core.size for core in cores]
        proven = sum(core.is_smallest for core in cores)
        row = [f"{len(cores):,}", f"{100 * proven / len(cores):.1f} %"]
        row += [f"{quantile(sizes, 0.5):g}", str(max(sizes))]
        row += _times([core.seconds for core in cores])
        for name in peers:
            # Only what is compared on the same cores says something.
            pairs = [(core.peers[name], core.seconds) for core in cores if name in core.peers]
            theirs = [seconds for seconds, _ in pairs]
            times = [their / our for their, our in pairs if their > 0 and our > 0]
            row.append(duration(quantile(theirs, 0.5)) if theirs else "-")
            row.append(f"{geometric_mean(times):.0f}" if times else "-")
        rows.append([*head, *row])
    return markdown(rows)


def _agents(study: WhyStudy) -> str:
    """Return a row for each agent where the number of empty cells is odd, and where it is even.

    Where it is odd, an agent hardly ever means to play a bomb. Positions without bombs say nothing.
    """
    rows = [["agent", "empty cells", "positions", *LEVELS, "not known"]]
    for parity, words in ((1, "odd"), (0, "even")):
        asked = [each for each in study.positions if each.bombs and each.empties % 2 == parity]
        lines = {agent: ProposalLine.of(asked, agent) for agent in study.plan.agents}
        if drawn := next(iter(lines.values())):
            shares = [f"{share:.1f} %" if drawn.positions else "-" for share in drawn.drawn]
            rows.append(["any legal move", words, f"{drawn.positions:,}", *shares, "-"])
        for agent, line in lines.items():
            shares = [_percent(line.share(level)) for level in range(len(LEVELS))]
            rows.append([agent, words, f"{line.positions:,}", *shares, str(line.unknown or "-")])
    return markdown(rows)


def _agents_by_fill(study: WhyStudy) -> str:
    """Return for each agent the share of bombs among its proposals: direct + others."""
    groups = grouped(_odd_with_bombs(study), tenth_of)
    rows = [["agent", *map(_tenth, groups)]]
    lines = {
        agent: [ProposalLine.of(found, agent) for found in groups.values()]
        for agent in study.plan.agents
    }
    drawn = next(iter(lines.values()))
    rows.append(["any legal move", *(_two(line.drawn) for line in drawn)])
    for agent, found in lines.items():
        shares = [[line.share(level).percent for level in range(len(LEVELS))] for line in found]
        rows.append([agent, *map(_two, shares)])
    return markdown([*rows, ["positions", *(f"{line.positions:,}" for line in drawn)]])


def _odd_with_bombs(study: WhyStudy) -> list[WhyPosition]:
    return [each for each in study.positions if each.bombs and each.empties % 2]


def _two(shares: Sequence[float]) -> str:
    return f"{shares[0]:.0f} + {sum(shares[1:]):.0f} %"
