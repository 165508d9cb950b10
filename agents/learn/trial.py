"""A longer test of a network: the agent itself, with it, on boards that Bombe ships.

Two of these boards have several solutions, which those for training do not. Turns are limited by
nodes, so that the result does not depend on the machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.agents.arena.playing import play
from bombe.agents.learn.agent import NeatAgent
from bombe.agents.learn.training import credit
from bombe.agents.loading import get
from bombe.agents.seeds import seeds_of
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget

if TYPE_CHECKING:
    from bombe.agents.learn.network import Network

BOARDS = ("easy-2x2", "random-2x2", "easy-2x3", "random-2x3")
OPPONENTS = ("greedy", "minimax-skip")
GAMES = 12
"""The games on each board, against each opponent, from each side."""
NODES = 100


def trial(network: Network) -> float:
    """Return the mean credit of the agent with a network."""
    margins = [
        _margin(network, board, opponent, seed, begins=begins)
        for board in BOARDS
        for opponent in OPPONENTS
        for begins in (True, False)
        for seed in range(GAMES)
    ]
    return sum(map(credit, margins)) / len(margins)


def _margin(network: Network, board: str, opponent: str, seed: int, *, begins: bool) -> int:
    """Return the agent's margin in a game."""
    own, opposing = seeds_of("trial", seed)
    agent, other = NeatAgent(own, network), get(opponent, opposing)
    players = (agent, other) if begins else (other, agent)
    end = play(read(board), *players, budget=Budget(nodes=NODES)).state
    margin = end.scores[0] - end.scores[1]
    return margin if begins else -margin
