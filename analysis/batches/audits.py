"""The audits of a chunk of boards, as records of any form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.audit import Audit
from bombe.analysis.audit import audit as audit_board
from bombe.analysis.batches import single
from bombe.analysis.batches.making import JSON_ENDS, SOLVER, Ask, ChunkAnswers, batch_of
from bombe.analysis.batches.template import ClashesField, MovesField, NumberField, WordField
from bombe.analysis.results import counted
from bombe.solvers.codes import NO
from bombe.solvers.native.batch import audit_batch
from bombe.solvers.native.records import AuditTally, tally_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import Batch, Data
    from bombe.analysis.batches.template import Template
    from bombe.boards.sudoku.packed import Packed
    from bombe.solvers.native.batch import AuditBatch

KINDS = ("without a solution", "proper", "with several solutions")
"""What a board is, by its solutions: none, one, or two for more than one."""


def audit_chunk(
    packed: Packed,
    *,
    form: str,
    columns: Sequence[str] | None = None,
    nodes: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Batch | None:
    """Audit all boards of a chunk, as `bombe.audit` audits each; see `BatchFind`."""
    ask = Ask(packed, form, columns, nodes, stop)
    found = ask.answered(lambda budget: audit_batch(packed.shape, packed.boards, budget=budget))
    return None if found is None else _batch(ask, *found)


def _batch(ask: Ask, answer: AuditBatch, seconds: float) -> Batch | None:
    tally = tally_of(ask.packed.shape, ask.packed.boards, answer.verdicts)
    found = ChunkAnswers(
        _template(ask, answer, tally, seconds),
        answer.statuses,
        line=lambda at: _line(ask.packed, tally, at),
        odd=_clashing(ask, tally.clashes),
        verdicts=answer.verdicts,
        solutions=tally.solutions,
    )
    left_out = set(found.unfinished)
    noes, counts = _sums(tally, left_out)
    return batch_of(ask, found, seconds=seconds, noes=noes, counts=counts)


def _template(ask: Ask, answer: AuditBatch, tally: AuditTally, seconds: float) -> Template:
    """Return the fields of an audit's `to_dict`."""
    before, after = ask.common(seconds)
    shape = ask.packed.shape
    return {
        "schema": Audit.schema,
        **before,
        "rules": "classic",
        "givens": NumberField(tally.givens),
        "clashes": ClashesField(tally.clashes),
        "solutions": {
            "value": NumberField(tally.solutions),
            "kind": WordField(tally.solutions, ("exact", "exact", "at_least")),
        },
        "safe": MovesField(shape, tally.safe),
        "bombs": MovesField(shape, tally.bombs, NO),
        "undecided": [],
        "forced": MovesField(shape, tally.forced, is_forced=True),
        "taboo": [],
        "playable": NumberField(tally.empty),
        "solver": SOLVER,
        "nodes": NumberField(answer.nodes, 1),
        **after,
    }


def _line(packed: Packed, tally: AuditTally, at: int) -> str:
    """Return what `Audit.summary` says."""
    solutions = ("0", "1", "at least 2")[tally.solutions[at]]
    return (
        f"{packed.shape} board, {counted(tally.givens[at], 'given')}; solutions: {solutions}; "
        f"{tally.safe[at]} safe, {counted(tally.bombs[at], 'bomb')}, "
        f"{counted(tally.forced[at], 'forced cell')}"
    )


def _alone(ask: Ask, at: int) -> Data:
    result = audit_board(ask.packed.board(at), solver=SOLVER, budget=ask.alone())
    place = f"{ask.packed.place(at)}"
    return single.payload_of(result, result.summary(), place, ask.form, ask.columns).data


def _sums(tally: AuditTally, left_out: set[int]) -> tuple[int, dict[str, int]]:
    """Return how many boards have a bomb, and what a summary adds up."""
    safe, bombs, solutions = (
        _kept(numbers, left_out) for numbers in (tally.safe, tally.bombs, tally.solutions)
    )
    kinds = {kind: solutions.count(number) for number, kind in enumerate(KINDS)}
    counts = {"safe": sum(safe), "bombs": sum(bombs), "undecided": 0, **kinds}
    return len(bombs) - bombs.count(0), counts


def _kept(numbers: memoryview, left_out: set[int]) -> list[int]:
    if not left_out:
        return numbers.tolist()
    return [number for at, number in enumerate(numbers) if at not in left_out]


def _clashing(ask: Ask, clashes: memoryview) -> dict[int, Data]:
    """Return the records of the boards whose givens clash, where these are listed."""
    is_listed = ask.form == "text" or (
        ask.form in JSON_ENDS and (ask.columns is None or "clashes" in ask.columns)
    )
    if not is_listed or not any(clashes):
        return {}
    return {at: _alone(ask, at) for at, count in enumerate(clashes) if count}
