"""An answer that a stop ends early, for other processes, which import it by name."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.analysis.outputs.payload import Payload
from bombe.analysis.outputs.rendering import text_payload
from bombe.analysis.workers.contract import AnswerPiece

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class CutNote(NamedTuple):
    """What is told of a piece."""

    is_cut: bool = False


class CutAnswer(NamedTuple):
    """Writes the numbers of tasks; the first one ends only when it is stopped, and in two pieces.

    The file says that the second one has its answer.
    """

    second_is_done: str

    def __call__(self, task: int, is_stopped: Callable[[], bool]) -> Iterator[AnswerPiece]:
        """Yield the number of a task."""
        yield AnswerPiece(text_payload([f"{task}"]), CutNote())
        if task > 0:
            Path(self.second_is_done).touch()
            return
        while not is_stopped():
            time.sleep(0.005)
        yield AnswerPiece(Payload(b"", 0), CutNote(is_cut=True))
