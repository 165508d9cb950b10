"""The one position of a command that takes any game: a BOARD, a POSITION of dots, LOG#GAME."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from bombe.agents.arena.play_modes import state_in_usual_mode
from bombe.boards.dots.text import read_dots
from bombe.boards.errors import InputError, UsageError
from bombe.boards.game import DEFAULT_GAME, GAMES, AnyState, game_named
from bombe.boards.sudoku.entries import Entry
from bombe.boards.sudoku.reading import ReadOptions, read_lines
from bombe.boards.text.lines import limited, stdin_lines, text_of
from bombe.commands.shared.dots_positions import position_of
from bombe.commands.shared.games import find_game, one_state
from bombe.commands.shared.inputs import Inputs, names_game
from bombe.commands.shared.options import (
    Option,
    ply_option,
    reading_options,
    rules_option,
    take,
    take_as,
)
from bombe.commands.shared.output import notify


def _inputs(
    position: str | None, reading: ReadOptions, ply: int | None, rules: str | None
) -> Inputs:
    if position is None and (ply is not None or any(reading)):
        raise UsageError("--ply, --format, --shape and --symbols are for a POSITION: give one")
    return Inputs(() if position is None else (position,), reading, ply, rules)


def _position_argument(metavar: str, *, required: bool) -> Option:
    argument = click.argument("position", metavar=metavar, required=required)
    return take(reading_options, take_as("inputs", _inputs, argument, ply_option, rules_option))


position_argument = _position_argument("POSITION", required=True)
"""POSITION and how to read it, as `inputs` of one word."""
optional_position_argument = _position_argument("[POSITION]", required=False)
"""The same as `inputs` of one word at most."""
game_option = click.option(
    "--game", type=click.Choice(list(GAMES)), help="The game of POSITION, if it can be either."
)


def game_of(word: str, game: str | None, agent: str) -> str:
    """Return the game of a position: that of its log, or the one that was named."""
    if not names_game(word):
        if game or not agent:
            return game or DEFAULT_GAME
        from bombe.agents.loading import game_for  # boards are read without it

        return game_for([agent])
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
        return _only(
            inputs.entries(), f"{word} holds several positions: name one, such as {word}#1"
        )
    if game == "dots":
        return position_of(word, None, None, no_extra_turn=False, ply=inputs.ply)
    return rules.read(text_of(word, "give a file") if Path(word).is_file() else word, word)


def in_usual_mode(state: AnyState, inputs: Inputs, agents: Iterable[str]) -> AnyState:
    """Return a position in the play mode of these agents, unless --rules or a log says one.

    Where the agents decide it, a line says so.
    """
    if inputs.rules or any(map(names_game, inputs.boards)):
        return state
    found, mode = state_in_usual_mode(state, agents)
    if mode.remark:
        notify(mode.remark)
    return found


def either_position(inputs: Inputs, game: str | None) -> AnyState:
    """Return the one position that a word names; without `game`, its text says which it is of."""
    (word,) = inputs.boards
    if names_game(word):
        return any_position(inputs, game_of(word, game, ""))
    if game or inputs.rules or any(inputs.reading):
        return any_position(inputs, game or DEFAULT_GAME)
    if inputs.ply is not None:
        raise UsageError("--ply is for games of match logs: give LOG#GAME, such as a.jsonl#1")
    return _of_stdin() if word == "-" else _of_word(inputs, word)


def _of_word(inputs: Inputs, word: str) -> AnyState:
    """Return the position of a file or a text, of the game whose reader takes it."""
    try:
        return position_of(word, None, None, no_extra_turn=False)
    except InputError as error:
        if _DOTS.match(_beginning(word)):
            raise
        refused = error
    try:
        return any_position(inputs, DEFAULT_GAME)
    except InputError as error:
        raise error from refused


def _of_stdin() -> AnyState:
    """Return the position of standard input, which can be read only once."""
    text = "".join(limited(stdin_lines(), "<stdin>"))
    try:
        return read_dots(text, "<stdin>")
    except InputError:
        if _DOTS.match(text):
            raise
    entries = read_lines(io.StringIO(text), "<stdin>", ReadOptions())
    return _only(entries, "standard input holds several positions: give one of them")


def _only(entries: Iterator[Entry], problem: str) -> AnyState:
    """Return the only position; raise UsageError if there is another one."""
    first = next(entries)
    if next(entries, None) is not None:
        raise UsageError(problem)
    return first.state


_DOTS = re.compile(
    r"(?:\s|#.*\n|player [12] to move|no extra turn)*"
    r"(?:\d+[xX]\d+\s*:|[hv] ?\d|P[12]\s*\(|\+(?:---| {3})\+)"
)
"""How texts begin that can only be of Dots and Boxes."""
_HEAD = 1000


def _beginning(word: str) -> str:
    """Return the beginning of a file, or of the text that a word is."""
    try:
        with Path(word).open(encoding="utf-8", errors="replace") as file:
            return file.read(_HEAD)
    except (OSError, ValueError):  # no file, or too long for a name
        return word
