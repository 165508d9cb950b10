"""Databases that commands write: the columns have declared types, whatever the first boards are."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

CLASH, SEVERAL, FULL, PROPER = (
    "11..............",
    "1...2..3....4...",
    "1234341221434321",
    "132442..31.22..1",
)
QUESTIONS = (
    ("audit",),
    ("audit", "--rate"),
    ("count", "--limit", "0"),
    ("check",),
    ("solve",),
    ("solve", "--limit", "3"),
    ("solve", "--solver", "backtracking"),
    ("why",),
    ("hint",),
    ("tempo",),
    ("tempo", "--rules", "rows"),
    ("endgame",),
)
KINDS = {"TEXT": str, "INTEGER": int, "REAL": float}


def table_of(path: Path) -> tuple[dict[str, str], list[dict[str, Any]]]:
    """Return the declared types of the only table of answers, and its rows, which have them."""
    with closing(sqlite3.connect(path)) as file:
        file.row_factory = sqlite3.Row
        found = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        (table,) = (name for (name,) in found if name != "made")
        asked = "SELECT name, type FROM pragma_table_info(?)"
        declared = dict(map(tuple, file.execute(asked, (table,))))
        rows = [dict(row) for row in file.execute(f"SELECT * FROM {table} ORDER BY rowid")]  # noqa: S608
    for row in rows:
        for name, value in row.items():
            assert value is None or type(value) is KINDS[declared[name]], name
    return declared, rows


def file_of(folder: Path, *boards: str) -> str:
    path = folder / "boards.txt"
    path.write_text("".join(f"{board}\n" for board in boards))
    return str(path)


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_columns_have_the_declared_types_whichever_board_is_the_first(
    bombe: Bombe, tmp_path: Path, question: tuple[str, ...]
) -> None:
    found = []
    for number, boards in enumerate([(CLASH, SEVERAL, FULL), (SEVERAL, PROPER, CLASH)]):
        out = tmp_path / f"{number}.sqlite"
        done = bombe(*question, file_of(tmp_path, *boards), "-o", str(out))
        assert done.code in (0, 2), done.err  # 2: an endgame has no answer for a clash
        found.append(table_of(out)[0])
    assert found[0] == found[1]
    assert "" not in found[0].values()


@pytest.mark.parametrize("question", [("solve",), ("check",), ("solve", "--limit", "3")])
@pytest.mark.parametrize("is_together", [True, False])
def test_solutions_are_kept_after_a_board_without_any(
    bombe: Bombe,
    tmp_path: Path,
    question: tuple[str, ...],
    is_together: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Boards are asked together, or one by one where a limit of seconds is very short."""
    words = (*question, file_of(tmp_path, CLASH, SEVERAL, FULL))
    words += () if is_together else ("--seconds", "0.09")
    records = [json.loads(line) for line in bombe(*words, "--jsonl").out.splitlines()]
    expected = [" ".join(record["solutions"]) for record in records]
    assert expected[0] == ""
    assert len(expected[1]) >= 16
    assert bombe(*words, "-o", str(tmp_path / "a.sqlite")).code == 0
    assert [row["solutions"] for row in table_of(tmp_path / "a.sqlite")[1]] == expected
    table = bombe(*words, "--csv", "--columns", "solutions").out.splitlines()
    assert table == ["solutions", *(text or '""' for text in expected)]


def test_a_shard_that_begins_without_a_solution_does_not_spoil_the_merged_database(
    bombe: Bombe, tmp_path: Path
) -> None:
    boards = file_of(tmp_path, *[CLASH] * 16, *[FULL, SEVERAL] * 24)
    outs = [str(tmp_path / f"{name}.sqlite") for name in ("whole", "1", "2", "merged")]
    assert bombe("solve", boards, "-o", outs[0]).code == 0
    for number in (1, 2):
        assert bombe("solve", boards, "-o", outs[number], "--shard", f"{number}/2").code == 0
    assert bombe("merge", "-o", outs[3], *outs[1:3]).code == 0
    (whole, rows), (merged, joined) = table_of(tmp_path / outs[0]), table_of(tmp_path / outs[3])
    assert whole == merged
    assert [row["solutions"] for row in rows] == [row["solutions"] for row in joined]
    assert rows[16]["solutions"] == FULL


def test_positions_without_an_answer_leave_no_row(bombe: Bombe, tmp_path: Path) -> None:
    out = tmp_path / "a.sqlite"
    done = bombe("endgame", file_of(tmp_path, CLASH, PROPER, CLASH), "-o", str(out))
    assert done.code == 2
    assert "2 of 3 positions not supported: see their lines" in done.err
    assert [row["board"] for row in table_of(out)[1]] == [PROPER]
