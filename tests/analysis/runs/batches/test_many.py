"""`bombe.audits`: batches say what single audits say, whatever the source, solver and budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from native_boards import mixed_boards

import bombe
from bombe.analysis.runs.mask_layout import NOT_KNOWN, record_of
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.errors import FormatError, InputError, UsageError
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from bombe.analysis.audit import Audit
    from bombe.analysis.runs.arrays import AuditedBoards


def text_of(boards: Iterable[Board]) -> str:
    return "".join(bombe.write(board, "line") for board in boards)


def check(batch: AuditedBoards, audits: list[Audit]) -> None:
    """Compare what a batch says with the audits of its positions."""
    assert len(batch) == len(audits)
    assert [*batch] == audits
    assert batch.masks.tobytes() == b"".join(map(record_of, audits))
    for name in ("safe", "bombs", "forced"):
        assert getattr(batch, name).tolist() == [len(getattr(each, name)) for each in audits]
    assert batch.givens.tolist() == [each.board.givens for each in audits]
    assert batch.nodes.tolist() == [each.effort.nodes for each in audits]
    assert batch.solutions.tolist() == batch.masks["solutions"].tolist()


@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(3, 4)], ids=str)
def test_a_file_of_lines_is_audited_in_batches(shape: Shape, tmp_path: Path) -> None:
    boards = mixed_boards(shape, 25)
    path = tmp_path / "a.sdm"
    path.write_text(text_of(boards))
    batches = [*bombe.audits(path, chunk=10)]
    assert [len(batch) for batch in batches] == [10, 10, 5]
    for number, batch in enumerate(batches):
        assert batch.shape == shape
        check(batch, [bombe.audit(board) for board in boards[10 * number : 10 * number + 10]])
    places = [f"{place}" for batch in batches for place in batch.places]
    assert places == [f"{path}:{line}" for line in range(1, 26)]


def test_irregular_sources_are_audited_too(tmp_path: Path) -> None:
    small, large = mixed_boards(Shape(2, 2), 6), mixed_boards(Shape(3, 3), 3)
    text = f"# mixed\n{text_of(small)}\n{text_of(large)}{text_of(small[:2])}"
    path = tmp_path / "a.txt"
    path.write_text(text)
    wanted = [bombe.audit(board) for board in (*small, *large, *small[:2])]
    for source in (path, text, text.splitlines()):
        batches = [*bombe.audits(source)]
        assert [len(batch) for batch in batches] == [6, 3, 2]
        assert [each for batch in batches for each in batch] == wanted
    assert [place.line for place in batches[1].places] == [9, 10, 11]


def test_positions_with_taboo_moves_and_playable_cells_are_asked_alone() -> None:
    board = Board("1...2..3....4...")
    taboo = SudokuState(board, taboo=frozenset({bombe.audit(board).bombs[0]}))
    rows = SudokuState.start(board, "rows")
    states = [SudokuState(board), taboo, rows]
    text = "".join(bombe.write(state, "json") for state in states)
    (batch,) = bombe.audits(text)
    check(batch, [*map(bombe.audit, states)])
    assert len({*batch.bombs.tolist()}) == 3


@pytest.mark.parametrize("nodes", [0, 1, 2, 3])
def test_a_budget_is_that_of_each_position(nodes: int) -> None:
    boards = mixed_boards(Shape(3, 3), 20)
    budget = Budget(nodes=nodes)
    (batch,) = bombe.audits(text_of(boards), budget=budget)
    check(batch, [bombe.audit(board, budget=budget) for board in boards])
    assert (NOT_KNOWN in batch.solutions) == (nodes < 3)


def test_other_solvers_and_no_time_at_all() -> None:
    boards = mixed_boards(Shape(2, 2), 6)
    (batch,) = bombe.audits(text_of(boards), solver="backtracking")
    check(batch, [bombe.audit(board, solver="backtracking") for board in boards])
    assert {each.solver for each in batch} == {"backtracking"}
    (batch,) = bombe.audits(text_of(boards), budget=0)
    assert not batch.masks["final"].any()


def test_masks_are_unpacked_by_row_column_and_value() -> None:
    (batch,) = bombe.audits("1...2..3....4...")
    assert [tuple(at) for at in np.argwhere(batch.unpacked("safe")[0])] == [
        (row, column, value - 1) for row, column, value in batch[0].safe
    ]
    with pytest.raises(UsageError, match="'solutions' is no mask"):
        batch.unpacked("solutions")
    assert f"{batch!r}" == "<AuditedBoards: 1 board of 2x2, from <board>:1 on>"


def test_a_mistake_in_a_line_is_raised_after_the_boards_before_it(tmp_path: Path) -> None:
    path = tmp_path / "a.sdm"
    path.write_text("1...2..3....4...\n1...2..3....5...\n")
    for source in (path, path.read_text().splitlines()):
        batches = bombe.audits(source, format="line")
        assert len(next(batches)) == 1
        with pytest.raises(FormatError, match=r":2:13: '5' is 5"):
            next(batches)


@pytest.mark.parametrize(
    ("option", "message"), [({"chunk": 0}, "chunk of 0"), ({"budget": -1}, "budget of -1")]
)
def test_senseless_options_are_refused_at_once(option: dict[str, int], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        bombe.audits("1...2..3....4...", **option)  # type: ignore[call-overload] # which is tested


def test_a_list_of_names_is_audited_as_the_names_are() -> None:
    for names in (["hard-2x2"], ["hard-2x2", "easy-2x2"], [bombe.Board.empty("2x2")]):
        check(next(bombe.audits(names)), [bombe.audit(name) for name in names])


@pytest.mark.parametrize("name", ["hard-9x9", "nowhere.txt", "no-folder/boards.sdm"])
def test_a_list_that_begins_with_an_unknown_name_is_refused_by_it(name: str) -> None:
    with pytest.raises(InputError, match=f"^{name}: there is no such file, and no bundled board"):
        next(bombe.audits([name]))


def test_batches_become_data_frames() -> None:
    pytest.importorskip("pandas")
    batch = next(bombe.audits(["hard-2x2", "easy-2x2"]))
    frame = batch.to_pandas()
    assert list(frame["source"]) == ["hard-2x2", "easy-2x2"]
    assert list(frame["bombs"]) == [len(audit.bombs) for audit in batch]
    assert [bombe.Board(text) for text in frame["board"]] == [audit.board for audit in batch]
