"""Hostile matches from outside: what becomes of a game that something spoils, and what is shown.

Also that these tests can fail: without a sandbox, hostile agents get through.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if sys.platform != "linux":
    pytest.skip("only Linux has sandboxes", allow_module_level=True)

import forgers
import speakers
import thinkers
import writers
from judging import judge, words_of
from running import runner
from staging import Scene

from bombe import agents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from villain import Villain

WAITING = '''"""An agent that does nothing but play, and says when it does."""
import os, time
from pathlib import Path


class Waiting:
    def __init__(self, seed):
        pass

    def choose(self, state, clock):
        Path(f"thinks-{os.getpid()}").write_text("")
        time.sleep(0.15)
        Path(f"thinks-{os.getpid()}").unlink()
        yield state.moves()[0]
'''


@pytest.fixture
def scene() -> Iterator[Scene]:
    with Scene() as scene:
        yield scene


# These tests can fail ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [writers.ReadsOther, writers.ReadsHome, speakers.CallsByTcp])
def test_without_a_sandbox_they_get_through(kind: type[Villain], scene: Scene) -> None:
    with pytest.raises(AssertionError) as caught:
        judge(kind.fate, scene.play(scene.spec(kind), settings={"contain": "none"}))
    assert "BREACH" in str(caught.value) or "'heard': [None]" in str(caught.value)


def test_who_has_the_seed_foretells_the_moves_of_random(capsys: pytest.CaptureFixture[str]) -> None:
    knowing, drawn = thinkers.ForetellsTheOther(7), agents.get("random", 8)
    agents.play("2x3", knowing, drawn, budget=5.0)
    assert "BREACH" in capsys.readouterr().out


# What something outside spoils -------------------------------------------------------------------


class Outsider(threading.Thread):
    """Kills a process of a waiting agent once: the agent's own, or the one that looks after it."""

    def __init__(self, scene: Scene, number: signal.Signals, *, supervisor: bool = False) -> None:
        super().__init__(daemon=True)
        self._scene, self._number, self._supervisor = scene, number, supervisor
        self.hit = 0

    def run(self) -> None:
        until = time.monotonic() + 20
        while not self.hit and time.monotonic() < until:
            for path in self._marks():
                pid = int(path.name.partition("-")[2])
                pid = parent_of(pid) if self._supervisor else pid
                if pid in self._scene.processes() and not self.hit:
                    os.kill(pid, self._number)
                    self.hit = pid
            time.sleep(0.02)

    def _marks(self) -> Iterator[Path]:
        """Yield the files of the agent, as its own processes see them."""
        for pid in self._scene.processes():
            with contextlib.suppress(OSError):
                folder = Path(f"/proc/{pid}/root{self._scene.folder}")
                yield from folder.glob("tmp/*/*/thinks-*")


def parent_of(pid: int) -> int:
    """Return the parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.parametrize("supervisor", [False, True], ids=["its process", "its supervisor"])
def test_a_game_in_which_somebody_kills_a_player_is_played_again(
    scene: Scene, *, supervisor: bool
) -> None:
    source = scene.folder / "teams" / "waiting.py"
    source.write_text(WAITING)
    outsider = Outsider(scene, signal.SIGKILL, supervisor=supervisor)
    scene.play(scene.quiet())  # so that only what is to be waited for is new
    outsider.start()
    games = scene.play(f"{source}:Waiting", seconds=5.0)
    outsider.join()
    assert outsider.hit
    assert [game["termination"] for game in games] == ["score", "score"]
    first, second = games
    (voided,) = first["voided"]
    assert "player 1" in voided["reason"]
    assert "from outside" in voided["reason"]
    assert "voided" not in second


# What is shown -----------------------------------------------------------------------------------


def test_escapes_of_an_agent_do_not_reach_the_terminal(
    scene: Scene, capsys: pytest.CaptureFixture[str]
) -> None:
    bombe, log = runner(capsys), str(scene.folder / "escapes.jsonl")
    agent = scene.spec(forgers.SpeaksInEscapes)
    words = [agent, "greedy", "--generate", "2x2", "--games", "2", "--time", "5"]
    played = bombe("match", *words, "-o", log, "--no-progress")
    shown = bombe("rate", log)
    assert (played.code, shown.code) == (0, 0), played
    for done in (played, shown):
        assert "Escape" in done.out + done.err
        assert not set(done.out + done.err) & {"\x1b", "\x07", "\x08", "\x00", "\x9b", "\u202e"}


def test_a_late_move_is_not_played(scene: Scene) -> None:
    games = scene.play(scene.spec(forgers.LateMover), seconds=0.25)
    for seat, game in enumerate(games, 1):
        own = [move for move in game["moves"] if move["player"] == seat]
        *_, late = own[1].get("proposals", [[own[1]["move"], 0.0]])
        assert own[1]["move"] == late[0] == own[1]["proposals"][0][0], words_of(game, seat)
