"""Links to puzzles that hold the puzzle themselves: of f-puzzles and of SudokuPad.

    https://www.f-puzzles.com/?load=N4Ig...           https://sudokupad.app/fpuzzlesN4Ig...
    https://sudokupad.app/sclN4Ig...                  https://sudokupad.app/scf...

Each line has a link, or only what stands behind `load=` or behind the host; a link that mail broke
over several lines is put together, and the plus signs that mail turned into blanks are mended. In
a link is JSON, packed by LZ-string (bombe.boards.text.lz_string); one that unpacks to more than any
puzzle needs is refused. Links that only name a puzzle on a server cannot be read: nothing here asks
a network.

Both formats read all of these links; each writes its own. bombe.boards.sudoku.formats.links.puzzle
says what is plain Sudoku.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from bombe.boards.facts import FACTS
from bombe.boards.sudoku.entries import Entry, entry_at
from bombe.boards.sudoku.formats.links import puzzle as puzzles
from bombe.boards.sudoku.formats.links import sudokupad
from bombe.boards.sudoku.formats.links.puzzle import UnplayableError
from bombe.boards.sudoku.shape import MAX_SIZE
from bombe.boards.sudoku.state import SudokuState
from bombe.boards.text.lines import limited
from bombe.boards.text.loose_json import LooseJsonError, parse
from bombe.boards.text.lz_string import PackedTextError, compress, decompress
from bombe.boards.text.spans import Head, Span, numbered, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.sudoku.board import Board
    from bombe.boards.sudoku.reading import ReadOptions
    from bombe.boards.sudoku.shape import Shape

_HOSTS = FACTS["links"]["hosts"]
_ADDRESS = re.compile(
    rf"(?:^|.*?\b)(?:https?://|^)(?:[a-z]+\.)?(?P<host>{_HOSTS})(?=[/?]|$)(?P<rest>.*)",
    re.IGNORECASE | re.ASCII,
)
_BARE = re.compile(r"(?:(?:fpuz(?:zles)?|scl|ctc)N4|N4Ig)[A-Za-z0-9+/=%$ -]{16,}")
_MORE = re.compile(r"[A-Za-z0-9+/=%$ -]+")
_KIND = re.compile(r"(fpuz(?:zles)?|scl|ctc|scf|classic)(.*)", re.DOTALL)
_PATH = re.compile(r"(?:/?\?(?:.*&)?puzzleid=|/(?:sudoku/|puzzle/)?(?:\?puzzleid=)?)([^&?#]*)")
_F_PUZZLES, _SUDOKUPAD = "https://www.f-puzzles.com/?load=", "https://sudokupad.app/fpuzzles"
_LONGEST_PACKED: int = FACTS["links"]["longest_packed"]
_LONGEST: int = FACTS["links"]["longest"]


class _Puzzle(NamedTuple):
    """What a link holds: `fpuzzles`, `scl` or `scf`, and the packed puzzle."""

    kind: str
    packed: Span


def is_link(text: str) -> bool:
    """Return whether a text begins with a link that may hold a puzzle, or with what is in one."""
    line = text.strip()
    return bool(_ADDRESS.match(line)) or (bool(_BARE.fullmatch(line)) and not _is_board(line))


def looks_like_f_puzzles(head: Head) -> bool:
    """Return whether the text begins with a link of f-puzzles."""
    line = head.line(0) or ""
    address = _ADDRESS.match(line)
    return bool(address and "puzzles" in address["host"].lower())


def looks_like_sudokupad(head: Head) -> bool:
    """Return whether the text begins with any other link, or with what is in one."""
    return is_link(head.line(0) or "")


def read(lines: Iterable[str], source: str, options: ReadOptions) -> Iterator[Entry]:
    """Read the puzzle of each link."""
    for link in _whole_links(numbered(limited(lines, source), source)):
        yield entry_at(link, SudokuState(_board(link, options.shape)))


read_f_puzzles = read_sudokupad = read


def write_f_puzzles(state: SudokuState) -> str:
    """Write the link that opens the board in f-puzzles."""
    return f"{_F_PUZZLES}{compress(puzzles.f_puzzles_text(state.board))}\n"


def write_sudokupad(state: SudokuState) -> str:
    """Write the link that opens the board in SudokuPad."""
    return f"{_SUDOKUPAD}{quote(compress(puzzles.f_puzzles_text(state.board)), safe='')}\n"


def _whole_links(lines: Iterator[Span]) -> Iterator[Span]:
    """Yield each link, with the lines into which it was broken put together."""
    link: Span | None = None
    for line in lines:
        if line.is_blank or line.is_comment:
            continue
        text = line.text.strip(" \t<>\"'")
        begins = bool(_ADDRESS.match(text) or _BARE.fullmatch(text))
        if link is not None and not begins and _MORE.fullmatch(text):
            link = Span(link.place, link.text + text)
            continue
        if link is not None:
            yield link
        link = line.part(line.text.find(text))._replace(text=text)
    if link is not None:
        yield link


def _board(link: Span, wanted: Shape | None) -> Board:
    puzzle = _puzzle_of(link)
    try:
        if puzzle.kind == "scf":
            return sudokupad.board_of_scf(puzzle.packed.text, wanted)
        document = parse(_unpacked(puzzle.packed))
        if puzzle.kind == "scl":
            return sudokupad.board_in(document, wanted)
        return puzzles.board_in_f_puzzles(document, wanted)
    except UnplayableError as error:
        raise link.refuse(error.refusal, **error.fields) from None
    except LooseJsonError:
        raise puzzle.packed.refuse("link-empty") from None


def _unpacked(packed: Span) -> str:
    if len(packed.text) > _LONGEST_PACKED:
        raise packed.refuse("link-long", most=f"{_LONGEST_PACKED:,}")
    try:
        return decompress(packed.text, _LONGEST)
    except PackedTextError as error:
        raise packed.refuse("link-damaged", error.offset, problem=error.problem) from None


def _puzzle_of(link: Span) -> _Puzzle:
    address = _ADDRESS.match(link.text)
    if address is None:
        return _kind_of(link, "fpuzzles" if link.text.startswith("N4") else None)
    if "puzzles" in address["host"].lower():
        found = re.search(r"[?&]load=([^&#]*)", address["rest"])
        kind = "fpuzzles"
    else:
        found = _PATH.match(address["rest"])
        kind = None
    if found is None or not found[1]:
        raise _on_server(link)
    start = address.start("rest") + found.start(1)
    return _kind_of(link.part(start, start + len(found[1])), kind)


def _kind_of(packed: Span, kind: str | None) -> _Puzzle:
    """Return what is packed; its kind is known, or told by the letters before it."""
    text = packed.text
    if kind is None:
        match = _KIND.fullmatch(text)
        if match is None:
            raise _on_server(packed)
        if match[1] == "classic":
            raise packed.refuse("link-classic")
        kind = {"ctc": "scl", "fpuz": "fpuzzles"}.get(match[1], match[1])
        packed = packed.part(match.start(2))
    return _Puzzle(kind, packed._replace(text=unquote(packed.text)))


def _on_server(link: Span) -> Exception:
    return link.refuse("link-server", link=shown(link.text))


def _is_board(text: str) -> bool:
    """Return whether a packed puzzle may as well be a large board on a line."""
    size = math.isqrt(len(text))
    return size * size == len(text) and size <= MAX_SIZE and text.isalnum()
