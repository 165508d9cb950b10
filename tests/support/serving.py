"""A server of the board without a socket: its application behind the token gate."""

from __future__ import annotations

import contextlib
import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from starlette.testclient import TestClient

    from bombe.serving.app import ServerState

PORT = 8765
TOKEN = "token-of-the-tests"  # noqa: S105 - it opens nothing


@contextlib.contextmanager
def client_of(*, agents: Sequence[str] = (), logs: Sequence[str] = ()) -> Iterator[TestClient]:
    """Yield a client of a server with these agents of the user's own, and these logs."""
    pytest.importorskip("starlette", reason="needs bombe[web]")
    from starlette.testclient import TestClient

    from bombe.serving.app import make_app
    from bombe.serving.token_gate import TokenGate

    with server_state_of(agents=agents, logs=logs) as server_state:
        gate = TokenGate(make_app(server_state), TOKEN, PORT)
        with TestClient(gate, base_url=f"http://127.0.0.1:{PORT}") as client:
            yield client


@contextlib.contextmanager
def server_state_of(
    *, agents: Sequence[str] = (), logs: Sequence[str] = ()
) -> Iterator[ServerState]:
    """Yield the state of a server, whose page is the text `the page`."""
    from bombe.agents.processes.process import Settings
    from bombe.serving.app import ServerState
    from bombe.serving.log_library import LogLibrary
    from bombe.serving.matches import LiveMatches
    from bombe.serving.opponents import Opponents

    with tempfile.TemporaryDirectory() as folder:
        matches = LiveMatches(Path(folder), Settings())
        yield ServerState(
            page=lambda: "the page",
            opponents=Opponents(agents, Settings()),
            matches=matches,
            library=LogLibrary(logs, lambda: matches.logs),
        )


class Asker:
    """Asks a server as the page does."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str) -> Any:
        """Return the JSON of an address."""
        return self.client.get(f"/{TOKEN}{path}").json()

    def post(self, path: str, body: object) -> Any:
        """Return the JSON that is answered."""
        return self.client.post(f"/{TOKEN}{path}", json=body).json()

    def stream(self, path: str, body: object) -> list[Any]:
        """Return the lines of an answer that grows."""
        found = self.client.post(f"/{TOKEN}{path}", json=body)
        return [json.loads(line) for line in found.text.splitlines()]

    def events(self, path: str) -> list[Any]:
        """Return the events of a feed, to its end."""
        text = self.client.get(f"/{TOKEN}{path}").text
        lines = (line for line in text.splitlines() if line.startswith("data: "))
        return [json.loads(line.removeprefix("data: ")) for line in lines]
