"""Records that the kernel writes: tallies, every kind of step, pieces, skips and stops."""

from __future__ import annotations

import itertools
from array import array
from typing import TYPE_CHECKING

import pytest
from native_boards import joined, mixed_boards

from bombe.boards import Board, Shape
from bombe.boards.errors import UsageError
from bombe.solvers import Budget, Meter, native

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

from bombe.solvers.backends.native import Kernel
from bombe.solvers.codes import NO, YES
from bombe.solvers.native import records
from bombe.solvers.native.batch import audit_batch, solve_batch
from bombe.solvers.native.calls import EXACT, UNFINISHED
from bombe.solvers.native.memory import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterable

SHAPES = [Shape(1, 1), Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(3, 4), Shape(5, 5)]


def numbers(values: Iterable[int]) -> memoryview:
    return memoryview(array("q", values))


def written(parts: list[records.Part], size: int) -> bytes:
    made = records.render(parts, Shape(2, 2), size)
    assert made is not None
    return made[0]


# First solutions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES[:5], ids=str)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_finds_the_solutions_that_a_solver_yields(shape: Shape, threads: int) -> None:
    boards = mixed_boards(shape, 30)
    for limit in (1, 3, 7):
        answer = solve_batch(shape, joined(boards), limit, threads=threads)
        assert UNFINISHED not in bytes(answer.statuses)
        for at, board in enumerate(boards):
            meter = Meter()
            found = [*itertools.islice(Kernel().solutions(board, meter), limit)]
            assert answer.counts[at] == len(found)
            begin = at * limit * shape.cells
            values = b"".join(each.values for each in found)
            assert bytes(answer.solutions[begin : begin + len(values)]) == values
            # They are fetched by 1, 2, 4: so many are these limits.
            assert answer.nodes[at] + 1 == meter.nodes


def test_boards_without_nodes_are_unfinished() -> None:
    boards = mixed_boards(Shape(3, 3), 20)
    answer = solve_batch(Shape(3, 3), joined(boards), 3, budget=Budget(nodes=1))
    whole = solve_batch(Shape(3, 3), joined(boards), 3)
    for at, status in enumerate(answer.statuses):
        assert (status == UNFINISHED) == (whole.nodes[at] > 1)
        assert answer.nodes[at] == min(whole.nodes[at], 1)
    with pytest.raises(UsageError, match="a limit of 0 solutions"):
        solve_batch(Shape(3, 3), b"", 0)


# Tallies -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_tally_counts_what_an_audit_found(shape: Shape) -> None:
    boards = mixed_boards(shape, 12 if shape.size < 20 else 2)
    solved = Kernel().first_solutions(boards[1], 1)
    boards += [*solved, *([Board.empty(shape)] if shape.size < 20 else [])]
    answer = audit_batch(shape, joined(boards))
    assert {*answer.statuses} == {EXACT}
    tally = records.tally_of(shape, joined(boards), answer.verdicts)
    for at, board in enumerate(boards):
        truth = Kernel().true_candidates(board)
        safe = [mask.bit_count() for mask in truth.true]
        assert (tally.givens[at], tally.empty[at]) == (board.givens, shape.cells - board.givens)
        assert (tally.safe[at], tally.forced[at]) == (sum(safe), safe.count(1))
        assert tally.bombs[at] == len(board.candidates()) - sum(safe)
        assert tally.clashes[at] == len(board.clashes())
        count = Kernel().count(board, 2).value
        assert tally.solutions[at] == count


# Steps -------------------------------------------------------------------------------------------


def test_numbers_are_written_as_python_writes_them() -> None:
    values = [0, 7, -7, 10, 99, 100, -100, 2**63 - 1, -(2**63)]
    parts: list[records.Part] = [b"<", records.number(numbers(values)), b">"]
    assert written(parts, len(values)) == b"".join(b"<%d>" % value for value in values)
    parts = [records.number(numbers([1, 2]), 10), b",", records.number(None, 5), b";"]
    assert written(parts, 2) == b"11,5;12,6;"


def test_words_bytes_and_symbols() -> None:
    words = ["no", "yes", "fifteen letters"]
    parts: list[records.Part] = [records.word(numbers([0, 1, 2, 9]), words), b"|"]
    assert written(parts, 4) == b"no|yes|fifteen letters|fifteen letters|"
    assert written([records.byte(numbers([0, 65, 255]))], 3) == b"\0A\xff"
    assert written([records.symbols(b"abcdef", 2), b"."], 3) == b"ab.cd.ef."


def test_lists_of_boards() -> None:
    around = ("[", ", ", "]", "none")
    parts: list[records.Part] = [
        records.boards(numbers([0, 1, 2]), b"aabbccddeeff", 2, 2, around),
        b"\n",
    ]
    assert written(parts, 3) == b"none\n[cc]\n[ee, ff]\n"


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_moves_are_written_by_verdict_as_texts_and_as_bits(shape: Shape) -> None:
    boards = mixed_boards(shape, 6 if shape.size < 20 else 2)
    found = audit_batch(shape, joined(boards))
    names = [f"{number}, " for number in range(shape.size**3)]
    texts = records.table(names)
    for at, board in enumerate(boards):
        verdicts = found.verdicts[at * shape.size**3 : (at + 1) * shape.size**3]
        for verdict in (YES, NO):
            parts: list[records.Part] = [
                records.moves(verdict, texts, 2),
                b";",
                records.mask(verdict),
            ]
            made = records.render(parts, shape, 1, verdicts=verdicts)
            assert made is not None
            listed, _, bits = made[0].partition(b";")
            places = [place for place, each in enumerate(verdicts) if each == verdict]
            assert listed.decode() == ", ".join(map(str, places))
            assert int.from_bytes(bits, "little") == sum(1 << place for place in places)
            assert len(bits) == (shape.size**3 + 7) // 8
        made = records.render([records.forced(texts, 2)], shape, 1, verdicts=verdicts)
        masks = enumerate(Kernel().true_candidates(board).true)
        single = [(cell, mask) for cell, mask in masks if mask.bit_count() == 1]
        forced = [cell * shape.size + mask.bit_length() - 2 for cell, mask in single]
        assert made is not None
        assert made[0].decode() == ", ".join(map(str, forced))


# Pieces, skips, stops ----------------------------------------------------------------------------


def test_records_that_need_several_calls_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    values = numbers(range(1000))
    parts: list[records.Part] = [b"record ", records.number(values), b"\n"]
    whole = records.render(parts, Shape(2, 2), 1000)
    monkeypatch.setattr(records, "ROOM", 100)
    pieces = records.render(parts, Shape(2, 2), 1000)
    assert pieces is not None
    assert whole is not None
    assert pieces[0] == whole[0] == b"".join(b"record %d\n" % at for at in range(1000))
    assert [*pieces[1]] == [*whole[1]]
    assert pieces[1][-1] == len(whole[0])
    assert records.render(parts, Shape(2, 2), 1000, stop=lambda: True) is None


class Guarded:
    """Memory for one record, with bytes behind it that nobody may write to."""

    def __init__(self, size: int) -> None:
        self._buffer = Buffer(bytearray(size) + b"guard" * 9)
        self.size, self.address = size, self._buffer.address

    @property
    def is_whole(self) -> bool:
        """Whether the guard is as it was."""
        return bytes(self._buffer.bytes[self.size :]) == b"guard" * 9


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_record_takes_no_more_room_than_it_says(
    shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells, candidates = shape.cells, shape.size**3
    longest = records.table(["fifteen letters"] * candidates)
    all_yes = memoryview(bytes([YES]) * candidates * 2)
    steps = [
        records.number(numbers([-(2**63)] * 2)),
        records.word(numbers([0, 0]), ["fifteen letters"]),
        records.symbols(bytes(2 * cells), cells),
        records.moves(YES, longest, 0),
        records.forced(longest, 0),
        records.mask(YES),
        records.boards(numbers([3, 3]), bytes(6 * cells), 3, cells, ["fifteen letters"] * 4),
        records.byte(numbers([1, 1])),
    ]
    used: list[Guarded] = []
    monkeypatch.setattr(records, "ROOM", 0)
    monkeypatch.setattr(records, "borrow_pages", Guarded)
    monkeypatch.setattr(records, "return_pages", used.append)
    text = b"text" * 30
    templates: list[list[records.Part]] = [[text, *steps, text]]
    templates += ([step] for step in steps)
    for parts in templates:
        made = records.render(parts, shape, 2, verdicts=all_yes)
        assert made is not None
        assert made[1][0] * 2 == made[1][1] == len(made[0])
        assert used[-1].is_whole


def test_skipped_boards_have_no_record() -> None:
    skips = bytes([1, 0, 1, 1, 0, 1])
    made = records.render([records.number(None), b";"], Shape(2, 2), 6, skips=skips)
    assert made is not None
    assert (made[0], [*made[1]]) == (b"1;4;", [0, 2, 2, 2, 4, 4])


def test_no_boards_have_no_records() -> None:
    assert written([b"text"], 0) == b""
    assert written([b"text"], 2) == b"texttext"
