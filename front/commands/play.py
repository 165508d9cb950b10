"""`bombe play`: a game of a person against an agent, in the terminal."""

from __future__ import annotations

import random
import re
import sys
from typing import TYPE_CHECKING

import click

from bombe.agents.arena.person_game import PersonGame
from bombe.agents.arena.proposing import refuse_position
from bombe.agents.games import players_of
from bombe.agents.loading import game_for, games_of, spec_of
from bombe.agents.processes.process import Worker
from bombe.agents.sudoku.openings import SudokuOpenings
from bombe.boards import Rules, Shape
from bombe.boards.errors import InputError, UsageError
from bombe.boards.game import game_named
from bombe.commands.shared.groups import Command
from bombe.commands.shared.options import color_option, notation_option
from bombe.commands.shared.output import look_at, notify
from bombe.commands.shared.positions import (
    either_position,
    game_option,
    in_usual_mode,
    optional_position_argument,
)
from bombe.commands.shared.saving import check_log
from bombe.commands.shared.terminal_game import TerminalGame
from bombe.commands.shared.turns import AgentTurn, agent_turn

if TYPE_CHECKING:
    from bombe.boards.game import AnyState
    from bombe.commands.shared.inputs import Inputs

_SIZE = re.compile(r"\d+x\d+")
_SEEDS = 2**32


@click.command(
    cls=Command,
    epilog="""\b
Examples:
  bombe play greedy                       on a new 3x3 board
  bombe play champion 2x3 --second --seed 7
  bombe play minimax-skip hard-3x3 -o games.jsonl
  bombe play mine.py:Mine match.jsonl#3 --ply 20
  bombe play dots/exact 3x3               Dots and Boxes
  bombe play dots/mcts "3x3: h 0 0; v 1 2" --time 2

\b
POSITION is a BOARD, a position of Dots and Boxes, LOG#GAME, or a size such as 2x3; by default 3x3.
Moves are typed as r1c3=5, (0,2) -> 5 or 0,2,5; lines as h 0 1. `help` lists what else you can type.
Exit codes: 0 done, 2 wrong usage, 3 bad input, 130 interrupted.""",
)
@click.argument("agent", metavar="AGENT")
@optional_position_argument
@game_option
@click.option("--second", is_flag=True, help="Let AGENT be player 1, and you be player 2.")
@click.option("--name", default="human", metavar="NAME", help="Your name in the log.")
@agent_turn
@click.option(
    "--seed",
    type=click.IntRange(0, _SEEDS - 1),
    show_default="a new one, which is told",
    help="Seed of a new board, and of AGENT.",
)
@click.option("-o", "--output", metavar="LOG", help="Append the game to LOG when it ends.")
@color_option
@notation_option
def play(
    agent: str,
    inputs: Inputs,
    game: str | None,
    name: str,
    turn: AgentTurn,
    seed: int | None,
    output: str | None,
    color: str,
    *,
    second: bool,
) -> int:
    """Play against AGENT in the terminal: you type moves, it answers.

    AGENT plays as in matches, in its own process with a limit for each turn. You can take moves
    back, ask for a hint, and resign. With -o the game is saved, and `bombe replay LOG#1` and `bombe
    board LOG#1` show it.
    """
    is_drawn = seed is None
    seed = random.SystemRandom().randrange(_SEEDS) if seed is None else seed
    if name == agent:
        raise UsageError(f"--name {name} is the agent's: give another one")
    start = in_usual_mode(_start(inputs, game, agent, seed), inputs, [agent])
    spec = spec_of(agent, start.game.name)
    budget = turn.budget(start.game.name)
    refuse_position(spec, start, budget.seconds)
    if output:
        check_log(output)
    with Worker(spec, turn.settings(spec)) as worker:
        if trouble := worker.trial():
            raise InputError(f"{agent} cannot play: {trouble.detail}")
        person_game = PersonGame(start, worker, person=2 if second else 1, seed=seed, budget=budget)
        if is_drawn:
            notify(f"--seed {seed} begins the same game again")
        return TerminalGame(person_game, (name, agent), look_at(sys.stdout, color), output).run()


def _start(inputs: Inputs, game: str | None, agent: str, seed: int) -> AnyState:
    """Return the position that was named, or the start of a game of a size."""
    (word,) = inputs.boards or ("",)
    if word and not _SIZE.fullmatch(word):
        state = either_position(inputs, game or ("dots" if agent.startswith("dots/") else None))
        if state.game.name not in (games := games_of(agent)):
            raise UsageError(
                f"{agent} plays {' and '.join(games)}, but this is a position of {state.game.name}"
            )
        return state
    game = game or game_for([agent])
    size = word or players_of(game).size
    if game != "sudoku":
        return game_named(game).start(size)
    rules = Rules(inputs.rules) if inputs.rules else None
    return SudokuOpenings(shape=Shape.parse(size), rules=rules).position(0, seed)
