"""Files of masks: what is written is read again, by us and by numpy; damaged files are refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
import random_boards

import bombe
from bombe.analysis.audit import audit
from bombe.analysis.runs.formats import format_named
from bombe.analysis.runs.mask_layout import FIELDS, FORMS, header_of, record_of, with_count
from bombe.analysis.runs.payload import OutputState
from bombe.boards import Board, Move, Shape, SudokuState
from bombe.boards.errors import InputError, UnknownNameError, UsageError
from bombe.solvers import Budget, Count, native

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bombe.analysis.audit import Audit

if not native.is_available():
    pytest.skip(native.problem(), allow_module_level=True)

SHAPES = [Shape(1, 1), Shape(2, 2), Shape(3, 2), Shape(2, 3), Shape(3, 3)]


def audits_of(shape: Shape, count: int = 12) -> list[Audit]:
    """Return audits of boards of a shape, one of them not complete."""
    seeds = (seed for seed in range(10_000) if random_boards.random_board(seed).shape == shape)
    boards = [random_boards.random_board(next(seeds)) for _ in range(count)]
    unknown = audit(Board.empty(shape), budget=Budget(nodes=0))
    return [*map(audit, boards), unknown]


def write_masks(
    path: Path, form: str, audits: Sequence[Audit], columns: Sequence[str] | None = None
) -> Path:
    header = header_of(form, audits[0].board.shape, columns)
    records = b"".join(record_of(each, columns) for each in audits)
    path.write_bytes(with_count(header, len(audits)) + records)
    return path


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_masks_are_read_as_they_were_written(form: str, shape: Shape, tmp_path: Path) -> None:
    audits = audits_of(shape)
    found = bombe.masks(write_masks(tmp_path / "a.bits", form, audits))
    assert (found.shape, found.fields, len(found)) == (shape, FIELDS, len(audits))
    for each, said in zip(found, audits, strict=True):
        assert (each.safe, each.bombs) == (said.safe, said.bombs)
        assert each.final == (not said.undecided)
        assert each.solutions == said.solutions or said.undecided
    for field in ("safe", "bombs"):
        wanted = np.zeros((len(audits), *[shape.size] * 3), bool)
        for at, said in enumerate(audits):
            for row, column, value in getattr(said, field):
                wanted[at, row, column, value - 1] = True
        assert (found.unpacked(field) == wanted).all()
        assert (found.unpacked(field, slice(2, 7)) == wanted[2:7]).all()
        assert (found.unpacked(field, 3) == wanted[3]).all()


def test_a_file_answers_as_a_sequence(tmp_path: Path) -> None:
    audits = audits_of(Shape(2, 2))
    found = bombe.masks(write_masks(tmp_path / "a.masks", "masks", audits))
    assert found[-1].solutions == Count(0, exact=False)
    assert found[2:4] == [found[2], found[3]]
    assert found[0] != found[1]
    with pytest.raises(IndexError):
        found[len(audits)]
    assert f"{found!r}".endswith(f"a.masks: {len(audits)} boards of 2x2>")
    assert f"{found[0]!r}" == (
        f"<MaskedBoard 2x2: {len(audits[0].safe)} safe, {len(audits[0].bombs)} bombs>"
    )
    assert (found.solutions[:-1] == [min(a.solutions.value, 2) for a in audits[:-1]]).all()
    assert (found.final == [a.final for a in audits]).all()


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("columns", [None, ["safe"], ["final", "bombs"]])
def test_numpy_reads_npy_without_bombe(
    shape: Shape, columns: list[str] | None, tmp_path: Path
) -> None:
    audits = audits_of(shape)
    path = write_masks(tmp_path / "a.npy", "npy", audits, columns)
    loaded = np.load(path, mmap_mode="r")
    assert loaded.dtype.names == tuple(columns or FIELDS)
    assert (loaded == bombe.masks(path).records).all()
    assert path.stat().st_size - loaded.nbytes in (128, 192, 256)


def test_masks_of_9x9_boards_take_92_bytes_a_field(tmp_path: Path) -> None:
    audits = audits_of(Shape(3, 3), 3)
    path = write_masks(tmp_path / "a.masks", "masks", audits, ["safe"])
    header, _, records = path.read_bytes().partition(b"\n")
    assert len(records) == 4 * 92
    assert json.loads(header) == {
        "schema": "bombe.masks/1",
        "m": 3,
        "n": 3,
        "fields": [["safe", 92]],
    }
    found = bombe.masks(path)
    assert found[0].safe == audits[0].safe
    assert found[0].bombs is found[0].solutions is found[0].final is None
    with pytest.raises(UsageError, match="holds safe, but not bombs: write it again with"):
        _ = found.bombs


def test_taboo_moves_are_in_no_mask() -> None:
    board = Board("1...2..3....4...")
    bomb = audit(board).bombs[0]
    state = SudokuState(board, taboo=frozenset({bomb}))
    before, after = record_of(audit(board), ["bombs"]), record_of(audit(state), ["bombs"])
    assert int.from_bytes(before, "little").bit_count() == 8
    assert int.from_bytes(after, "little").bit_count() == 7


def test_a_file_without_records_has_none(tmp_path: Path) -> None:
    for form in FORMS:
        path = tmp_path / f"empty.{form}"
        path.write_bytes(with_count(header_of(form, Shape(2, 2)), 0))
        assert len(bombe.masks(path)) == 0
        assert bombe.masks(path).unpacked("safe").shape == (0, 4, 4, 4)


def test_the_largest_count_has_room() -> None:
    header = header_of("npy", Shape(3, 3))
    assert len(with_count(header, 10**19)) == len(header)
    assert with_count(with_count(header, 10**9), 0) == header


# Refusals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_a_file_that_is_cut_off_says_so(form: str, tmp_path: Path) -> None:
    path = write_masks(tmp_path / f"a.{form}", form, audits_of(Shape(3, 3)))
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    with pytest.raises(InputError, match=r"is cut off: its last record has 176 of 186 bytes; copy"):
        bombe.masks(path)
    path.write_bytes(whole[:40])
    with pytest.raises(InputError, match="has no header of masks: give a file of `bombe audit"):
        bombe.masks(path)


def test_npy_without_its_last_records_says_so(tmp_path: Path) -> None:
    path = write_masks(tmp_path / "a.npy", "npy", audits_of(Shape(3, 3)))
    path.write_bytes(path.read_bytes()[:-186])
    with pytest.raises(InputError, match="holds 12 records, but its header says 13: it is not com"):
        bombe.masks(path)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"1...2..3....4...\n",
        b'{"schema": "bombe.audit/1"}\n',
        b'{"schema": "bombe.masks/2", "m": 2, "n": 2, "fields": [["safe", 8]]}\n',
        b'{"schema": "bombe.masks/1", "m": 2, "n": 2, "fields": [["safe", 9]]}\n',
        b'{"schema": "bombe.masks/1", "m": 2, "n": 2, "fields": [["other", 8]]}\n',
        b'{"schema": "bombe.masks/1", "m": 2, "n": 2, "fields": []}\n',
        b'{"schema": "bombe.masks/1", "m": 99, "n": 2, "fields": [["safe", 8]]}\n',
        b'{"schema": "bombe.masks/1", "m": 2, "n": 2}\n',
        b"[1, 2]\n",
        b"\x93NUMPY\x01\x00",
        b"\x93NUMPY\x01\x00\x10\x00" + b"{'descr': 7}    ",
        b"\x93NUMPY\x01\x00\x10\x00" + b"__import__('os')",
    ],
)
def test_what_is_no_file_of_masks_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.masks"
    path.write_bytes(text)
    with pytest.raises(InputError, match="has no header of masks"):
        bombe.masks(path)


def test_arrays_of_others_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.zeros((3, 4)))
    with pytest.raises(InputError, match="has no header of masks"):
        bombe.masks(tmp_path / "a.npy")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere.npy: No such file or directory; give a file of"):
        bombe.masks(tmp_path / "nowhere.npy")


def test_boards_of_another_shape_are_named_by_their_place() -> None:
    form = format_named("npy")
    first, second = (
        form.answers([audit(Board.empty(shape))], "", f"a.sdm:{line}")
        for line, shape in enumerate((Shape(2, 2), Shape(2, 3)), 1)
    )
    _, _, written = form.added(first, OutputState())
    with pytest.raises(InputError, match=r"^a.sdm:2: masks are of boards of one shape, but"):
        form.added(second, written)


def test_wrong_fields_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown column of masks 'save': did you mean"):
        header_of("npy", Shape(2, 2), ["save"])
    found = bombe.masks(write_masks(tmp_path / "a.npy", "npy", audits_of(Shape(2, 2))))
    with pytest.raises(UsageError, match="'final' is no mask: give safe or bombs"):
        found.unpacked("final")


def test_moves_of_a_record_are_moves(tmp_path: Path) -> None:
    found = bombe.masks(write_masks(tmp_path / "a.npy", "npy", audits_of(Shape(2, 2))))
    moves = [move for each in found for move in (*(each.safe or ()), *(each.bombs or ()))]
    assert moves
    assert all(type(move) is Move for move in moves)
