"""The server: one socket on 127.0.0.1, a token in the address, until Ctrl-C."""

from __future__ import annotations

import os
import secrets
import socket
from collections.abc import Callable

import uvicorn
from starlette.concurrency import run_in_threadpool

from bombe.boards.errors import InputError
from bombe.serving.app import ServerState, make_app
from bombe.serving.connections import AT_ONCE, ClientConnection
from bombe.serving.token_gate import TokenGate

HOST = "127.0.0.1"


def serve(server_state: ServerState, *, port: int = 0, on_ready: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `on_ready` gets its address. Port 0 takes a free one."""
    token = secrets.token_urlsafe(24)
    with _listening(port) as listener:
        port = listener.getsockname()[1]
        on_ready(f"http://{HOST}:{port}/{token}/")
        BoardServer(server_state, token, port).run(sockets=[listener])


class BoardServer(uvicorn.Server):
    """A server that first ends what is behind it: then the streams that are read end, too."""

    def __init__(self, server_state: ServerState, token: str, port: int) -> None:
        config = uvicorn.Config(
            TokenGate(make_app(server_state), token, port),
            http=ClientConnection,
            ws="none",
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=2,
            backlog=AT_ONCE,
        )
        super().__init__(config)
        self._server_state = server_state

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End what is behind the page, and then the connections."""
        await run_in_threadpool(self._server_state.close)
        await super().shutdown(sockets)


def _listening(port: int) -> socket.socket:
    """Return a socket that listens; raise InputError if the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # on Windows it would let other programs take the port, too
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise InputError(f"port {port}: {error.strerror}; give another --port, or none") from None
    listener.listen()
    return listener
