"""Players of a course notebook, functions of a board and a player, and our agents as such players.

    bombe match --game dots mine.py:random_player@notebook exact
    as_notebook_player("exact", budget=0.1)(board, -1)

The board is the dictionary of bombe.boards.dots.notebook, the player 1 or -1; a player returns
`{"move": ("v", 2, 2)}`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from bombe.agents.loading import load, spec_of
from bombe.agents.seats import InProcess
from bombe.agents.turn import (
    NoMove,
    TroubleError,
    seed_rngs,
    short_repr,
    trouble_of,
)
from bombe.boards.dots.game import DOTS
from bombe.boards.dots.notebook import PLAYERS, read, read_line, write, write_line
from bombe.boards.dots.state import Line
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.seeds import checked_seed
from bombe.solvers.budget import as_budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.contract import Clock
    from bombe.boards.dots.notebook import NotebookLine
    from bombe.boards.dots.state import DotsState
    from bombe.solvers import Budget


class NotebookAgent:
    """Plays what a notebook's player returns; the player gets a new board in every turn.

    A player that uses `random` or numpy's global numbers finds them seeded.
    """

    def __init__(self, seed: int, function: Callable[[dict[Any, Any], int], Any]) -> None:
        self._function = function
        seed_rngs(str(seed))

    def choose(self, state: DotsState, clock: Clock) -> Iterator[Line | NoMove]:
        """Propose the line that the player returns."""
        del clock  # a notebook's player knows of no time
        try:
            answer = self._function(write(state), PLAYERS[state.to_move - 1])
        except (Exception, SystemExit) as error:  # noqa: BLE001 - the player may raise anything
            # Described here: a StopIteration would lose its place on the way out of a generator.
            raise TroubleError(trouble_of(error)) from None
        try:
            line = read_line(answer["move"] if isinstance(answer, Mapping) else None)
        except (KeyError, UsageError):
            wanted = "a player returns {'move': ('v', 2, 2)}"
            yield NoMove(f"{short_repr(answer)} ({wanted})")
            return
        if reasons := state.reasons(line):
            # The referee's reason counts from 0.
            sys.stderr.write(f"returned {short_repr(answer)}: {'; '.join(reasons)}\n")
        yield line


def as_notebook_player(
    agent: str, *, budget: Budget | float = 0.2, seed: int = 0, extra_turn: bool = False
) -> Callable[[Mapping[Any, Any], int], dict[str, NotebookLine]]:
    """Return a notebook's player that plays as one of our agents; `budget` is per move.

    The agent thinks by the notebook's rule, in which the turn passes after every line, unless
    `extra_turn` is True.
    """
    spec = spec_of(agent, DOTS.name)
    seat, allowed = InProcess(load(spec), spec), as_budget(budget)
    seat.open_game(checked_seed(seed))

    def play(board: Mapping[Any, Any], player: int) -> dict[str, NotebookLine]:
        state = read(board, player=player, extra_turn=extra_turn)
        if state.is_over:
            raise UsageError("the game is over: every line of the board is drawn")
        answer = seat.turn(state, allowed)
        if answer.ending or not answer.proposals:
            raise BombeError(f"agent {agent!r}: {answer.detail or 'proposed no move'}")
        line: Any = answer.proposals[-1].move
        return {"move": write_line(Line.of(line))}

    return play
