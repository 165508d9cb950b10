"""A person at the board: what is shown, what is typed, and what becomes of it.

Input need not come from a terminal: what is read from a pipe is shown behind the prompt.
"""

from __future__ import annotations

import contextlib
import sys
from typing import TYPE_CHECKING, cast

import click

from bombe.agents.arena.proposing import Fate, advise
from bombe.agents.games import players_of
from bombe.analysis.matches.replay import ending, frames
from bombe.boards import Move, Rules, SudokuState
from bombe.boards.dots.state import DotsState, Line
from bombe.boards.errors import IllegalMoveError, InputError, UsageError
from bombe.boards.game import Termination, opponent
from bombe.boards.sudoku.notation import Spelling, counts_from_1, current_notation, for_people
from bombe.boards.visible import visible_in
from bombe.commands.shared.exit_codes import Exit
from bombe.commands.shared.interrupts import interrupted, stop_signal
from bombe.commands.shared.output import say
from bombe.commands.shared.saving import append_game, check_log, games_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from bombe.agents.arena.person_game import PersonGame
    from bombe.analysis.drawing.look import Look
    from bombe.analysis.matches.frames import Frame
    from bombe.boards.game import AnyMove, AnyState
    from bombe.boards.record import GameRecord

HINT_SECONDS = 1.0
"""What the adviser may think."""
_HELP = """\
  {move}
  hint     where to look; typed again, what to play
  undo     take back your last move and what followed it
  show     draw the board again
  save LOG append the game to LOG when it ends
  resign   give up
  quit     leave the game, which then counts for nobody"""
_MOVES = {
    "sudoku": ("{}   a move; (0,2) -> 5, 0,2,5 and r1c3=5 are the same", ("(0,2) -> 5", "r1c3=5")),
    "dots": ("{}    a line; v 0 1 goes down from the same dot", ("h 0 1", "h 0 1")),
}
"""How moves are typed in each game, with an example in either notation."""


class TerminalGame:
    """A game in the terminal; `names` are those of the person and of the agent."""

    def __init__(
        self, person_game: PersonGame, names: tuple[str, str], look: Look, log: str | None
    ) -> None:
        self._game, self._names = person_game, names
        self._look, self._log = look, log
        self._told = self._hints = 0
        self._commands: dict[str, Callable[[], object]] = {
            "help": self._help,
            "hint": self._hint,
            "undo": self._undo,
            "show": self._show,
            "resign": person_game.resign,
            "quit": person_game.leave,
        }

    def run(self) -> int:
        """Play until the game ends or is left; return the exit code."""
        if sys.stdin.isatty():
            with contextlib.suppress(ImportError):  # it edits lines; Windows does so by itself
                import readline  # noqa: F401
        person = self._game.person
        say(f"you are player {person}, {self._names[1]} is player {opponent(person)}")
        self._show()
        is_interrupted = False
        try:
            while self._game.outcome is None:
                self._turn()
        except KeyboardInterrupt:
            is_interrupted = True
            self._game.leave()
        self._end()
        return interrupted("") if is_interrupted else Exit.DONE

    def _turn(self) -> None:
        """Let the player to move play, and show what came of it."""
        if self._game.is_persons_turn:
            self._obey(self._typed())
            return
        with stop_signal() as stop:
            self._game.answer(stop.is_set)
        if stop.is_set():
            raise KeyboardInterrupt
        self._show()

    def _typed(self) -> str:
        """Return what the person types; at the end of the input, that the game is left."""
        one, two = self._game.state.scores
        prompt = f"{one} to {two}, your move (or help): "
        if sys.stdin.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                return "quit"
        line = sys.stdin.readline()
        say(f"{prompt}{line.strip()}" if line else "the input has ended")
        return line.strip() if line else "quit"

    def _obey(self, line: str) -> None:
        """Do what was typed: a command, or a move."""
        word, _, rest = line.partition(" ")
        named = [name for name in self._commands if word and name.startswith(word.lower())]
        if named == ["resign"] and word.lower() != "resign":
            say("to give up, type resign in full")
            return
        if word.lower() == "save":
            self._save_to(rest.strip())
        elif line == "?" or not line:
            self._help()
        elif not rest and len(named) == 1:
            self._commands[named[0]]()
        else:
            self._play(line)

    def _play(self, line: str) -> None:
        """Play a move; say why it is none."""
        try:
            self._game.play(_move_of(self._game.state, line))
        except (IllegalMoveError, UsageError) as error:
            say(str(error))
            return
        self._hints = 0
        if self._game.is_persons_turn or self._game.outcome:
            self._show()
        else:
            self._tell()

    def _undo(self) -> None:
        if not self._game.take_back():
            say("there is no move of yours to take back")
            return
        self._told, self._hints = len(self._game.plies) + 1, 0
        self._show()

    def _hint(self) -> None:
        """Print where to look; the second time, what to play."""
        state = self._game.state
        found = advise(state, HINT_SECONDS)
        self._hints += 1
        if not found.counts or isinstance(found.move, str) or found.move is None:
            say("no hint is known here")
            return
        is_skip = found.fate is Fate.BOMB
        if self._hints == 1:
            where = "think of a skip: a bomb" if is_skip else f"look at {_where(state, found.move)}"
            say(f"{where}; hint again tells what to play")
        else:
            adviser = players_of(state.game.name).adviser
            skip = ", a bomb, as a skip" if is_skip else ""
            say(f"{adviser} would play {_text_of(state, found.move)}{skip}")

    def _help(self) -> None:
        form, examples = _MOVES.get(self._game.state.game.name, ("{}", ("a move", "a move")))
        say(_HELP.format(move=form.format(examples[counts_from_1()])))

    def _save_to(self, path: str) -> None:
        if not path:
            say("type save and the name of a log")
            return
        try:
            check_log(path)
        except (InputError, UsageError) as error:
            say(str(error))
            return
        self._log = path
        say(f"the game will be appended to {path} when it ends")

    def _show(self) -> None:
        """Print the moves that were not told yet, and the position."""
        last = self._tell()[-1]
        notes = "\n".join(filter(None, (last.note, self._playable())))
        drawn = "\n\n".join(filter(None, (last.text(self._look), notes)))
        click.echo(for_people(f"\n{drawn}\n"), color=True)

    def _tell(self) -> list[Frame[AnyState]]:
        """Print the moves that were not told yet; return all positions of the game."""
        record = visible_in(self._record())
        shown = [*frames(record, notation=current_notation())]
        for frame in shown[self._told :]:
            say(frame.caption)
        self._told = len(shown)
        return shown

    def _playable(self) -> str:
        """Return where the person may play, in a mode where that is not everywhere."""
        state = self._game.state
        is_mode = isinstance(state, SudokuState) and state.rules is not Rules.CLASSIC
        if not is_mode or not self._game.is_persons_turn:
            return ""
        cells = dict.fromkeys(f"({move[0]},{move[1]})" for move in state.moves())
        return f"you may play on {', '.join(cells)}"

    def _end(self) -> None:
        """Print how the game ended, and keep it."""
        record = visible_in(self._record())
        one, two = record.scores
        is_left = record.termination is Termination.VOID
        end = "the game counts for nobody" if is_left else ending(record)
        say(f"{end}; {one} to {two}")
        if self._log:
            number = games_in(self._log) + 1
            append_game(self._log, self._record(number))
            say(f"kept as {self._log}#{number}: see it with `bombe board {self._log}#{number}`")

    def _record(self, number: int = 1) -> GameRecord:
        return self._game.record(*self._names, number)


def _move_of(state: AnyState, text: str) -> AnyMove:
    """Return the move of a text; raise UsageError if it is none."""
    if isinstance(state, SudokuState):
        return Move.parse(text)
    if isinstance(state, DotsState):
        return Line.parse(text)
    found = [move for move in state.moves() if str(move) == text]
    if not found:
        raise UsageError(f"{text!r:.40} is not a move: it can be {state.moves()[0]}")
    return found[0]


def _where(state: AnyState, move: AnyMove) -> str:
    """Return in words where a move is: the box of a cell, or one of a line."""
    if isinstance(state, SudokuState):
        shape, (row, column, _) = state.board.shape, Move.of(move)
        box = shape.geometry.regions_of[shape.cell(row, column)][2]
        return Spelling(shape).region(box)
    if isinstance(state, DotsState):
        grid = state.grid
        box = grid.boxes_of[grid.edge(Line.of(move))][0]
        return f"the box in row {box // grid.columns}, column {box % grid.columns}"
    return "all moves"


def _text_of(state: AnyState, move: AnyMove) -> str:
    return str(cast("Move", state.game.move(move)))
