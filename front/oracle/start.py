"""Starts the oracle program by this file's path, without `site`: python -IS start.py FILE OPTIONS.

Finding installed packages takes Python longer than answering, so this file finds Bombe itself: in a
checkout the other rooms are beside front/, otherwise inside `bombe`.
"""

import os
import sys


def find_bombe() -> None:
    """Make `import bombe.x` find the rooms, without running the package `bombe` itself."""
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - pathlib takes longer
    package = type(sys)("bombe")
    package.__path__ = [home, os.path.dirname(home)]  # noqa: PTH120 - as said above
    sys.modules["bombe"] = package


if __name__ == "__main__":
    find_bombe()
    from bombe.oracle.program import main

    sys.exit(main())
