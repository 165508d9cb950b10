"""Programs for supervised children."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bombe.solvers.sandbox.channel import Channel


def echo(channel: Channel, *arguments: object) -> None:
    """Say the arguments, then every line that comes in; some words have an effect."""
    channel.say(f"{arguments}\n".encode())
    for line in channel:
        if line == b"exit":
            sys.stderr.write("on purpose\n")
            os._exit(3)
        if line == b"daemon":
            subprocess.Popen(["/bin/sleep", "61.5"], start_new_session=True)
        if line == b"long":
            channel.say(b"x" * 200_000)
        channel.say(line + b"\n")
