"""Behind a sandbox: each thing that is denied is tried, and each that is allowed."""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sandboxed import inside, sandbox_for

from bombe.boards.errors import UnsupportedError
from bombe.solvers.sandbox import (
    Containment,
    SandboxStatus,
    entry,
    require,
    sandbox_status,
)

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(
    bool(sandbox_status().missing), reason=f"here, {', '.join(sandbox_status().missing)}"
)
DENIED = "PermissionError"
CLONE_NEWUSER, NEW_SESSION = 0x10000000, 112


def call(name: str, *arguments: Any) -> str:
    """Call a function of the C library; return how it ended."""
    library = ctypes.CDLL(None, use_errno=True)
    if getattr(library, name)(*arguments) >= 0:
        return "done"
    return type(OSError(ctypes.get_errno(), "")).__name__


def pair(kind: int) -> int:
    ends = socket.socketpair(socket.AF_UNIX, kind)
    for end in ends:
        end.close()
    return len(ends)


def parent_limits() -> object:
    return resource.prlimit(os.getppid(), resource.RLIMIT_CPU)


DENIALS: dict[str, Callable[[], Any]] = {
    "write elsewhere": lambda: Path(tempfile.gettempdir(), "outside").write_text("x"),
    "read a secret": lambda: Path("/etc/shadow").read_text(),
    "list a home": lambda: list(Path.home().iterdir()),
    "remove its folder": lambda: Path.cwd().rmdir(),
    "rename its folder": lambda: Path.cwd().rename(Path.cwd().parent / "away"),
    "link to the outside": lambda: os.link("mine", "/usr/lib/mine"),
    "mount": lambda: call("mount", b"none", b".", b"tmpfs", 0, None),
    "TCP": lambda: socket.socket().close(),
    "UDP": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).close(),
    "local sockets": lambda: socket.socket(socket.AF_UNIX).close(),
    "datagrams to others": lambda: pair(socket.SOCK_DGRAM),
    "signal its parent": lambda: os.kill(os.getppid(), 0),
    "kill itself": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "stop itself": lambda: signal.raise_signal(signal.SIGSTOP),
    "kill its group": lambda: os.killpg(0, signal.SIGKILL),
    "kill all": lambda: os.kill(-1, signal.SIGKILL),
    "be killed by a limit": lambda: call(
        "setrlimit", resource.RLIMIT_CPU, ctypes.create_string_buffer(16)
    ),
    "be killed by its child's end": lambda: call("syscall", 56, signal.SIGKILL, 0, 0, 0, 0),
    "outlive its parent": lambda: call("prctl", 1, 0, 0, 0, 0),
    "adopt orphans": lambda: call("prctl", 36, 1, 0, 0, 0),
    "hide from the watch": lambda: call("prctl", 4, 0, 0, 0, 0),
    "limits of others": parent_limits,
    "be nicer": lambda: os.nice(5),
    "choose its processor": lambda: os.sched_setaffinity(0, os.sched_getaffinity(0)),
    "environment of others": lambda: Path(f"/proc/{os.getppid()}/environ").read_bytes(),
    "files of others": lambda: Path(f"/proc/{os.getppid()}/fd/1").write_text(""),
    "trace": lambda: call("ptrace", 16, os.getppid(), 0, 0),
    "memory of others": lambda: call("process_vm_readv", os.getppid(), None, 0, None, 0, 0),
    "name spaces": lambda: call("unshare", CLONE_NEWUSER),
    "shared memory": lambda: call("shmget", 0, 4096, 0o1600),
    "queues": lambda: call("msgget", 0, 0o1600),
    "keys": lambda: call("syscall", 250, 0, -1),
    "clocks": lambda: time.clock_settime(time.CLOCK_REALTIME, 0),
    "spare itself when memory runs out": lambda: Path("/proc/self/oom_score_adj").write_text("0"),
}


@pytest.mark.parametrize("what", DENIALS)
def test_it_cannot(what: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "mine").touch()
    assert inside(sandbox_for(home), DENIALS[what]) == DENIED
    assert home.is_dir()


def run_program() -> int:
    command = [sys.executable, "-c", "import sys; sys.exit(7)"]
    return subprocess.run(command, start_new_session=True, check=False).returncode


def kill_child() -> int:
    child = subprocess.Popen(["sleep", "60"])
    child.kill()
    return child.wait()


def fork() -> int:
    child = os.fork()
    if child == 0:
        os._exit(3)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def in_a_thread() -> list[int]:
    found: list[int] = []
    thread = threading.Thread(target=found.append, args=(5,))
    thread.start()
    thread.join()
    return found


def in_a_process() -> int:
    child = multiprocessing.get_context("fork").Process(target=os._exit, args=(4,))
    child.start()
    child.join()
    return child.exitcode or 0


def files() -> list[str]:
    with tempfile.NamedTemporaryFile(dir=".") as file:
        file.write(b"x")
    Path("deep/er").mkdir(parents=True)
    Path("deep/er/a").write_text("a")
    Path("deep/er/a").rename("b")
    os.truncate("b", 0)
    Path("b").chmod(0o600)
    Path("c").symlink_to("b")
    return sorted(map(str, Path().iterdir()))


def changed_modes() -> int:
    Path(sys.executable).chmod(0)
    return Path(sys.executable).stat().st_mode & 0o100


def touched() -> list[str]:
    Path("new").touch()
    Path("new").touch()
    shutil.copy2("new", "copy")
    subprocess.run(["touch", "by a program"], check=True)
    return sorted(map(str, Path().iterdir()))


ALLOWED: dict[str, tuple[Callable[[], Any], Any]] = {
    "files of its own": (files, ["b", "c", "deep"]),
    "programs": (run_program, 7),
    "killing a child": (kill_child, -signal.SIGKILL),
    "forks": (fork, 3),
    "threads": (in_a_thread, [5]),
    "multiprocessing": (in_a_process, 4),
    "numpy": (lambda: int(__import__("numpy").arange(4).sum()), 6),
    "socket pairs": (lambda: pair(socket.SOCK_STREAM), 2),
    "its limits": (lambda: resource.getrlimit(resource.RLIMIT_CORE), [0, 0]),
    "less stack": (lambda: resource.setrlimit(resource.RLIMIT_STACK, (1 << 20, 1 << 20)), None),
    "devices": (lambda: os.read(os.open("/dev/zero", os.O_RDONLY), 1)[0], 0),
    "nowhere": (lambda: Path("/dev/null").write_text("abc"), 3),
    "its own process": (lambda: "VmRSS" in Path("/proc/self/status").read_text(), True),
    "times, which stay as they are": (touched, ["by a program", "copy", "new"]),
    "modes, which stay as they are": (changed_modes, 0o100),
    "processors": (lambda: os.cpu_count() == len(os.sched_getaffinity(0)) or True, True),
    "programs that end themselves": (lambda: os.kill(os.getpid(), 0), None),
}


@pytest.mark.parametrize("what", ALLOWED)
def test_it_can_use(what: str, tmp_path: Path) -> None:
    function, expected = ALLOWED[what]
    assert inside(sandbox_for(tmp_path), function) == expected


def test_a_child_is_in_the_same_sandbox_whatever_it_runs(tmp_path: Path) -> None:
    code = "import os\ntry: os.listdir(os.path.expanduser('~root'))\nexcept OSError: print('no')"

    def run() -> str:
        command = [sys.executable, "-c", code]
        return subprocess.run(command, env={}, capture_output=True, check=False).stdout.decode()

    assert inside(sandbox_for(tmp_path), run) == "no\n"


def test_a_child_cannot_kill_the_main_process(tmp_path: Path) -> None:
    def kill() -> int:
        code = f"import os; os.kill({os.getpid()}, 9)"
        command = [sys.executable, "-c", code]
        return subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode

    assert inside(sandbox_for(tmp_path), kill) == 1


def test_a_child_cannot_kill_it_by_the_number_of_a_thread(tmp_path: Path) -> None:
    def kill() -> list[int]:
        numbers: list[int] = []
        is_over, is_known = threading.Event(), threading.Event()

        def work() -> None:
            numbers.append(threading.get_native_id())
            is_known.set()
            is_over.wait()

        thread = threading.Thread(target=work)
        thread.start()
        is_known.wait()
        code = f"import os; os.kill({numbers[0]}, 9)"
        command = [sys.executable, "-c", code]
        failed = subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode
        other = subprocess.Popen(["sleep", "60"])
        other.kill()
        is_over.set()
        thread.join()
        return [failed, other.wait()]

    assert inside(sandbox_for(tmp_path), kill) == [1, -signal.SIGKILL]


def test_reads_and_lists_are_what_is_named(tmp_path: Path) -> None:
    for name in ("mine", "other", "home"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(name)
    where = sandbox_for(tmp_path / "home", reads=(tmp_path / "mine",), lists=(tmp_path,))

    def look() -> list[Any]:
        names = [path.name for path in (tmp_path / "other").iterdir()]
        try:
            text = (tmp_path / "other/file").read_text()
        except PermissionError:
            text = "denied"
        return [names, text, (tmp_path / "mine/file").read_text()]

    assert inside(where, look) == [["file"], "denied", "mine"]


def test_files_are_no_larger_than_allowed(tmp_path: Path) -> None:
    where = sandbox_for(tmp_path, file_bytes=1000)
    assert inside(where, lambda: Path("big").write_bytes(bytes(2000))) == "OSError"
    assert inside(where, lambda: Path("small").write_bytes(bytes(999))) == 999


def test_memory_is_limited(tmp_path: Path) -> None:
    where = sandbox_for(tmp_path, memory=1 << 30)
    assert inside(where, lambda: len(bytearray(1 << 31))) == "MemoryError"


def test_a_sandbox_within_a_sandbox_is_narrower(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()

    def narrow() -> Any:
        entry.enter(sandbox_for(tmp_path / "a"))
        return [call("kill", os.getpid(), signal.SIGKILL), Path("b").write_text("x")]

    assert inside(sandbox_for(tmp_path), narrow) == DENIED


def test_none_only_limits(tmp_path: Path) -> None:
    where = sandbox_for(tmp_path, level=Containment.NONE, memory=1 << 30)
    assert inside(where, lambda: os.kill(os.getppid(), 0)) is None
    assert inside(where, lambda: len(bytearray(1 << 31))) == "MemoryError"


def test_strict_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    require(Containment.STRICT)
    weak = SandboxStatus("Linux 5.10", limited=True, reaped=True)
    monkeypatch.setattr(entry, "sandbox_status", lambda: weak)
    require(Containment.USUAL)
    with pytest.raises(UnsupportedError, match=r"strict.*the network can be used"):
        require(Containment.STRICT)
    assert weak.parts == ("limits", "sub-reaper")
