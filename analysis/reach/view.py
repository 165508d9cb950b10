"""A position seen by the law of reach: the verdict, how sure it is, and what each move changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.reach.law import (
    TEMPO_WORDS,
    lead_of,
    phrase,
    tempo_of,
    verdict_of,
)
from bombe.analysis.reach.measured import LEAST_FILLS, MOST_FILLS, measured_by_reach
from bombe.analysis.reach.moves import Balances
from bombe.analysis.reach.report import ReachFacts
from bombe.analysis.results import with_noun
from bombe.analysis.tempo.law import Outlook

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bombe.analysis.reach.moves import BalancedMove
    from bombe.analysis.tempo.effects import FillEffect
    from bombe.analysis.tempo.law import MeasuredOutcomes
    from bombe.boards import Move, Rules, SudokuState
    from bombe.boards.game import Player


LEAST = 60.0
"""The percentage of positions in which the law has to be right, for a verdict."""


class ReachView(NamedTuple):
    """The facts of a position, and the law of reach applied to it and to its moves.

    `bombs` counts the usable bombs on cells that somebody can reach, and `balance` is that of the
    position; both are None if the bombs are not counted, or the game is over. `moves` are empty if
    not all moves are known.
    """

    rules: Rules
    size: int
    mover: Player
    facts: ReachFacts
    bombs: int | None
    balance: int | None
    moves: tuple[BalancedMove, ...]

    @classmethod
    def of(
        cls,
        state: SudokuState,
        bombs: Sequence[int] | None,
        effects: Iterable[FillEffect],
        skips: Iterable[Move],
    ) -> ReachView:
        """Return the view of a position with these bombs, effects of fills and skips."""
        facts, size = ReachFacts.of(state, bombs), state.board.shape.size
        if bombs is None or not facts.reach.fills:
            return cls(state.rules, size, state.to_move, facts, None, None, ())
        balances = Balances(state, facts.reach, bombs)
        moves = (*balances.fills(effects), *balances.skips(skips))
        now = balances.now
        return cls(state.rules, size, state.to_move, facts, balances.bombs, now, moves)

    @property
    def ahead(self) -> int | None:
        """The balance after the move that is worth most, which is surer than that of now.

        None if the moves are not known, or the game is over after it.
        """
        move = self._worth_most
        return move.balance or None if move else None

    @property
    def _worth_most(self) -> BalancedMove | None:
        return max(self.moves, key=_by_worth, default=None)

    @property
    def verdict(self) -> Outlook:
        """The law's verdict on the mover, one move ahead; OPEN where it is hardly ever right."""
        share = self.measured
        if self.ahead is None or share is None or share.agreement(verdict_of(self.ahead)) < LEAST:
            return Outlook.OPEN
        return verdict_of(self.ahead)

    @property
    def measured(self) -> MeasuredOutcomes | None:
        """The measured outcomes of such positions; None if there are none."""
        if self.ahead is None:
            return None
        return measured_by_reach(str(self.rules), self.size, self.facts.reach.fills, self.ahead)

    @property
    def keeps(self) -> tuple[Move, ...]:
        """The moves after which the mover is ahead by the law, if it wins by it."""
        if self.verdict is not Outlook.WON:
            return ()
        return tuple(each.move for each in self.moves if each.verdict is Outlook.WON)

    @property
    def best(self) -> tuple[BalancedMove, ...]:
        """The moves that are worth most by the law; none where it has no verdict."""
        if self.verdict is Outlook.OPEN:
            return ()
        most = max(each.worth for each in self.moves)
        return tuple(each for each in self.moves if each.worth == most)

    @property
    def why_open(self) -> str:
        """What is missing for a verdict, in words."""
        if self.balance is None:
            return phrase("open", "unsolvable")
        if not self.facts.reach.open[self.mover - 1]:
            return phrase("open", "closed", player=self.mover)
        if self.ahead is None:
            return phrase("open", "last")
        share = self.measured
        if share is None:
            return phrase("open", "unmeasured", why=self.why)
        right = f"{share.agreement(verdict_of(self.ahead)):.0f}"
        return phrase("open", "unsure", right=right, games=games_words(share), why=self.why)

    @property
    def why(self) -> str:
        """What the law counts after the move that is worth most, in words; empty without one."""
        best = self._worth_most
        if best is None:
            return ""
        after = best.after
        is_other = after.to_move != self.mover
        lead = -after.lead if is_other else after.lead
        side = "ahead" if lead > 0 else "behind" if lead else "none"
        return phrase(
            "why",
            lead=phrase("lead", side, fills=_halves(abs(lead))),
            tempo=TEMPO_WORDS[tempo_of(after.fills, after.bombs)],
            turn=phrase("turn", "other" if is_other else "again"),
        )

    def lines(self) -> Iterator[str]:
        """Yield in words what is sure of each player's cells."""
        yield from self.facts.lines()
        if self.best:
            yield phrase("estimate", points=f"{self.best[0].worth:+.1f}")

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON."""
        return {
            "mover": self.mover,
            **self.facts.to_dict(self.size),
            "live_bombs": self.bombs,
            "lead": lead_of(self.facts.reach, self.mover) / 2,
            "balance": self.balance,
            "ahead": self.ahead,
            "estimate": self.best[0].worth if self.best else None,
            "after": [
                {"move": list(each.move), "points": each.points, "balance": each.balance}
                for each in self.moves
            ],
        }


def games_words(share: MeasuredOutcomes) -> str:
    """Return what the figures were measured on."""
    return phrase("games" if share.games else "endgames", least=LEAST_FILLS, most=MOST_FILLS)


def _by_worth(move: BalancedMove) -> tuple[float, int]:
    return move.worth, move.balance


def _halves(halves: int) -> str:
    """Return a number of half fills in words: 1/2 fill, 1 fill, 1 1/2 fills."""
    whole, half = divmod(halves, 2)
    if not half:
        return with_noun(whole, "fill")
    return f"{whole} 1/2 fills" if whole else "1/2 fill"
