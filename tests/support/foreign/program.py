"""A program as a solver, `program:python -m foreign.program`: it can be told to stop."""

from __future__ import annotations

import select
import sys

from bombe.boards import Board, Shape
from bombe.solvers import Budget, Meter
from bombe.solvers.backends.algorithm_x import AlgorithmX


def main() -> None:
    """Answer questions."""
    print("ready 1 program stop", flush=True)  # noqa: T201 - the lines of the protocol
    while line := sys.stdin.readline():
        verb, *words = line.split()
        if verb != "solve":
            print({"ping": "done", "stop": "stopped"}[verb], flush=True)  # noqa: T201 - the same
            continue
        answer(*words)


def answer(shape: str, cells: str, *limits: str) -> None:
    """Write the solutions of a board."""
    given = dict(limit.split("=") for limit in limits)
    board = Board(Shape.parse(shape), bytes(int(c.replace(".", "0"), 36) for c in cells))
    meter = Meter(Budget(float(given["seconds"]) if "seconds" in given else None))
    for number, solution in enumerate(AlgorithmX().search(board, meter), 1):
        if select.select([sys.stdin], [], [], 0)[0]:
            return
        text = "".join("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[value] for value in solution.values)
        print("solution", text, flush=True)  # noqa: T201 - the same
        if str(number) == given.get("limit"):
            print("limit", flush=True)  # noqa: T201 - the same
            return
    print("done", flush=True)  # noqa: T201 - the same


if __name__ == "__main__":
    main()
