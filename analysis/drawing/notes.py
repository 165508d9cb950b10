"""A board with a note on every move, before it is drawn: what the move is worth.

    notes_of_tempo(tempo)       5+  a fill that keeps the tempo       x5-  a skip that loses it
    notes_of_endgame(endgame)   5 +12  a fill worth 12 points         x5 -3  a skip worth -3
    notes_of_reach(report)      1>3    a fill of player 1 that takes 3 cells from player 2

In the newer play modes every empty cell says first who can ever reach it: [1], [2], [12] or [].
Text and SVG draw the same notes: notes_text.py, notes_svg.py.
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bombe.analysis.reach.cells import Reach
from bombe.analysis.tempo.law import Outlook
from bombe.boards import Rules
from bombe.boards.sudoku.symbols import numeral
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.endgame.margins import Endgame, EndgameValue
    from bombe.analysis.reach.report import ReachReport
    from bombe.analysis.verdicts.report import Tempo
    from bombe.boards import Board, Move, SudokuState


class Tone(enum.Enum):
    """How good a move is: among the best, good enough, bad, or not known."""

    BEST = "best"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"
    PLACE = "place"


class Ground(enum.Enum):
    """Who can ever reach a cell; the value is what is written in it."""

    NONE = ""
    FIRST = "[1]"
    SECOND = "[2]"
    SHARED = "[12]"
    DEAD = "[]"


@dataclass(frozen=True)
class Note:
    """What is said of a move in its cell; a skip has an x before its value."""

    text: str
    tone: Tone
    skip: bool


@dataclass(frozen=True)
class Notes:
    """The notes of every cell, row by row, under a title; `legend` explains them.

    `grounds` says of every cell who can reach it; it is empty in classic play.
    """

    board: Board
    cells: tuple[tuple[Note, ...], ...]
    title: str
    legend: tuple[str, ...]
    grounds: tuple[Ground, ...] = ()


_TEMPO_SIGNS = {
    Outlook.WON: ("+", Tone.GOOD),
    Outlook.LOST: ("-", Tone.BAD),
    Outlook.OPEN: ("?", Tone.OPEN),
}


_TEMPO_WORDS = ("5+ keeps or takes the tempo", "5- leaves it to the opponent")
_REACH_WORDS = ("5+ leaves its player ahead", "5- leaves the opponent ahead")
_GROUND_WORDS = {
    Ground.FIRST: "[1] only player 1 can reach it",
    Ground.SECOND: "[2] only player 2",
    Ground.SHARED: "[12] both",
    Ground.DEAD: "[] nobody",
}


def notes_of_tempo(tempo: Tempo) -> Notes:
    """Return notes on which moves keep or take the tempo, and which leave it to the opponent."""
    found = list(_verdicts(tempo))
    marked = []
    for move, verdict, skip in found:
        sign, tone = _TEMPO_SIGNS[verdict]
        marked.append((move, Note(f"{_name(move, skip=skip)}{sign}", tone, skip)))
    is_open = any(verdict is Outlook.OPEN for _, verdict, _ in found)
    words = _TEMPO_WORDS if tempo.reach is None else _REACH_WORDS
    legend = (*words, "x5 a skip", *(("5? not known",) if is_open else ()))
    notes = Notes(tempo.board, _by_cell(tempo.board, marked), tempo.summary(), legend)
    return notes if tempo.reach is None else _on_grounds(notes, tempo.state)


def _verdicts(tempo: Tempo) -> Iterator[tuple[Move, Outlook, bool]]:
    """Yield every move with its verdict, and whether it is a skip."""
    for skip in tempo.skips:
        yield skip.move, skip.verdict, True
    known = {effect.move for effect in tempo.effects}
    for move in tempo.fills:
        verdict = Outlook.OPEN
        if move in tempo.keeps:
            verdict = Outlook.WON
        elif move in known and tempo.verdict is not Outlook.OPEN:
            verdict = Outlook.LOST
        yield move, verdict, False


def notes_of_reach(report: ReachReport) -> Notes:
    """Return notes on who can reach each cell, and how many cells a fill takes from the other."""
    board = report.board
    cells: list[list[Note]] = [[] for _ in board.values]
    for fill in report.fills:
        if fill.takes:
            words = f"{fill.player}>{len(fill.takes)}"
            cells[board.shape.cell(*fill.cell)].append(Note(words, Tone.OPEN, skip=False))
    legend = ("1>3 a fill of player 1 takes 3 cells from player 2",)
    notes = Notes(board, tuple(map(tuple, cells)), report.summary(), legend)
    return _on_grounds(notes, report.state)


def _on_grounds(notes: Notes, state: SudokuState) -> Notes:
    """Return notes in which every empty cell says first who can ever reach it."""
    reach = Reach.of_state(state)
    grounds = tuple(map(functools.partial(_ground, reach), range(len(notes.cells))))
    cells = tuple(
        (Note(ground.value, Tone.PLACE, skip=False), *cell) if ground is not Ground.NONE else cell
        for ground, cell in zip(grounds, notes.cells, strict=True)
    )
    found = [words for ground, words in _GROUND_WORDS.items() if ground in grounds]
    return replace(notes, cells=cells, grounds=grounds, legend=(*notes.legend, *found))


def _ground(reach: Reach, cell: int) -> Ground:
    if not reach.empty >> cell & 1:
        return Ground.NONE
    first, second = (ever >> cell & 1 for ever in reach.ever)
    if first and second:
        return Ground.SHARED
    return Ground.FIRST if first else Ground.SECOND if second else Ground.DEAD


def notes_of_endgame(endgame: Endgame) -> Notes:
    """Return notes on what every move is worth for the mover; bounds where that is not known."""
    best = set(endgame.best) if endgame.exact else set()
    marked = [(value.move, _worth(value, best)) for value in endgame.moves]
    legend = ("5 +3 a fill and its worth", "x5 -3 a skip and its worth", "* optimal")
    notes = Notes(endgame.board, _by_cell(endgame.board, marked), endgame.summary(), legend)
    return notes if endgame.state.rules is Rules.CLASSIC else _on_grounds(notes, endgame.state)


def best_play(endgame: Endgame) -> Iterator[str]:
    """Write the line of best play, a move on a line, with the score after it."""
    if not endgame.exact:
        yield "   no line of best play: the margin is not known"
        return
    state, oracle = endgame.state, as_solver("auto")
    yield "   best play:"
    for turn, move in enumerate(endgame.line, 1):
        player = state.to_move
        skip = oracle.solvable(state.question(move)) is Verdict.NO
        state = state.reject(move) if skip else state.play(move)
        kind, (first, second) = "skip" if skip else "fill", state.scores
        yield f"   {turn:>3}. player {player}  {kind}  {move!s:<14} {first} to {second}"


def _worth(value: EndgameValue, best: set[Move]) -> Note:
    skip = value.kind == "skip"
    words = f"{value.low:+d}" if value.exact else f"{value.low:+d}..{value.high:+d}"
    name = _name(value.move, skip=skip)
    if value.move in best:
        return Note(f"{name} {words}*", Tone.BEST, skip)
    if not value.exact:
        return Note(f"{name} {words}", Tone.OPEN, skip)
    return Note(f"{name} {words}", Tone.GOOD if value.low > 0 else Tone.BAD, skip)


def _name(move: Move, *, skip: bool) -> str:
    return f"{'x' if skip else ''}{numeral(move.value)}"


def _by_cell(board: Board, marked: Iterable[tuple[Move, Note]]) -> tuple[tuple[Note, ...], ...]:
    """Sort the notes into their cells: fills first, then by value."""
    cells: list[list[tuple[bool, int, Note]]] = [[] for _ in board.values]
    for move, note in marked:
        cells[board.shape.cell(move.row, move.column)].append((note.skip, move.value, note))
    return tuple(tuple(note for *_, note in sorted(cell, key=lambda n: n[:2])) for cell in cells)
