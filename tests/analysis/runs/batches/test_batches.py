"""Batches: their records are those of single answers, in every form."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from chunk_records import ChunkRecords, joined_data, single, together
from native_boards import few_holes, joined, mixed_boards

from bombe.analysis import questions
from bombe.analysis.audit import audit
from bombe.analysis.runs.formats import format_named
from bombe.analysis.runs.query import Target
from bombe.analysis.runs.questions import AuditQuery, CheckQuery, CountQuery, SolveQuery
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.packed import Packed
from bombe.solvers import Budget, native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bombe.analysis.runs.payload import Payload
    from bombe.analysis.runs.query import BoardQuery

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

SHAPES = [Shape(1, 1), Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5)]
SOURCE = 'a,"b.sdm'
LINE = 7
_SECONDS = re.compile(rb'"seconds": \{[^}]*\}')


QUESTIONS: dict[str, BoardQuery] = {
    "audit": AuditQuery(),
    "count": CountQuery(limit=5),
    "count all": CountQuery(limit=0),
    "check": CheckQuery(),
    "solve": SolveQuery(),
    "solve 4": SolveQuery(limit=4),
}
FORMS = {"audit": ("text", "jsonl", "json", "csv", "sqlite", "masks", "npy")}
ASKED = [
    (name, form)
    for name in QUESTIONS
    for form in FORMS.get(name, ("text", "jsonl", "json", "csv", "sqlite"))
]


@functools.cache
def boards_of(shape: Shape) -> list[Board]:
    """Return boards with none, one and many solutions, some that clash, full and empty ones."""
    size = 18 if shape.size < 16 else 6
    full = few_holes(shape, 1)
    solution = questions.solve(full).solution
    extremes = [Board.empty(shape)] if shape.size < 12 else []
    return [*mixed_boards(shape, size), *extremes, *([solution] if solution else [])]


def asked_of(name: str, shape: Shape) -> list[Board]:
    """Return the boards for a question: all solutions are counted only where they are few."""
    boards = boards_of(shape)
    return [each for each in boards if name != "count all" or each.givens * 2 > shape.cells]


def packed_of(boards: Sequence[Board]) -> Packed:
    return Packed(boards[0].shape, joined([*boards]), SOURCE, LINE)


def asked(
    query: BoardQuery,
    boards: Sequence[Board],
    form: str,
    columns: Sequence[str] | None = None,
) -> ChunkRecords:
    found = together(query, packed_of(boards), form, columns)
    assert found is not None
    return found


def filled(query: BoardQuery, found: ChunkRecords, boards: Sequence[Board], form: str) -> object:
    """Return all records, those of boards that are asked alone in their places."""
    first, *others = found.segments
    pieces = [first]
    for index, segment in zip(found.answers.alone, others, strict=True):
        pieces += [single(query, boards[index], place(index), form), segment]
    return joined_data(pieces, form)


def place(index: int) -> str:
    return f"{SOURCE}:{LINE + index}"


def singles_of(
    query: BoardQuery, boards: Sequence[Board], form: str, columns: Sequence[str] | None = None
) -> list[Payload]:
    """Return the payloads of the boards, asked one by one."""
    return [single(query, board, place(at), form, columns) for at, board in enumerate(boards)]


def without_times(data: object, columns: Sequence[str]) -> object:
    """Return records without what differs from one run to the next."""
    if isinstance(data, bytes) and not columns:
        return _SECONDS.sub(b"", data)
    rows: Any = data
    if isinstance(data, bytes):
        rows = [line.split(b",") for line in data.splitlines()]
    times = [at for at, name in enumerate(columns) if name.startswith("seconds")]
    return [[cell for at, cell in enumerate(row) if at not in times] for row in rows]


@pytest.mark.parametrize(("name", "form"), ASKED)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_records_are_those_of_single_boards(name: str, form: str, shape: Shape) -> None:
    boards, query = asked_of(name, shape), QUESTIONS[name]
    found = asked(query, boards, form)
    wanted = singles_of(query, boards, form)
    columns = wanted[0].columns
    assert without_times(filled(query, found, boards, form), columns) == without_times(
        joined_data(wanted, form), columns
    )
    first = found.segments[0]
    assert (first.columns, first.header) == (columns, wanted[0].header)
    counted = sum(segment.records for segment in found.segments)
    assert counted + len(found.answers.alone) == len(boards)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_chunk_adds_up_what_single_answers_say(name: str) -> None:
    boards, query = asked_of(name, Shape(2, 3)), QUESTIONS[name]
    singles = [query.answer(SudokuState(board), Budget()) for board in boards]
    found = asked(query, boards, "csv").answers
    assert not found.alone
    assert found.negative == sum(not answer.is_yes for answer in singles)
    assert found.seconds > 0
    sums = Counter[str]()
    for answer in singles:
        sums.update(answer.sums)
    assert +found.sums == +sums


def test_a_run_adds_up_what_single_answers_say() -> None:
    boards, query = boards_of(Shape(2, 3)), AuditQuery()
    target = Target(format_named("text"))
    chunk = type("Chunk", (), {"runs": lambda _: [packed_of(boards)]})()
    pieces = [*query.pieces(chunk, target, lambda: False)]
    singles = [query.answer(SudokuState(board), Budget()) for board in boards]
    assert sum(piece.tally.positions for piece in pieces) == len(boards)
    assert sum(piece.tally.negative for piece in pieces) == sum(not one.is_yes for one in singles)
    assert sum(piece.tally.counts["bombs"] for piece in pieces) == sum(
        one.sums["bombs"] for one in singles
    )


def test_the_seconds_of_a_record_are_those_of_the_chunk_over_its_boards() -> None:
    found = asked(AuditQuery(), boards_of(Shape(3, 3)), "jsonl", ["seconds"])
    said = [json.loads(line)["seconds"] for line in bytes(found.data).splitlines()]  # type: ignore[arg-type]
    usual = {"build": 0.0, "search": round(found.answers.seconds / len(said), 6)}
    assert said == [usual] * len(said)


# Columns -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "columns"),
    [
        ("jsonl", ("source", "nodes")),
        ("json", ("solutions_value", "bombs", "solutions_kind")),
        ("csv", ("bombs", "source", "solutions_kind")),
        ("sqlite", ("m", "schema")),
        ("sqlite", ("board", "forced")),
        ("masks", ("safe",)),
        ("npy", ("final", "bombs")),
    ],
)
def test_columns_choose_and_order_what_is_written(form: str, columns: tuple[str, ...]) -> None:
    boards, query = boards_of(Shape(2, 2)), AuditQuery()
    found = asked(query, boards, form, columns)
    wanted = singles_of(query, boards, form, columns)
    assert found.data == joined_data(wanted, form)
    first = found.segments[0]
    assert (first.columns, first.header) == (wanted[0].columns, wanted[0].header)


@pytest.mark.parametrize("form", ["jsonl", "csv", "sqlite", "masks"])
def test_a_column_that_is_not_there_is_named(form: str) -> None:
    with pytest.raises(UnknownNameError, match=r"column.* 'bomb': did you mean 'bombs'"):
        asked(AuditQuery(), boards_of(Shape(2, 2)), form, ["safe", "bomb"])


# Boards that take long, and ends -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "form"), ASKED)
def test_boards_that_take_long_are_asked_alone(name: str, form: str) -> None:
    boards = [board for board in boards_of(Shape(3, 3)) if board.givens]
    query = QUESTIONS[name]
    found = asked(dataclasses.replace(query, nodes=2), boards, form)
    assert 1 < len(found.answers.alone) < len(boards)
    wanted = singles_of(query, boards, form)
    columns = wanted[0].columns
    assert without_times(filled(query, found, boards, form), columns) == without_times(
        joined_data(wanted, form), columns
    )


def test_a_board_is_asked_alone_where_its_own_budget_ends() -> None:
    boards = boards_of(Shape(3, 3))
    for nodes in (1, 2, 3, 5):
        found = asked(AuditQuery(nodes=nodes), boards, "csv")
        alone = [audit(board, budget=Budget(nodes=nodes)) for board in boards]
        unfinished = tuple(at for at, result in enumerate(alone) if not result.final)
        assert found.answers.alone == unfinished
    assert together(AuditQuery(nodes=0), packed_of(boards), "csv") is None


def test_no_board_holds_a_chunk_up() -> None:
    empty = Board.empty(Shape(5, 5))
    found = asked(CountQuery(limit=0), [empty, *boards_of(Shape(5, 5))], "csv").answers
    assert found.alone[0] == 0
    assert found.seconds < 2


def test_a_stop_ends_the_work() -> None:
    packed = packed_of(boards_of(Shape(3, 3)))
    for query in QUESTIONS.values():
        for form in ("jsonl", "csv"):
            assert together(query, packed, form, stop=lambda: True) is None
            assert together(query, packed, form, stop=lambda: False) is not None


def test_without_a_kernel_each_board_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bombe.solvers.native.is_available", lambda: False)
    packed = packed_of(boards_of(Shape(2, 2)))
    assert all(together(query, packed, "csv") is None for query in QUESTIONS.values())
