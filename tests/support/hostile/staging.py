"""The scene around the stage: decoys for hostile agents, and a look at what became of them.

SCENE/home      the user's files, with a key           SCENE/socket, /pipe   to be talked to
SCENE/other     the source of the other player         SCENE/tmp             the only place where
SCENE/match.jsonl  the log of the match                                      the match may write
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import resource
import select
import signal
import socket
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any, Self

HERE = Path(__file__).parent
QUIET = '''"""An agent that does nothing but play."""
import time


class Quiet:
    def __init__(self, seed, *, pause: float = 0.0):
        self.pause = pause

    def choose(self, state, clock):
        time.sleep(self.pause)
        yield state.moves()[0]
'''
SECRET = "a-secret-of-the-referee"  # noqa: S105 - it is one for the tests alone
FOREIGN = ("/tmp", "/var/tmp", "/dev/shm", "/etc/cron.d", "/var/spool/cron", "/run", "/root")  # noqa: S108 - where hostile agents plant files
SHARED_KEY = 0x0B0B0B01
MOST_GROWTH = 48 << 20
"""How much the referee may grow by a match; a flood is 30 MB."""
PATIENCE_SECONDS = 60.0
"""How long a match may take; most take less than half a second."""
END_SECONDS = 5.0
"""How long ended processes may take to go; usually none."""


class Scene:
    """Everything that hostile agents aim at, and the stage on which they play."""

    def __init__(self, **environment: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hostile-"))
        self._environment = environment
        for name in ("home", "other", "teams", "tmp"):
            (self.folder / name).mkdir()
        (self.folder / "home" / "key").write_text(SECRET)
        (self.folder / "home" / ".profile").write_text("true\n")
        (self.folder / "other" / "quiet.py").write_text(QUIET)
        (self.folder / "teams" / "rival").mkdir()
        (self.folder / "teams" / "rival" / "sudokuai.py").write_text(QUIET)
        os.mkfifo(self.folder / "pipe")
        self._pipe = os.open(self.folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        self._sockets = [*self._listeners()]
        self.victim = self._start("-ISc", "import time; time.sleep(600)", str(self.folder))
        self._stage: subprocess.Popen[str] | None = None
        self._before: dict[str, Any] = {}
        self._others: set[str] = set()
        self._used = 0
        self.is_sound = True

    def _listeners(self) -> Any:
        for family, kind, address in (
            (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
            (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
            (socket.AF_UNIX, socket.SOCK_STREAM, str(self.folder / "socket")),
            (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{self.folder}"),
        ):
            one = socket.socket(family, kind)
            one.bind(address)
            one.settimeout(0.0)
            if kind == socket.SOCK_STREAM:
                one.listen()
            yield one

    @property
    def port(self) -> int:
        """The port of the listener on the loopback."""
        port: int = self._sockets[0].getsockname()[1]
        return port

    def _start(self, *words: str, **pipes: Any) -> subprocess.Popen[str]:
        here = {"HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp")}
        return subprocess.Popen(
            [sys.executable, *words],
            env={**os.environ, **here, "HOSTILE_SECRET": SECRET, **self._environment},
            cwd=self.folder,
            start_new_session=True,
            text=True,
            **pipes,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def spec(self, kind: type, way: str = "", **options: object) -> str:
        """Return the spec of a hostile agent that knows its way about."""
        ports = "+".join(str(one.getsockname()[1]) for one in self._sockets[:2])
        known = {
            "scene": str(self.folder).replace("/", "|"),
            "pids": "PIDS",
            "ports": ports,
            "way": way,
            **options,
        }
        texts = ",".join(f"{key}={value}" for key, value in known.items() if value != "")
        return f"{HERE / kind.__module__}.py:{kind.__name__}:{texts}"

    def quiet(self, pause: float = 0.0) -> str:
        """Return the spec of the other player, which takes a while for every turn."""
        return f"{self.folder / 'other' / 'quiet.py'}:Quiet" + (f":pause={pause}" if pause else "")

    def play(self, agent: str, other: str = "", **order: Any) -> list[dict[str, Any]]:
        """Play a match and return its games; check that it left nothing behind."""
        self.is_sound = False
        order = {"seconds": 0.25, **order, "agent": agent, "other": other or self.quiet()}
        if order["other"] not in self._others:
            self._warm(order["other"])
        games = self._ask(order)
        found = self._settled()
        assert found == self._before
        self.is_sound = True
        return games

    def _warm(self, other: str) -> None:
        """Play a harmless match, for all that is made only once; remember how it left things."""
        for _ in range(2):
            self._ask({"seconds": 1.0, "agent": self.quiet(pause=0.001), "other": other})
        self._others.add(other)
        self._used, self._before = self._answer["memory"], {}
        self._before = self.look()

    def _ask(self, order: dict[str, Any]) -> list[dict[str, Any]]:
        """Have the stage play a match; start it if there is none."""
        if self._stage is None:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
            words = str(HERE / "stage.py"), str(self.folder), str(self.victim.pid)
            self._stage = self._start("-P", *words, **pipes)
        assert self._stage.stdin is not None
        assert self._stage.stdout is not None
        self._stage.stdin.write(json.dumps(order) + "\n")
        self._stage.stdin.flush()
        # A referee that is stopped says nothing.
        is_there, *_ = select.select([self._stage.stdout], [], [], PATIENCE_SECONDS)
        line = self._stage.stdout.readline() if is_there else ""
        assert line, f"the referee has ended or hangs: {self._stage.poll()}"
        self._answer: dict[str, Any] = json.loads(line)
        assert "error" not in self._answer, self._answer["error"]
        games: list[dict[str, Any]] = self._answer["games"]
        return games

    def _settled(self) -> dict[str, Any]:
        """Look around until all is as it was, or for a while."""
        until = time.monotonic() + END_SECONDS
        while (now := self.look()) != self._before and time.monotonic() < until:
            time.sleep(0.02)
        return now

    def look(self) -> dict[str, Any]:
        """Return all that is to be as it was before a match."""
        return {
            "victim": self._state_of_victim(),
            "files": self._files(),
            "left in tmp": sorted(Path(name).suffix for name in os.listdir(self.folder / "tmp")),  # noqa: PTH208 - names
            "left elsewhere": self._planted(),
            "processes": len(self.processes()),
            "heard": [*self._heard()],
            "shared": shared(),
            "open": self._answer["open"],
            "threads": self._answer["threads"],
            "grown": self._answer["memory"] > self._used + MOST_GROWTH,
        }

    def _state_of_victim(self) -> tuple[object, ...]:
        pid = self.victim.pid
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        limits = [resource.prlimit(pid, kind) for kind in (resource.RLIMIT_NOFILE, 4)]
        cores, nice = os.sched_getaffinity(pid), os.getpriority(os.PRIO_PROCESS, pid)
        adjusted = Path(f"/proc/{pid}/oom_score_adj").read_text()
        return fields[0], nice, cores, os.sched_getscheduler(pid), limits, adjusted

    def _files(self) -> dict[str, object]:
        """Return all files of the scene except those of the match."""
        found: dict[str, object] = {}
        places = [*self.folder.iterdir(), *self._inside("home"), *self._inside("other")]
        for path in places:
            name = str(path.relative_to(self.folder))
            if name in ("tmp", "teams", "match.jsonl") or "__pycache__" in name:
                continue
            what = path.lstat()
            is_plain = stat.S_ISREG(what.st_mode)
            times = (what.st_mtime_ns,) if is_plain else ()
            found[name] = what.st_mode, times, path.read_bytes() if is_plain else b""
        return found

    def _inside(self, name: str) -> list[Path]:
        """Return what is in a folder of the scene, if that is still one."""
        folder = self.folder / name
        return [*folder.rglob("*")] if folder.is_dir() else []

    def _planted(self) -> list[str]:
        """Return the files that bear the name of the scene where nobody should have put one."""
        own = [sysconfig.get_path(key) for key in ("purelib", "stdlib", "scripts")]
        caches = [str(Path(os.__file__).parent / one / "__pycache__") for one in ("", "json")]
        places = {*FOREIGN, *own, *caches, *filter(os.path.isdir, sys.path), str(HERE)}
        found = [one for place in places for one in glob(place, f"{self.folder.name}*")]
        return sorted(str(one) for one in found if one != self.folder) + [
            str(one) for one in glob(str(HERE), "sitecustomize*")
        ]

    def processes(self) -> dict[int, str]:
        """Return the processes that belong to the scene, by their command lines."""
        found = {}
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                words = path.read_bytes()
                if os.fsencode(self.folder) in words:
                    found[int(path.parent.name)] = words.replace(b"\0", b" ").decode()
        return found

    def _heard(self) -> Any:
        """Yield who has talked to a listener."""
        for one in self._sockets:
            with contextlib.suppress(BlockingIOError):
                if one.type == socket.SOCK_DGRAM:
                    yield one.recv(100)
                else:
                    yield one.accept()[0].close()
        with contextlib.suppress(BlockingIOError):
            if said := os.read(self._pipe, 100):
                yield said

    def close(self) -> None:
        """End everything that belongs to the scene, and remove it."""
        if self._stage is not None and self._stage.stdin is not None:
            with contextlib.suppress(OSError):
                self._stage.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._stage.wait(5 if self.is_sound else 0.5)
        for pid in self.processes():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for process in filter(None, (self.victim, self._stage)):
            process.wait()
        if self._stage is not None and self._stage.stdout is not None:
            self._stage.stdout.close()
        for one in self._sockets:
            one.close()
        os.close(self._pipe)
        for path in self._planted():
            Path(path).unlink()
        remove_shared()
        remove(self.folder)


def glob(place: str, pattern: str) -> list[Path]:
    """Return the files of a folder whose names match; none if it cannot be read."""
    try:
        return [*Path(place).glob(pattern)]
    except OSError:
        return []


def shared() -> list[str]:
    """Return the shared memory, queues and semaphores that hostile agents have left."""
    return [
        name
        for name in ("shm", "msg", "sem")
        for line in Path(f"/proc/sysvipc/{name}").read_text().splitlines()[1:]
        if int(line.split()[0]) == SHARED_KEY
    ]


def remove_shared() -> None:
    """Remove what hostile agents have left outside of files."""
    for name in shared():
        option = {"shm": "-M", "msg": "-Q", "sem": "-S"}[name]
        subprocess.run(["ipcrm", option, str(SHARED_KEY)], check=False)


def remove(folder: Path) -> None:
    """Remove a folder in which files may be immutable."""
    for path in folder.glob("tmp/*/*/forever"):
        with contextlib.suppress(OSError), path.open() as file:
            fcntl.ioctl(file.fileno(), 0x40086602, b"\0" * 8)
    subprocess.run(["rm", "-rf", "--", str(folder)], check=False)  # deeper than Python goes
