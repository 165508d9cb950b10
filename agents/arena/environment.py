"""What every record of a game says of the programs and of the machine."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from bombe import __version__
from bombe.solvers import native
from bombe.solvers.native.cpu import cores, instructions

if TYPE_CHECKING:
    from bombe.boards.game import Json


def facts_of(lanes: int) -> dict[str, Json]:
    """Return the versions and the machine of a run that plays `lanes` games at once."""
    versions: dict[str, Json] = {
        "bombe": __version__,
        "python": platform.python_version(),
        "kernel": instructions() if native.is_available() else None,
    }
    machine = f"{platform.system()} {platform.machine()}"
    return {"versions": versions, "host": {"machine": machine, "cores": cores(), "lanes": lanes}}
