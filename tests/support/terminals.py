"""A terminal of a given size in which the command runs, and what its reader sees."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import time

CLEAR = "\x1b[2J\x1b[1;1H"
ASKS = "q: quit"


def screens_of(words: list[str], keys: str, *, rows: int, columns: int = 80) -> list[list[str]]:
    """Return the rows of each screen that the command draws; each key answers one of them."""
    import fcntl  # there is none on Windows
    import pty
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    environment = {
        name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")
    }
    running = subprocess.Popen(
        [sys.executable, "-m", "bombe", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": "xterm", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    seen = ""
    try:
        for number, key in enumerate(keys, 1):
            while seen.count(ASKS) < number:
                seen += os.read(ours, 1 << 16).decode(errors="replace")
            # What is typed before the command waits for a key is lost.
            while termios.tcgetattr(ours)[3] & termios.ICANON:
                time.sleep(0.001)
            os.write(ours, key.encode())
        running.wait()
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    return [screen.rstrip("\r\n").split("\r\n") for screen in seen.split(CLEAR)[1:]]
