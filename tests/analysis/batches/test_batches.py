"""Batches: their records are those of single answers, in every form."""

from __future__ import annotations

import functools
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from native_boards import few_holes, joined, mixed_boards

from bombe.analysis import questions
from bombe.analysis.audit import Audit, audit
from bombe.analysis.batches.audits import audit_chunk
from bombe.analysis.batches.batch import segments
from bombe.analysis.batches.lines import checked_line, counted_line, solved_line
from bombe.analysis.batches.questions import check_chunk, count_chunk, solve_chunk
from bombe.analysis.batches.single import payload_of
from bombe.boards import Board, Shape
from bombe.boards.errors import UnknownNameError
from bombe.boards.sudoku.packed import Packed
from bombe.solvers import Budget, Verdict, native

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bombe.analysis.batches.batch import Batch, BatchFind
    from bombe.analysis.outputs.payload import Payload

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

SHAPES = [Shape(1, 1), Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5)]
SOURCE = 'a,"b.sdm'
LINE = 7
_SECONDS = re.compile(rb'"seconds": \{[^}]*\}')


class Question(NamedTuple):
    """A question as a chunk and as a board are asked, and what follows from a single answer."""

    chunk: BatchFind
    single: Callable[..., Any]
    line: Callable[[Any], str]
    is_yes: Callable[[Any], bool]


def _solving(limit: int) -> Question:
    return Question(
        functools.partial(solve_chunk, limit=limit),
        functools.partial(questions.solve, limit=limit),
        solved_line,
        lambda result: result.solvable is Verdict.YES,
    )


QUESTIONS = {
    "audit": Question(audit_chunk, audit, Audit.summary, lambda result: not result.bombs),
    "count": Question(
        functools.partial(count_chunk, limit=5),
        functools.partial(questions.count, limit=5),
        counted_line,
        lambda result: result.count.value > 0,
    ),
    "count all": Question(
        functools.partial(count_chunk, limit=None),
        questions.count,
        counted_line,
        lambda result: result.count.value > 0,
    ),
    "check": Question(
        check_chunk,
        functools.partial(questions.solve, limit=2),
        checked_line,
        lambda result: result.unique is Verdict.YES,
    ),
    "solve": _solving(1),
    "solve 4": _solving(4),
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


def singles_of(
    name: str, boards: Sequence[Board], form: str, columns: Sequence[str] | None = None
) -> list[Payload]:
    """Return the payloads of the boards, asked one by one."""
    question = QUESTIONS[name]
    results = [question.single(board) for board in boards]
    return [
        payload_of(result, question.line(result), f"{SOURCE}:{LINE + at}", form, columns)
        for at, result in enumerate(results)
    ]


def without_times(data: bytes | list[tuple[object, ...]], columns: Sequence[str]) -> object:
    """Return records without what differs from one run to the next."""
    if isinstance(data, bytes) and not columns:
        return _SECONDS.sub(b"", data)
    rows = [line.split(b",") for line in data.splitlines()] if isinstance(data, bytes) else data
    times = [at for at, name in enumerate(columns) if name.startswith("seconds")]
    return [[cell for at, cell in enumerate(row) if at not in times] for row in rows]


def together(payloads: Sequence[Payload], form: str) -> bytes | list[tuple[object, ...]]:
    if form == "sqlite":
        return [row for payload in payloads for row in payload.data]  # type: ignore[misc] # rows
    between = b",\n" if form == "json" else b""
    return between.join(bytes(payload.data) for payload in payloads)  # type: ignore[arg-type]


@pytest.mark.parametrize(("name", "form"), ASKED)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_records_are_those_of_single_boards(name: str, form: str, shape: Shape) -> None:
    boards = asked_of(name, shape)
    batch = QUESTIONS[name].chunk(packed_of(boards), form=form)
    assert batch is not None
    assert not batch.unfinished
    wanted = singles_of(name, boards, form)
    columns = wanted[0].columns
    assert without_times(batch.payload.data, columns) == without_times(
        together(wanted, form), columns
    )
    assert (batch.payload.columns, batch.payload.header) == (columns, wanted[0].header)
    assert batch.payload.records == batch.positions == len(boards)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_batch_adds_up_what_single_answers_say(name: str) -> None:
    boards, question = asked_of(name, Shape(2, 3)), QUESTIONS[name]
    results = [question.single(board) for board in boards]
    batch = question.chunk(packed_of(boards), form="csv")
    assert batch is not None
    assert batch.noes == sum(not question.is_yes(result) for result in results)
    assert batch.seconds > 0
    if name == "audit":
        wanted = Counter(kind_of(result) for result in results)
        wanted["safe"] = sum(len(result.safe) for result in results)
        wanted["bombs"] = sum(len(result.bombs) for result in results)
        assert +Counter(batch.counts) == +wanted


def kind_of(result: Audit) -> str:
    if result.solutions.value > 1:
        return "with several solutions"
    return "proper" if result.solutions.value else "without a solution"


def test_the_seconds_of_a_record_are_those_of_the_chunk_over_its_boards() -> None:
    batch = audit_chunk(packed_of(boards_of(Shape(3, 3))), form="jsonl", columns=["seconds"])
    assert batch is not None
    said = [json.loads(line)["seconds"] for line in bytes(batch.payload.data).splitlines()]  # type: ignore[arg-type]
    usual = {"build": 0.0, "search": round(batch.seconds / batch.positions, 6)}
    assert said.count(usual) > len(said) // 2  # where givens clash, the board was asked alone


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
    boards = boards_of(Shape(2, 2))
    batch = audit_chunk(packed_of(boards), form=form, columns=columns)
    assert batch is not None
    wanted = singles_of("audit", boards, form, columns)
    assert batch.payload.data == together(wanted, form)
    assert (batch.payload.columns, batch.payload.header) == (wanted[0].columns, wanted[0].header)


@pytest.mark.parametrize("form", ["jsonl", "csv", "sqlite", "masks"])
def test_a_column_that_is_not_there_is_named(form: str) -> None:
    with pytest.raises(UnknownNameError, match=r"column.* 'bomb': did you mean 'bombs'"):
        audit_chunk(packed_of(boards_of(Shape(2, 2))), form=form, columns=["safe", "bomb"])


# Boards that take long, and ends -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "form"), ASKED)
def test_boards_that_take_long_are_left_to_the_caller(name: str, form: str) -> None:
    boards = [board for board in boards_of(Shape(3, 3)) if board.givens]
    question = QUESTIONS[name]
    batch = question.chunk(packed_of(boards), form=form, nodes=2)
    assert batch is not None
    easy = question.chunk(packed_of(boards), form=form)
    assert easy is not None
    assert 1 < len(batch.unfinished) < len(boards)
    assert batch.payload.records == batch.positions - len(batch.unfinished)
    first, *others = segments(batch, form)
    wanted = singles_of(name, boards, form)
    pieces = [first]
    for index, segment in zip(batch.unfinished, others, strict=True):
        pieces += [wanted[index], segment]
    filled = together([piece for piece in pieces if piece.data], form)
    columns = easy.payload.columns
    assert without_times(filled, columns) == without_times(easy.payload.data, columns)


def test_a_board_is_unfinished_where_its_own_budget_ends() -> None:
    boards = boards_of(Shape(3, 3))
    for nodes in (1, 2, 3, 5):
        batch = audit_chunk(packed_of(boards), form="csv", nodes=nodes)
        assert batch is not None
        alone = [audit(board, budget=Budget(nodes=nodes)) for board in boards]
        unfinished = tuple(at for at, result in enumerate(alone) if not result.final)
        assert batch.unfinished == unfinished
    assert audit_chunk(packed_of(boards), form="csv", nodes=0) is None


def test_no_board_holds_a_chunk_up() -> None:
    empty = Board.empty(Shape(5, 5))
    batch = count_chunk(packed_of([empty, *boards_of(Shape(5, 5))]), limit=None, form="csv")
    assert batch is not None
    assert batch.unfinished[0] == 0
    assert batch.seconds < 2


def test_a_stop_ends_the_work() -> None:
    packed = packed_of(boards_of(Shape(3, 3)))
    for question in QUESTIONS.values():
        for form in ("jsonl", "csv"):
            assert question.chunk(packed, form=form, stop=lambda: True) is None
            assert question.chunk(packed, form=form, stop=lambda: False) is not None


def test_without_a_kernel_each_board_is_asked_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bombe.analysis.batches.making.native.is_available", lambda: False)
    batches: list[Batch | None] = [
        question.chunk(packed_of(boards_of(Shape(2, 2))), form="csv")
        for question in QUESTIONS.values()
    ]
    assert batches == [None] * len(QUESTIONS)
