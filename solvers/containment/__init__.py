"""A fence for code of others: what a process may read, write, ask of the system, and take.

fence.py      Fence, what is allowed; Containment, how much is demanded; Held, what holds
entry.py      enter(): a process goes in and does not come out; holds(): what this machine has
landlock.py   files, TCP, signals and processes outside, on Linux
filter.py     all else that a process asks of the system, on Linux; calls.py has the table
keeper.py     who may be killed, where a filter cannot tell
limits.py     limits of a process, privileges given up
spaces.py     shared memory and mounts of one's own
reads.py      the files that any Python program needs
watch.py      limits of a process with all that it started; tree.py, what they use
"""

from bombe.solvers.containment.entry import enter, fence_around, holds, offers, prepare, require
from bombe.solvers.containment.fence import Containment, Fence, Held
from bombe.solvers.containment.reads import importable, python_reads

__all__ = [
    "Containment",
    "Fence",
    "Held",
    "enter",
    "fence_around",
    "holds",
    "importable",
    "offers",
    "prepare",
    "python_reads",
    "require",
]
