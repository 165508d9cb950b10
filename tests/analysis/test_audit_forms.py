"""The forms of an audit: what it makes of bytes when it is asked, against masks and plain loops."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from random_boards import random_board
from random_states import SHAPES, random_state

import bombe
from bombe.analysis.audit import Audit, audit
from bombe.boards import Board, Move, Rules, SudokuState
from bombe.solvers import Budget, Verdict, get, native

if TYPE_CHECKING:
    from collections.abc import Iterator

SOLVERS = ("native", "backtracking", "dancing_links", "cpsat")
needs_kernel = pytest.mark.skipif(not native.is_available(), reason="there is no kernel")


def positions() -> Iterator[SudokuState | Board]:
    """Yield boards of all kinds, and positions of all play modes with taboo moves."""
    yield from map(random_board, range(200))
    rng = random.Random(20)
    for seed in range(160):
        state = random_state(rng, SHAPES[seed % 12], [*Rules][seed % 4], rng.randrange(9))
        yield state
        moves = state.moves()
        if moves and not state.is_over:
            yield state.reject(rng.choice(moves))


def audits() -> Iterator[Audit]:
    """Yield audits of the positions by several solvers, some of them on a small budget."""
    names = [name for name in SOLVERS if bombe.solvers.is_available(name)]
    for number, position in enumerate(positions()):
        yield audit(position)
        budget = Budget(nodes=number % 30)
        yield audit(position, budget=budget)
        if _is_small(position):
            yield audit(position, solver=names[number % len(names)])
            yield audit(position, solver="backtracking", budget=budget)


def _is_small(position: SudokuState | Board) -> bool:
    board = position if isinstance(position, Board) else position.board
    return board.shape.size <= 6


@pytest.fixture(scope="module")
def found() -> list[Audit]:
    """Return the audits, which are made once."""
    return [*audits()]


def plain_moves(masks: list[int], size: int) -> tuple[Move, ...]:
    """Return the moves of masks, one by one."""
    return tuple(
        Move(*divmod(cell, size), value)
        for cell, mask in enumerate(masks)
        for value in range(1, size + 1)
        if mask >> value & 1
    )


def test_moves_are_what_masks_say(found: list[Audit]) -> None:
    seen = set()
    for one in found:
        legal, truth, size = one.state.move_masks(), one.truth, one.board.shape.size
        known = [*zip(legal, truth.true, truth.undecided, strict=True)]
        assert one.safe == plain_moves([m & true for m, true, _ in known], size)
        assert one.bombs == plain_moves([m & ~true & ~open_ for m, true, open_ in known], size)
        assert one.undecided == plain_moves([m & open_ for m, _, open_ in known], size)
        single = [true if true.bit_count() == 1 and not open_ else 0 for _, true, open_ in known]
        assert one.forced == plain_moves(single, size)
        assert one.clashes == one.board.clashes()
        assert one.playable == len(one.state.playable())
        verdicts = [*one.verdicts]
        assert verdicts == one.state.moves()
        seen |= {
            (len(one.safe) > 0, len(one.bombs) > 0, len(one.undecided) > 0, one.solutions.exact)
        }
    assert len(seen) > 8


def test_the_json_is_that_of_the_plain_values(found: list[Audit]) -> None:
    for one in found:
        assert one.to_json() == json.dumps(one.to_dict())
    rated = audit("hard-2x2", rate=True)
    assert rated.to_json() == json.dumps(rated.to_dict())
    assert "ratings" in rated.to_dict()


def test_the_json_is_the_same_without_the_kernel(
    found: list[Audit], monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [one.to_json() for one in found]
    monkeypatch.setattr(native, "is_available", lambda: False)
    assert [one.to_json() for one in found] == texts


def test_audits_are_written_in_threads(found: list[Audit]) -> None:
    texts = [one.to_json() for one in found]
    with ThreadPoolExecutor(4) as threads:
        assert [*threads.map(Audit.to_json, found)] == texts


def test_an_audit_that_was_pickled_or_copied_is_equal_and_says_the_same(found: list[Audit]) -> None:
    for one in found[::3]:
        pickled = pickle.loads(pickle.dumps(one))  # noqa: S301 - our own
        for twin in (pickled, copy.copy(one), copy.deepcopy(one)):
            assert twin == one
            assert hash(twin) == hash(one)
            assert twin.to_dict() == one.to_dict()
            assert twin.verdicts == one.verdicts
            assert twin.witnesses == one.witnesses


def test_what_was_asked_of_an_audit_is_not_pickled() -> None:
    one = audit("hard-3x3")
    before = len(pickle.dumps(one))
    assert one.safe
    assert one.verdicts
    assert one.to_json()
    assert len(pickle.dumps(one)) <= before
    assert before < 3000


def test_equality_is_of_what_is_known_and_not_of_the_effort() -> None:
    board = random_board(3)
    assert audit(board) == audit(SudokuState.start(board))
    assert audit(board) != audit(board, solver="dancing_links")
    one = audit("hard-2x2")
    assert one != dataclasses.replace(one, final=False)
    assert one == dataclasses.replace(one, effort=one.effort._replace(nodes=10**6))
    assert one != object()


def test_an_audit_cannot_be_changed() -> None:
    one = audit("hard-2x2")
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.final = False  # type: ignore[misc] # it is refused
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.board
    with pytest.raises(AttributeError):
        one.safe = ()


@needs_kernel
def test_the_codes_of_the_kernel_are_those_of_masks() -> None:
    for seed in range(200):
        board, budget = random_board(seed), Budget(nodes=seed % 9) if seed % 3 else None
        truth = get("native").true_candidates(board, budget)
        twin = dataclasses.replace(truth)
        assert (twin.codes, twin) == (truth.codes, truth)
        assert pickle.loads(pickle.dumps(truth)) == truth  # noqa: S301 - our own
        assert truth.verdicts == {move: twin.verdicts[move] for move in board.candidates()}
        assert set(truth.verdicts.values()) <= {*Verdict}
    with pytest.raises(AttributeError, match="verdicts have no 'tru'"):
        truth.tru  # type: ignore[attr-defined] # noqa: B018 - it is missing
