"""The page's checker accepts what Python's accepts, and finds faults at the same steps."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from browsing import lacks
from paths import ROOT
from refutations import PROOFS, Proof

from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.refutation import Absurdity, Fact, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.analysis.why.refutation import End, Question, Refutation, Step

CHECKING = ROOT / "tests" / "support" / "page" / "checking.mjs"
CHANGES = 60
"""How many changed refutations are tried of each proof."""


def page_faults(proofs: list[Proof]) -> list[str]:
    """Return the faults that the page's checker finds."""
    node = shutil.which("node")
    if node is None:
        lacks("Node.js")
    given = json.dumps([plain(proof) for proof in proofs])
    command = [node, str(CHECKING)]
    done = subprocess.run(command, check=True, input=given, stdout=subprocess.PIPE, text=True)
    faults: list[str] = json.loads(done.stdout)
    return faults


def plain(proof: Proof) -> dict[str, Any]:
    """Return a proof as the page's modules hold it."""
    shape = proof.board.shape
    return {
        "m": shape.m,
        "n": shape.n,
        "values": list(proof.board.values),
        "question": plain_question(proof.question),
        "refutation": plain_refutation(proof.refutation),
    }


def plain_question(question: Question) -> dict[str, Any]:
    return {"fact": question.fact and question.fact._asdict(), "isNot": question.is_not}


def plain_refutation(refutation: Refutation) -> dict[str, Any]:
    return {
        "steps": [plain_step(step) for step in refutation.steps],
        "end": plain_end(refutation.end),
        "isShortest": refutation.is_shortest,
    }


def plain_step(step: Step) -> dict[str, Any]:
    return {
        "number": step.number,
        "rule": str(step.rule),
        "because": list(step.because),
        "after": list(step.after),
        "place": step.place and step.place._asdict(),
        "removes": [fact._asdict() for fact in step.removes],
        "region": step.region,
        "other": step.other,
        "cells": list(step.cells),
        "values": list(step.values),
        "case": step.case and plain_refutation(step.case),
    }


def plain_end(end: End) -> dict[str, Any]:
    return {
        "kind": str(end.kind),
        "because": list(end.because),
        "after": list(end.after),
        "cell": end.cell,
        "region": end.region,
        "value": end.value,
    }


def changed(proof: Proof, rng: random.Random) -> Proof:
    """Return a proof with one thing changed: of a step, of the end, of the board."""
    steps, end = list(proof.refutation.steps), proof.refutation.end
    if steps and rng.random() < 0.6:
        at = rng.randrange(len(steps))
        steps[at] = replace(steps[at], **rng.choice(list(step_changes(steps[at], rng))))
    elif rng.random() < 0.8:
        end = replace(end, **rng.choice(list(end_changes(end, rng))))
    else:
        filled = [cell for cell, value in enumerate(proof.board.values) if value]
        proof = proof._replace(board=proof.board.clear([rng.choice(filled)]))
    refutation = replace(proof.refutation, steps=tuple(steps), end=end)
    return proof._replace(refutation=refutation)


def step_changes(step: Step, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what can be changed of a step."""
    yield {"because": leaner(step.because, rng)}
    yield {"because": (*step.because, rng.randrange(16))}
    yield {"after": (*step.after, rng.randrange(3))}
    yield {"number": step.number + 1}
    yield {"region": rng.randrange(13)}
    yield {"region": None}
    yield {"other": rng.randrange(12)}
    yield {"cells": leaner(step.cells, rng)}
    yield {"values": (*step.values[:1], rng.randint(1, 4))}
    yield {"removes": (*step.removes, any_fact(rng))}
    yield {"removes": step.removes[1:]}
    yield {"rule": rng.choice(list(Rule))}
    yield {"case": None}
    if step.place is not None:
        yield {"place": rng.choice([None, any_fact(rng), Fact(step.place.cell, 0)])}


def end_changes(end: End, rng: random.Random) -> Iterator[dict[str, Any]]:
    """Yield what can be changed of an end."""
    yield {"because": leaner(end.because, rng)}
    yield {"because": (*end.because, rng.randrange(16))}
    yield {"after": leaner(end.after, rng)}
    yield {"region": rng.choice([None, rng.randrange(13)])}
    yield {"value": rng.choice([None, rng.randint(0, 4)])}
    yield {"cell": rng.choice([None, rng.randrange(16)])}
    yield {"kind": rng.choice(list(Absurdity))}


def leaner(numbers: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    """Return numbers without one of them."""
    left_out = rng.choice(numbers) if numbers else None
    return tuple(number for number in numbers if number != left_out)


def any_fact(rng: random.Random) -> Fact:
    """Return a cell and a value of a 2x2 board."""
    return Fact(rng.randrange(16), rng.randint(1, 4))


def test_proofs_and_their_faults_are_judged_as_by_python() -> None:
    rng = random.Random(19)
    tried = [changed(proof, rng) for proof in PROOFS.values() for _ in range(CHANGES)]
    tried = [*PROOFS.values(), *filter(can_be_judged, tried)]
    expected = [fault_in(*proof) for proof in tried]
    for fault, place in zip(expected, page_faults(tried), strict=True):
        assert fault.startswith(f"{place} ") if fault else not place, (fault, place)
    assert len(set(expected)) > 50


def can_be_judged(proof: Proof) -> bool:
    """Return whether a refutation is not so broken that Python's checker ends in an error."""
    try:
        fault_in(*proof)
    except (IndexError, ValueError):
        return False
    return True
