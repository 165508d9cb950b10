"""Where the games of a match begin: the options that each game has for it, a line per game.

A game without a line begins on the positions of --board, or on its usual start position.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bombe.agents.games import players_of
from bombe.agents.openings import Openings
from bombe.agents.sudoku.openings import KINDS, SudokuOpenings
from bombe.analysis.generate.kinds import BoardKind
from bombe.boards import Rules, Shape
from bombe.boards.errors import UsageError
from bombe.boards.game import DEFAULT_GAME, game_named
from bombe.boards.sudoku.bundled import OFFICIAL
from bombe.boards.text.lines import text_of
from bombe.commands.shared.dots_positions import positions_of
from bombe.commands.shared.inputs import Inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bombe.commands.shared.options import Option

OFFICIAL_WORD = "official"
"""The name of a list of boards in `--boards`."""
_KIND = BoardKind.IMPROPER
_SIZE = re.compile(r"\d+x\d+")


class GameOpenings(NamedTuple):
    """A line of the table.

    `options` are those of the game by their names, and `size` is the one that sets the size of a
    start position; those of `with_size` are for start positions of a size only. `openings` is
    called with the positions of --board and the options.
    """

    options: Mapping[str, Option]
    size: str
    openings: Callable[..., Openings]
    words: Callable[..., str]
    """Where games begin without --board; called with the size and the options."""
    with_size: tuple[str, ...] = ()


def openings_of(game: str, boards: tuple[str, ...], options: Mapping[str, Any]) -> Openings:
    """Return where the games of a match begin; raise UsageError for another game's options."""
    line = _line_of(game)
    for name, value in options.items():
        if value and name not in line.options:
            owner = next(other for other, its in OPENINGS.items() if name in its.options)
            option = f"--{name.replace('_', '-')}"
            raise UsageError(f"{option} is not for {game}: leave it out, or add --game {owner}")
    return line.openings(boards, **_own(line, options))


def opening_words(game: str, boards: tuple[str, ...], options: Mapping[str, Any]) -> str:
    """Return in words where the games of a match begin."""
    if boards:
        return " and ".join(boards) if len(boards) < 3 else f"{len(boards)} boards"
    line = _line_of(game)
    return line.words(size_of(game, options), **_own(line, options))


def random_moves(text: str | None) -> int:
    """Return how many random moves come before the games: 4 for `random:4`, 0 for none."""
    if text is None:
        return 0
    kind, _, count = text.partition(":")
    if kind != "random" or not re.fullmatch(r"[1-9][0-9]?", count):
        raise UsageError(f"--openings {text!r}: give random:K for K random moves, such as random:4")
    return int(count)


def size_of(game: str, options: Mapping[str, Any]) -> str:
    """Return the size on which games begin without --board."""
    return options.get(_line_of(game).size) or players_of(game).size


def begin_on(
    game: str, options: Mapping[str, Any], place: str
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """Return the boards and the options for games that begin on a board, or on those of a size."""
    line = _line_of(game)
    if not is_size(place):
        of_sizes = (line.size, *line.with_size)
        return (place,), {name: value for name, value in options.items() if name not in of_sizes}
    if line.size:
        return (), {**options, line.size: place}
    return (game_named(game).write(game_named(game).start(place)),), dict(options)


def places_of(game: str, words: Sequence[str]) -> list[str]:
    """Return the boards and sizes of comma lists, each once; `official` stands for its boards."""
    texts = [text for word in words for text in ([word] if "{" in word else word.split(","))]
    places: list[str] = []
    for text in map(str.strip, texts):
        if not text or text == "-":
            raise UsageError(
                f"--boards {','.join(words)!r}: give names, files or sizes separated by commas"
            )
        if text == OFFICIAL_WORD and game != DEFAULT_GAME:
            raise UsageError(f"--boards {text} is for {DEFAULT_GAME}: give sizes such as 2x2,3x3")
        places += OFFICIAL if text == OFFICIAL_WORD else [text]
    return list(dict.fromkeys(places))


def is_size(text: str) -> bool:
    """Return whether a text is a size such as 2x3."""
    return bool(_SIZE.fullmatch(text))


def _line_of(game: str) -> GameOpenings:
    plain = GameOpenings({}, "", functools.partial(_plain_openings, game), str)
    return OPENINGS.get(game, plain)


def _own(line: GameOpenings, options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options.get(name) for name in line.options}


def _plain_openings(name: str, boards: tuple[str, ...]) -> Openings:
    game = game_named(name)
    given = tuple(game.read(_text_of(board), board) for board in boards)
    return Openings(given or (game.start(players_of(name).size),))


def _text_of(board: str) -> str:
    """Return the text of a BOARD: that of the file of this name, or the argument itself."""
    path = Path(board)
    return text_of(path, "give a file of text") if path.is_file() else board


def _sudoku_openings(
    boards: tuple[str, ...], *, generate: str | None, kind: str | None, rules: str | None
) -> SudokuOpenings:
    """Begin on given boards, or on generated ones."""
    if boards and (generate or kind):
        raise UsageError("--board excludes --generate and --kind: games begin on one or the other")
    generate = generate or (None if boards else players_of("sudoku").size)
    return SudokuOpenings(
        positions=tuple(entry.state for entry in Inputs(boards).entries()),
        shape=Shape.parse(generate) if generate else None,
        kind=BoardKind(kind or _KIND),
        rules=Rules(rules) if rules else None,
    )


def _sudoku_words(size: str, *, kind: str | None, **_: str | None) -> str:
    return f"{kind or _KIND} {size} boards"


def _dots_openings(
    boards: tuple[str, ...], *, boxes: str | None, no_extra_turn: bool | None
) -> Openings:
    """Begin on given positions, or on an empty grid."""
    grid = boxes or (None if boards else players_of("dots").size)
    without = bool(no_extra_turn)
    return Openings(
        tuple(
            state
            for board in boards or (None,)
            for state in positions_of(board, grid, no_extra_turn=without)
        )
    )


def _dots_words(size: str, *, no_extra_turn: bool | None, **_: str | None) -> str:
    return f"{size} boxes{' without the extra turn' if no_extra_turn else ''}"


OPENINGS = {
    "sudoku": GameOpenings(
        {
            "generate": click.option(
                "--generate",
                metavar="MxN",
                show_default=players_of("sudoku").size,
                help="sudoku: begin every pair of games on a new board.",
            ),
            "kind": click.option(
                "--kind",
                type=click.Choice([str(kind) for kind in KINDS]),
                show_default=str(_KIND),
                help="sudoku: kind of generated boards, see `bombe generate --help`.",
            ),
            "rules": click.option(
                "--rules",
                type=click.Choice([str(rules) for rules in Rules]),
                show_default="that of the BOARD, or classic; rows for agents of v14",
                help="sudoku: the play mode; a BOARD continues in it.",
            ),
        },
        "generate",
        _sudoku_openings,
        _sudoku_words,
        ("kind",),
    ),
    "dots": GameOpenings(
        {
            "boxes": click.option(
                "--boxes",
                metavar="RxC",
                show_default=players_of("dots").size,
                help="dots: begin on an empty grid of R rows of C boxes.",
            ),
            "no_extra_turn": click.option(
                "--no-extra-turn",
                is_flag=True,
                help="dots: pass the turn after every line, scored or not.",
            ),
        },
        "boxes",
        _dots_openings,
        _dots_words,
    ),
}
"""The line of each game."""
OPTIONS = {name: option for line in OPENINGS.values() for name, option in line.options.items()}
"""The options of all games."""
