"""Hostile agents for the course framework: folders of such agents, and what becomes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from folder_agents import CLASS, HEADS, written
from villain import CRASH, HANG, MEMORY, NO_MOVE, NO_PROPOSAL, SCORE, Fate

if TYPE_CHECKING:
    from staging import Scene

HELPERS = """
import os, signal, socket, sys, time

def attempt(what, deed, *arguments):
    try:
        deed(*arguments)
    except OSError as error:
        print("held:", what, error)
    else:
        print("BREACH:", what)

def put(path):
    with open(path, "a") as file:
        file.write("# hostile")

def daemonise(program="import time; time.sleep(60)"):
    if child := os.fork():
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork() == 0:
        os.execve(sys.executable, [sys.executable, "-ISc", program, SCENE], {})
    os._exit(0)
"""


class Folder(NamedTuple):
    """What a hostile folder is to become, what it does in a turn, and what when it is imported."""

    fate: Fate
    body: str
    top: str = ""
    seconds: float = 0.4
    ready: float = 15.0
    is_like_one: bool = False
    """Whether it does what a hostile class does, and reaches nothing of the framework's own."""


MOVE = "self.propose_move(next(legal(game_state)))\n"
HELD, QUIET = Fate((SCORE,), ("held: ",)), Fate((SCORE,))
FOLDERS = {
    "kills": Folder(
        HELD,
        "attempt('kill', os.kill, VICTIM, signal.SIGKILL)\n"
        "attempt('supervisor', os.kill, os.getppid(), signal.SIGKILL)\n" + MOVE,
        is_like_one=True,
    ),
    "kills_at_import": Folder(
        Fate((SCORE, HANG)), MOVE, "attempt('kill', os.kill, VICTIM, signal.SIGKILL)\n", ready=2.0
    ),
    "reads": Folder(
        HELD,
        "attempt('key', open, SCENE + '/home/key')\n"
        "attempt('other', open, SCENE + '/other/quiet.py')\n"
        "attempt('rival', open, SCENE + '/teams/rival/sudokuai.py')\n"
        "attempt('log', open, SCENE + '/match.jsonl')\n" + MOVE,
    ),
    "writes": Folder(
        HELD,
        "attempt('other', put, SCENE + '/other/quiet.py')\n"
        "attempt('itself', put, __file__)\n"
        "attempt('by its link', put, os.path.basename(os.path.dirname(__file__)) + '/more.py')\n"
        + MOVE,
    ),
    "daemonises": Folder(QUIET, "daemonise()\n" + MOVE, is_like_one=True),
    "daemonises_at_import": Folder(QUIET, MOVE, "daemonise()\n", is_like_one=True),
    "patches_at_import": Folder(
        Fate((SCORE, CRASH, HANG)),
        MOVE,
        "import bombe.solvers.sandbox.supervisor as supervisor\n"
        "import bombe.agents.processes.worker as worker\n"
        "supervisor.kill_descendants = lambda *_, **__: None\n"
        "supervisor.prctl = supervisor.enter = lambda *_, **__: None\n"
        "worker.AgentServer.serve = lambda self: time.sleep(20)\n"
        "os.waitpid = os.wait4 = os.kill = lambda *_: (0, 0)\n",
        ready=0.8,
    ),
    "exits_at_import": Folder(
        Fate((CRASH, HANG)), MOVE, "os._exit(0)\n", ready=2.0, is_like_one=True
    ),
    "runs_on_from_import": Folder(
        Fate((SCORE, CRASH, HANG)),
        MOVE,
        "import threading\n"
        "threading.Thread(target=time.sleep, args=(20,), daemon=True).start()\n"
        "if os.fork() == 0:\n"
        "    time.sleep(20)\n"
        "    os._exit(0)\n",
    ),
    "dies": Folder(
        Fate((CRASH, HANG), ("ended|killed|not permitted",)),
        "os.kill(os.getpid(), signal.SIGKILL)\ntime.sleep(20)\n",
    ),
    "exits": Folder(
        Fate((CRASH,), ("exit code 9",)),
        "daemonise()\nos._exit(9)\n",
        is_like_one=True,
    ),
    "hangs_at_import": Folder(
        Fate((HANG,), ("was not ready|did not start",)), MOVE, "time.sleep(20)\n", ready=0.4
    ),
    "locks": Folder(
        Fate((NO_PROPOSAL, HANG, CRASH)),
        "self.lock.acquire()\nself.lock.acquire()\n",
    ),
    "forges": Folder(
        Fate((SCORE, CRASH)),
        MOVE + "for number in range(3, 20):\n"
        "    try:\n"
        '        os.write(number, b\'\\n["ending", "void", "killed"]\\n["done"]\\n\')\n'
        "    except OSError:\n"
        "        pass\n",
        is_like_one=True,
    ),
    "pickles": Folder(
        Fate((SCORE, CRASH, NO_MOVE)),
        "class Trap:\n"
        "    def __reduce__(self):\n"
        "        return os._exit, (9,)\n"
        "self.save([1])\n" + MOVE + "self.save(Trap())\nself.best_move[2] = Trap()\n",
    ),
    "swells": Folder(
        Fate((MEMORY, CRASH), ("memory",)),
        "blocks = [bytearray(1 << 26) for _ in range(9)]\n",
        seconds=5.0,
    ),
    "becomes": Folder(
        Fate((HANG, CRASH, NO_PROPOSAL)),
        "os.execv(sys.executable, [sys.executable, '-ISc', 'import time; time.sleep(20)'])\n",
        is_like_one=True,
    ),
    "calls": Folder(
        HELD,
        "attempt('tcp', socket.create_connection, ('127.0.0.1', PORT), 0.2)\n"
        "attempt('unix', lambda: socket.socket(socket.AF_UNIX).connect(SCENE + '/socket'))\n"
        + MOVE,
        is_like_one=True,
    ),
    "thinks_on": Folder(
        Fate((SCORE,), ("left 1 process running, which was killed",)),
        "print('BREACH' if os.path.exists('stolen') else 'nothing stolen')\n"
        + MOVE
        + "if os.fork() == 0:\n"
        "    time.sleep(0.5)\n"
        "    put('stolen')\n"
        "    os._exit(0)\n",
    ),
}


def hostile_folder(scene: Scene, name: str) -> str:
    """Write the folder of a hostile agent into a scene; give its path."""
    body, top = FOLDERS[name].body, FOLDERS[name].top
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    known = f"SCENE, VICTIM, PORT = {str(scene.folder)!r}, {scene.victim.pid}, {scene.port}\n"
    text = f"{HEADS['v13']}{HELPERS}{known}{top}{CLASS}{lines}"
    return written(scene.folder / "teams" / f"team_{name}", {"sudokuai.py": text})
