"""`bombe match`, `tournament` and `experiment` in shards, and `bombe merge` of what they wrote."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from subprocess import DEVNULL
from typing import TYPE_CHECKING

import pytest
from plain_games import logged_games

if TYPE_CHECKING:
    from running import Bombe

pytestmark = pytest.mark.usefixtures("in_own_folder", "in_process")
TINY = ("--generate", "2x2", "--nodes", "1", "--no-progress")
MATCH = ("match", "greedy", "random", *TINY, "--games")
MINE = "from bombe.agents.sudoku.simple import RandomAgent\n"


@pytest.fixture
def without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw nothing, which takes most of the time of an experiment that is so small."""
    monkeypatch.setattr("bombe.commands.matches.sweeps.draw", lambda *_: ())
    monkeypatch.setattr("bombe.commands.matches.grid.draw_grid", lambda *_: ())


def in_shards(bombe: Bombe, of: int, *words: str) -> list[str]:
    """Play all shards of a match; return the names of their logs."""
    names = [f"part-{number}.jsonl" for number in range(1, of + 1)]
    for number, name in enumerate(names, 1):
        assert bombe(*words, "--shard", f"{number}/{of}", "-o", name).code == 0
    return names


def ids(log: str) -> list[str]:
    return [game["id"] for game in map(json.loads, Path(log).read_text("utf-8").splitlines())]


@pytest.mark.parametrize("of", [1, 2, 3])
@pytest.mark.parametrize(
    "words",
    [("match", "greedy", "random"), ("tournament", "random", "greedy", "naive", "--gauntlet")],
)
def test_shards_are_merged_into_the_log_of_the_whole_match(
    bombe: Bombe, of: int, words: tuple[str, ...]
) -> None:
    words = (*words, *TINY, "--games", "10")
    assert bombe(*words, "-o", "whole.jsonl", "-j", "1").code == 0
    if of == 1:
        bombe(*words, "-o", "merged.jsonl", "--shard", "1/1")
    else:
        done = bombe("merge", "-o", "merged.jsonl", *reversed(in_shards(bombe, of, *words)))
        assert (done.code, done.out) == (0, "")
        assert done.err == f"bombe: merged.jsonl: {len(ids('whole.jsonl'))} games of {of} files\n"
    assert logged_games(Path("merged.jsonl")) == logged_games(Path("whole.jsonl"))
    assert ids("merged.jsonl") == ids("whole.jsonl")
    assert bombe("verify", "merged.jsonl").out.endswith("games: all hold\n")
    again = bombe(*words, "-o", "merged.jsonl", "--json")
    whole = bombe(*words, "-o", "whole.jsonl", "--json")
    assert f"{len(ids('whole.jsonl'))} games in it" in again.err
    assert (
        json.loads(again.out)["players"][0]["wins"] == json.loads(whole.out)["players"][0]["wins"]
    )


def test_a_shard_has_whole_pairs_and_says_so_in_its_name_log_and_table(
    bombe: Bombe, tmp_path: Path
) -> None:
    done = bombe(*MATCH, "10", "--shard", "2/3")
    (log,) = tmp_path.glob("*-2-of-3.jsonl")
    assert ids(str(log)) == ["2a", "2b", "5a", "5b"]
    assert done.out.endswith(
        "these are the games of shard 2/3; `bombe merge` joins those of all 3\n"
    )
    assert {str(game["shard"]) for game in logged_games(log)} == {
        "{'part': '2/3', 'games': 10, 'seed': 0}"
    }
    made = json.loads(log.read_text(encoding="utf-8").partition("\n")[0])["made"]
    assert made["command"] == f"bombe {' '.join((*MATCH, '10', '--shard', '2/3'))}"
    assert (made["seed"], "commit" in made) == (0, True)
    assert json.loads(bombe(*MATCH, "10", "--shard", "2/3", "--json").out)["shard"] == "2/3"
    assert bombe("verify", log.name).out.endswith(f"all hold; {log.name} holds shard 2/3\n")
    assert json.loads(bombe("verify", log.name, "--json").out)["logs"][0]["shards"] == ["2/3"]


def test_a_shard_is_resumed_and_extended_and_another_one_is_refused(bombe: Bombe) -> None:
    assert bombe(*MATCH, "4", "--shard", "1/2", "-o", "log").code == 0
    assert ids("log") == ["1a", "1b"]
    again = bombe(*MATCH, "10", "--shard", "1/2", "-o", "log")
    assert (again.code, "2 games in it" in again.err) == (0, True)
    assert ids("log") == ["1a", "1b", "3a", "3b", "5a", "5b"]
    for shard in (("--shard", "2/2"), ("--shard", "1/3"), ()):
        other = bombe(*MATCH, "10", *shard, "-o", "log")
        assert (other.code, other.out) == (2, "")
        assert "log:1: a game of shard 1/2, and this is " in other.err
        assert "continue the log with --shard 1/2, or give another one with -o" in other.err
    assert bombe(*MATCH, "2", "-o", "whole").code == 0
    done = bombe(*MATCH, "2", "--shard", "1/2", "-o", "whole")
    assert "whole:1: a game of the whole match, and this is shard 1/2" in done.err
    assert len(ids("log")) == 6


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--shard", "3/2"), "'3/2' is no shard: give i/n, such as 2/8"),
        (("--shard", "1/2", "--sprt", "elo0=0,elo1=50"), "leave out --sprt or --shard"),
    ],
)
def test_what_cannot_be_shared_is_refused_before_a_game(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    done = bombe(*MATCH, "10", *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert not [*tmp_path.iterdir()]


def test_shards_of_a_match_with_a_drawn_salt_would_not_be_of_one_match(bombe: Bombe) -> None:
    Path("mine.py").write_text(MINE, encoding="utf-8")
    words = ("match", "mine.py:RandomAgent", "random", *TINY, "--games", "4")
    done = bombe(*words, "--shard", "1/2")
    assert (done.code, "give the same --salt TEXT to each" in done.err) == (2, True)
    sweep = ("experiment", "time", "mine.py:RandomAgent", "random", *TINY[:2], "--games", "4")
    assert bombe(*sweep, "--nodes", "1", "--shard", "1/2").code == 2
    one, two = in_shards(bombe, 2, *words, "--salt", "x")
    assert bombe("merge", "-o", "merged", one, two).code == 0
    assert {game["salt"] for game in logged_games(Path("merged"))} == {"x"}
    assert bombe(*words, "--salt", "y", "--shard", "2/2", "-o", "other").code == 0
    done = bombe("merge", "-o", "no", one, "other")
    assert "other:1: a game of another match than in part-1.jsonl:1: --salt y here, x" in done.err


def test_what_is_missing_doubled_or_of_another_match_is_named(bombe: Bombe) -> None:
    one, two, three = in_shards(bombe, 3, *MATCH, "12")
    other = (*TINY[:2], "--nodes", "2", "--no-progress", "--games", "12")
    bombe("match", "greedy", "random", *other, "--shard", "3/3", "-o", "nodes")
    bombe(*MATCH, "12", "--seed", "5", "--shard", "3/3", "-o", "seed")
    bombe(*MATCH, "12", "--shard", "3/4", "-o", "four")
    bombe(*MATCH, "12", "-o", "whole")
    lines = Path(two).read_bytes().splitlines(keepends=True)
    Path("torn").write_bytes(b"".join(lines[:2]) + lines[2][:70])
    Path("empty").touch()
    for files, message in (
        ((one, three), "shard 2/3 is missing, with 4 games: give it, too"),
        ((one,), "shard 2/3 is missing, with 4 games: give it, too; shard 3/3 is missing"),
        (
            (one, "torn", three),
            "torn lacks 2 games of shard 2/3 (5a, 5b): run its command again to resume it",
        ),
        ((one, two, three, two), f"{two}:1: game 2a is in {two}:1, too: give each shard once"),
        ((one, two, "nodes"), "than in part-1.jsonl:1: limit nodes 2 here, 1 there; give"),
        ((one, two, "seed"), "seed:1: a game of another match than in part-1.jsonl:1: --seed 5"),
        ((one, two, "four"), "four:1: a game of another match than in part-1.jsonl:1: shards 4"),
        ((one, "whole"), "whole:1: a game of no shard; whole logs need no merge: `bombe rate`"),
        (("empty",), "empty has no journal"),
        ((one, "absent"), "No such file"),
    ):
        done = bombe("merge", "-o", "merged", *files)
        assert (done.code, done.out) == (3, ""), files
        assert message in done.err
        assert len(done.err.splitlines()) == 1
        assert not Path("merged").exists()
        assert not Path("merged.partial").exists()
    assert bombe("merge", "-o", one, one, two, three).code == 2
    assert bombe("merge", "-o", "merged", one, two, three, "empty").code == 0
    assert len(ids("merged")) == 12


def test_a_game_that_is_not_of_the_shard_it_says_is_a_fault(bombe: Bombe) -> None:
    bombe(*MATCH, "4", "--shard", "2/2", "-o", "log")
    text = Path("log").read_text(encoding="utf-8")
    for old, new, message in (
        ('"part": "2/2"', '"part": "1/2"', "it is none of shard 1/2, in which it says that it was"),
        ('"games": 4', '"games": 2', "it is none of shard 2/2, in which it says that it was"),
        ('"part": "2/2"', '"part": "3/2"', "of its shard is not as Bombe writes it"),
        ('"games": 4', '"games": "4"', "of its shard is not as Bombe writes it"),
        ('"seed": 0}', '"seeds": 0}', "of its shard is not as Bombe writes it"),
    ):
        Path("forged").write_text(text.replace(old, new), encoding="utf-8")
        done = bombe("verify", "forged")
        assert (done.code, message in done.out) == (3, True)
        assert bombe("merge", "-o", "merged", "forged").code == 3


def test_fewer_pairs_than_shards_leave_empty_logs_which_are_not_missed(bombe: Bombe) -> None:
    logs = in_shards(bombe, 3, *MATCH, "4")
    assert Path(logs[2]).read_bytes() == b""
    assert bombe("merge", "-o", "merged", *logs).code == 0
    assert bombe("merge", "-o", "again", *logs[:2]).code == 0
    assert Path("merged").read_bytes() == Path("again").read_bytes()


TIME = ("experiment", "time", "greedy", "random", "--generate", "2x2", "--no-progress")
GRID = (
    *("experiment", "grid", "greedy", "--against", "random,naive", "--boards", "easy-2x2,2x2"),
    *("--nodes", "1", "--no-progress"),
)


@pytest.mark.usefixtures("without_pictures")
@pytest.mark.parametrize("words", [(*TIME, "--nodes", "1,2", "--games", "6"), GRID])
def test_folders_of_shards_are_merged_into_that_of_the_whole_experiment(
    bombe: Bombe, words: tuple[str, ...]
) -> None:
    assert bombe(*words, "-o", "whole").code == 0
    parts = [f"part-{number}" for number in (1, 2, 3)]
    for number, part in enumerate(parts, 1):
        done = bombe(*words, "-o", part, "--shard", f"{number}/3")
        assert done.code == 0
        assert f"these are the games of shard {number}/3" in done.out
    assert bombe("merge", "-o", "merged", *parts).code == 0
    logs = sorted(Path("whole").glob("*.jsonl"))
    assert [path.name for path in logs] == [p.name for p in sorted(Path("merged").glob("*"))]
    played = [sum(len(ids(str(log))) for log in Path(part).glob("*")) for part in parts]
    assert max(played) - min(played) <= 2
    for log in logs:
        assert logged_games(Path("merged", log.name)) == logged_games(log)
    again = bombe(*words, "-o", "merged")
    assert (again.code, "0 games to play" in again.err) == (0, True)
    assert again.out == bombe(*words, "-o", "whole", "--draw-only").out
    short = bombe("merge", "-o", "short", *parts[:2])
    assert (short.code, "; no folder is of shard 3/3" in short.err) == (3, True)
    assert not Path("short").exists()


@pytest.mark.usefixtures("without_pictures")
def test_a_shard_of_an_experiment_with_other_values_is_refused(bombe: Bombe) -> None:
    words = (*TIME, "--games", "4", "-o", "part", "--shard", "1/2", "--nodes")
    assert bombe(*words, "1,2,3").code == 0
    done = bombe(*words, "2,3")
    assert (done.code, done.out) == (2, "")
    assert "of an experiment with other values, or in another order: give those of its" in done.err


def killed_and_finished(folder: Path, words: tuple[str, ...], kills: int, seed: int) -> int:
    """Kill a command at random moments of its work, then let it finish; count the hits."""
    rng, hits = random.Random(seed), 0
    command = [sys.executable, "-m", "bombe", *words]
    for _ in range(kills):
        playing = subprocess.Popen(command, cwd=folder, stdout=DEVNULL, stderr=DEVNULL)
        time.sleep(rng.uniform(0.3, 1.5))
        hits += playing.poll() is None
        playing.kill()
        playing.wait()
    subprocess.run(command, cwd=folder, stdout=DEVNULL, stderr=DEVNULL, check=True)
    return hits


@pytest.mark.long
@pytest.mark.parametrize("kills", [8])
def test_shards_killed_at_random_moments_lose_and_double_no_game(
    bombe: Bombe, tmp_path: Path, kills: int
) -> None:
    words = ("tournament", "greedy", "random", "naive", *TINY, "--games", "200")
    hits = 0
    for number in (1, 2):
        part = (*words, "--shard", f"{number}/2", "-o", f"part-{number}")
        hits += killed_and_finished(tmp_path, part, kills, number)
    assert hits >= kills
    assert bombe("merge", "-o", "merged", "part-1", "part-2").code == 0
    assert bombe(*words, "-o", "whole").code == 0
    assert logged_games(Path("merged")) == logged_games(Path("whole"))
    assert len(ids("merged")) == 600
