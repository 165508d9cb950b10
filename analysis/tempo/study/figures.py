"""The figures of a tempo study, for tables and pictures, counted from its records."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.shares import Share
from bombe.analysis.tempo.law import MeasuredOutcomes, Outlook, TempoClass
from bombe.analysis.tempo.study.play import PlayRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.analysis.tempo.study.records import Study, StudyGame, StudyPosition


class ClassLine(NamedTuple):
    """How the endgames of a class ended; `fill`, `skip`: shares in which such a move is optimal.

    `ours` and `winners` are the shares in which rules P and W include an optimal move, `condition`
    the share in which the condition of the law holds; all in percent.
    """

    kind: TempoClass
    measured: MeasuredOutcomes
    fill: float
    skip: float
    ours: float
    winners: float
    condition: float


class PairingLine(NamedTuple):
    """The result of P against another rule on a board; a draw counts as half a win."""

    board: str
    other: str
    exact: int
    won: Share
    margin: float


def class_lines(positions: Iterable[StudyPosition], *, proper: bool) -> list[ClassLine]:
    """Return the figures of the endgames with one solution, or with several, by class."""
    found: dict[TempoClass, list[StudyPosition]] = {}
    for position in positions:
        if position.proper is proper:
            found.setdefault(position.kind, []).append(position)
    return [_class_line(kind, found[kind]) for kind in TempoClass if kind in found]


def _class_line(kind: TempoClass, found: Sequence[StudyPosition]) -> ClassLine:
    def percent(hits: Iterable[bool]) -> float:
        return 100 * sum(hits) / len(found)

    return ClassLine(
        kind,
        MeasuredOutcomes(
            won=percent(p.margin > 0 for p in found),
            drawn=percent(p.margin == 0 for p in found),
            lost=percent(p.margin < 0 for p in found),
            margin=sum(p.margin for p in found) / len(found),
            positions=len(found),
        ),
        fill=percent(p.fill for p in found),
        skip=percent(p.skip for p in found),
        ours=percent(p.ours for p in found),
        winners=percent(p.winners for p in found),
        condition=percent(p.condition for p in found),
    )


def rule_shares(positions: Iterable[StudyPosition]) -> tuple[Share, Share]:
    """Return the shares of positions with bombs in which P and W include an optimal move."""
    found = [position for position in positions if position.bombs]
    return (
        Share(sum(position.ours for position in found), len(found)),
        Share(sum(position.winners for position in found), len(found)),
    )


def pairing_lines(games: Iterable[StudyGame]) -> list[PairingLine]:
    """Return P's results against every other rule, by board, over both colours."""
    found: dict[tuple[str, str, int], list[int]] = {}
    for game in games:
        if game.first != game.second:
            other, margin = (
                (game.second, game.margin) if game.first == "P" else (game.first, -game.margin)
            )
            found.setdefault((game.board, other, game.exact), []).append(margin)
    return [
        PairingLine(*key, Share(sum(map(_points, margins)), len(margins)), _mean(margins))
        for key, margins in sorted(found.items(), key=_order)
    ]


def _order(item: tuple[tuple[str, str, int], list[int]]) -> tuple[str, int, int, str]:
    board, other, exact = item[0]
    return board, exact, PlayRule.parse(other).horizon or 0, other


def start_shares(games: Iterable[StudyGame]) -> dict[str, dict[Outlook, Share]]:
    """Return, by board, how often P against P is won by the side that the law names."""
    found: dict[str, dict[Outlook, list[bool]]] = {}
    for game in games:
        if game.first == game.second == "P":
            verdict = TempoClass.of(game.empties, game.bombs).outlook
            right = game.margin > 0 if verdict is Outlook.WON else game.margin < 0
            found.setdefault(game.board, {}).setdefault(verdict, []).append(right)
    return {
        board: {verdict: Share(sum(hits), len(hits)) for verdict, hits in sorted(shares.items())}
        for board, shares in sorted(found.items())
    }


def exceptions(study: Study) -> list[StudyPosition]:
    """Return the smallest endgame of each kind of exception, by class and failed condition."""
    smallest: dict[tuple[TempoClass, bool, bool, int], StudyPosition] = {}
    for position in study.positions:
        if position.state is not None:
            sign = (position.margin > 0) - (position.margin < 0)
            key = position.kind, position.proper, position.condition, sign
            if key not in smallest or position.empties < smallest[key].empties:
                smallest[key] = position
    return list(smallest.values())


def _points(margin: int) -> float:
    return 0.5 if margin == 0 else float(margin > 0)


def _mean(margins: Sequence[int]) -> float:
    return sum(margins) / len(margins)
