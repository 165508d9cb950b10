"""OpenSpiel: positions both ways, its bots as our agents, our agents as its bots.

    to_spiel(position), from_spiel(state)           edges have the same numbers in both
    bot_of("dots/exact", budget=0.2)                a pyspiel.Bot, for pyspiel.evaluate_bots
    bombe match --game dots exact open-spiel:bot=mcts

This needs the extra `spiel`; OpenSpiel supports only games with the extra turn.
"""

from __future__ import annotations

import enum
import random
from typing import TYPE_CHECKING, Any

from bombe.agents.loading import load
from bombe.agents.search.alphabeta import checked_depth
from bombe.agents.seats import InProcess
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import BombeError, SolverMissingError, UnsupportedError, UsageError
from bombe.boards.seeds import checked_seed
from bombe.solvers.budget import as_budget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.agents.contract import Clock
    from bombe.boards.dots.state import Line
    from bombe.solvers import Budget

FIRST_SIMULATIONS = 100
"""Simulations of the first search; each later one has twice as many."""


class Bot(enum.StrEnum):
    """The bots of OpenSpiel that play Dots and Boxes: random lines, tree search, alpha-beta."""

    RANDOM = "random"
    MCTS = "mcts"
    ALPHABETA = "alphabeta"


def spiel() -> Any:
    """Return the package; raise SolverMissingError if it is not installed."""
    try:
        import pyspiel
    except ImportError:
        raise SolverMissingError(
            "OpenSpiel needs 'pyspiel', which is missing: pip install 'bombe[spiel]'"
        ) from None
    return pyspiel


def to_spiel(position: DotsState) -> Any:
    """Return OpenSpiel's state of a position; raise if OpenSpiel cannot represent it."""
    grid = position.grid
    if not position.extra_turn:
        raise UnsupportedError("OpenSpiel has no game without the extra turn: give one with it")
    drawn = grid.lines_of(position.edges)
    lines = position.history if len(position.history) == len(drawn) else drawn
    reached = DotsState.start(grid)
    for line in lines:
        reached = reached.play(line)
    if (reached.owners, reached.to_move) != (position.owners, position.to_move):
        raise UnsupportedError(
            "OpenSpiel needs the moves from the empty grid: give a position with its moves"
        )
    words = f"dots_and_boxes(num_rows={grid.rows},num_cols={grid.columns})"
    state = spiel().load_game(words).new_initial_state()
    for line in lines:
        state.apply_action(grid.edge(line))
    return state


def from_spiel(state: Any) -> DotsState:
    """Return the position of OpenSpiel's state, with its moves."""
    game = state.get_game()
    if game.get_type().short_name != "dots_and_boxes":
        raise UsageError(f"{game} is not dots_and_boxes: give a state of that game")
    parameters = game.get_parameters()
    position = DotsState.start(Grid(parameters["num_rows"], parameters["num_cols"]))
    for action in state.history():
        position = position.play(position.grid.lines[action])
    return position


def bot_of(spec: str, *, seed: int = 0, budget: Budget | float = 0.2) -> Any:
    """Return a bot that plays the moves of one of our agents; `budget` is per move."""
    bot: Any = spiel().Bot
    seed = checked_seed(seed)
    seat = InProcess(load(spec), spec)

    class BombeBot(bot):  # type: ignore[misc] # pyspiel has no types
        def __init__(self) -> None:
            super().__init__()
            self.restart()

        def restart(self) -> None:
            seat.open_game(seed)

        def restart_at(self, _state: Any) -> None:
            self.restart()

        def step(self, state: Any) -> int:
            position = from_spiel(state)
            answer = seat.turn(position, as_budget(budget))
            if answer.ending or not answer.proposals:
                trouble = answer.detail or "proposed no move"
                raise BombeError(f"agent {spec!r}: {trouble}, at {state.history()}")
            line: Any = answer.proposals[-1].move
            return position.grid.edge(line)

    return BombeBot()


class OpenSpielAgent:
    """Plays the moves of a bot of OpenSpiel.

    `mcts` runs longer and longer searches, up to `simulations`, and can be stopped only between
    them; a node is a simulation, and `c` the weight of exploration. `alphabeta` looks `depth` lines
    ahead and cannot be stopped.
    """

    def __init__(
        self,
        seed: int,
        *,
        bot: Bot = Bot.MCTS,
        simulations: int = 5_000,
        c: float = 2.0,
        depth: int = 3,
    ) -> None:
        spiel()
        self._rng = random.Random(seed)
        self._bot, self._simulations, self._c = bot, simulations, c
        self._depth = checked_depth(depth)

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line]:
        """Propose a random line at once, then the bot's."""
        if lines := state.moves():
            given = to_spiel(state)
            yield self._rng.choice(lines)
            if self._bot is Bot.RANDOM:
                return
            is_mcts = self._bot is Bot.MCTS
            actions = self._tree_search(given, clock) if is_mcts else self._alpha_beta(given, clock)
            yield from (state.grid.lines[action] for action in actions)

    def _tree_search(self, state: Any, clock: Clock) -> Iterator[int]:
        """Yield the actions of tree searches, each with twice the simulations of the last."""
        pyspiel, wanted = spiel(), min(FIRST_SIMULATIONS, self._simulations)
        game = state.get_game()
        while granted := clock.take(wanted):
            seed = self._rng.getrandbits(31)
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            searcher = pyspiel.MCTSBot(game, evaluator, self._c, granted, 100, True, seed, False)  # noqa: FBT003 - they have no names there
            action = searcher.step(state)
            clock.note(playouts=granted)
            yield action
            if wanted == self._simulations:
                return
            wanted = min(2 * wanted, self._simulations)

    def _alpha_beta(self, state: Any, clock: Clock) -> Iterator[int]:
        from open_spiel.python.algorithms import minimax

        mover = state.current_player()
        _, action = minimax.alpha_beta_search(
            state.get_game(),
            state=state,
            value_function=lambda leaf: _lead(leaf, mover),
            maximum_depth=self._depth,
            maximizing_player_id=mover,
        )
        clock.note(depth=self._depth)
        yield action


def _lead(state: Any, player: int) -> int:
    first, second = from_spiel(state).scores
    return second - first if player else first - second
