"""Claims: which empty cells each player is nearer to, where not every cell is open to both.

A player is as near to a cell as the fills that it needs until it may play there, by a way of empty
cells. The cell is claimed by the player who is nearer; one that the opponent can never reach counts
twice, since nobody can take it away. The fight for territory is about claims: who has none left is
shut out, and the opponent fills the rest of the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.reach.cells import cell_grid
from bombe.boards.bits import bit_list

if TYPE_CHECKING:
    import random

    from bombe.agents.search.mutable import Action
    from bombe.agents.sudoku.scratch import Scratch
    from bombe.analysis.reach.cells import CellGrid

WORTH = 2
"""The points that a claim is worth; 1 and 3 are no better in games of searches to two plies."""


def claims(grid: CellGrid, empty: int, mine: int, theirs: int) -> tuple[int, int, int, int]:
    """Return the claims of two players, and the cells that each can ever reach.

    They may play on these empty cells now.
    """
    size, _, not_first, not_last = grid
    wave = ever = mine
    counter = counterever = theirs
    claimed, counterclaimed = mine & ~theirs, theirs & ~mine
    while wave or counter:
        wide = wave | (wave & not_last) << 1 | (wave & not_first) >> 1
        wave = (wide | wide << size | wide >> size) & empty & ~ever
        wide = counter | (counter & not_last) << 1 | (counter & not_first) >> 1
        counter = (wide | wide << size | wide >> size) & empty & ~counterever
        claimed |= wave & ~counter & ~counterever
        counterclaimed |= counter & ~wave & ~ever
        ever |= wave
        counterever |= counter
    return claimed, counterclaimed, ever, counterever


def territory(position: Scratch) -> int:
    """Return the mover's claims less the opponent's; 0 where every cell is open to both."""
    if position.is_unrestricted:
        return 0
    empty, mover = position.empty, position.to_move
    mine, theirs = empty & position.reach[mover - 1], empty & position.reach[2 - mover]
    grid = cell_grid(position.tables.shape)
    claimed, counterclaimed, ever, counterever = claims(grid, empty, mine, theirs)
    private, hostile = ever & ~counterever, counterever & ~ever
    return (
        claimed.bit_count() + private.bit_count() - counterclaimed.bit_count() - hostile.bit_count()
    )


def territory_after(position: Scratch, cell: int) -> int:
    """Return the territory of the mover once it has filled a cell."""
    mover = position.to_move
    position.play(cell)
    found = territory(position) if position.to_move == mover else -territory(position)
    position.undo()
    return found


def prospect(position: Scratch, cell: int) -> int:
    """Return the points of a fill, less those of the best reply, with what its claims are worth."""
    mover = position.to_move
    points = position.play(cell)
    best = max(position.scoring().values(), default=0)
    if position.to_move == mover:
        found = points + best + WORTH * territory(position)
    else:
        found = points - best - WORTH * territory(position)
    position.undo()
    return found


def draw_claiming(position: Scratch, rng: random.Random) -> Action | None:
    """Draw a legal move among those that score most, and of these with the most territory."""
    legal = [cell for cell in bit_list(position.playable) if position.candidates(cell)]
    most = max(map(position.points, legal), default=0)
    ranks = {
        cell: territory_after(position, cell) for cell in legal if position.points(cell) == most
    }
    best = max(ranks.values(), default=0)
    return position.draw([cell for cell in ranks if ranks[cell] == best], rng)


def front(position: Scratch) -> int:
    """Return the mover's cells that are nearest to the opponent; none if they never meet."""
    grid = cell_grid(position.tables.shape)
    empty, mine = position.empty, position.playable
    theirs = wave = empty & position.reach[2 - position.to_move]
    while wave and not wave & mine:
        wave = grid.spread(wave) & empty & ~theirs
        theirs |= wave
    return wave & mine
