"""A cluster whose machines share no file: workers in another network, with a disk of their own."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from killed_runs import await_that
from plain_games import logged_games

from bombe.boards.sudoku.bundled import text_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from running import Bombe

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("in_own_folder")]
pytest.importorskip("distributed", reason="needs bombe[cluster]")
OURS, THEIRS = "10.77.41.1", "10.77.41.2"
ADDRESS = f"tcp://{OURS}:8786"
MINE = """\
import beside

class Mine:
    def __init__(self, seed): ...

    def choose(self, state, clock):
        yield beside.pick(state.moves())
"""


class Networks:
    """Two network namespaces, joined by a cable: `ours` and `theirs`."""

    def __init__(self) -> None:
        self.ours, self.theirs = (f"bombe-{side}-{os.getpid()}" for side in ("a", "b"))

    def build(self) -> None:
        """Make both; raise CalledProcessError where that is not allowed."""
        for name in (self.ours, self.theirs):
            ip("netns", "add", name)
        ip("link", "add", "bombe0", "netns", self.ours, "type", "veth", "peer", "bombe1")
        ip("link", "set", "bombe1", "netns", self.theirs)
        for name, link, address in (
            (self.ours, "bombe0", OURS),
            (self.theirs, "bombe1", THEIRS),
        ):
            ip("-n", name, "addr", "add", f"{address}/24", "dev", link)
            for device in (link, "lo"):
                ip("-n", name, "link", "set", device, "up")

    def remove(self) -> None:
        """Remove both."""
        for name in (self.ours, self.theirs):
            with contextlib.suppress(subprocess.CalledProcessError):
                ip("netns", "del", name)


def ip(*words: str) -> None:
    """Run the command ip."""
    subprocess.run(["ip", *words], check=True, capture_output=True)


@pytest.fixture
def networks() -> Iterator[Networks]:
    made = Networks()
    try:
        made.build()
        subprocess.run(["unshare", "-m", "true"], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        made.remove()
        pytest.skip(f"this machine does not let us make network namespaces: {error}")
    try:
        yield made
    finally:
        made.remove()


@contextlib.contextmanager
def running(*words: str) -> Iterator[None]:
    """Keep a program running."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, start_new_session=True, **quiet) as process:  # type: ignore[call-overload]
        try:
            yield
        finally:
            process.terminate()


def test_boards_and_agents_travel_to_machines_that_share_nothing(
    tmp_path: Path, networks: Networks, bombe: Bombe
) -> None:
    Path("boards.txt").write_text(text_of("set-improper-3x3") * 40, encoding="utf-8")
    Path("mine.py").write_text(MINE, encoding="utf-8")
    Path("beside.py").write_text("def pick(moves): return moves[-1]\n", encoding="utf-8")
    audit = ["audit", "boards.txt", "--columns", "source,board,safe,bombs", "-o"]
    match = ["match", "mine.py:Mine", "greedy", "--generate", "2x2", "--nodes", "3"]
    match += ["--games", "12", "--salt", "7", "--no-progress", "-o"]
    assert bombe(*audit, "alone.csv").code == 0
    assert bombe(*match, "alone.jsonl").code == 0

    dask = str(Path(sys.executable).with_name("dask"))
    here = ("ip", "netns", "exec", networks.ours)
    there = ("ip", "netns", "exec", networks.theirs, "unshare", "-m", "bash", "-c")
    # The folder of this test is below /tmp, which is another one for the worker.
    worker = f"{dask} worker {ADDRESS} --nthreads 1 --nworkers 2 --no-dashboard"
    own_disk = f"mount -t tmpfs none /tmp && cd /tmp && ! test -e {tmp_path} && exec {worker}"
    scheduler = (dask, "scheduler", "--host", OURS, "--port", "8786", "--no-dashboard")
    with running(*here, *scheduler), running(*there, own_disk):
        command = [*here, sys.executable, "-m", "bombe"]
        for words in ([*audit, "cluster.csv"], [*match, "cluster.jsonl"]):
            await_that(lambda: is_listening(networks))
            done = subprocess.run(
                [*command, *words, "--cluster", ADDRESS],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stderr
    assert Path("cluster.csv").read_bytes() == Path("alone.csv").read_bytes()
    one, other = (logged_games(Path(f"{name}.jsonl")) for name in ("cluster", "alone"))
    assert len(one) == 12
    assert one == other


def is_listening(networks: Networks) -> bool:
    """Return whether the scheduler takes connections."""
    words = ["ip", "netns", "exec", networks.ours, "ss", "-ltn"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return f"{OURS}:8786" in done.stdout
