"""`bombe board --serve`: what is behind the page, and the server until Ctrl-C."""

from __future__ import annotations

import contextlib
import importlib.util
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bombe.agents.loading import resolve
from bombe.agents.processes.process import Settings
from bombe.boards.errors import UnsupportedError
from bombe.commands.shared.contain_option import level_for
from bombe.commands.shared.output import notify
from bombe.commands.shared.pages import open_in_browser
from bombe.pages.document import page
from bombe.serving.log_library import LogLibrary
from bombe.serving.matches import LiveMatches
from bombe.serving.opponents import Opponents
from bombe.solvers.sandbox.owned_folders import folder_prefix

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bombe.pages.contents import Contents

NEEDS = ("starlette", "uvicorn")


class Serving(NamedTuple):
    """How the board is served: agents of the user's own, logs to browse, the port, the sandbox.

    The logs of matches go into the folder `save`; None is for a temporary one.
    """

    agents: tuple[str, ...]
    logs: tuple[str, ...]
    save: str | None
    port: int
    contain: str


def serve_board(contents: Contents, how: Serving, *, opens: bool) -> None:
    """Serve the page with these contents until Ctrl-C."""
    if missing := [name for name in NEEDS if importlib.util.find_spec(name) is None]:
        raise UnsupportedError(
            f"--serve needs {' and '.join(missing)}: python -m pip install 'bombe[web]'"
        )
    settings = Settings(contain=level_for(how.contain, [resolve(spec) for spec in how.agents]))
    with _folder(how.save) as folder:
        matches = LiveMatches(folder, settings)
        _serve(contents, how, matches, settings, opens=opens)
        if how.save is None and matches.logs:
            notify("the games of its matches were not kept: --save FOLDER keeps them")


def _serve(
    contents: Contents, how: Serving, matches: LiveMatches, settings: Settings, *, opens: bool
) -> None:
    # Imported when something is served: its packages are extras.
    from bombe.serving.app import ServerState
    from bombe.serving.start import serve

    server_state = ServerState(
        page=lambda: page(contents, served=True),
        opponents=Opponents(how.agents, settings),
        matches=matches,
        library=LogLibrary(how.logs, lambda: matches.logs),
    )
    try:
        serve(server_state, port=how.port, on_ready=lambda address: _announce(address, opens=opens))
    except KeyboardInterrupt:
        notify("the board is closed")


def _announce(address: str, *, opens: bool) -> None:
    is_open = opens and open_in_browser(address)
    notify(f"the board is at {address}" + ("" if is_open else " : open it in a browser"))
    notify("whoever has this address can use it, on this machine only; Ctrl-C ends it")


@contextlib.contextmanager
def _folder(save: str | None) -> Iterator[Path]:
    """Yield the folder of the logs, made if need be; a temporary one goes away."""
    if save is not None:
        Path(save).mkdir(parents=True, exist_ok=True)
        yield Path(save)
        return
    with tempfile.TemporaryDirectory(prefix=folder_prefix("board")) as folder:
        yield Path(folder)
