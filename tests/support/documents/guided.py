"""Coverage-guided fuzzing of the readers by atheris, as a program: guided.py [options] FOLDER...

The first byte of an input chooses the reader, the rest is what it reads. The options are those of
libFuzzer, such as -runs=100000.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from typing import Any

atheris: Any = importlib.import_module("atheris")  # it need not be there when types are checked

with atheris.instrument_imports(include=["bombe.boards", "bombe.agents", "bombe.analysis"]):
    from bombe.agents.framework.console import read_console
    from bombe.agents.learn.features import FEATURES
    from bombe.agents.learn.network import read_network
    from bombe.analysis.bench.records import read_records as read_bench
    from bombe.analysis.bench.result import Benchmark
    from bombe.boards.dots.text import read_dots
    from bombe.boards.errors import BombeError
    from bombe.boards.record import read_records
    from bombe.boards.sudoku.reading import read_text


def _games(text: str) -> None:
    for record in read_records(io.StringIO(text), "log"):
        record.to_json().encode()


def _bench(text: str) -> None:
    str(Benchmark.of(read_bench(io.StringIO(text), "run"))).encode()


READERS = (
    lambda text: list(read_text(text)),
    read_dots,
    _games,
    _bench,
    lambda text: read_network(text, "network", FEATURES),
    lambda text: [record.to_json() for record in read_console(io.StringIO(text))],
)
"""What reads a text; the corpora of `seeds` have the number of their reader before them."""


def one_input(content: bytes) -> None:
    """Read one input; all but errors of our own end the fuzzing."""
    read = READERS[(content[0] if content else 0) % len(READERS)]
    with contextlib.suppress(BombeError):
        read(content[1:].decode("utf-8", "surrogateescape"))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
