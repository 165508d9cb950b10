"""What processes use together, and when a watch speaks up."""

from __future__ import annotations

import ctypes
import mmap
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING

import pytest

from bombe.solvers.sandbox import Sandbox, tree
from bombe.solvers.sandbox.watchdog import MOST_LENGTH, Watchdog, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
BYTES = 64 << 20
LIBC = ctypes.CDLL(None)
LIBC.mmap.restype = ctypes.c_void_p
LIBC.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]


def waiting(prepare: Callable[[], object] = bool) -> int:
    """Return a process that has prepared something, and waits to be killed."""
    ours, theirs = os.pipe()
    if (child := os.fork()) == 0:
        kept = prepare()
        os.write(theirs, b".")
        signal.pause()
        os._exit(bool(kept))
    os.read(ours, 1)
    os.close(ours)
    os.close(theirs)
    return child


@pytest.fixture
def ended() -> Iterator[list[int]]:
    """Kill processes, with their groups, when the test is over."""
    found: list[int] = []
    yield found
    for pid in found:
        for one in list(tree.tree(pid)):
            os.kill(one.pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def test_a_tree_is_a_process_with_all_below_it(ended: list[int]) -> None:
    ended.append(waiting(waiting))
    first, second = tree.tree(ended[0])
    assert (first.pid, first.parent) == (ended[0], os.getpid())
    assert second.parent == first.pid
    assert tree.member(1 << 29) is None


def test_what_processes_share_counts_once(ended: list[int]) -> None:
    shared = mmap.mmap(-1, BYTES)

    def touch() -> int:
        shared.write(bytes(BYTES))
        return waiting(lambda: shared[:].count(0))

    before = waiting(waiting)
    ended += [before, waiting(touch)]
    plain, both = (list(tree.tree(pid)) for pid in ended)
    assert sum(one.resident for one in both) > 2 * BYTES
    assert BYTES // 2 < tree.memory_of(both) - tree.memory_of(plain) < 3 * BYTES // 2


def test_what_has_ended_uses_no_memory() -> None:
    pid = waiting(lambda: bytearray(BYTES))
    known = list(tree.tree(pid))
    assert tree.memory_of(known) > BYTES
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)  # its number is still there
    assert tree.memory_of(known) == 0
    os.waitpid(pid, 0)
    assert tree.memory_of(known) == 0


def test_files_that_have_lost_their_names_count(tmp_path: Path, ended: list[int]) -> None:
    def write() -> object:
        file = (tmp_path / "file").open("wb", buffering=0)
        file.write(bytes(1 << 20))
        (tmp_path / "file").unlink()
        return file

    ended.append(waiting(write))
    (found,) = tree.open_files(tree.tree(ended[0])).unlinked.values()
    assert 1 << 20 <= found < 2 << 20


def test_files_count_that_are_only_mapped(tmp_path: Path, ended: list[int]) -> None:
    def write() -> object:
        with (tmp_path / "file").open("w+b") as file:
            os.posix_fallocate(file.fileno(), 0, 1 << 20)
            (tmp_path / "file").unlink()
            return LIBC.mmap(None, 1 << 20, 1, mmap.MAP_SHARED, file.fileno(), 0)

    ended.append(waiting(write))
    members = list(tree.tree(ended[0]))
    assert not tree.open_files(members).unlinked
    (found,) = tree.mapped_files(members).values()
    assert 1 << 20 <= found < 2 << 20


def test_sockets_count_once(ended: list[int]) -> None:
    before = tree.open_files(tree.tree(os.getpid())).sockets
    one, other = socket.socketpair()
    with one, other:
        ended.append(waiting())
        assert tree.open_files(tree.tree(os.getpid())).sockets == before + 2


def test_a_folder_is_what_all_its_files_take(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c").write_bytes(bytes(1 << 20))
    (tmp_path / "up").symlink_to(tmp_path.parent)
    found = tree.disk_of(tmp_path, 100, MOST_LENGTH)
    assert (found.files, found.longest) == (4, len(str(tmp_path / "a" / "b")))
    assert 1 << 20 <= found.size < 2 << 20
    assert tree.disk_of(tmp_path, 1, MOST_LENGTH).files == 2
    assert tree.disk_of(tmp_path / "none", 1, MOST_LENGTH) == (0, 0, len(str(tmp_path / "none")))


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ({"processes": 1}, "ran 2 processes at once, of 1"),
        ({"memory": 1 << 10}, "of memory with its children"),
        ({"disk_bytes": 1 << 10}, "of files, of 0 MB"),
        ({}, ""),
    ],
)
def test_a_watch_names_what_is_too_much(
    tmp_path: Path, ended: list[int], limits: dict[str, int], words: str
) -> None:
    (tmp_path / "file").write_bytes(bytes(1 << 16))
    ended.append(waiting(waiting))
    breach = Watchdog(Sandbox(writes=(tmp_path,)).but(**limits)).look(ended)
    assert words in breach.words if breach else words == ""
    assert bool(breach) == bool(words)


def test_a_watch_sees_paths_that_are_too_long(tmp_path: Path) -> None:
    folder = tmp_path
    while len(str(folder)) <= MOST_LENGTH:
        folder /= "x" * 100
    folder.mkdir(parents=True)
    breach = Watchdog(Sandbox(writes=(tmp_path,))).look([os.getpid()])
    assert breach is not None
    assert breach.words == "made folders in folders until paths were too long"


def test_sizes_are_written_as_people_say_them() -> None:
    assert (size(1 << 30), size(300 << 20), size(0)) == ("1.0 GB", "300 MB", "0 MB")
