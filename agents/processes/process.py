"""Agents in processes of their own, seen from the referee's process; worker.py is the other side.

No agent's code runs here, and nothing that comes from an agent is unpickled here.
"""

from __future__ import annotations

import contextlib
import enum
import os
import shlex
import shutil
import tempfile
import time
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from bombe.agents.framework.places.archives import as_handed_in
from bombe.agents.loading import is_bundled, resolve
from bombe.agents.processes.endings import killed_outside
from bombe.agents.processes.own_files import sandbox_of
from bombe.agents.processes.running import AgentProcess
from bombe.agents.seats import TurnResult, never
from bombe.agents.seeds import seed_of
from bombe.agents.turn import Trouble
from bombe.boards.errors import BombeError, UsageError
from bombe.boards.game import Termination
from bombe.boards.options import CALLER_FOLDER
from bombe.solvers.sandbox import Containment
from bombe.solvers.sandbox.child import Child
from bombe.solvers.sandbox.owned_folders import folder_prefix
from bombe.solvers.sandbox.paths import environment
from bombe.solvers.sandbox.removal import empty, is_folder, make_folder, remove_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.agents.processes.running import Stop
    from bombe.boards.game import AnyState
    from bombe.solvers import Budget
    from bombe.solvers.sandbox.direct import DirectChild


PROGRAM = "bombe.agents.processes.worker:run"
SUPERVISOR = "bombe.agents.processes.supervisor"
ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("OMP", "OPENBLAS", "MKL")}
_HAS_FORK = hasattr(os, "fork")
STARTS = 3
"""How often a process is started that does not start."""
TRIES = 3
"""How often a turn is played of which other programs took the time."""
MORE, SPARE_SECONDS = 1.25, 0.02
"""How much more than the first time it may take to make an agent: processor time varies."""
CRASH = Termination.CRASH


class StartMethod(enum.StrEnum):
    """Whether a process starts without the agent, or as a fork of one that has imported it."""

    SPAWN = "spawn"
    FORK = "fork"


@dataclass(frozen=True)
class Settings:
    """The limits of an agent's process.

    `memory` limits the address space in bytes (None: no limit); `contain` says how much of its
    sandbox is demanded, `inside` is a command such as bwrap in which it runs. `fresh` gives
    every turn a new process, as the course framework does; otherwise a process is kept in a game
    unless it is tainted. After the deadline an agent has `grace` seconds to return before it is
    killed. Imports and construction may take `ready` seconds, a turn without a time limit
    `patience` seconds.
    """

    start: StartMethod = StartMethod.SPAWN
    memory: int | None = 1 << 30
    contain: Containment = Containment.USUAL
    inside: str = ""
    fresh: bool = False
    grace: float = 0.5
    ready: float = 10.0
    patience: float = 120.0

    def __post_init__(self) -> None:
        """Raise UsageError if `inside` is no command that can be run here."""
        try:
            words = shlex.split(self.inside)
        except ValueError as error:
            raise UsageError(f"--inside {self.inside}: {error}; give a command") from None
        if words and shutil.which(words[0]) is None:
            raise UsageError(
                f"--inside {self.inside}: there is no command {words[0]} here; give one that is "
                "installed, or its path"
            )


class Worker:
    """A seat whose agent runs in a process that is ready before the clock starts and can be killed.

    A turn whose budget is stopped is abandoned. Reuse a worker from game to game: the agent is made
    anew, in an empty folder. One that is not Bombe's own also gets a new process, so that nothing
    of a game is there in the next. Within a game a process is kept unless it is tainted, which it
    is if a turn failed or left a child running; threads are frozen with it. Only one thread at a
    time may use a worker.
    """

    def __init__(
        self, spec: str, settings: Settings | None = None, others: Iterable[str] = ()
    ) -> None:
        """Make a worker for a `spec`: a name with options, or what else bombe.agents.loading reads.

        A spec that names no agent raises UsageError here; no code of the agent runs yet. It cannot
        read the files of `others`, which are specs, too.
        """
        self._name, self._spec = spec, resolve(spec)
        self._is_ours = is_bundled(self._spec)
        self._settings = settings or Settings()
        if self._settings.start == StartMethod.FORK and not _HAS_FORK:
            raise UsageError("start fork: this system has no fork, use spawn")
        self._home = self._folder = Path(tempfile.mkdtemp(prefix=folder_prefix()))
        # Runs even if close() is never called.
        self._remove_home = weakref.finalize(self, remove_tree, self._home)
        limits = self._settings.memory, self._settings.contain
        self._sandbox = sandbox_of(self._spec, self._home, *limits, _resolved(others))
        self._child: Child | DirectChild | None = None
        self._process: AgentProcess | None = None
        self._seed = self._turns = self._games = 0
        self._memory = ""
        # Seconds of processor time: what making the agent may use as in its first turn, and may
        # use the next time, what it used the last time, and what of that counts in its turn.
        self._first: float | None = None
        self._free = self._made_again = self._spent = 0.0

    @property
    def name(self) -> str:
        """The spec as it was given."""
        return self._name

    @property
    def ready_ms(self) -> float:
        """The milliseconds that importing and making the agent last took."""
        return self._process.ready_ms if self._process else 0.0

    def open_game(self, seed: int, folder: Path | None = None) -> None:
        """Begin a game; the agent is made in its first turn, before the clock starts."""
        has_threads = self._process is not None and self._process.has_threads
        if folder or has_threads or not self._is_ours:  # nothing of a game is left in the next
            self._drop()
        self._clear()
        if folder:
            self._sandbox = self._sandbox.but(writes=(self._home, folder))
        self._games += 1
        self._folder = folder or self._home / f"game-{self._games}"
        self._seed, self._turns, self._memory = seed, 0, ""
        self._first, self._free = None, 0.0
        if self._process:
            self._process.rest()  # shows whether it still runs
            self._process.is_open = False

    def trial(self) -> Trouble | None:
        """Make the agent as for a game; return why that fails, or None if it succeeds."""
        self.open_game(0)
        failed = self.prepare()
        if failed is None or failed.ending is None:
            return None
        if failed.is_spoiled_by_others:
            return killed_outside(f"{failed.detail}, while other programs kept the machine busy")
        return Trouble(failed.ending, failed.detail, failed.cause)

    def prepare(self) -> TurnResult | None:
        """Make the agent before its first turn; if it fails, return what the turn would."""
        ready = self._prepare()
        if isinstance(ready, TurnResult):
            return _told(ready)
        ready.rest()
        return None

    def turn(self, state: AnyState, budget: Budget) -> TurnResult:
        """Let the agent think; kill it if it does not stop.

        A turn that comes to nothing for lack of the time that other programs took is played again,
        at most TRIES times. If that is sure, and so each time, the game is spoiled.
        """
        tries = [self._try(state, budget)]
        is_stopped = budget.stop or never
        while tries[-1].is_lost_to_others and len(tries) < TRIES and not is_stopped():
            tries.append(self._try(state, budget))
        self._turns += 1
        withheld = sum(one.withheld_ms for one in tries)
        turn = tries[-1]._replace(withheld_ms=withheld, tries=len(tries))
        if len(tries) < TRIES or not all(one.is_spoiled_by_others for one in tries):
            return turn
        words = (
            f"lost {turn.withheld_ms:.0f} ms to other programs on this machine, in {TRIES} tries"
        )
        return turn._replace(ending=Termination.VOID, detail=f"{words} of its turn")

    def _try(self, state: AnyState, budget: Budget) -> TurnResult:
        """Let the agent think once."""
        ready = self._prepare(type(state).__module__, budget.stop)
        if isinstance(ready, TurnResult):
            turn = ready
        else:
            turn = ready.turn(state, budget, self._memory, self._spent)
            turn = turn._replace(made_ms=round(1000 * self._made_again, 3))
            self._memory = ready.memory
        self._spent = self._made_again = 0.0
        if self._settings.fresh or self._process is None or self._process.is_tainted:
            self._drop()
        if turn.is_lost_to_others:
            self._free = self._first or 0.0
        return _told(turn)

    def close(self) -> None:
        """Kill the process and everything it started."""
        self._drop()
        self._close_child()
        self._remove_home()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _prepare(self, needed: str = "", stop: Stop = None) -> AgentProcess | TurnResult:
        """Return a process with the agent ready, or a turn result that says why there is none.

        `needed` is the module of the positions to come.
        """
        if self._has_ended():
            return TurnResult.failed(killed_outside("was killed from outside, between its turns"))
        process = self._any_process()
        if isinstance(process, TurnResult) or process.is_open:
            return process
        # An agent that is made again within a game must not repeat its random choices.
        seed = seed_of("turn", self._seed, self._turns) if self._turns else self._seed
        began = time.monotonic()
        if failed := process.open(self._spec, seed, self._folder, needed, stop):
            return failed
        self._reckon(process.rest().cpu_seconds or time.monotonic() - began)
        return process

    def _any_process(self) -> AgentProcess | TurnResult:
        """Return the process or a new one, or why there is none and who is to blame."""
        try:
            self._make_folders()
        except OSError as error:
            detail = f"cannot use its own folder: {error}"
            # Before the first turn of a game, nobody but the machine has had to do with it.
            spoiled = Trouble(CRASH, detail) if self._turns else killed_outside(detail)
            return TurnResult.failed(spoiled)
        try:
            self._process = self._process or self._started()
        except OSError as error:
            inside = self._settings.inside
            where = inside and f" in the command of --inside, {inside}"
            detail = f"cannot start its process{where}: {error}"
            is_warm = self._settings.start == StartMethod.FORK
            if is_warm and self._child and self._child.is_up:
                ending = Termination.HANG if isinstance(error, TimeoutError) else CRASH
                return TurnResult.failed(Trouble(ending, detail))
            # No code of the agent has run: it is not to blame.
            return TurnResult.failed(killed_outside(detail))
        return self._process

    def _reckon(self, used: float) -> None:
        """Reckon what making the agent takes from its turn: it may have thought about the game.

        Before its first turn there is nothing to think about. With a process for every turn, each
        may use as much as the first one. A process that the agent has spoiled is its own affair.
        """
        if self._first is None:
            self._first = MORE * used + SPARE_SECONDS
        else:
            self._made_again, self._spent = used, max(0.0, used - self._free)
        self._free = self._first if self._settings.fresh else 0.0

    def _started(self) -> AgentProcess:
        """Return a new process; try again where nothing of the agent's has run yet."""
        for _ in range(STARTS - 1 if self._settings.start == StartMethod.SPAWN else 0):
            with contextlib.suppress(OSError):
                return self._start()
            self._drop()
        return self._start()

    def _has_ended(self) -> bool:
        """Return whether the process has ended that had the agent of this game: it was frozen."""
        if not (self._child and self._process and self._child.poll()):
            return False
        was_open = self._process.is_open
        self._drop()
        return was_open and _HAS_FORK

    def _make_folders(self) -> None:
        """Make the folders of the worker and of the game, whatever is in their places."""
        if not is_folder(self._home):
            self._drop()  # the sandbox of a process has the folder that it began in,
            self._close_child()  # and so is what its supervisor has mounted there
            make_folder(self._home)
        make_folder(self._folder)

    def _start(self) -> AgentProcess:
        self._make_folders()
        if self._child is None or not self._child.is_sound:
            warm = self._spec if self._settings.start == StartMethod.FORK else ""
            around = agent_environment(self._home)
            self._child = (
                Child(
                    PROGRAM,
                    self._home,
                    around,
                    supervisor=SUPERVISOR,
                    options=[warm],
                    folder=self._home,
                    inside=self._settings.inside,
                    is_counted=True,
                )
                if _HAS_FORK
                else _direct(around)
            )
        self._child.start(self._sandbox, seconds=self._settings.ready)
        return AgentProcess(self._child, self._settings)

    def _drop(self) -> None:
        """Kill the process; the next turn gets another."""
        self._process = None
        if self._child and self._child.kill().excess:  # its files may be what was too much
            self._clear()
        if self._child and not self._child.is_sound:
            self._close_child()

    def _close_child(self) -> None:
        if self._child:
            self._child.close()
            self._child = None

    def _clear(self) -> None:
        """Remove all files of the last game, here and where the processes have a volume."""
        empty(self._home)
        if (
            self._child
            and _HAS_FORK
            and not self._child.ask("clear", not self._is_ours, reply="cleared")
        ):
            self._close_child()


def _direct(around: dict[str, str]) -> DirectChild:
    from bombe.solvers.sandbox.direct import DirectChild

    return DirectChild(PROGRAM, around)


def agent_environment(home: Path) -> dict[str, str]:
    """Return the environment of an agent's process."""
    # Random hashes would make the games of agents that use sets differ from run to run.
    alike = {**ONE_THREAD, "PYTHONHASHSEED": "0"}
    here = os.getcwd()  # noqa: PTH109 - a text is wanted
    return {**environment(home), **alike, CALLER_FOLDER: here}


def _resolved(specs: Iterable[str]) -> Iterator[str]:
    """Yield specs with absolute paths; those that name no agent have no files."""
    for spec in specs:
        with contextlib.suppress(BombeError):
            yield resolve(spec)


def _told(turn: TurnResult) -> TurnResult:
    """Return a turn that names files in zips, not in folders that go when this process ends."""
    return turn._replace(detail=as_handed_in(turn.detail), output=as_handed_in(turn.output))
