"""The table of games for agents: one line per game says who plays it, and how by default."""

from __future__ import annotations

from typing import NamedTuple

from bombe.boards.errors import UnknownNameError


class GamePlayers(NamedTuple):
    """A line of the table.

    `agents` are the names of those agents for any game that play this one; the agents of the game
    itself are in bombe.agents.table. `size` and `seconds` are the defaults for the start and for a
    turn; `opponent` is the agent that others are measured against, `adviser` the one whose move a
    player is shown who asks for a hint.
    """

    agents: tuple[str, ...] = ("random", "alphabeta", "mcts", "exact")
    size: str = "3x3"
    seconds: float = 0.2
    opponent: str = "random"
    adviser: str = "mcts"


GAMES = {
    "sudoku": GamePlayers(agents=(), seconds=0.5, opponent="oracle:of=greedy", adviser="champion"),
    "dots": GamePlayers(agents=("random",), opponent="first-moves", adviser="exact"),
}
"""The line of each game."""


def players_of(game: str) -> GamePlayers:
    """Return the line of a game."""
    if game not in GAMES:
        raise UnknownNameError("game in the table of bombe.agents.games", game, GAMES)
    return GAMES[game]
