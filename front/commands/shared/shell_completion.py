"""What a shell may complete: boards, agents, solvers, formats, logs and their games.

Which of these a word of a command is, its option or its metavar says: tables here, so that no
command names its completion.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator

import click
from click.shell_completion import CompletionItem

Complete = Callable[[click.Context, str], Iterable[str] | None]
"""Returns words that begin so; None where the shell is to complete the names of files."""

_MOST_GAMES = 200
"""The games of a log of which a shell is told the numbers."""


def complete(parameter: click.Parameter, ctx: click.Context, begun: str) -> list[CompletionItem]:
    """Return what may stand for a parameter whose value has begun so."""
    find = _BY_OPTION.get(parameter.opts[-1]) or _BY_METAVAR.get(_plain(parameter.metavar))
    if find is None:
        return parameter.type.shell_complete(ctx, parameter, begun)
    before, comma, last = begun.rpartition(",") if _is_list(parameter) else ("", "", begun)
    words = find(ctx, last)
    if words is None:
        return [CompletionItem(begun, type="file")]
    given = before.split(",")
    found = [word for word in words if word.startswith(last) and word not in given]
    return [CompletionItem(f"{before}{comma}{word}") for word in dict.fromkeys(found)]


def _plain(metavar: str | None) -> str:
    """Return a metavar without its brackets and dots: BOARD of `BOARD... [MOVE]`."""
    text = (metavar or "").lstrip("[").partition(" ")[0]
    return text.partition("[")[0].replace("]", "").replace(",...", "").replace("...", "")


def _is_list(parameter: click.Parameter) -> bool:
    return (parameter.metavar or "").endswith(",...")


def _boards(_ctx: click.Context, begun: str) -> Iterable[str] | None:
    """Return bundled boards and files, or the games of a log."""
    from bombe.boards.sudoku.bundled import names

    if "#" in begun:
        return _games(begun)
    bundled = [name for name in names() if name.startswith(begun)]
    return [*bundled, *_files(begun)] if bundled else None


def _positions(ctx: click.Context, begun: str) -> Iterable[str] | None:
    game = ctx.params.get("game")
    return _logs(ctx, begun) if game == "dots" or "boxes" in ctx.params else _boards(ctx, begun)


def _agents(ctx: click.Context, begun: str) -> Iterable[str] | None:
    """Return the agents of the game, or of all games; with a colon the options of one."""
    from bombe.agents.table import agents_of, entrant_of, specs

    game = ctx.params.get("game")
    of_game = [one.name for one in agents_of(game)] if game else []
    name, colon, options = begun.partition(":")
    if colon and (one := entrant_of(name) or entrant_of(f"{game}/{name}")):
        given = options.rpartition(",")[0]
        head = f"{name}:{given}," if given else f"{name}:"
        return [f"{head}{option.name}=" for option in one.documented_options()]
    known = [word for word in (*of_game, *specs()) if word.startswith(begun)]
    return [*known, *_files(begun)] if known else None


def _logs(_ctx: click.Context, begun: str) -> Iterable[str] | None:
    """Return the logs and the folders that are here, or the games of a log."""
    if "#" in begun:
        return _games(begun)
    found = [name for name in _files(begun) if name.endswith((".jsonl", "/"))]
    return found or None


def _games(begun: str) -> Iterator[str]:
    """Yield LOG#1, LOG#2 and so on: a line of a log is a game."""
    path = begun.rpartition("#")[0]
    try:
        with open(path, "rb") as lines:  # noqa: PTH123 - as the user writes it, not normalised
            for number, _ in enumerate(itertools.islice(lines, _MOST_GAMES), 1):
                yield f"{path}#{number}"
    except OSError:
        return


def _solvers(_ctx: click.Context, _begun: str) -> Iterable[str]:
    from bombe.solvers import BACKENDS

    return [line.name for line in BACKENDS]


def _formats(ctx: click.Context, _begun: str) -> Iterable[str]:
    from bombe.boards.sudoku.formats import FORMATS

    own = ["log"] if ctx.info_name == "convert" else []
    return [*(known.name for known in FORMATS), *own]


def _tasks(_ctx: click.Context, _begun: str) -> Iterable[str]:
    from bombe.analysis.bench.tasks import NAMES

    return NAMES


def _categories(_ctx: click.Context, begun: str) -> Iterable[str]:
    """Return the categories; after a plus, what may be combined with those before it."""
    from bombe.analysis.matches.categories import CATEGORIES

    before, plus, _ = begun.rpartition("+")
    given = before.split("+")
    return [f"{before}{plus}{name}" for name in CATEGORIES if name not in given]


def _symbols(_ctx: click.Context, _begun: str) -> Iterable[str]:
    from bombe.boards.sudoku.symbols import ALPHABETS

    return ALPHABETS


def _shapes(_ctx: click.Context, _begun: str) -> Iterable[str]:
    return ("2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5")


def _any_file(_ctx: click.Context, _begun: str) -> None:
    """Let the shell complete the name of a file."""


def _files(begun: str) -> list[str]:
    """Return the files and folders whose names begin so; hidden ones only if asked for."""
    folder, mark, start = begun.rpartition("/")
    try:
        with os.scandir(f"{folder}{mark}" or ".") as entries:
            found = sorted((entry.name, entry.is_dir()) for entry in entries)
    except OSError:
        return []
    return [
        f"{folder}{mark}{name}{'/' * is_folder}"
        for name, is_folder in found
        if name.startswith(start) and (not name.startswith(".") or start)
    ]


_BY_OPTION: dict[str, Complete] = {
    "--solver": _solvers,
    "--oracle": _solvers,
    "--format": _formats,
    "--to": _formats,
    "--task": _tasks,
    "--symbols": _symbols,
    "position": _positions,
}
"""By the option, or by the name of the argument."""
_BY_METAVAR: dict[str, Complete] = {
    **dict.fromkeys(("A", "B", "AGENT", "OPPONENT"), _agents),
    "BOARD": _boards,
    "CATEGORY": _categories,
    "POSITION": _positions,
    "LOG": _logs,
    **dict.fromkeys(("MxN", "RxC"), _shapes),
    **dict.fromkeys(("FILE", "FOLDER", "DIR"), _any_file),
}
