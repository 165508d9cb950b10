"""Judges a position whose bombs and effects are known: by the tempo law, or by the law of reach."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.reach.view import ReachView
from bombe.analysis.tempo.law import Outlook, outlook

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bombe.analysis.tempo.effects import FillEffect, UsableBombs
    from bombe.boards import Move, SudokuState


class Skip(NamedTuple):
    """A bomb, the known fills that kill it, and the law's verdict after it is played.

    `verdict` is for the mover, who plays it.
    """

    move: Move
    killers: tuple[Move, ...]
    verdict: Outlook


class Judgement(NamedTuple):
    """The verdict on the mover, what skips change, and the moves that keep or take the tempo.

    `final` says whether nothing was missing. `reach` is None in classic play.
    """

    final: bool
    verdict: Outlook
    skips: tuple[Skip, ...]
    keeps: tuple[Move, ...]
    reach: ReachView | None = None


def by_tempo(
    state: SudokuState,
    bombs: UsableBombs | None,
    effects: tuple[FillEffect, ...],
    skips: Sequence[Move],
    *,
    known: bool,
) -> Judgement:
    """Judge a position in classic play; `bombs` is None if they are not counted."""
    empties = len(state.board.empty_cells())
    # At even E the law does not depend on the fills.
    known = bombs is not None and (known or empties % 2 == 0)
    verdict = _verdict(state, bombs, effects, known=known)
    left = [[effect.left - (skip not in effect.kills) for effect in effects] for skip in skips]
    after = [outlook(empties, len(skips) - 1, each, known=False).for_opponent for each in left]
    found = _skips(skips, effects, after)
    return Judgement(known, verdict, found, _keeps(verdict, empties, effects, found))


def by_reach(
    state: SudokuState,
    bombs: UsableBombs | None,
    effects: tuple[FillEffect, ...],
    skips: Sequence[Move],
    *,
    known: bool,
) -> Judgement:
    """Judge a position in a newer play mode; `bombs` is None if they are not counted."""
    has_solution = bombs is not None and any(bombs.true)
    masks = bombs.masks if bombs and has_solution else None
    view = ReachView.of(state, masks, effects if known else (), skips if known else ())
    is_open = view.verdict is Outlook.OPEN
    after = {each.move: each.verdict for each in view.moves}
    found = _skips(skips, effects, [Outlook.OPEN if is_open else after[skip] for skip in skips])
    return Judgement(known, view.verdict, found, view.keeps, view)


def _verdict(
    state: SudokuState,
    bombs: UsableBombs | None,
    effects: Iterable[FillEffect],
    *,
    known: bool,
) -> Outlook:
    """Return the law's verdict, if the numbers are known."""
    empties = len(state.board.empty_cells())
    if bombs is None or state.is_over or not any(bombs.true):
        return Outlook.OPEN
    return outlook(empties, bombs.count, [effect.left for effect in effects], known=known)


def _keeps(
    verdict: Outlook, empties: int, effects: Iterable[FillEffect], found: Iterable[Skip]
) -> tuple[Move, ...]:
    if verdict is not Outlook.WON:
        return ()
    if empties % 2:
        return tuple(effect.move for effect in effects if effect.keeps)
    return tuple(skip.move for skip in found)


def _skips(
    bombs: Sequence[Move], effects: tuple[FillEffect, ...], after: Sequence[Outlook]
) -> tuple[Skip, ...]:
    """Return each bomb with its killers among the effects, and the verdict after it."""
    killers: dict[Move, list[Move]] = {move: [] for move in bombs}
    for effect in effects:
        for killed in effect.kills:
            killers.get(killed, []).append(effect.move)
    return tuple(
        Skip(move, tuple(killers[move]), verdict)
        for move, verdict in zip(bombs, after, strict=True)
    )
