"""Games for training: boards drawn from a seed, rules of thumb as opponents, no clocks.

All boards have one solution, so that a fill changes the bombs in one way, which bits can say. What
a position's moves look like does not depend on who values them, so a board keeps it.
"""

from __future__ import annotations

import enum
import functools
import math
import random
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.learn.features import FEATURES, of_fill, of_skip
from bombe.agents.sudoku.scratch import Scratch
from bombe.analysis.generate.kinds import BoardKind, generate
from bombe.analysis.tempo.effects import UsableBombs
from bombe.boards import SudokuState
from bombe.boards.bits import bit_list
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.agents.learn.features import Vector
    from bombe.agents.learn.network import Network
    from bombe.boards import Board

SKIP = -1
"""The cell of a move that is a bomb."""
MAX_VIEWS = 1_500
"""The most positions of which a board keeps the moves."""
_POINTS, _GIVES = FEATURES.index("points"), FEATURES.index("gives")
_BOMBS_ODD = FEATURES.index("bombs odd")


class MoveView(NamedTuple):
    """A move in training: its cell or SKIP, and its features."""

    cell: int
    features: Vector


class TrainingBoard:
    """A board with one solution, its bombs, and what each fill does to them."""

    def __init__(self, board: Board) -> None:
        bombs = UsableBombs(board, (), get("auto").true_candidates(board).true)
        self.start = Scratch(SudokuState(board))
        pairs = zip(board.values, bombs.true, strict=True)
        self.values = [given or mask.bit_length() - 1 for given, mask in pairs]
        self._cells = [c for c, mask in enumerate(bombs.masks) for _ in range(mask.bit_count())]
        self._bombs_of = {
            cell: sum(1 << number for number, at in enumerate(self._cells) if at == cell)
            for cell in board.empty_cells()
        }
        self._kills = bombs.killed_by_fills()
        self._views: dict[tuple[int, int], list[MoveView]] = {}

    @property
    def all_bombs(self) -> int:
        """The set of bombs at the start, by their numbers."""
        return (1 << len(self._cells)) - 1

    def after(self, bombs: int, cell: int) -> int:
        """Return the bombs that remain after a fill."""
        return bombs & ~self._kills[cell]

    def views(self, position: Scratch, bombs: int) -> list[MoveView]:
        """Return the moves of a position: every fill, and one bomb for all."""
        key = position.empty, bombs
        found = self._views.get(key)
        if found is None:
            if len(self._views) >= MAX_VIEWS:
                self._views.clear()
            found = self._views[key] = self._looked_at(position, bombs)
        return found

    def bombs_on(self, cell: int, bombs: int) -> int:
        """Count the bombs on a cell."""
        return (bombs & self._bombs_of[cell]).bit_count()

    def _looked_at(self, position: Scratch, bombs: int) -> list[MoveView]:
        found = [
            MoveView(cell, of_fill(position, cell, self.after(bombs, cell).bit_count()))
            for cell in bit_list(position.empty)
        ]
        if count := bombs.bit_count():
            found.append(MoveView(SKIP, of_skip(position, count - 1)))
        return found


class Opponent(enum.StrEnum):
    """A rule of thumb to play against.

    greedy takes the most points now, bombs included, as the agent does; N takes the most points
    minus the most of the reply and never skips; W skips whenever empty cells are even in number; P
    plays by the tempo law.
    """

    GREEDY = "greedy"
    N = "N"
    W = "W"
    P = "P"


class GamePlan(NamedTuple):
    """A game: which board, how many random fills before, against whom, who begins, the seed."""

    board: int
    opening: int
    opponent: Opponent
    begins: bool
    seed: str


class LearningGame:
    """A game in progress on a training board."""

    def __init__(self, board: TrainingBoard, rng: random.Random) -> None:
        self._board, self.rng = board, rng
        self.position, self.bombs = board.start.copy(), board.all_bombs

    @property
    def views(self) -> list[MoveView]:
        """The moves of the position."""
        return self._board.views(self.position, self.bombs)

    def play(self, cell: int) -> int:
        """Fill a cell and return its points, or play a random bomb."""
        if cell == SKIP:
            self.bombs ^= 1 << self.rng.choice(bit_list(self.bombs))
            self.position.skip()
            return 0
        self.bombs = self._board.after(self.bombs, cell)
        return self.position.play(cell)

    def greedy(self, views: Sequence[MoveView]) -> int:
        """Return a legal move of those that score most if they are no bombs, drawn evenly."""
        most = max(view.features[_POINTS] for view in views)
        cells = [v.cell for v in views if v.cell != SKIP and v.features[_POINTS] == most]
        bombs = [self._board.bombs_on(cell, self.bombs) for cell in cells]
        drawn = self.rng.randrange(len(cells) + sum(bombs))
        return cells[drawn] if drawn < len(cells) else SKIP


def reply(game: LearningGame, opponent: Opponent) -> int:
    """Return the move of an opponent."""
    views = game.views
    if opponent is Opponent.GREEDY:
        return game.greedy(views)
    is_even = game.position.empty.bit_count() % 2 == 0
    skips = is_even and views[-1].cell == SKIP
    if skips and opponent is Opponent.W:
        return SKIP
    if skips and opponent is Opponent.P and game.bombs.bit_count() % 2:
        return SKIP
    fills = [view for view in views if view.cell != SKIP]
    if opponent is Opponent.P and not is_even:
        fills = [view for view in fills if not view.features[_BOMBS_ODD]] or fills
    worths = [view.features[_POINTS] - view.features[_GIVES] for view in fills]
    most = max(worths)
    return game.rng.choice(
        [v.cell for v, worth in zip(fills, worths, strict=True) if worth == most]
    )


class Valuer:
    """A network as a player: the move of the highest value wins, ties are drawn.

    It keeps the values that it has computed: most moves look like others.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        at = [FEATURES.index(name) for name in network.inputs]
        # A getter of one item would return it bare.
        self._picked: Callable[[Vector], Vector] = (
            itemgetter(*at) if len(at) > 1 else lambda features: tuple(features[i] for i in at)
        )
        self._values: dict[Vector, float] = {}

    def value(self, features: Vector) -> float:
        """Return the value of a move."""
        inputs = self._picked(features)
        value = self._values.get(inputs)
        if value is None:
            value = self._values[inputs] = self._network.value(inputs)
        return value

    def choose(self, game: LearningGame) -> int:
        """Return the best move."""
        views = game.views
        values = [self.value(view.features) for view in views]
        most = max(values)
        best = [v.cell for v, value in zip(views, values, strict=True) if value == most]
        return best[0] if len(best) == 1 else game.rng.choice(best)


def play(plan: GamePlan, board: TrainingBoard, player: Valuer) -> int:
    """Return the margin of a player in a game."""
    game = LearningGame(board, random.Random(plan.seed))
    for _ in range(plan.opening):
        game.play(game.rng.choice(bit_list(game.position.empty)))
    margin, is_mine = 0, plan.begins
    while game.position.empty:
        cell = player.choose(game) if is_mine else reply(game, plan.opponent)
        points = game.play(cell)
        margin += points if is_mine else -points
        is_mine = not is_mine
    return margin


def credit(margin: int) -> float:
    """Return what a game is worth in training: 80 for a win, and up to 20 for its margin."""
    won = 0.5 if margin == 0 else float(margin > 0)
    return 80 * won + 10 * (1 + math.tanh(margin / 10))


@functools.cache
def training_board(shape: str, number: int) -> TrainingBoard:
    """Return one of the boards for training, which are none of those that Bombe ships."""
    return TrainingBoard(generate(shape, BoardKind.EASY, 10_000 + number))
