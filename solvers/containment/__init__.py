"""A fence for code of others: what a process may read, write, ask of the system, and take.

fence.py      Fence, what is allowed; Containment, how much is demanded; Held, what holds
entry.py      enter(): a process goes in and does not come out; holds(): what this machine offers
landlock.py   files, TCP, signals and processes outside, on Linux
filter.py     all else that a process asks of the system, on Linux; calls.py has the table
limits.py     limits of a process, privileges given up
reads.py      the files that any Python program needs
tree.py       what a process and all below it use; how they are frozen and killed
"""

from bombe.solvers.containment.entry import enter, holds, prepare, require
from bombe.solvers.containment.fence import Containment, Fence, Held
from bombe.solvers.containment.reads import importable, python_reads

__all__ = [
    "Containment",
    "Fence",
    "Held",
    "enter",
    "holds",
    "importable",
    "prepare",
    "python_reads",
    "require",
]
