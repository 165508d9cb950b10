"""The positions of a replayed game: a sentence for each move, and its drawings.

frame.caption       a sentence about the last move
frame.text(look)    the position for a terminal, frame.svg() as a picture

Every game has a frame class, which its line in bombe.analysis.games names; PlainFrame serves any.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from bombe.analysis.drawing.painter import draw_text
from bombe.analysis.results import with_noun
from bombe.boards.game import AnyState
from bombe.boards.notes import notes_text
from bombe.boards.sudoku.notation import Notation, spelled

if TYPE_CHECKING:
    from bombe.analysis.drawing.look import Look
    from bombe.boards.game import AnyMove
    from bombe.boards.record import GameRecord, Ply

StateT_co = TypeVar("StateT_co", bound=AnyState, covariant=True)


@dataclass(frozen=True)
class Frame(ABC, Generic[StateT_co]):
    """The position of a record after `number` moves.

    `lost` is the number of points that the last move gave away, if known; `better` a move that
    would have given none away, but loses the game, too, if it `is_lost`. Sentences are in the
    `notation`.
    """

    record: GameRecord
    number: int
    state: StateT_co
    lost: int | None
    better: AnyMove | None = field(default=None, kw_only=True)
    is_lost: bool = field(default=False, kw_only=True)
    notation: Notation = field(default=Notation.FRAMEWORK, kw_only=True)

    @property
    def ply(self) -> Ply | None:
        """The last move; None at the start."""
        return self.record.plies[self.number - 1] if self.number else None

    @property
    def caption(self) -> str:
        """A sentence: who played what, the score, and what the agent noted about the turn."""
        ply, state = self.ply, self.state
        if ply is None:
            mover = f"{self.record.players[state.to_move - 1]} (player {state.to_move})"
            return f"start: {self.left()}, {mover} begins"
        score = "{} to {}".format(*state.scores)
        who = f"{self.number}. {self.record.players[ply.player - 1]} (player {ply.player})"
        move = spelled(str(ply.move), self.notation)
        end = f"; {self.lost} lost against best play" if self.lost else ""
        end += f": {self.better} was better" if self.better is not None else ""
        end += ", but loses, too" if self.better is not None and self.is_lost else ""
        end += f" ({notes_text(ply.notes)})" if ply.notes else ""
        end += f"; {self.skipped}" if self.skipped else ""
        end += "".join(f"; {words}" for words in self.incidents)
        if ply.is_bomb:
            end = spelled(end, self.notation) + (f". {self.why}" if self.why else "")
            return f"{who} plays the bomb {move}, which becomes taboo; {score}{end}"
        gain = f" for {with_noun(ply.points, 'point')}" if ply.points else ""
        return f"{who} plays {move}{gain}; {score}{spelled(end, self.notation)}"

    @property
    def incidents(self) -> list[str]:
        """What was noted of the turn of the last move, such as that it hung after its proposal."""
        return [each.words for each in self.record.incidents if each.ply == self.number - 1 >= 0]

    @property
    def why(self) -> str:
        """Why the last move is a bomb, in a sentence, unless it was meant; or an empty text."""
        return ""

    @property
    def skipped(self) -> str:
        """Which player cannot move after the last move, in words, or an empty text."""
        return ""

    @property
    def note(self) -> str:
        """A remark below the position, which may be empty."""
        return ""

    @abstractmethod
    def left(self) -> str:
        """Return how much is left to play, in words."""

    @abstractmethod
    def text(self, look: Look) -> str:
        """Return a drawing of the position for a terminal, with the last move."""

    @abstractmethod
    def svg(self) -> str:
        """Return the position as a picture, with the last move."""


class PlainFrame(Frame[AnyState]):
    """A position of any game, as the text of its state."""

    def left(self) -> str:
        """Return the number of legal moves."""
        return with_noun(0 if self.state.is_over else len(self.state.moves()), "legal move")

    def text(self, look: Look) -> str:  # noqa: ARG002 - plain text is the same for every look
        """Return the text of the state."""
        return str(self.state)

    def svg(self) -> str:
        """Return the text of the state as a picture."""
        return draw_text(self.state)
