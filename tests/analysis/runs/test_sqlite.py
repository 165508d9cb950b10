"""Databases: typed columns, rows in order, readable while they grow, and whole at the end."""

from __future__ import annotations

import random
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from written_outputs import FORMS, content, payloads, write

from bombe.analysis.runs.disk import AGAIN
from bombe.analysis.runs.formats import sqlite
from bombe.analysis.runs.payload import OutputState, Payload
from bombe.boards.errors import InputError, UsageError

COLUMNS = ("board", "count", "seconds", "is_final", "kind")


def rows(*values: tuple[object, ...]) -> Payload:
    return Payload([*values], len(values), COLUMNS)


def test_numbers_beyond_64_bits_keep_all_digits(tmp_path: Path) -> None:
    path, large = tmp_path / "a.sqlite", 6_670_903_752_021_072_936_960
    write(path, "sqlite", [rows(("1", 1, 0.0, True, "")), rows(("2", large, 0.0, True, ""))])
    with closing(sqlite3.connect(path)) as file:
        found = file.execute("SELECT CAST(count AS TEXT) FROM audits").fetchall()
    assert found == [("1",), (str(large),)]


def test_the_table_made_says_how(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    write(path, "sqlite", [], settings={"limit": 5}, seed=3)
    with closing(sqlite3.connect(path)) as file:
        made = dict(file.execute("SELECT name, value FROM made"))
    assert made["schema"] == "bombe.made/1"
    assert made["command"] == "bombe audit boards.txt"
    assert made["settings"] == '{"limit": 5}'
    assert made["seed"] == 3


def test_it_is_read_while_it_grows_and_is_one_file_at_the_end(tmp_path: Path) -> None:
    path, seen = tmp_path / "a.sqlite", list[int]()
    partial = tmp_path / "a.sqlite.partial"

    def look(_: int) -> None:
        with closing(sqlite3.connect(f"file:{partial}?mode=ro", uri=True)) as file:
            seen.append(file.execute("SELECT count(*) FROM audits").fetchone()[0])

    write(path, "sqlite", [rows((str(n), n, 0.5, True, "")) for n in range(3)], reached=look)
    assert seen == [1, 2, 3]
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.sqlite", "a.sqlite.made.jsonl"]


def test_a_chunk_that_is_written_again_is_there_once(tmp_path: Path) -> None:
    path = str(tmp_path / "a.sqlite")
    with (
        closing(FORMS["sqlite"].open(path, "audit", AGAIN)) as one,
        closing(FORMS["sqlite"].open(path, "audit", AGAIN)) as two,
    ):
        first = one.write(rows(("1", 1, 0.5, True, "")), OutputState())
        lost = two.write(rows(("2", 2, 0.5, True, ""), ("3", 3, 0.5, True, "")), first)
        again = one.write(rows(("2", 2, 0.5, True, "")), first)
    assert (lost.size, again.size) == (3, 2)
    assert FORMS["sqlite"].part(path, "audit").size() == 2


def test_a_column_that_comes_later_is_added(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    later = Payload([("2", 9)], 1, ("board", "later"))
    write(path, "sqlite", [rows(("1", 1, 0.5, True, "")), later])
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT board, count, later FROM audits").fetchall() == [
            ("1", 1, None),
            ("2", None, 9),
        ]


def test_a_database_that_another_program_has_open_is_not_replaced(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.sqlite", payloads("sqlite", random.Random(2), 20)
    write(path, "sqlite", chunks)
    before = content(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode = WAL")
        other.execute("CREATE TABLE mine (x)")
        with pytest.raises(UsageError, match=r"is in use by another program, which has .*-wal"):
            write(path, "sqlite", chunks)
    assert content(path) == before


def test_a_database_is_refused_where_no_file_is() -> None:
    from bombe.analysis.runs.output import open_output

    with (
        pytest.raises(UsageError, match=r"a table needs a file: give -o FILE.sqlite"),
        open_output(None, FORMS["sqlite"], tell=print),
    ):
        pass


class Reading:
    """Another program that reads a database while it is written, until it closes it."""

    def __init__(self, path: Path) -> None:
        self._path, self._files = path, list[sqlite3.Connection]()

    def read(self, _: int) -> None:
        file = sqlite3.connect(f"{self._path}.partial", check_same_thread=False)
        assert file.execute("SELECT name FROM made").fetchall()
        self._files.append(file)

    def close(self) -> None:
        for file in self._files:
            file.close()


def test_readers_have_a_while_to_close_it_at_the_end(tmp_path: Path) -> None:
    path, chunks = tmp_path / "a.sqlite", payloads("sqlite", random.Random(4))
    reading = Reading(path)
    closing_soon = threading.Timer(0.3, reading.close)
    closing_soon.start()
    write(path, "sqlite", chunks, reached=reading.read)
    closing_soon.join()
    write(tmp_path / "whole.sqlite", "sqlite", chunks)
    assert content(path) == content(tmp_path / "whole.sqlite")
    assert not Path(f"{path}.partial").exists()


def test_a_reader_that_stays_is_one_line_and_the_run_continues_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "_LEAVING", 0.1)
    path, chunks = tmp_path / "a.sqlite", payloads("sqlite", random.Random(4))
    reading = Reading(path)
    with pytest.raises(InputError, match=r"close it in the other program, and run .*--resume"):
        write(path, "sqlite", chunks, reached=reading.read)
    reading.close()
    write(path, "sqlite", chunks, resume=True)
    write(tmp_path / "whole.sqlite", "sqlite", chunks)
    assert content(path) == content(tmp_path / "whole.sqlite")
