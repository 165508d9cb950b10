"""Why: bombs, forced cells, boards; what is refused, what is unknown, and the JSON of it all."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

import bombe
from bombe.analysis.why.checker import fault_in
from bombe.analysis.why.cores import Core, CoreKind
from bombe.analysis.why.question import cited_givens, why
from bombe.boards import Board, SudokuState
from bombe.boards.errors import IllegalMoveError, UsageError
from bombe.solvers import Budget, Verdict

HARD = bombe.read("hard-2x2")
TWO_SOLUTIONS = Board([[1, 2, 0, 0], [3, 4, 1, 2], [2, 1, 0, 0], [4, 3, 2, 1]])
HOPELESS = Board("2x2", [1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8])


def test_every_bomb_has_a_checked_chain_and_no_safe_move_has_one() -> None:
    audit = bombe.audit(HARD)
    for move, verdict in audit.verdicts.items():
        found = why(HARD, move)
        assert found.is_bomb is (verdict is Verdict.NO)
        assert found.final
        assert (found.refutation is None) == (found.witness is not None)
        if found.refutation is not None:
            assert not fault_in(HARD.board, found.refuted, found.refutation)
            assert found.core is not None
            assert found.core.kind is CoreKind.SMALLEST
        else:
            assert found.witness is not None
            assert found.witness[move.row, move.column] == move.value


def test_the_text_reads_as_a_person_would_tell_it() -> None:
    assert why(HARD, "r1c1=1").text == "If 1 stands at r1c1, row 1 has no place for 3."
    assert why(HARD, (0, 0)).text == "If r1c1 is not 3, row 1 has no place for 3."
    assert why(HARD).text == "The board has one solution."
    assert why(HARD, (0, 0, 3)).text == "3 at r1c1 is safe: a solution has it there."
    assert why(HOPELESS).text.startswith("The board has no solution. ")


def test_all_texts_of_moves_and_cells_are_taken() -> None:
    assert {why(HARD, text).move for text in ("r1c1=1", "(0,0) -> 1", "0,0,1")} == {(0, 0, 1)}
    assert {why(HARD, text).cell for text in ("r1c1", "(0, 0)", "0,0")} == {(0, 0)}


def test_a_forced_cell_is_refuted_without_its_value() -> None:
    found = why(HARD, (0, 0))
    assert (found.verdict, found.move, found.values) == (Verdict.YES, (0, 0, 3), (3,))
    assert found.refuted.is_not
    assert found.is_bomb is None


def test_a_cell_that_is_not_forced_says_what_it_can_be() -> None:
    found = why(TWO_SOLUTIONS, (0, 2))
    assert (found.verdict, found.values) == (Verdict.NO, (3, 4))
    assert [witness[0, 2] for witness in found.witnesses] == [3, 4]
    assert found.text == "r1c3 is not forced: it can be 3 or 4."


def test_boards_say_how_many_solutions_they_have() -> None:
    assert why(TWO_SOLUTIONS).text == "The board has more than one solution."
    assert len(why(TWO_SOLUTIONS).witnesses) == 2
    found = why(HOPELESS)
    assert found.verdict is Verdict.YES
    assert found.core is not None
    assert found.core.cells == (0, 1, 7)


def test_a_cell_of_a_board_without_a_solution_is_not_forced() -> None:
    found = why(HOPELESS, (1, 0))
    assert (found.verdict, found.values) == (Verdict.NO, ())
    assert found.refutation is not None


def test_on_a_board_without_a_solution_every_move_is_a_bomb() -> None:
    found = why(HOPELESS, "r4c4=1")
    assert found.is_bomb
    assert found.remarks == ("The board has no solution even without it: every move is a bomb.",)


def test_values_that_clash_are_a_reason_of_their_own() -> None:
    found = why(Board("2x2", [1, 1, *[0] * 14]))
    assert found.text == "The board has no solution. 1 stands twice in row 1, at r1c1 and r1c2."


@pytest.mark.parametrize("move", [(1, 0, 3), (0, 1, 2), (9, 9, 1), (0, 0, 5)])
def test_moves_that_clash_are_refused(move: tuple[int, int, int]) -> None:
    with pytest.raises(IllegalMoveError):
        why(HARD, move)


def test_filled_cells_and_nonsense_are_refused() -> None:
    with pytest.raises(UsageError, match="ask about an empty cell"):
        why(HARD, (1, 0))
    with pytest.raises(UsageError, match="is not a move"):
        why(HARD, "row 3")
    with pytest.raises(UsageError, match="say 'one'"):
        why(HARD, cores="two")  # type: ignore[arg-type]


def test_taboo_moves_and_closed_cells_are_explained_with_a_remark() -> None:
    taboo = HARD.reject((0, 0, 1))
    assert why(taboo, (0, 0, 1)).remarks == ("It is taboo, for it was played before.",)
    rows = SudokuState.start(HARD.board, "rows")
    found = why(rows, "r2c2=4")
    assert found.is_bomb
    assert found.remarks == ("Player 1 may not play there now.",)


def test_without_a_budget_nothing_is_known() -> None:
    for asked in ((0, 0, 1), (0, 0), None):
        found = why(HARD, asked, budget=Budget(nodes=0))
        assert found.verdict is Verdict.UNKNOWN
        assert not found.final
        assert found.refutation is None
        assert "not known" in found.text


def test_the_json_has_the_chain_the_core_and_the_text() -> None:
    record = json.loads(why(HARD, "r1c1=1").to_json())
    assert record["schema"] == "bombe.why/1"
    assert (record["move"], record["is_bomb"]) == ([0, 0, 1], True)
    assert (record["rating"], record["chain"]) == (0, [])
    assert record["end"] == {
        "kind": "no place",
        "region": "row 0",
        "value": 3,
        "because": [[0, 0], [1, 2], [2, 1]],
        "after": [],
    }
    assert (record["core"], record["core_kind"]) == ([[1, 2], [2, 1]], "smallest")


def test_rows_have_the_same_fields_whatever_is_asked() -> None:
    rows = [why(HARD, asked).to_row() for asked in ((0, 0, 1), (0, 0, 3), (0, 0), None)]
    assert len({frozenset(row) for row in rows}) == 1


def test_the_worth_of_a_bomb_follows_it() -> None:
    found = why(HARD, "r1c1=1")
    assert found.stakes is not None
    assert (found.stakes.empties, found.stakes.bombs) == (12, 14)
    assert (0, 0, 3) in found.stakes.skip.killers
    assert why(HARD, "r1c1=1", stakes=False).stakes is None


def test_cores_are_found_as_wished() -> None:
    assert why(HARD, "r1c1=1", cores="none").core is None
    every = why(HARD, "r1c1=4", cores="all")
    assert every.core is not None
    assert {len(core.cells) for core in every.cores} == {len(every.core.cells)}


def test_the_first_of_all_cores_is_seen_in_the_chain() -> None:
    every = why(HARD, "r1c1=1", cores="all")
    assert every.refutation is not None
    assert every.core is not None
    assert len(every.cores) > 1
    assert set(every.core.cells) <= set(cited_givens(every.board, every.refutation))


def test_cores_are_described_as_what_does_it_alone() -> None:
    found = why(HARD, "r1c1=1")
    assert found.core_words() == "r2c3 and r3c2 alone make it a bomb, and fewer do not."
    many = replace(found, cores=(Core(tuple(range(7)), CoreKind.AT_MOST, 3),))
    assert many.core_words() == (
        "7 filled cells alone make it a bomb, and at least 3 are needed: "
        "r1c1, r1c2, r1c3, r1c4, r2c1, r2c2 and r2c3."
    )
    ones = tuple(Core((cell,), CoreKind.SMALLEST, 1) for cell in range(10))
    assert replace(found, cores=ones[:2]).core_words() == (
        "r1c1 alone makes it a bomb. Another set of as many does: (r1c2)."
    )
    assert replace(found, cores=ones).core_words().endswith(", (r3c1) and 1 more.")
    alone = replace(found, cores=(Core((), CoreKind.SMALLEST, 0),))
    assert alone.core_words() == "No filled cell is needed for that."


@pytest.mark.parametrize("asked", ["r1c1=1", "r1c1=3", "r1c1", None])
def test_less_budget_leaves_more_open_and_nothing_wrong(asked: str | None) -> None:
    whole, before = why(HARD, asked), False
    for nodes in (*range(20), 50, 100, 200):
        found = why(HARD, asked, budget=Budget(nodes=nodes))
        assert found.verdict in {whole.verdict, Verdict.UNKNOWN}
        assert found.text
        assert str(found)
        assert found.final >= before
        before = found.final
        if found.refutation is None:
            assert found.core is None
            assert found.rating is None
        if found.final:
            assert found.verdict is whole.verdict
            assert (found.refutation is None) == (whole.refutation is None)
    assert before
