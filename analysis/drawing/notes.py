"""A board with a note on every move, before it is drawn: what the move is worth.

    notes_of_tempo(tempo)       5+  a fill that keeps the tempo       x5-  a skip that loses it
    notes_of_endgame(endgame)   5 +12  a fill worth 12 points         x5 -3  a skip worth -3

Text and SVG draw the same notes: notes_text.py, notes_svg.py.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bombe.analysis.tempo.law import Outlook
from bombe.boards.sudoku.symbols import symbol
from bombe.solvers import Verdict, as_solver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.analysis.endgame.margins import Endgame, EndgameValue
    from bombe.analysis.tempo.report import Tempo
    from bombe.boards import Board, Move


class Tone(enum.Enum):
    """How good a move is: among the best, good enough, bad, or not known."""

    BEST = "best"
    GOOD = "good"
    BAD = "bad"
    OPEN = "open"


@dataclass(frozen=True)
class Note:
    """What is said of a move in its cell; a skip has an x before its value."""

    text: str
    tone: Tone
    skip: bool


@dataclass(frozen=True)
class Notes:
    """The notes of every cell, row by row, under a title; `legend` explains them."""

    board: Board
    cells: tuple[tuple[Note, ...], ...]
    title: str
    legend: tuple[str, ...]


_TEMPO_SIGNS = {
    Outlook.WON: ("+", Tone.GOOD),
    Outlook.LOST: ("-", Tone.BAD),
    Outlook.OPEN: ("?", Tone.OPEN),
}


def notes_of_tempo(tempo: Tempo) -> Notes:
    """Return notes on which moves keep or take the tempo, and which leave it to the opponent."""
    found = [(skip.move, skip.verdict, True) for skip in tempo.skips]
    known = {effect.move: effect for effect in tempo.effects}
    for move in tempo.fills:
        effect = known.get(move)
        verdict = Outlook.OPEN
        if move in tempo.keeps:
            verdict = Outlook.WON
        elif effect is not None and tempo.verdict is not Outlook.OPEN:
            verdict = Outlook.LOST
        found.append((move, verdict, False))
    marked = []
    for move, verdict, skip in found:
        sign, tone = _TEMPO_SIGNS[verdict]
        marked.append((move, Note(f"{_name(move, skip=skip)}{sign}", tone, skip)))
    is_open = any(verdict is Outlook.OPEN for _, verdict, _ in found)
    words = ("5+ keeps or takes the tempo", "5- leaves it to the opponent", "x5 a skip")
    legend = (*words, *(("5? not known",) if is_open else ()))
    return Notes(tempo.board, _by_cell(tempo.board, marked), tempo.summary(), legend)


def notes_of_endgame(endgame: Endgame) -> Notes:
    """Return notes on what every move is worth for the mover; bounds where that is not known."""
    best = set(endgame.best) if endgame.exact else set()
    marked = [(value.move, _worth(value, best)) for value in endgame.moves]
    legend = ("5 +3 a fill and its worth", "x5 -3 a skip and its worth", "* optimal")
    return Notes(endgame.board, _by_cell(endgame.board, marked), endgame.summary(), legend)


def best_play(endgame: Endgame) -> Iterator[str]:
    """Write the line of best play, a move on a line, with the score after it."""
    if not endgame.exact:
        yield "   no line of best play: the margin is not known"
        return
    state, oracle = endgame.state, as_solver("auto")
    yield "   best play:"
    for number, move in enumerate(endgame.line, 1):
        player = state.to_move
        skip = oracle.solvable(state.question(move)) is Verdict.NO
        state = state.reject(move) if skip else state.play(move)
        kind, (first, second) = "skip" if skip else "fill", state.scores
        yield f"   {number:>3}. player {player}  {kind}  {move!s:<14} {first} to {second}"


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
    return f"{'x' if skip else ''}{symbol(move.value)}"


def _by_cell(board: Board, marked: Iterable[tuple[Move, Note]]) -> tuple[tuple[Note, ...], ...]:
    """Sort the notes into their cells: fills first, then by value."""
    cells: list[list[tuple[bool, int, Note]]] = [[] for _ in board.values]
    for move, note in marked:
        cells[board.shape.cell(move.row, move.column)].append((note.skip, move.value, note))
    return tuple(tuple(note for *_, note in sorted(cell, key=lambda n: n[:2])) for cell in cells)
