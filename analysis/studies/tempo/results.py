"""What a tempo study shows: how the classes end, how rules fare, what the horizon costs."""

from __future__ import annotations

import json
import re
from statistics import fmean
from typing import TYPE_CHECKING, Any

from bombe.analysis.drawing.charts import Mark, chart, draw_shares
from bombe.analysis.drawing.notes import notes_of_endgame
from bombe.analysis.drawing.notes_svg import draw_svg
from bombe.analysis.endgame.margins import solve
from bombe.analysis.markdown import markdown
from bombe.analysis.results import with_noun
from bombe.analysis.shares import Share
from bombe.analysis.studies.counting import grouped, outcomes_of, section
from bombe.analysis.studies.study import Study
from bombe.analysis.studies.tempo.rules import PlayRule
from bombe.analysis.studies.tempo.study import TempoGame, TempoPlan, TempoPosition, perform, tasks
from bombe.analysis.tempo.law import Outlook, TempoClass
from bombe.boards.sudoku.reading import ReadOptions, read_text
from bombe.boards.sudoku.symbols import board_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from bombe.analysis.studies.files import Results
    from bombe.analysis.studies.tempo.exceptions import SmallestException
    from bombe.boards import SudokuState

_CLASS_HEAD = (
    *("E, B", "positions", "won %", "drawn %", "lost %", "mean margin"),
    *("best: a fill %", "a skip %", "P has one %", "W has one %", "condition %"),
)
_PAIRING_HEAD = ("board", "against", "best play from", "games", "P wins %", "95 %", "mean margin")
_EXCEPTION_HEAD = ("E, B", "E", "B", "margin", "solutions", "board", "taboo")
_ENDINGS = (("won", "#0f6b5c", ""), ("drawn", "#e4e4e4", "////"), ("lost", "#b3400e", ".."))
"""The outcome for the mover, its colour, and its hatching for prints in grey."""
_NARROW = 6.0
"""Smaller shares, in percent, have no label in their bar."""


def tempo_tables(study: Results[TempoPlan]) -> Iterator[str]:
    """Yield all tables, each with a heading."""
    positions, games = study.of(TempoPosition), study.of(TempoGame)
    yield f"{with_noun(len(positions), 'endgame')} solved, {with_noun(len(games), 'game')} played"
    for proper, words in ((True, "one solution"), (False, "several solutions")):
        if classes := by_class(positions, proper=proper):
            rows = (_class_row(kind, found) for kind, found in classes.items())
            yield section(f"Random endgames on boards with {words}", _CLASS_HEAD, rows)
    if bombs := [position for position in positions if position.bombs]:
        shares = {"P": [each.ours for each in bombs], "W": [each.winners for each in bombs]}
        head = ("rule", "positions", "holds an optimal move %", "95 %")
        rows = (_share_row(name, share=Share.of(hits), digits=2) for name, hits in shares.items())
        yield section("Rules as filters, where there are bombs", head, rows)
    if games:
        heading = "P against itself: how often the side wins that the law names"
        yield section(heading, ("board", "start", "games", "law right %", "95 %"), _starts(games))
        heading = "P against other rules, both colours, a draw half a win"
        yield section(heading, _PAIRING_HEAD, _pairing_rows(games))
    if found := exceptions(positions):
        in_order = sorted(found, key=lambda each: (each.kind, each.empties))
        yield section("The smallest exceptions met", _EXCEPTION_HEAD, map(_exception_row, in_order))


def by_class(
    positions: Iterable[TempoPosition], *, proper: bool
) -> dict[TempoClass, list[TempoPosition]]:
    """Return the endgames with one solution, or with several, by class."""
    found = (position for position in positions if position.proper is proper)
    return grouped(found, lambda each: each.kind, [*TempoClass].index)


def _class_row(kind: TempoClass, found: Sequence[TempoPosition]) -> list[object]:
    """Return how the endgames of a class ended, and in which shares such a move is optimal."""
    m = outcomes_of(each.margin for each in found)
    columns = zip(*((p.fill, p.skip, p.ours, p.winners, p.condition) for p in found), strict=True)
    ends = [f"{share:.2f}" for share in (m.won, m.drawn, m.lost)]
    best = [f"{Share.of(hits).percent:.1f}" for hits in columns]
    return [kind, m.positions, *ends, f"{m.margin:+.1f}", *best]


def _share_row(*names: str, share: Share, digits: int = 1) -> list[object]:
    return [*names, share.total, f"{share.percent:.{digits}f}", share.interval_words]


def _starts(games: Iterable[TempoGame]) -> Iterator[list[object]]:
    """Yield, by board, how often P against P is won by the side that the law names."""
    own = [game for game in games if game.first == game.second == "P"]
    by_verdict = grouped(
        own, lambda each: (each.board, TempoClass.of(each.empties, each.bombs).outlook)
    )
    for (board, verdict), found in by_verdict.items():
        is_won = verdict is Outlook.WON
        right = Share.of(game.margin > 0 if is_won else game.margin < 0 for game in found)
        yield _share_row(board, f"{'won' if is_won else 'lost'} by the law", share=right)


def pairings(games: Iterable[TempoGame]) -> dict[tuple[str, int, int, str], list[TempoGame]]:
    """Return P's games against each other rule: by board, exact endings, horizon and rule."""
    others = [game for game in games if game.first != game.second]
    return grouped(
        others,
        lambda each: (each.board, each.exact, PlayRule.parse(each.other).horizon or 0, each.other),
    )


def won_by_p(games: Iterable[TempoGame]) -> Share:
    """Return how often P wins; a draw counts as half a win."""
    margins = (game.margin_of_p for game in games)
    return Share.of(0.5 if margin == 0 else float(margin > 0) for margin in margins)


def _pairing_rows(games: Iterable[TempoGame]) -> Iterator[list[object]]:
    for (board, exact, _, other), found in pairings(games).items():
        names = board, other, f"E = {exact}" if exact else "-"
        margin = fmean(game.margin_of_p for game in found)
        yield [*_share_row(*names, share=won_by_p(found)), f"{margin:+.1f}"]


def exceptions(positions: Iterable[TempoPosition]) -> list[TempoPosition]:
    """Return the smallest endgame of each kind of exception, by class and failed condition."""
    smallest: dict[object, TempoPosition] = {}
    for position in positions:
        if position.state is not None:
            sign = (position.margin > 0) - (position.margin < 0)
            key = position.kind, position.proper, position.condition, sign
            if key not in smallest or position.empties < smallest[key].empties:
                smallest[key] = position
    return list(smallest.values())


def _exception_row(position: TempoPosition) -> list[object]:
    (entry,) = read_text(json.dumps(position.state), "state", ReadOptions("json"))
    kind = str(position.kind) + ("" if position.condition else ", no fill leaves B even")
    numbers = position.empties, position.bombs, f"{position.margin:+d}"
    several = "one" if position.proper else "several"
    return [kind, *numbers, several, *_board_and_taboo(entry.state)]


def _board_and_taboo(state: SudokuState) -> tuple[str, str]:
    return board_line(state.board), ", ".join(map(str, sorted(state.taboo))) or "-"


def smallest_table(found: Iterable[SmallestException]) -> str:
    """Return the smallest exceptions as a table."""
    rows = [["exception", "E", "margin", "board", "taboo"]]
    for one in found:
        numbers = [str(one.empties), f"{one.margin:+d}"]
        rows.append([str(one.kind), *numbers, *_board_and_taboo(one.state)])
    return markdown(rows)


def draw_smallest(found: Iterable[SmallestException], folder: Path) -> list[Path]:
    """Draw exceptions with the value of every move; return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for one in found:
        name = "-".join(re.findall(r"\w+", str(one.kind)))
        path = folder / f"exception-{name}.svg"
        path.write_text(draw_svg(notes_of_endgame(solve(one.state))), encoding="utf-8")
        files.append(path)
    return files


def draw_tempo(study: Results[TempoPlan], folder: Path) -> list[Path]:
    """Draw every picture that the study has figures for; return the files."""
    files: list[Path] = []
    for proper, name in ((True, "classes"), (False, "classes-several")):
        if classes := by_class(study.of(TempoPosition), proper=proper):
            files += _classes(
                classes, folder, name, "one solution" if proper else "several solutions"
            )
    found = {key: games for key, games in pairings(study.of(TempoGame)).items() if key[2]}
    for exact in sorted({key[1] for key in found}):
        lines: dict[str, list[Mark]] = {}
        for (board, until, horizon, _), games in found.items():
            if until == exact:
                lines.setdefault(board, []).append(Mark.of(horizon, won_by_p(games)))
        after = f"; both play E = {exact} perfectly" if exact else ""
        words = (
            f"Counting bombs from the first move against later{after}",
            "empty cells at which the opponent starts to count",
            "win rate of the early counter, percent",
        )
        name = f"horizon-exact-{exact}" if exact else "horizon"
        files += draw_shares(folder, name, words, lines, (40, 102))
    return files


def _classes(
    classes: dict[TempoClass, list[TempoPosition]], folder: Path, name: str, boards: str
) -> list[Path]:
    """Draw a bar for each class: won, drawn and lost for the mover with best play."""
    total = sum(map(len, classes.values()))
    title = (
        f"How endgames end for the mover, by the parities of E and B\n{boards}, {total:,} positions"
    )
    with chart(folder, name, title, "share of the endgames, percent", "") as (axes, files):
        for row, found in enumerate(classes.values()):
            measured, start = outcomes_of(each.margin for each in found), 0.0
            for ending, color, hatch in _ENDINGS:
                share = getattr(measured, ending)
                axes.barh(row, share, left=start, color=color, hatch=hatch, edgecolor="white")
                if share >= _NARROW:
                    _label(axes, start + share / 2, row, f"{ending} {share:.1f}")
                start += share
        axes.set_yticks(range(len(classes)), list(map(str, classes)))
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
    return files


def _label(axes: Any, x: float, y: float, words: str) -> None:
    box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
    axes.text(x, y, words, ha="center", va="center", bbox=box)


TEMPO = Study(
    "study",
    "bombe study tempo -o",
    TempoPlan,
    {"header": TempoPlan, "position": TempoPosition, "game": TempoGame},
    tasks=tasks,
    perform=perform,
    tables=tempo_tables,
    draw=draw_tempo,
)
