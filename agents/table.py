"""The table of agents: their names, where they are defined, what they play.

An agent for any game plays every game whose line in bombe.agents.games names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bombe.agents.entrants import ANY_GAME, Entrant
from bombe.agents.games import players_of
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.game import DEFAULT_GAME

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
        "solves the board, searches over cells, prefers to leave regions even",
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
        "bombe.agents.sudoku.advised:AdvisedAgent",
        "another agent, of=greedy, that plays only safe moves, or bombs",
    ),
    Entrant(
        "neat",
        "bombe.agents.learn.agent:NeatAgent",
        "values moves by a small network that evolution found",
    ),
    Entrant(
        "champion",
        "bombe.agents.sudoku.champion:ChampionAgent",
        "counts tempo from the first move, plays endgames exactly",
    ),
    Entrant(
        "first-moves",
        "bombe.agents.dots.simple:FirstMovesAgent",
        "completes boxes, avoids third sides; then another agent, of=random",
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
        remedy="run `python -m pip install 'bombe[spiel]'`",
    ),
    Entrant("random", "bombe.agents.any_game:GenericRandomAgent", "any legal move", ANY_GAME),
    Entrant("alphabeta", "bombe.agents.any_game:GenericAlphaBetaAgent", "alpha-beta", ANY_GAME),
    Entrant("mcts", "bombe.agents.any_game:GenericMctsAgent", "Monte Carlo tree search", ANY_GAME),
    Entrant(
        "exact", "bombe.agents.any_game:GenericExactAgent", "remembers every position", ANY_GAME
    ),
)
"""The agents, in the order in which they are listed."""


def agents_of(game: str) -> tuple[Entrant, ...]:
    """Return the agents that play a game: its own, and those that its line names."""
    shared = players_of(game).agents
    own = [entrant for entrant in AGENTS if entrant.game == game]
    return (*own, *(entrant._replace(game=game) for entrant in _any_game(*shared)))


def entrant_of(spec: str) -> Entrant | None:
    """Return the agent that a spec such as `dots/mcts` or `mcts:c=1` names, or None.

    For a game that is not in the table of this process, only the agents for any game are found.
    """
    if not isinstance(spec, str) or "\0" in spec:
        raise UsageError(f"agent {spec!r:.40}: give the name of one, or where it is")
    game, _, name = spec.partition(":")[0].rpartition("/")
    game = game or DEFAULT_GAME
    try:
        known: Iterable[Entrant] = agents_of(game)
    except UnknownNameError:
        known = (one._replace(game=game) for one in _any_game(name) if game.isidentifier())
    return next((one for one in known if one.name == name), None)


def specs() -> list[str]:
    """Return the specs of all agents."""
    games = dict.fromkeys(entrant.game for entrant in AGENTS if entrant.game != ANY_GAME)
    return [entrant.spec for game in games for entrant in agents_of(game)]


def _any_game(*names: str) -> Iterator[Entrant]:
    return (one for one in AGENTS if one.game == ANY_GAME and one.name in names)
