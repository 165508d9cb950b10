"""The tables of a tempo study, as text that is also Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bombe.analysis.markdown import markdown
from bombe.analysis.results import counted
from bombe.analysis.tempo.law import Outlook
from bombe.analysis.tempo.study.figures import (
    class_lines,
    exceptions,
    pairing_lines,
    rule_shares,
    start_shares,
)
from bombe.boards.sudoku.reading import ReadOptions, read_text
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.analysis.shares import Share
    from bombe.analysis.tempo.study.figures import ClassLine
    from bombe.analysis.tempo.study.records import Study, StudyPosition
    from bombe.analysis.tempo.study.smallest import SmallestException
    from bombe.boards import SudokuState


def draw_tables(study: Study) -> str:
    """Return all tables, each with a heading."""
    return "\n\n".join(_parts(study))


def draw_smallest(found: Iterable[SmallestException]) -> str:
    """Return the smallest exceptions as a table."""
    rows = [["exception", "E", "margin", "board", "taboo"]]
    for one in found:
        numbers = [str(one.empties), f"{one.margin:+d}"]
        rows.append([str(one.kind), *numbers, board_line(one.state.board), _taboo(one.state)])
    return markdown(rows)


def _parts(study: Study) -> Iterator[str]:
    solved, played = len(study.positions), len(study.games)
    yield f"{counted(solved, 'endgame')} solved, {counted(played, 'game')} played"
    for proper, words in ((True, "one solution"), (False, "several solutions")):
        if lines := class_lines(study.positions, proper=proper):
            yield f"Random endgames on boards with {words}:\n\n{_classes(lines)}"
    if any(position.bombs for position in study.positions):
        yield f"Rules as filters, where there are bombs:\n\n{_rules(study)}"
    if study.games:
        yield f"P against itself: how often the side wins that the law names:\n\n{_starts(study)}"
        yield f"P against other rules, both colours, a draw half a win:\n\n{_pairings(study)}"
    if found := exceptions(study):
        yield f"The smallest exceptions met:\n\n{_exceptions(found)}"


def _classes(lines: Sequence[ClassLine]) -> str:
    head = ["E, B", "positions", "won %", "drawn %", "lost %", "mean margin", "best: a fill %"]
    rows = [[*head, "a skip %", "P has one %", "W has one %", "condition %"]]
    for line in lines:
        m = line.measured
        shares = (m.won, m.drawn, m.lost)
        rest = (line.fill, line.skip, line.ours, line.winners, line.condition)
        rows.append(
            [
                str(line.kind),
                str(m.positions),
                *(f"{share:.2f}" for share in shares),
                f"{m.margin:+.1f}",
                *(f"{share:.1f}" for share in rest),
            ]
        )
    return markdown(rows)


def _rules(study: Study) -> str:
    rows = [["rule", "positions", "holds an optimal move %", "95 %"]]
    for name, share in zip(("P", "W"), rule_shares(study.positions), strict=True):
        rows.append([name, str(share.total), f"{share.percent:.2f}", _interval(share)])
    return markdown(rows)


def _starts(study: Study) -> str:
    rows = [["board", "start", "games", "law right %", "95 %"]]
    for board, shares in start_shares(study.games).items():
        for verdict, share in shares.items():
            start = "won" if verdict is Outlook.WON else "lost"
            cells = [str(share.total), f"{share.percent:.1f}", _interval(share)]
            rows.append([board, f"{start} by the law", *cells])
    return markdown(rows)


def _pairings(study: Study) -> str:
    rows = [["board", "against", "best play from", "games", "P wins %", "95 %", "mean margin"]]
    for line in pairing_lines(study.games):
        exact = f"E = {line.exact}" if line.exact else "-"
        cells = [str(line.won.total), f"{line.won.percent:.1f}", _interval(line.won)]
        rows.append([line.board, line.other, exact, *cells, f"{line.margin:+.1f}"])
    return markdown(rows)


def _exceptions(found: Sequence[StudyPosition]) -> str:
    rows = [["E, B", "E", "B", "margin", "solutions", "board", "taboo"]]
    for position in sorted(found, key=lambda p: (p.kind, p.empties)):
        (entry,) = read_text(json.dumps(position.state), "state", ReadOptions("json"))
        numbers = [str(position.empties), str(position.bombs), f"{position.margin:+d}"]
        kind = str(position.kind) + ("" if position.condition else ", no fill leaves B even")
        several = "one" if position.proper else "several"
        rows.append([kind, *numbers, several, board_line(entry.state.board), _taboo(entry.state)])
    return markdown(rows)


def _taboo(state: SudokuState) -> str:
    return ", ".join(map(str, sorted(state.taboo))) or "-"


def _interval(share: Share) -> str:
    low, high = share.interval
    return f"{low:.1f} - {high:.1f}"
