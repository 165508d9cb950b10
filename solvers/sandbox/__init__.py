"""A sandbox for code of others, and the supervised child processes that run in it.

policy.py      Sandbox, what is allowed; Containment, how much is demanded; SandboxStatus
entry.py       enter(): a process goes in and does not come out
child.py       Child: a process that is started, asked by lines, and ended, seen from Bombe
supervisor.py  the process between Bombe and a child
channel.py     the lines between them, at both ends
direct.py      a child on Windows, without a supervisor
landlock.py    files, TCP, signals and processes outside, on Linux
filter.py      all else that a process asks of the system, on Linux; calls.py has the table
signals.py     who may be killed, where a filter cannot tell
limits.py      limits of a process, privileges given up
spaces.py      shared memory and mounts of one's own
groups.py      control groups, which count processor time
paths.py       the files that any Python program needs, and the environment of a child
watchdog.py    limits of a process with all that it started; tree.py, what they use
"""

from bombe.solvers.sandbox.entry import (
    enter,
    full_status,
    prepare,
    require,
    sandbox_around,
    sandbox_status,
)
from bombe.solvers.sandbox.paths import python_reads
from bombe.solvers.sandbox.policy import Containment, Sandbox, SandboxStatus

__all__ = [
    "Containment",
    "Sandbox",
    "SandboxStatus",
    "enter",
    "full_status",
    "prepare",
    "python_reads",
    "require",
    "sandbox_around",
    "sandbox_status",
]
