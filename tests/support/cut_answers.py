"""An answer that a stop ends early, for other processes, which import it by name."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def cut_answers(task: int, is_stopped: Callable[[], bool], second_is_done: str) -> Iterator[str]:
    """Answer the task 0 until a stop, in two pieces; note in a file that another has its answer."""
    yield "begun"
    if task > 0:
        Path(second_is_done).touch()
        return
    while not is_stopped():
        time.sleep(0.005)
    yield "cut"
