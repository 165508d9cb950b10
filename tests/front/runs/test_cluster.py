"""Commands with --cluster: the same answers, a quiet terminal, and kills that lose nothing."""

from __future__ import annotations

import random
import signal
import sys
import time
from typing import TYPE_CHECKING

import pytest
from killed_runs import KilledRun, await_that, chunks_in, is_worker, start, workers_of
from plain_games import logged_games

from bombe.boards.sudoku.bundled import text_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from running import Bombe

pytestmark = [
    pytest.mark.usefixtures("in_own_folder"),
    pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc"),
]
pytest.importorskip("distributed", reason="needs bombe[cluster]")
SETS = ("set-easy-3x3", "set-hard-3x3", "set-improper-3x3", "set-unsolvable-3x3")
AUDIT = (
    "audit",
    "boards.txt",
    "--rate",
    "--csv",
    "--columns",
    "source,board,solutions_value,bombs",
)
GAMES = ("tournament", "greedy", "random", "mine.py:Mine", "--generate", "2x2", "--nodes", "3")
RNG = random.Random(4)
MINE = """\
import beside

class Mine:
    def __init__(self, seed): ...

    def choose(self, state, clock):
        yield beside.pick(state.moves())
"""


def boards(copies: int) -> str:
    """Return many boards, one per line."""
    lines = [line for name in SETS for line in text_of(name).splitlines() if line[:1] != "#"]
    return "".join(f"{line}\n" for line in lines * copies)


def write_agents(folder: Path) -> None:
    (folder / "mine.py").write_text(MINE, encoding="utf-8")
    (folder / "beside.py").write_text("def pick(moves): return moves[0]\n", encoding="utf-8")


def test_workers_and_their_client_are_killed_and_no_board_is_lost_or_doubled(
    tmp_path: Path, bombe: Bombe
) -> None:
    (tmp_path / "boards.txt").write_text(boards(1), encoding="utf-8")
    assert bombe(*AUDIT, "-o", "alone.csv").code == 0
    run = KilledRun([*AUDIT, "-o", "cluster.csv", "--cluster", "local:2"], tmp_path, RNG)
    journal = tmp_path / "cluster.csv.partial.made.jsonl"
    run.run(workers=1, until=lambda: chunks_in(journal) > 3)
    await_that(lambda: not any(map(is_worker, run.ended)))
    assert run.run("--resume", workers=1) == 0
    assert (tmp_path / "cluster.csv").read_bytes() == (tmp_path / "alone.csv").read_bytes()
    assert run.workers + run.clients == 3
    assert all(line.startswith("bombe: ") for line in run.said.splitlines())


def test_games_of_a_cluster_are_those_of_a_match_here(tmp_path: Path, bombe: Bombe) -> None:
    write_agents(tmp_path)
    command = [*GAMES, "--games", "4", "--salt", "5", "--no-progress"]
    run = KilledRun([*command, "-o", "cluster.jsonl", "--cluster", "local:2"], tmp_path, RNG)
    assert run.run(workers=1) == 0
    assert run.workers == 1
    assert bombe(*command, "-o", "alone.jsonl").code == 0
    one, other = (logged_games(tmp_path / f"{name}.jsonl") for name in ("cluster", "alone"))
    assert len(one) == 12
    assert one == other


def test_ctrl_c_keeps_what_is_known(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text(boards(100), encoding="utf-8")
    journal = tmp_path / "out.csv.partial.made.jsonl"
    with start([*AUDIT, "-o", "out.csv", "--cluster", "local:2"], tmp_path) as command:
        await_that(lambda: chunks_in(journal) > 3)
        processes = workers_of(command.pid)
        command.send_signal(signal.SIGINT)
        _, said = command.communicate(timeout=30)
    assert command.returncode == 130
    assert not any(map(is_worker, processes))
    assert chunks_in(journal) > 3
    assert "interrupted" in said
    assert "--resume" in said


@pytest.mark.long
def test_fifty_kills_lose_and_double_no_board(tmp_path: Path, bombe: Bombe) -> None:
    (tmp_path / "boards.txt").write_text(boards(6), encoding="utf-8")
    assert bombe(*AUDIT, "-o", "alone.csv").code == 0
    alone = (tmp_path / "alone.csv").read_bytes()
    run = KilledRun([*AUDIT, "-o", "cluster.csv", "--cluster", "local:2"], tmp_path, RNG)
    finished = 0
    while run.kills < 50:
        code = run.run("--resume", workers=RNG.randrange(4), until=sometimes())
        if code == 0:
            assert (tmp_path / "cluster.csv").read_bytes() == alone
            (tmp_path / "cluster.csv").unlink()
            (tmp_path / "cluster.csv.made.jsonl").unlink()
            finished += 1
        else:
            assert code == -signal.SIGKILL, run.said
    print(f"{run.workers} workers and {run.clients} clients killed, {finished} runs to the end")  # noqa: T201 - the figures
    assert finished


@pytest.mark.long
def test_fifty_kills_lose_and_double_no_game(tmp_path: Path, bombe: Bombe) -> None:
    write_agents(tmp_path)
    command = [*GAMES, "--games", "40", "--salt", "5", "--no-progress", "-o"]
    assert bombe(*command, "alone.jsonl").code == 0
    alone = logged_games(tmp_path / "alone.jsonl")
    run = KilledRun([*command, "cluster.jsonl", "--cluster", "local:2"], tmp_path, RNG)
    finished = 0
    while run.kills < 50:
        code = run.run(workers=RNG.randrange(4), until=sometimes())
        if code == 0:
            found = logged_games(tmp_path / "cluster.jsonl")
            assert [game["id"] for game in found] == [game["id"] for game in alone]
            pairs = zip(found, alone, strict=True)
            others = [(one["reason"], other["reason"], one) for one, other in pairs if one != other]
            assert not others
            (tmp_path / "cluster.jsonl").unlink()
            finished += 1
        else:
            assert code == -signal.SIGKILL, run.said
    print(f"{run.workers} workers and {run.clients} clients killed, {finished} runs to the end")  # noqa: T201 - the figures
    assert finished


def sometimes() -> Callable[[], bool] | None:
    """Return when a client is to be killed: at some moment of most runs, never in others."""
    moment = time.monotonic() + RNG.uniform(1, 8)
    return (lambda: time.monotonic() > moment) if RNG.random() < 0.6 else None
