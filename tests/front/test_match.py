"""`bombe match`, `bombe tournament` and `bombe rate`: words, tables, exit codes, and deaths."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from plain_games import logged_games
from running import Done

from bombe.agents.arena.log import faults_of, read_logs
from bombe.agents.arena.match import Match
from bombe.agents.arena.schedule import pairings
from bombe.agents.openings import Openings
from bombe.analysis.matches.verification.logs import LogCheck
from bombe.boards import Board, Shape, SudokuState
from bombe.boards.record import Termination
from bombe.solvers.sandbox import SandboxStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from running import Bombe

    from bombe.agents.arena.contest import Contest

pytestmark = pytest.mark.usefixtures("in_own_folder")
TINY = ("--generate", "2x2", "--nodes", "1")
PLAYERS = "bombe.agents.learn.perceptron.players"
READER = """\
from bombe.boards.options import NO_FILE

class Reader:
    def __init__(self, seed, *, file: str = NO_FILE):
        open(file).close()

    def choose(self, state, clock):
        yield from ()
"""
MUTE = """\
class Mute:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        yield from ()
"""


def process(folder: Path, *words: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "bombe", *words]
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=folder)


def finish(playing: subprocess.Popen[str]) -> Done:
    out, err = playing.communicate(timeout=300)
    return Done(playing.returncode, out, err)


@pytest.mark.parametrize("command", ["match", "tournament", "rate"])
def test_every_command_has_help_with_examples(bombe: Bombe, command: str) -> None:
    done = bombe(command, "--help")
    assert done.code == 0
    assert "Examples:" in done.out
    assert "Exit codes:" in done.out


def test_a_match_ends_with_its_table_and_leaves_its_log(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("match", "greedy", "random", *TINY, "--games", "4")
    assert done.code == 0
    assert "greedy against random" in done.out
    assert "4 of 4 games" in done.err or "1 of 4 games" in done.err
    (log,) = tmp_path.glob("greedy-random-*.jsonl")
    assert f"log: {log.name}" in done.err
    assert [game["id"] for game in logged_games(log)] == ["1a", "1b", "2a", "2b"]
    assert {game["termination"] for game in logged_games(log)} == {"score"}


def test_the_same_command_resumes_and_another_is_refused(bombe: Bombe, tmp_path: Path) -> None:
    words = ("match", "greedy", "random", *TINY, "-o", "log")
    assert bombe(*words, "--games", "2").code == 0
    again = bombe(*words, "--games", "2")
    assert (again.code, "2 games in it" in again.err) == (0, True)
    assert bombe(*words, "--games", "4").code == 0
    assert len(logged_games(tmp_path / "log")) == 4
    other = bombe(*words, "--games", "4", "--seed", "1")
    assert other.code == 2
    assert "log:1: its games have other settings: another seed: start again with" in other.err
    assert len(logged_games(tmp_path / "log")) == 4


@pytest.mark.parametrize(
    "words",
    [
        ("match", "exact", "alphabeta"),
        ("match", "dots/exact", "random"),
        ("tournament", "random", "alphabeta", "exact"),
        ("experiment", "sweep", "alphabeta", "depth=1", "random"),
        ("experiment", "time", "random", "exact", "--nodes", "9"),
    ],
)
def test_agents_of_dots_choose_the_game(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...]
) -> None:
    limit = () if "--nodes" in words else ("--nodes", "9")
    done = bombe(*words, *limit, "--boxes", "1x1", "--games", "2", "-j", "1")
    assert done.code == 0, done.err
    logs = [*tmp_path.rglob("*.jsonl")]
    assert {record.game.name for log in logs for record in read_logs((str(log),))} == {"dots"}


def test_a_tournament_lets_everyone_meet(bombe: Bombe) -> None:
    words = ("tournament", "random", "greedy", "naive", *TINY, "--games", "2", "--json")
    done = bombe(*words)
    assert done.code == 0
    table = json.loads(done.out)
    assert table["games"] == 6
    assert len(table["pairings"]) == 3
    gauntlet = json.loads(bombe(*words, "--gauntlet").out)
    assert [(pair["one"], pair["other"]) for pair in gauntlet["pairings"]] == [
        ("random", "greedy"),
        ("random", "naive"),
    ]


LAZY = """\
from bombe.agents.sudoku.simple import RandomAgent

class Lazy(RandomAgent):
    pass
"""


@pytest.mark.parametrize("file", ["lazy.py", "lazy#1.py"])
def test_an_agent_plays_itself_and_its_log_is_rated_and_replayed(
    bombe: Bombe, tmp_path: Path, file: str
) -> None:
    (tmp_path / file).write_text(LAZY, encoding="utf-8")
    spec = f"{file}:Lazy"
    done = bombe("match", spec, spec, *TINY, "--games", "4", "-o", "log")
    assert done.code == 0
    assert f"{spec}#1 against {spec}#2: " in done.out
    assert "first player : second player" in done.out
    assert f"{spec}#2  0 (anchor)" in bombe("rate", "log", "--anchor", f"{spec}#2").out
    assert f"#1     1a       {spec}#1 against {spec}#2" in bombe("replay", "log").out
    assert f"{spec}#2 (player 1)" in bombe("replay", "log#1b").out


def test_a_folder_may_have_a_number_sign_in_its_name(bombe: Bombe, tmp_path: Path) -> None:
    for agent in ("random", "greedy"):
        words = ("agent", "export", agent, "--as", f"{agent}_A1", "--edition", "v14")
        assert bombe(*words).code == 0
    (tmp_path / "random_A1").rename("team#1")
    (tmp_path / "greedy_A1").rename("team#2")
    pairs = pairings(["./team#1", "./team#2", "./team#2"])
    assert pairs[0] == ("team#1#1", "team#2#1")
    match = Match(tuple(pairs), Openings((SudokuState.start(Board.empty(Shape(1, 2))),)))
    for name in ("team#1#1", "team#2#2"):
        with contextlib.closing(match.seat(name)) as seat:
            assert seat.trial() is None


def test_sprt_stops_a_match_before_its_games_are_played(bombe: Bombe) -> None:
    sprt = ("--sprt", "elo0=-400,elo1=0,alpha=0.4,beta=0.4")
    done = bombe("match", "greedy", "random", *TINY, "--games", "1000", *sprt)
    assert done.code == 0
    assert "H1 accepted" in done.out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("match", "gredy", "random"), 2, "did you mean 'greedy'"),
        (("match", "greedy", "greedy#2"), 2, "unknown agent 'greedy#2'"),
        (("match", "greedy", "random", "--games", "3"), 2, "even number"),
        (("match", "greedy", "random", "--sprt", "elo0=1"), 2, "elo1"),
        (("match", "greedy", "random", "--oracle", "delphi"), 2, "unknown solver"),
        (("match", "greedy", "random", "--board", "11.............."), 3, "no solution"),
        (("match", "greedy", "random", "--board", "nowhere"), 3, "no such file"),
        (("match", "greedy", "random", "--board", "empty-2x2", *TINY), 2, "--generate"),
        (("match", "greedy", "random", "--kind", "full"), 2, "'full' is not one of"),
        (("tournament", "greedy"), 2, "another one"),
        (("tournament", "greedy", "random", "--anchor", "mcts"), 2, "anchor"),
        (
            ("tournament", "greedy", "greedy", "--anchor", "greedy"),
            2,
            "known are greedy#1, greedy#2",
        ),
        (("rate", "nowhere"), 3, "nowhere"),
        (
            ("match", "greedy", "exact"),
            2,
            "bombe: greedy plays sudoku, exact plays dots",
        ),
        (
            ("tournament", "random", "dots/exact", "champion"),
            2,
            "bombe: dots/exact plays dots, champion plays sudoku: give agents of one game",
        ),
        (("match", "exat", "alphabeta"), 2, "unknown agent of dots 'exat': did you mean 'exact'"),
        (("experiment", "time", "greedy", "exact"), 2, "give agents of one game"),
        (("experiment", "grid", "exact", "--against", "greedy"), 2, "give agents of one game"),
    ],
)
def test_what_makes_no_sense_is_answered_before_anything_is_played(
    bombe: Bombe, tmp_path: Path, words: tuple[str, ...], code: int, message: str
) -> None:
    done = bombe(*words)
    assert done.code == code
    assert message in done.err
    assert not list(tmp_path.iterdir())


def test_a_salt_is_drawn_and_printed_for_agents_of_others_and_plays_their_games_again(
    bombe: Bombe, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text("from bombe.agents.sudoku.simple import RandomAgent\n")
    words = ("match", "mine.py:RandomAgent", "random", *TINY, "--games", "2", "--seed", "3")
    salts = []
    for log in ("a", "b"):
        done = bombe(*words, "-o", log)
        salts.append(done.err.partition("salt: ")[2].partition(",")[0])
    assert len(set(salts)) == 2
    again = bombe(*words, "-o", "c", "--salt", salts[0])
    assert (again.code, "salt:" in again.err) == (0, False)
    games = [logged_games(tmp_path / log) for log in "abc"]
    assert games[0] == games[2] != games[1]
    assert "salt:" not in bombe("match", "greedy", "random", *TINY, "--games", "2").err


def test_gaps_in_the_sandbox_are_reported_once_and_only_of_agents_of_others(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.py").write_text("from bombe.agents.sudoku.simple import RandomAgent\n")
    words = ("match", "mine.py:RandomAgent", "random", *TINY, "--games", "2", "--contain")
    assert bombe(*words, "none", "-o", "none").err.count("are not contained: files") == 1
    ours = bombe("match", "greedy", "random", *TINY, "--games", "2", "--contain", "none")
    assert (ours.code, "contained" in ours.err) == (0, False)
    bare = SandboxStatus("a system", limited=True, reaped=True)
    monkeypatch.setattr("bombe.commands.shared.contain_option.sandbox_status", lambda: bare)
    monkeypatch.setattr("bombe.solvers.sandbox.entry.sandbox_status", lambda: bare)
    usual = bombe(*words, "usual", "-o", "usual")
    assert "not contained: files of the user can be read" in usual.err
    strict = bombe(*words, "strict", "-o", "strict")
    assert (strict.code, "--contain strict: on this machine" in strict.err) == (2, True)
    assert not (tmp_path / "strict").exists()


def test_doctor_says_what_the_sandbox_lacks(bombe: Bombe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "bombe.commands.doctor.full_status", lambda: SandboxStatus("a system", limited=True)
    )
    told = json.loads(bombe("doctor", "--json").out)["fence"]
    assert told.startswith("limits; but files of the user can be read")
    assert told in " ".join(bombe("doctor").out.split())  # a long line goes on in the next one


def test_a_file_that_is_no_log_is_spared(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary", encoding="utf-8")
    done = bombe("match", "greedy", "random", *TINY, "-o", "diary")
    assert done.code == 3
    assert (tmp_path / "diary").read_text(encoding="utf-8") == "Dear diary"


def test_the_first_forfeit_of_an_agent_is_reported_with_its_reason(
    bombe: Bombe, tmp_path: Path
) -> None:
    (tmp_path / "mute.py").write_text(MUTE, encoding="utf-8")
    done = bombe("match", "mute.py:Mute", "greedy", *TINY, "--games", "4", "--no-progress")
    assert done.code == 0
    assert done.err.count("mute.py:Mute forfeits game") == 1
    assert "4 no-proposal" in done.out


def test_more_lanes_than_cores_are_warned_of(bombe: Bombe) -> None:
    many = str((os.cpu_count() or 1) + 1)
    words = ("match", "greedy", "random", "--generate", "2x2", "--games", "2", "-j", many)
    assert "slows timed games down: use -j" in bombe(*words, "--time", "0.01").err


def test_logs_are_rated_together(bombe: Bombe) -> None:
    for seed in "12":
        words = ("match", "greedy", "random", *TINY, "--games", "4", "--seed", seed, "-o", seed)
        assert bombe(*words).code == 0
    table = bombe("rate", "1", "2", "--anchor", "random")
    assert table.code == 0
    assert "0 (anchor)" in table.out
    rows = list(csv.DictReader(io.StringIO(bombe("rate", "1", "2", "--csv").out)))
    assert {row["name"]: row["games"] for row in rows} == {"greedy": "8", "random": "8"}
    ratings = json.loads(bombe("rate", "1", "--json", "--anchor", "random").out)
    assert ratings["anchor"] == "random"
    assert bombe("rate", "1", "2", "--pgn").out.count("[White ") == 8
    assert bombe("rate", "1", "--anchor", "nobody").code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_table_and_the_same_command_resumes(tmp_path: Path, jobs: str) -> None:
    words = ("match", "greedy", "random", *TINY, "-o", "log", "-j", jobs)
    playing = process(tmp_path, *words, "--games", "100000")
    wait_for_games(tmp_path / "log", 4)
    playing.send_signal(signal.SIGINT)
    done = finish(playing)
    assert done.code == 130
    assert "greedy against random" in done.out
    assert "run the same command again to resume" in done.err
    assert "Traceback" not in done.err
    count = held(tmp_path / "log")
    assert count >= 4
    assert finish(process(tmp_path, *words, "--games", str(count + count % 2))).code == 0


def kill_until_done(folder: Path, words: tuple[str, ...], kills: int, total: int) -> int:
    """Kill the command at random moments all over the match, then let it finish.

    Gives how many of the kills hit it alive.
    """
    rng, step = random.Random(1), total // (kills + 1)
    done = 0
    for _ in range(kills):
        playing = process(folder, *words, "-j", rng.choice("12"))
        more = rng.randint(1, 2 * step - 1) if total > 100 else 1
        wait_for_games(folder / "log", min(held(folder / "log") + more, total - step), playing)
        time.sleep(rng.random() / 50)
        done += playing.poll() is None
        playing.kill()
        finish(playing)
    assert finish(process(folder, *words)).code == 0
    return done


@pytest.mark.parametrize(
    ("kills", "agents", "count"),
    [
        (2, ["greedy", "random"], 20),
        pytest.param(10, ["greedy", "random", "naive"], 400, marks=pytest.mark.long),
        pytest.param(110, ["greedy", "random"], 1200, marks=pytest.mark.long),
    ],
)
def test_a_match_killed_at_random_moments_ends_with_the_same_games(
    tmp_path: Path, kills: int, agents: list[str], count: int
) -> None:
    words = ("tournament", *agents, *TINY, "-o", "log", "--games", str(count))
    total = count * len(agents) * (len(agents) - 1) // 2
    assert kill_until_done(tmp_path, words, kills, total) == kills
    killed = logged_games(tmp_path / "log")
    path = str(tmp_path / "log")
    check = LogCheck(path)
    assert list(faults_of(path, check)) == []
    assert (check.games, check.unchained) == (total, 0)
    (tmp_path / "log").unlink()
    assert finish(process(tmp_path, *words)).code == 0
    assert killed == logged_games(tmp_path / "log")


def held(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_games(path: Path, count: int, playing: subprocess.Popen[str] | None = None) -> None:
    limit = time.monotonic() + 60
    while held(path) < count and (playing is None or playing.poll() is None):
        assert time.monotonic() < limit, "the games do not begin"
        time.sleep(0.01)


MINE = """VALUE = 1
class NoSeed: pass
class BadSeed:
    def __init__(self): pass
class Returns:
    def __init__(self, seed): pass
    def choose(self, state, clock): return state.moves()[0]
"""


@pytest.mark.parametrize(
    ("agent", "code", "words"),
    [
        ("mine.py:Missing", 2, "{folder}/mine.py has no class 'Missing': give one"),
        ("mine.py:NoSeed", 2, "{folder}/mine.py:2: NoSeed must take the seed: def __init__(self,"),
        ("mine.py:BadSeed", 2, "{folder}/mine.py:4: BadSeed must take the seed: def __init__("),
        ("mine.py", 2, "name a class of the file, too: mine.py:NoSeed or mine.py:BadSeed"),
        ("mine.py:absent@notebook", 2, "{folder}/mine.py has no function 'absent': give one"),
        ("champion:memory=-1", 2, "memory=-1: give at least 1 MiB"),
        ("minimax:depth=0", 2, "depth=0: give 1, "),
        ("mcts:c=-1", 2, "c=-1, k=5: give a c of 0 or more"),
        ("neat:genome=net/absent.json", 3, "{folder}/net/absent.json: No such file"),
        ("neat:genome=net/text.json", 3, "{folder}/net/text.json:1:1: not JSON"),
        ("neat:genome=net/list.json", 3, "{folder}/net/list.json: the line is an array"),
        (f"{PLAYERS}:SudokuNetAgent:file=net/list.json", 3, "{folder}/net/list.json: it is no "),
        (f"{PLAYERS}:SudokuNetAgent:file=absent", 3, "{folder}/absent: No such file"),
    ],
)
def test_an_agent_that_cannot_be_made_is_reported_in_one_line_before_the_first_game(
    bombe: Bombe, tmp_path: Path, agent: str, code: int, words: str
) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "text.json").write_text("network", encoding="utf-8")
    (tmp_path / "net" / "list.json").write_text("[]", encoding="utf-8")
    game = ("--game", "dots", "--nodes", "1") if agent.endswith("@notebook") else TINY
    done = bombe("match", agent, "random", *game, "--games", "2")
    assert done.code == code
    assert f"agent {agent!r}: {words.format(folder=tmp_path)}" in done.err
    assert len(done.err.splitlines()) == 1
    assert "Error" not in done.err
    assert "in line" not in done.err


FIRST = """\
class Mine:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        yield state.moves()[0]
"""


def test_an_agent_that_was_edited_is_named_and_its_games_are_not_mixed(
    bombe: Bombe, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(FIRST, encoding="utf-8")
    words = ("match", "./mine.py:Mine", "random", *TINY, "--games", "2")
    assert bombe(*words).code == 0
    (log,) = tmp_path.glob("*.jsonl")
    old = log.read_bytes()
    for spec in ("mine.py:Mine", f"{tmp_path}/mine.py:Mine"):
        again = bombe("match", spec, *words[2:])
        assert (again.code, "2 games in it" in again.err) == (0, True)
    (tmp_path / "mine.py").write_text(FIRST.replace("[0]", "[-1]"), encoding="utf-8")
    refused = bombe(*words)
    assert (refused.code, refused.out) == (2, "")
    assert re.search(
        r"mine.py:Mine has changed since its games in .*: version \w{12} then, \w{12} now: "
        r"start again with --again",
        refused.err,
    )
    assert log.read_bytes() == old
    anew = bombe(*words, "--again")
    assert anew.code == 0
    assert f"what was played until now is in {log.name}.1" in anew.err
    assert log.with_name(f"{log.name}.1").read_bytes() == old
    versions = {
        tuple(game["player_versions"])
        for path in (log, log.with_name(f"{log.name}.1"))
        for game in logged_games(path)
    }
    assert len(versions) == 4
    assert bombe("verify", *map(str, tmp_path.glob("*.jsonl*"))).code == 0
    (log.parent / "other.jsonl").write_bytes(old)
    assert bombe("rate", log.name, "other.jsonl", "--anchor", "./mine.py:Mine").code == 0


def test_an_agent_that_imports_another_player_s_file_is_reported_before_the_match(
    bombe: Bombe, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(FIRST, encoding="utf-8")
    (tmp_path / "old.py").write_text("from mine import Mine\n", encoding="utf-8")
    done = bombe("match", "mine.py:Mine", "old.py:Mine", *TINY, "--games", "2")
    assert done.err.startswith("bombe: old.py:Mine imports mine.py of mine.py:Mine (in ")
    # Where a sandbox holds, the files of the opponent cannot be read.
    assert done.code == (3 if "Permission denied" in done.err else 0)


def test_a_log_that_is_emptied_ends_the_match_with_its_table_and_the_place_of_its_games(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextlib.contextmanager
    def emptying(contest: Contest, **_: object) -> Iterator[Callable[[object], None]]:
        yield lambda _: os.truncate("log", 0) if contest.left == 4 else None

    with monkeypatch.context() as patch:
        patch.setattr("bombe.commands.matches.match.scoreboard", emptying)
        done = bombe("match", "greedy", "random", *TINY, "--games", "6", "-o", "log")
    assert done.code == 3
    assert "log was emptied while its match was running; its 3 games are in log.r" in done.err
    assert "greedy against random" in done.out
    assert bombe("verify", "log.rescued").out == "1 log, 3 games: all hold\n"
    (tmp_path / "log.rescued").replace(tmp_path / "log")
    again = bombe("match", "greedy", "random", *TINY, "--games", "6", "-o", "log")
    assert (again.code, "3 games in it" in again.err) == (0, True)


def test_a_match_is_not_continued_in_a_log_that_does_not_hold(bombe: Bombe, tmp_path: Path) -> None:
    words = ("match", "greedy", "random", *TINY, "-o", "log", "--games")
    assert bombe(*words, "4").code == 0
    text = (tmp_path / "log").read_text(encoding="utf-8")
    for old, new in (('"result": "1-0"', '"result": "0-1"'), ('"placed"', '"bomb"')):
        (tmp_path / "log").write_text(text.replace(old, new, 1), encoding="utf-8")
        done = bombe(*words, "6")
        assert (done.code, done.out) == (3, "")
        assert "the line was edited: it does not have the hash that stands in it" in done.err
    (tmp_path / "log").write_text(text, encoding="utf-8")
    assert bombe(*words, "6").code == 0


def test_ratings_without_an_anchor_do_not_depend_on_which_game_came_first(
    bombe: Bombe, tmp_path: Path
) -> None:
    words = ("tournament", "random", "greedy", "naive", *TINY, "--games", "4")
    assert bombe(*words, "-o", "log").code == 0
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines(keepends=True)
    found = set()
    for seed in range(4):
        random.Random(seed).shuffle(lines)
        (tmp_path / "mixed").write_text("".join(lines), encoding="utf-8")
        found.add(bombe("rate", "mixed", "--trust", "--json").out.partition('"games"')[0])
    (one,) = found
    assert '"anchor": "greedy"' in one


BROKEN = "class Mine:\n    def __init__(self, seed):\n        raise ValueError('no weights')\n"


def test_broken_entrants_of_a_tournament_forfeit_and_the_others_play(
    bombe: Bombe, tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "team01").mkdir()
    (tmp_path / "team01" / "utils.py").write_text("", encoding="utf-8")
    words = ("tournament", "mine.py:Mine", "greedy", "./team01", "random", *TINY)
    done = bombe(*words, "--games", "2", "-o", "log.jsonl")
    assert done.code == 0
    named = [line for line in done.err.splitlines() if "cannot play, and forfeits" in line]
    assert len(named) == 2
    assert "ValueError: no weights, in line 3" in named[0]
    assert "has no sudokuai.py" in named[1]
    assert not [line for line in done.err.splitlines() if " forfeits game " in line]
    games = list(read_logs((str(tmp_path / "log.jsonl"),)))
    assert len(games) == 12
    for game in games:
        lost = [name for name in game.players if name in ("mine.py:Mine", "team01")]
        if len(lost) == 2:
            assert (game.termination, game.winner) == (Termination.VOID, 0)
        elif lost:
            assert game.players[game.winner - 1] not in lost
            assert (game.termination, game.plies) == (Termination.CRASH, ())
            assert "cannot play: " in game.reason
        else:
            assert game.termination is Termination.SCORE
    assert (
        "mine.py:Mine forfeited: 4 crash (the agent crashed); the first: cannot play: raised Val"
        in done.out
    )
    assert (
        "2 games void: the first: player 1 cannot play: raised ValueError: no weights" in done.out
    )
    again = bombe(*words, "--games", "2", "-o", "log.jsonl")
    assert "12 games in it" in again.err


def test_where_no_two_entrants_can_play_all_are_named(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BROKEN + BROKEN.replace("Mine", "Other"), encoding="utf-8")
    agents = ("mine.py:Mine", "mine.py:Other")
    for words in (("match", *agents), ("tournament", *agents, "random", "random", "--gauntlet")):
        done = bombe(*words, *TINY, "--games", "2")
        assert done.code == 3
        first, *named = done.err.splitlines()
        assert first == "bombe: 2 agents cannot play:"
        assert [line.split("'")[1] for line in named] == list(agents)


def test_a_misspelt_name_stops_a_tournament(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BROKEN, encoding="utf-8")
    (tmp_path / "team01").mkdir()
    text = "from competitive_sudoku.sudokuai import SudokuAI\n"
    (tmp_path / "team01" / "sudokuai.py").write_text(text, encoding="utf-8")
    places = ("absent.py:Mine", "team01/sudokuai.py")
    words = ("tournament", "gredy", "mine.py:Mine", "random", "greedy", *places)
    done = bombe(*words, *TINY, "--games", "2")
    assert done.code == 2
    assert "'gredy'" in done.err
    assert "give its folder, team01" in done.err
    assert "absent.py does not exist" in done.err
    assert "no weights" not in done.err


def test_an_agent_s_own_error_keeps_its_class_and_place(bombe: Bombe, tmp_path: Path) -> None:
    text = "class Mine:\n    def __init__(self, seed):\n        raise ValueError('no weights')\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = bombe("match", "mine.py:Mine", "random", *TINY, "--games", "2")
    assert done.code == 3
    words = f"cannot play: raised ValueError: no weights, in line 3 of {tmp_path}/mine.py"
    assert words in done.err


def test_a_missing_package_of_an_agent_is_reported_as_such(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "pyspiel.py").write_text("raise ImportError('hidden')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(hidden)  # an agent's process has the same path
    words = ("--game", "dots", "--nodes", "1", "--games", "2")
    done = bombe("match", "open-spiel", "random", *words)
    assert done.code == 5
    expected = "bombe: OpenSpiel needs 'pyspiel', which is missing: pip install 'bombe[spiel]'"
    assert done.err.splitlines() == [expected]


@pytest.mark.parametrize(
    ("imported", "code"),
    [("nonesuch_package", 5), ("nonesuch_package.part", 5), ("json.nonesuch", 3)],
)
def test_a_missing_package_of_an_agent_of_one_s_own_is_reported_as_such(
    bombe: Bombe, tmp_path: Path, imported: str, code: int
) -> None:
    text = f"import {imported}\nclass Mine:\n    def __init__(self, seed): pass\n"
    (tmp_path / "mine.py").write_text(text, encoding="utf-8")
    done = bombe("match", "mine.py:Mine", "random", *TINY, "--games", "2")
    assert done.code == code
    assert "agent 'mine.py:Mine' cannot play: raised ModuleNotFoundError" in done.err
    assert ("install the package" in done.err) == (code == 5)


def test_a_file_s_name_in_an_option_is_in_the_user_s_folder(bombe: Bombe, tmp_path: Path) -> None:
    text = resources.files("bombe.agents.learn").joinpath("neat.json").read_text("utf-8")
    (tmp_path / "net").mkdir()
    (tmp_path / "net" / "seed-1.json").write_text(text, encoding="utf-8")
    agents = ("neat:genome=net/seed-1.json", "oracle:of=neat:genome=net/seed-1.json")
    done = bombe("match", *agents, *TINY, "--games", "2", "-o", "log")
    assert done.code == 0, done.err
    assert {game["termination"] for game in logged_games(tmp_path / "log")} == {"score"}
    assert f"{agents[0]} against {agents[1]}" in done.out


def test_the_file_s_name_reaches_an_agent_of_one_s_own(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(READER, encoding="utf-8")
    (tmp_path / "words.txt").write_text("text", encoding="utf-8")
    words = ("random", *TINY, "--games", "2")
    assert bombe("match", "mine.py:Reader:file=words.txt", *words).code == 0
    assert bombe("match", "mine.py:Reader:file=absent.txt", *words).code == 3


def test_an_agent_that_returns_its_move_is_asked_to_yield_it(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    done = bombe("match", "mine.py:Returns", "random", *TINY, "--games", "2")
    assert re.search(r"player [12] returned \(\d,\d\) -> \d: choose must yield its moves", done.err)


def test_the_agents_that_can_be_shown_are_reported(bombe: Bombe, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    done = bombe("agent", "show", "mine.py:Returns")
    assert (done.code, done.out) == (2, "")
    assert "only Bombe's own agents are shown, and those of folders" in done.err


def test_the_notes_of_matches_fit_80_columns(bombe: Bombe) -> None:
    _, _, notes = bombe("match", "--help").out.partition("Agents by --game:")
    assert max(map(len, notes.splitlines())) <= 80
