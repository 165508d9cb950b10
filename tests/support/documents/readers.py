"""The documents of the corpora, and the commands and functions that read them and show them."""

from __future__ import annotations

import contextlib
import io
import json
import random
from typing import TYPE_CHECKING, NamedTuple

from paths import DATA

from bombe.agents.learn.features import FEATURES
from bombe.agents.learn.network import load_network, read_network_fields
from bombe.agents.learn.perceptron.labelling import TRAINING, label_plan, label_study
from bombe.agents.learn.perceptron.plan import make_plan
from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.agents.learn.records import read_training
from bombe.boards.errors import BombeError
from bombe.boards.visible import visible
from bombe.commands import main
from documents.damage import damaged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CORPUS = DATA / "corpora" / "documents"


class Outcome(NamedTuple):
    """What came of reading a document: whether it was read, and what was printed."""

    is_read: bool
    printed: str


def commands(*lines: str) -> Callable[[Path], Outcome]:
    """Return a function that runs commands on a file; `{}` is its name."""

    def use(path: Path) -> Outcome:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            codes = [main([word.format(path) for word in line.split()]) for line in lines]
        assert {*codes} <= {0, 2, 3, 4}, codes
        return Outcome(codes[0] == 0, out.getvalue() + err.getvalue())

    return use


def function(use: Callable[[Path], object]) -> Callable[[Path], Outcome]:
    """Return a function that calls another on a file, and takes errors of our own."""

    def attempt(path: Path) -> Outcome:
        try:
            return Outcome(is_read=True, printed=str(use(path))[:0])
        except BombeError as error:
            return Outcome(is_read=False, printed=visible(str(error)))

    return attempt


def _labels(path: Path) -> None:
    plan = make_plan(
        game="sudoku",
        inputs=None,
        boxes=None,
        hidden="2",
        positions=3,
        held_out=2,
        epochs=1,
        batch=4,
        rate=0.1,
        seed=0,
    )
    study = label_study(plan, TRAINING)
    known = study.resume(path, label_plan(plan, TRAINING)).of(LabelledPosition)
    plan.subject().samples(known) if known else None


def _training(path: Path) -> None:
    training = read_training(path)
    for generation in training.generations:
        read_network_fields(generation.network).value([0.5] * len(generation.network["inputs"]))


def _network(path: Path) -> None:
    network = load_network(path, FEATURES)
    network.values([1e6] * len(network.inputs))
    json.dumps(network.to_json(), allow_nan=False)


READERS: dict[str, Callable[[Path], Outcome]] = {
    "game.jsonl": commands("rate {} --trust", "replay {}", "replay {}#1", "verify {}", "rate {}"),
    "dots.jsonl": commands("rate {} --trust", "replay {}", "replay {}#1", "verify {}", "rate {}"),
    "bench.jsonl": commands("bench --read {}", "bench --read {} --json"),
    "tempo.jsonl": commands("study tempo --read {}"),
    "modes.jsonl": commands("study modes --read {}"),
    "endings.jsonl": commands("study endings --read {}"),
    "why.jsonl": commands("study why --read {}"),
    "neat.jsonl": function(_training),
    "network.json": function(_network),
    "labels.jsonl": function(_labels),
}


def fuzz(name: str, count: int, seed: int, folder: Path) -> dict[bool, int]:
    """Read damaged documents of a kind; count those that were read and those that were refused."""
    rng, text = random.Random(f"{name} {seed}"), (CORPUS / name).read_text("utf-8")
    outcomes = {True: 0, False: 0}
    path = folder / name
    for _ in range(count):
        content = damaged(rng, text)
        path.write_bytes(content)
        try:
            outcome = READERS[name](path)
        except Exception as error:
            short = content if len(content) < 3000 else content[:3000] + b"..."
            raise AssertionError(f"{error!r} from {name}: {short!r}") from error
        assert "\x1b" not in outcome.printed, outcome.printed
        outcomes[outcome.is_read] += 1
    return outcomes
