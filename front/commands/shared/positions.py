"""The one position of a command that takes any game: a BOARD, a POSITION of dots, LOG#GAME."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME, game_named
from bombe.boards.text.lines import text_of
from bombe.commands.dots.inputs import position_of
from bombe.commands.shared.games import find_game, one_state
from bombe.commands.shared.inputs import Inputs, names_game, peek
from bombe.commands.shared.options import (
    ply_option,
    reading_options,
    rules_option,
    take,
    take_as,
)

if TYPE_CHECKING:
    from bombe.boards.game import AnyState
    from bombe.boards.sudoku.reading import ReadOptions


def _inputs(position: str, reading: ReadOptions, ply: int | None, rules: str | None) -> Inputs:
    return Inputs((position,), reading, ply, rules)


position_argument = take(
    reading_options,
    take_as(
        "inputs",
        _inputs,
        click.argument("position", metavar="POSITION"),
        ply_option,
        rules_option,
    ),
)
"""POSITION and how to read it, as `inputs` of one word."""


def game_of(word: str, game: str | None, agent: str) -> str:
    """Return the game of a position: that of its log, or the one that was named."""
    if not names_game(word):
        return game or (agent.partition("/")[0] if agent.startswith("dots/") else DEFAULT_GAME)
    found = find_game(word).game.name
    if game not in (None, found):
        raise UsageError(f"{word} is a game of {found}, not of {game}: leave out --game")
    return found


def any_position(inputs: Inputs, game: str) -> AnyState:
    """Return the one position of a game that one word names."""
    (word,) = inputs.boards
    rules = game_named(game)
    if game != DEFAULT_GAME and (inputs.rules or any(inputs.reading)):
        raise UsageError(f"--rules, --format, --shape and --symbols are not for {game}: leave out")
    if names_game(word) and inputs.ply is None:
        return one_state(word, rules, None)
    if game == DEFAULT_GAME:
        many, entries = peek(inputs.entries())
        if many:
            raise UsageError(f"{word} holds several positions: name one, such as {word}#1")
        return next(entries).state
    if game == "dots":
        return position_of(word, None, None, no_extra_turn=False, ply=inputs.ply)
    return rules.read(text_of(word, "give a file") if Path(word).is_file() else word, word)
