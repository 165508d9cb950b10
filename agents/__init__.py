"""Who plays, and how games are judged.

An agent is an object with one method, `choose(state, clock)`, that yields proposals; the last one
before the clock runs out counts. A new agent is a class and one line in the table below.
"""

if __name__ == "agents":
    raise ImportError("this folder is the package bombe.agents: `pip install .`, then import that")

from bombe.agents.contract import Agent, Clock
from bombe.agents.entrants import Entrant, read_options, split
from bombe.boards.errors import UnknownNameError

__all__ = ["AGENTS", "Agent", "Clock", "Entrant", "get"]


AGENTS = (
    Entrant("random", "bombe.agents.sudoku.simple:RandomAgent", "any legal move, bombs included"),
    Entrant("greedy", "bombe.agents.sudoku.simple:GreedyAgent", "most points now, ties at random"),
    Entrant("naive", "bombe.agents.sudoku.simple:NaiveAgent", "any value anywhere: it ignores C0"),
    Entrant(
        "minimax", "bombe.agents.sudoku.minimax:MinimaxAgent", "alpha-beta over all legal moves"
    ),
    Entrant(
        "minimax-pruned",
        "bombe.agents.sudoku.minimax:PrunedAgent",
        "the same, known cells only, with a penalty for what it gives away",
    ),
    Entrant(
        "minimax-skip",
        "bombe.agents.sudoku.minimax:SkipAgent",
        "the same, and bombs to keep the number of empty cells odd at its turn",
    ),
    Entrant(
        "minimax-even",
        "bombe.agents.sudoku.minimax_cells:EvenAgent",
        "solves the board, searches over cells, likes regions left even",
    ),
    Entrant(
        "transposition",
        "bombe.agents.sudoku.minimax_cells:TranspositionAgent",
        "alpha-beta over cells with a table of sets of empty cells",
    ),
    Entrant(
        "mcts", "bombe.agents.sudoku.mcts:MctsAgent", "Monte Carlo tree search over legal moves"
    ),
    Entrant(
        "mcts-cells",
        "bombe.agents.sudoku.mcts:CellsAgent",
        "solves the board, Monte Carlo tree search over cells",
    ),
    Entrant(
        "oracle",
        "bombe.agents.sudoku.oracle:OracleAgent",
        "another agent, of=greedy, that plays only safe moves, or bombs",
    ),
    Entrant(
        "champion",
        "bombe.agents.sudoku.champion:ChampionAgent",
        "counts tempo from the first move, plays endgames exactly",
    ),
    Entrant("random", "bombe.agents.dots.simple:RandomAgent", "any line that is not drawn", "dots"),
    Entrant(
        "first-moves",
        "bombe.agents.dots.simple:FirstMovesAgent",
        "completes boxes, draws no third side while it can avoid it; then another agent, of=random",
        "dots",
    ),
    Entrant(
        "heuristic",
        "bombe.agents.dots.minimax:HeuristicAgent",
        "the best position after its line, by boxes or by long chains",
        "dots",
    ),
    Entrant("alphabeta", "bombe.agents.dots.minimax:AlphaBetaAgent", "alpha-beta", "dots"),
    Entrant("pmcs", "bombe.agents.dots.mcts:PmcsAgent", "random games from every line", "dots"),
    Entrant("mcts", "bombe.agents.dots.mcts:MctsAgent", "Monte Carlo tree search", "dots"),
    Entrant(
        "exact",
        "bombe.agents.dots.exact:ExactAgent",
        "long chains and playouts until the exact solver takes over",
        "dots",
    ),
    Entrant(
        "open-spiel",
        "bombe.agents.dots.open_spiel:OpenSpielAgent",
        "a bot of OpenSpiel, bot=mcts",
        "dots",
        needs="pyspiel",
    ),
)
"""The agents, in the order in which people are shown them."""


def get(name: str, seed: int = 0) -> Agent:
    """Make the agent of that name, which may have options: `mcts:c=1.5,k=5`."""
    plain, texts = split(name)
    for entrant in AGENTS:
        if entrant.spec == plain:
            return entrant.make(seed, **read_options(entrant, texts))
    raise UnknownNameError("agent", plain, (entrant.spec for entrant in AGENTS))
