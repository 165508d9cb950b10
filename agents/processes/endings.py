"""How an agent's process ended: by itself, by what it used, or from outside, which voids a game.

In a sandbox no process can send itself SIGKILL or SIGSTOP. So what was killed that way, neither
by us nor by a system without memory, was killed by somebody else.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING

from bombe.agents.processes.frozen import out_of_memory_kills
from bombe.agents.turn import NO_MEMORY, Trouble
from bombe.boards.game import Termination

if TYPE_CHECKING:
    from bombe.solvers.sandbox.child import ProcessExit

OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory")


def killed_outside(words: str) -> Trouble:
    """Return the trouble of a turn that something outside has spoiled."""
    return Trouble(Termination.VOID, words)


def exit_trouble(
    exited: ProcessExit | None, printed: str, memory: int | None, kills: int | None
) -> Trouble:
    """Return what the end of a process means; None is for one that has only closed its channel.

    `memory` is its limit, `kills` how many processes the system had killed when it began.
    """
    if exited is None:
        return Trouble(Termination.CRASH, "closed its channel to the referee")
    if exited.excess:
        return Trouble(Termination.MEMORY if exited.is_memory else Termination.CRASH, exited.excess)
    if exited.code >= 0:
        return Trouble(Termination.CRASH, f"ended its process with exit code {exited.code}")
    return _signal_trouble(exited, printed, memory, kills)


def _signal_trouble(
    exited: ProcessExit, printed: str, memory: int | None, kills: int | None
) -> Trouble:
    if exited.is_lost:
        return killed_outside("was killed from outside, with the process that watches over it")
    name = exited.signal_name
    if any(words in printed for words in OUT_OF_MEMORY) or _lacked(exited, memory, kills):
        return Trouble(Termination.MEMORY, f"{NO_MEMORY.detail} and died of {name}")
    if exited.code == -signal.SIGKILL:
        return killed_outside(f"was killed from outside ({name})")
    return Trouble(Termination.CRASH, f"its process died of {name}")


def _lacked(exited: ProcessExit, memory: int | None, kills: int | None) -> bool:
    """Return whether a signal killed a process, as far as we can tell, for lack of memory."""
    if exited.code == -signal.SIGKILL and kills is not None:
        return (out_of_memory_kills() or 0) > kills
    return memory is not None and exited.peak > memory // 2
