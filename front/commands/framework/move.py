"""`bombe agent move`: what an agent would play in a position."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence

import click

from bombe.agents.arena.proposing import AgentMove, Fate, ask
from bombe.agents.loading import spec_of
from bombe.agents.seats import Proposal
from bombe.analysis.results import with_noun
from bombe.boards.errors import UsageError
from bombe.boards.game import GAMES
from bombe.boards.sudoku.notation import for_people
from bombe.boards.visible import visible, visible_in
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.groups import Command
from bombe.commands.shared.inputs import Inputs
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.options import json_option, notation_option
from bombe.commands.shared.positions import (
    any_position,
    game_of,
    in_usual_mode,
    position_argument,
)
from bombe.commands.shared.turns import AgentTurn, agent_turn

_MOST = 12
"""Proposals that are listed: the first ones and the last ones."""


@click.command(
    "move",
    cls=Command,
    epilog="""\b
Examples:
  bombe agent move mcts hard-3x3 --time 0.5
  bombe agent move minimax-skip match.jsonl#3 --ply 20 --seed 7
  bombe agent move ./team42_A2 random-3x3 --rules rows
  bombe agent move mine.py:Mine puzzles.txt#4 --nodes 500 --json
  bombe agent move dots/mcts "3x3: h 0 0; v 1 2"

\b
Exit codes: 0 it has a legal move, which may be a bomb; 1 it has none: it crashed, was too slow, or
its move is illegal, and it would lose the game; 2 wrong usage, 3 bad input, 130 interrupted.""",
)
@click.argument("agent", metavar="AGENT")
@position_argument
@click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    help="The game of POSITION, if AGENT does not begin with dots/.",
)
@agent_turn
@click.option("--seed", type=int, default=0, help="Seed of the agent.")
@notation_option
@json_option
def agent_move(
    agent: str,
    inputs: Inputs,
    game: str | None,
    turn: AgentTurn,
    seed: int,
    *,
    as_json: bool,
) -> int:
    """Show what AGENT would play in POSITION: its proposals, its last one, and its notes.

    The agent plays in its own process, as in the first turn of a game, so it remembers no earlier
    turn. The move is judged as by the referee: legal, a bomb, or the end of the game.
    """
    name = game_of(inputs.boards[0], game, agent)
    state = any_position(inputs, name)
    if state.is_over:
        raise UsageError(f"{inputs.boards[0]}: the game is over here; give an earlier position")
    spec = spec_of(agent, name)
    state = in_usual_mode(state, inputs, [agent])
    budget = turn.budget(name)
    with stop_signal() as stop:
        settings = turn.settings(spec)
        found = ask(spec, state, budget, seed=seed, settings=settings, is_stopped=stop.is_set)
    if stop.is_set():
        return interrupted("")
    if as_json:
        limits = {"seconds": budget.seconds, "nodes": budget.nodes}
        asked = {"agent": agent, "game": name, **limits, "seed": seed}
        document = {"schema": "bombe.move/1", **asked, **found.to_dict()}
        click.echo(json.dumps(visible_in(document)))
    else:
        click.echo(for_people(_shown(found, agent)))
    return Exit.DONE if found.counts else Exit.NO


def _shown(found: AgentMove, agent: str) -> str:
    """Return the proposals, what becomes of the last one, and what the turn took, in lines."""
    turn, state = found.turn, found.state
    lines = [f"{agent}, player {state.to_move} of {state.game.title}"]
    lines += _listed(turn.proposals)
    lines.append(_outcome(found))
    if turn.ending and found.counts:
        lines.append(f"then it ended badly ({turn.ending}): {visible(turn.detail)}")
    if turn.notes:
        lines.append("notes: " + ", ".join(f"{key}={value:g}" for key, value in turn.notes))
    cpu = f", {turn.cpu_ms:.1f} ms of processor time" if turn.cpu_ms else ""
    lines.append(f"thought {turn.ms:.1f} ms{cpu}; it was ready in {found.ready_ms:.0f} ms")
    if turn.output.strip():
        lines.append(
            "printed:\n" + textwrap.indent(visible(turn.output.rstrip(), lines=True), "  ")
        )
    return "\n".join(lines)


def _listed(proposals: Sequence[Proposal]) -> list[str]:
    """Return the proposals with their times: all, or the first ones and the last ones."""
    lines = [f"{one.ms:>10.1f} ms  {visible(str(one.move))}" for one in proposals]
    if len(lines) <= _MOST:
        return lines
    half = _MOST // 2
    return [*lines[:half], f"{'...':>10}     {len(lines) - _MOST} more", *lines[-half:]]


def _outcome(found: AgentMove) -> str:
    """Return in words what becomes of the last proposal."""
    if not found.counts:
        how = f" ({found.turn.ending})" if found.turn.ending else ""
        return f"loses the game{how}: {visible(found.reason)}"
    what = {
        Fate.STANDS: f"for {with_noun(found.points, 'point')}",
        Fate.BOMB: "which is a bomb: it is refused, becomes taboo and passes the turn",
        Fate.UNDECIDED: "the oracle could not decide whether it is a bomb",
    }
    return f"plays {found.move}, {what[found.fate]}"
