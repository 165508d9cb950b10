"""A server of the board without a socket: its application behind its door."""

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

    from bombe.serving.app import Behind

PORT = 8765
TOKEN = "token-of-the-tests"  # noqa: S105 - it opens nothing


@contextlib.contextmanager
def client_of(*, agents: Sequence[str] = (), logs: Sequence[str] = ()) -> Iterator[TestClient]:
    """Yield a client of a server with these agents of the user's own, and these logs."""
    pytest.importorskip("starlette", reason="needs bombe[web]")
    from starlette.testclient import TestClient

    from bombe.serving.app import make_app
    from bombe.serving.door import Door

    with behind_of(agents=agents, logs=logs) as behind:
        door = Door(make_app(behind), TOKEN, PORT)
        with TestClient(door, base_url=f"http://127.0.0.1:{PORT}") as client:
            yield client


@contextlib.contextmanager
def behind_of(*, agents: Sequence[str] = (), logs: Sequence[str] = ()) -> Iterator[Behind]:
    """Yield what is behind a page, whose text is `the page`."""
    from bombe.agents.processes.process import Settings
    from bombe.serving.app import Behind
    from bombe.serving.matches import LiveMatches
    from bombe.serving.opponents import Opponents
    from bombe.serving.shelf import Shelf

    with tempfile.TemporaryDirectory() as folder:
        matches = LiveMatches(Path(folder), Settings())
        yield Behind(
            page=lambda: "the page",
            opponents=Opponents(agents, Settings()),
            matches=matches,
            shelf=Shelf(logs, lambda: matches.logs),
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
