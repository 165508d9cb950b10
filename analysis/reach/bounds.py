"""How many fills and how many skips each player has left, whatever the players do.

Let T be the number of fills that are left; it is the same for every way to play (cells.py, 3). The
fills of one player are T less those of the other, so that a lower bound for each is enough.

Let a player have P private cells, and o open cells that are shared. It will fill the P cells. Until
it has lost or filled all the o cells it is not shut out, so that the opponent never has two turns
in a row: the opponent's turns are at most its own turns, and one more if the opponent is to move.
Each of the o cells is filled in this time, by the player, x of them, or by the opponent, at most
one a turn. The player's own turns are x fills of them, or other shared cells, at most P private
cells and at most s skips. So o <= x + (x + P + s + 1), without the 1 if the player is to move, and
it makes at least P + (o - P - s - 1) / 2 fills.

A player that wants many fills can do better than that: if it never skips, and fills shared cells
while it can, then s and the P of its own turns fall away. So it can *force* at least
P + (o - 1) / 2 fills, without the 1 if it is to move, whatever the opponent does.

A skip is a bomb on a cell that its player can ever reach. A candidate that is no bomb now can
become one, on boards with several solutions; but every empty cell keeps one value that stands.
So s is at most the number of legal candidates on these cells less the number of the cells, which
needs no solver. On a board with one solution that is the number of bombs there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.reach.cells import Pair, Reach
    from bombe.boards import SudokuState
    from bombe.boards.game import Player


class FillBounds(NamedTuple):
    """The fewest and the most fills that each player can make until the game ends.

    `forced` is a number of fills that the player can be sure of, whatever the opponent does.
    """

    low: Pair
    high: Pair
    forced: Pair


class SkipCounts(NamedTuple):
    """The usable bombs: `now` and `ever` playable for each player, `private` to one, `shared`."""

    now: Pair
    ever: Pair
    private: Pair
    shared: int


def fill_bounds(reach: Reach, mover: Player, most_skips: Pair) -> FillBounds:
    """Return how many fills each player makes at least and at most, in every way to play."""
    first, second = (_least(reach, player, mover, most_skips[player - 1]) for player in (1, 2))
    total = reach.fills
    return FillBounds(
        low=(first, second),
        high=(total - second, total - first),
        forced=(_forced(reach, 1, mover), _forced(reach, 2, mover)),
    )


def _least(reach: Reach, player: Player, mover: Player, most_skips: int) -> int:
    own = reach.private[player - 1].bit_count()
    shared = (reach.open[player - 1] & reach.shared).bit_count()
    return own + max(0, _half(shared - own - most_skips - (player != mover)))


def _forced(reach: Reach, player: Player, mover: Player) -> int:
    own = reach.private[player - 1].bit_count()
    shared = (reach.open[player - 1] & reach.shared).bit_count()
    return own + _half(shared - (bool(shared) and player != mover))


def _half(number: int) -> int:
    """Return the half, rounded up."""
    return (number + 1) // 2


def legal_masks(state: SudokuState) -> list[int]:
    """Return for each cell the values that C0 and the taboo moves leave, whoever may play there."""
    masks = state.board.candidate_masks()
    for row, column, value in state.taboo:
        masks[state.board.shape.cell(row, column)] &= ~(1 << value)
    return masks


def most_skips(reach: Reach, legal: Sequence[int]) -> Pair:
    """Return for each player a number of skips that it can never exceed."""
    first, second = (
        sum(legal[cell].bit_count() - 1 for cell in bit_list(cells)) for cells in reach.ever
    )
    return first, second


def skip_counts(reach: Reach, bombs: Sequence[int]) -> SkipCounts:
    """Return where the usable bombs are, from a mask of values for each cell."""

    def count(cells: int) -> int:
        return sum(bombs[cell].bit_count() for cell in bit_list(cells))

    def both(pair: Pair) -> Pair:
        return count(pair[0]), count(pair[1])

    return SkipCounts(both(reach.open), both(reach.ever), both(reach.private), count(reach.shared))
