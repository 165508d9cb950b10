"""The `bombe` command: each subcommand parses its arguments, calls one function and prints.

Exit codes: 0 done; 1 the answer is no (only with --exit-code); 2 wrong usage; 3 bad input; 4 out of
time or nodes, after printing a partial result; 5 a solver is missing; 130 interrupted, after
printing what is known.

The group of all commands is in root.py; click takes longer to import than a board to solve, so what
can be said without it is said here.
"""

import os
import sys

from bombe.boards.lazy import lazy_exports
from bombe.commands import garbage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.commands.root import bombe
else:
    __getattr__, __dir__ = lazy_exports(__name__, {"bombe.commands.root": ("bombe",)})

__all__ = ["bombe", "main"]


def main(argv: "Sequence[str] | None" = None) -> int:
    """Run the command with these arguments, by default those of the command line."""
    _replace_closed_streams()
    if argv is not None:
        return _run(argv, is_ours=False)
    _leave_out_current_folder()
    garbage.pause()
    try:
        return _run(sys.argv[1:], is_ours=True)
    finally:
        garbage.leave()


def _run(words: "Sequence[str]", *, is_ours: bool) -> int:
    """Run the command; `is_ours` says that this is our own process."""
    if [*words] == ["--version"] and _is_version_told():
        return 0
    from bombe.commands.root import run

    return run(words, is_ours=is_ours)


def _is_version_told() -> bool:
    """Print the version; return False if it cannot be, which the whole command knows to handle."""
    from bombe.commands.version import version_line

    try:
        print(version_line(), flush=True)  # noqa: T201 - click does it only where there is more to say
    except OSError:
        return False
    return True


def _replace_closed_streams() -> None:
    """Let the null device stand for standard streams that the caller has closed, as with `>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - a device, open to the end
            setattr(sys, name, stream)


def _leave_out_current_folder() -> None:
    """Import nothing from the current folder, neither here nor in our own processes.

    A file there may have the name of a package that we look for. Solvers and agents that are named
    as MODULE:Class are found there all the same, by bombe.boards.options.users_module.
    """
    sys.path[:] = filter(None, sys.path)
    os.environ["PYTHONSAFEPATH"] = "1"
