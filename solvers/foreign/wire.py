"""The lines between Bombe and a solver in a process of its own, in Python or any other language.

    ready 1 NAME OFFER...                                  the first line of the solver
    VERB MxN BOARD [limit=K] [seconds=S] [nodes=N] [repeat=R]          a question
    solution BOARD, count K, bomb ROW COLUMN VALUE                     parts of an answer
    done | limit | budget | stopped | unsupported TEXT | error TEXT    the end of an answer

A line of an answer may end with what has been spent on it until then: `nodes=N`, `build=SECONDS`,
`seconds=SECONDS`. With `repeat` that is for one repetition.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

from bombe.boards import Board, Shape
from bombe.boards.sudoku.symbols import ALPHABETS, BLANK, WRITTEN, board_line

if TYPE_CHECKING:
    from collections.abc import Mapping

VERSION = "1"
SOLVE, COUNT, SOLVABLE, AUDIT, PING, STOP = "solve", "count", "solvable", "audit", "ping", "stop"
REPEAT = "repeat"
OFFERS = (COUNT, SOLVABLE, AUDIT, REPEAT, STOP)
"""What a solver may offer beside `solve`; the others are made of it."""
READY, SOLUTION, BOMB, MEASURED = "ready", "solution", "bomb", "measured"
DONE, LIMIT, BUDGET, STOPPED = "done", "limit", "budget", "stopped"
UNSUPPORTED, ERROR, WRONG = "unsupported", "error", "wrong"
ENDS = frozenset({DONE, LIMIT, BUDGET, STOPPED, UNSUPPORTED, ERROR, WRONG})
"""The words of the last line of an answer."""
PARTS = frozenset({SOLUTION, COUNT, BOMB, MEASURED})
"""The words of the other lines."""
USAGE, MISSING = "usage", "missing"
"""What a Python class writes instead of `ready` if there is none to make; so it may `wrong`."""
_IN_WORDS = frozenset({UNSUPPORTED, ERROR, WRONG, USAGE, MISSING})
"""The words of lines that go on with a text."""
_NOTHING = 255
_VALUES = bytearray([_NOTHING]) * 256
_VALUES[ord(BLANK)] = _VALUES[ord("0")] = 0
for _value, _symbol in enumerate(ALPHABETS[WRITTEN], 1):
    _VALUES[ord(_symbol)] = _value


class WireQuestion(NamedTuple):
    """A line to a solver."""

    verb: str
    board: Board
    limit: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    repeat: int | None = None

    def line(self) -> str:
        """Return the line; what has no limit is left out."""
        limits = {"limit": self.limit, "seconds": self.seconds, "nodes": self.nodes}
        limits[REPEAT] = self.repeat
        shown = (f"{name}={value}" for name, value in limits.items() if value is not None)
        return " ".join([self.verb, str(self.board.shape), board_line(self.board), *shown])

    @classmethod
    def read(cls, line: str) -> WireQuestion:
        """Return the question that a line asks; ours are well-formed."""
        verb, shape, board, *limits = line.split()
        given = dict(limit.split("=") for limit in limits)
        return cls(
            verb,
            _board(Shape.parse(shape), board),
            _whole(given, "limit"),
            float(given["seconds"]) if "seconds" in given else None,
            _whole(given, "nodes"),
            _whole(given, REPEAT),
        )


class WireReply(NamedTuple):
    """A line of an answer: its first word, the other words, and what has been spent until now."""

    word: str
    words: tuple[str, ...] = ()
    nodes: int | None = None
    build: float | None = None
    seconds: float | None = None

    @property
    def text(self) -> str:
        """The other words as a text."""
        return " ".join(self.words)

    @classmethod
    def read(cls, line: str) -> WireReply:
        """Return what a line of an answer says; raise ValueError if a number in it is none."""
        word, *words = line.split() or [""]
        if word in _IN_WORDS:
            return cls(word, tuple(words))
        bare = list(itertools.takewhile(lambda text: "=" not in text, words))
        spent = dict(text.partition("=")[::2] for text in words[len(bare) :])
        times = (_time(spent, "build"), _time(spent, "seconds"))
        return cls(word, tuple(bare), _whole(spent, "nodes"), *times)

    def solution_of(self, board: Board) -> Board:
        """Return the board that the line shows; raise ValueError if it is none."""
        (text,) = self.words
        return _board(board.shape, text)

    def number(self) -> int:
        """Return the number in the line; raise ValueError if it is none."""
        (text,) = self.words
        return _natural(text)


def _board(shape: Shape, text: str) -> Board:
    values = text.encode("ascii").translate(_VALUES)
    if len(values) != shape.cells or max(values) > shape.size:
        raise ValueError(text)
    return Board(shape, values)


def _time(given: Mapping[str, str], name: str) -> float | None:
    seconds = float(given[name]) if name in given else None
    if seconds is not None and not 0 <= seconds < float("inf"):
        raise ValueError(given[name])
    return seconds


def _whole(given: Mapping[str, str], name: str) -> int | None:
    return _natural(given[name]) if name in given else None


def _natural(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValueError(text)
    return int(text)
