"""Games between rules of play, fast enough for thousands of games.

    P      the tempo law                     P<=20   greedy until 20 cells are empty, then P
    W      the skip rule                     N       greedy, never a skip

All of them fill greedily: the most points now minus the most points of the reply, ties at random; a
skip is any bomb. On a board with one solution, bombs and their killers are sets of bits; with
several solutions, every question is an audit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import Move, SudokuState, moves_of
from bombe.boards.errors import UsageError
from bombe.boards.sudoku.state import POINTS
from bombe.solvers import Meter

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bombe.boards import Board
    from bombe.solvers import Solver


class PlayRule(NamedTuple):
    """A rule of play, and the number of empty cells at which it starts to count bombs."""

    name: str
    horizon: int | None = None

    @classmethod
    def parse(cls, text: str) -> PlayRule:
        """Read P, W, N or P<=20."""
        name, sign, number = text.partition("<=")
        if name not in ("P", "W", "N") or (sign and not number.isdigit()):
            raise UsageError(f"{text!r} is not a rule: give P, W, N or a horizon such as P<=20")
        return cls(name, int(number) if sign else None)

    def __str__(self) -> str:
        """Return the text that `parse` reads."""
        return self.name if self.horizon is None else f"{self.name}<={self.horizon}"

    def wants_skip(self, empties: int, bombs: int) -> bool:
        """Return whether the rule plays a bomb here."""
        if self._sleeps(empties) or self.name == "N" or empties % 2 or not bombs:
            return False
        return self.name == "W" or bombs % 2 == 1

    def looks_ahead(self, empties: int) -> bool:
        """Return whether the rule considers the bombs that a fill leaves."""
        return self.name == "P" and empties % 2 == 1 and not self._sleeps(empties)

    def _sleeps(self, empties: int) -> bool:
        return self.horizon is not None and empties > self.horizon


class Fill(NamedTuple):
    """A cell or a move, its points, and its worth: the points minus the most of the reply."""

    what: Any
    points: int
    worth: int


class Counts:
    """The empty cells, and their number in each region, which is all that points depend on."""

    def __init__(self, board: Board) -> None:
        geometry = board.shape.geometry
        self.empty = set(board.empty_cells())
        self._regions_of, self._regions = geometry.regions_of, geometry.regions
        self._left = [sum(cell in self.empty for cell in region) for region in self._regions]

    def fill(self, cell: int) -> None:
        """Fill a cell."""
        self.empty.remove(cell)
        for region in self._regions_of[cell]:
            self._left[region] -= 1

    def fills(self) -> list[Fill]:
        """Return every empty cell with its points and its worth."""
        points = {cell: self._points(cell) for cell in sorted(self.empty)}
        best = sorted(points.values())[-2:]
        return [
            Fill(cell, gain, gain - self._reply(cell, gain, best)) for cell, gain in points.items()
        ]

    def _points(self, cell: int) -> int:
        a, b, c = self._regions_of[cell]
        left = self._left
        return POINTS[(left[a] == 1) + (left[b] == 1) + (left[c] == 1)]

    def _reply(self, cell: int, gain: int, best: list[int]) -> int:
        """Return the most points that a fill can score after this one."""
        rest = best[0] if gain == best[-1] else best[-1]
        opened = [region for region in self._regions_of[cell] if self._left[region] == 2]
        if len(best) < 2:
            return 0
        for region in opened:
            last = next(c for c in self._regions[region] if c in self.empty and c != cell)
            shared = [r for r in self._regions_of[last] if self._left[r] == 1 or r in opened]
            rest = max(rest, POINTS[len(shared)])
        return rest


class ProperPlay:
    """A position of a board with one solution; bombs and empty cells are bits."""

    def __init__(self, bombs: UsableBombs) -> None:
        board = self._board = bombs.board
        self._taboo = set(bombs.taboo)
        self._moves = moves_of(board.shape, bombs.masks)
        self._live = (1 << len(self._moves)) - 1
        self._values = {c: bombs.true[c].bit_length() - 1 for c in board.empty_cells()}
        self._kills = bombs.killed_by_fills()
        self._counts = Counts(board)
        self._full = bytearray(board.values)

    @property
    def empties(self) -> int:
        """The number of empty cells: E."""
        return len(self._values)

    @property
    def bombs(self) -> int:
        """The number of usable bombs: B."""
        return self._live.bit_count()

    def fills(self) -> Sequence[Fill]:
        """Return every fill."""
        return self._counts.fills()

    def left(self, fill: int) -> int:
        """Count the bombs that a fill leaves."""
        return (self._live & ~self._kills[fill]).bit_count()

    def fill(self, fill: int) -> ProperPlay:
        """Fill a cell with the value of the solution."""
        self._live &= ~self._kills[fill]
        self._full[fill] = self._values.pop(fill)
        self._counts.fill(fill)
        return self

    def skip(self, rng: random.Random) -> None:
        """Play any bomb."""
        live = [number for number in range(len(self._moves)) if self._live >> number & 1]
        number = rng.choice(live)
        self._live ^= 1 << number
        self._taboo.add(self._moves[number])

    def state(self) -> SudokuState:
        """Return the position, with player 1 to move."""
        board = type(self._board)(self._board.shape, bytes(self._full))
        return SudokuState(board, taboo=frozenset(self._taboo))


class SeveralPlay:
    """A position of a board with several solutions: the effect of a fill is an audit."""

    def __init__(self, bombs: UsableBombs, solver: Solver) -> None:
        self._bombs, self._solver = bombs, solver
        self._after: dict[Move, UsableBombs] = {}

    @property
    def empties(self) -> int:
        """The number of empty cells: E."""
        return self._bombs.board.values.count(0)

    @property
    def bombs(self) -> int:
        """The number of usable bombs: B."""
        return self._bombs.count

    def fills(self) -> Sequence[Fill]:
        """Return every safe move."""
        shape = self._bombs.board.shape
        found = {fill.what: fill for fill in Counts(self._bombs.board).fills()}
        return [
            found[shape.cell(move.row, move.column)]._replace(what=move)
            for move in moves_of(shape, self._bombs.true)
        ]

    def left(self, fill: Move) -> int:
        """Count the bombs that a fill leaves."""
        return self._look(fill).count

    def fill(self, fill: Move) -> Play:
        """Make a fill; with one solution left, continue with bits."""
        return begin(self._look(fill), self._solver)

    def skip(self, rng: random.Random) -> None:
        """Play any bomb."""
        bombs = self._bombs
        move = rng.choice(moves_of(bombs.board.shape, bombs.masks))
        self._bombs = UsableBombs(bombs.board, bombs.taboo | {move}, bombs.true)
        self._after.clear()

    def state(self) -> SudokuState:
        """Return the position, with player 1 to move."""
        return SudokuState(self._bombs.board, taboo=self._bombs.taboo)

    def _look(self, fill: Move) -> UsableBombs:
        if fill not in self._after:
            found = self._bombs.after(fill, self._solver, Meter())
            assert found is not None  # noqa: S101 - without a budget every audit is complete
            self._after[fill] = found
        return self._after[fill]


Play = ProperPlay | SeveralPlay
"""A position during a game, as far as rules need it."""


def begin(bombs: UsableBombs, solver: Solver) -> Play:
    """Return a play from a position whose bombs are known."""
    return ProperPlay(bombs) if bombs.is_proper else SeveralPlay(bombs, solver)


def bombs_of(board: Board, solver: Solver) -> UsableBombs:
    """Return the bombs of a board."""
    return UsableBombs(board, (), solver.true_candidates(board).true)


def choose(rule: PlayRule, play: Play, rng: random.Random) -> Fill | None:
    """Return the fill that a rule chooses; None for a skip."""
    if rule.wants_skip(play.empties, play.bombs):
        return None
    fills = list(play.fills())
    rng.shuffle(fills)
    fills.sort(key=lambda fill: -fill.worth)
    if rule.looks_ahead(play.empties):
        return next((fill for fill in fills if play.left(fill.what) % 2 == 0), fills[0])
    return fills[0]


class Ending(NamedTuple):
    """The end of a game: the first player's margin, the number of moves, and the next player."""

    margin: int
    plies: int
    play: Play
    mover: int


def play_out(
    play: Play, rules: tuple[PlayRule, PlayRule], rng: random.Random, until: int = 0
) -> Ending:
    """Play until at most `until` cells are empty."""
    margin = plies = mover = 0
    while play.empties > until:
        fill = choose(rules[mover], play, rng)
        if fill is None:
            play.skip(rng)
        else:
            margin += fill.points if mover == 0 else -fill.points
            play = play.fill(fill.what)
        mover, plies = 1 - mover, plies + 1
    return Ending(margin, plies, play, mover)
