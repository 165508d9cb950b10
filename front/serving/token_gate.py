"""The token gate of the server: which requests are answered.

A server on 127.0.0.1 is reached by every program of the machine and by every page in its browsers.
So the address holds a token that nobody can guess, requests must name this host (a page elsewhere
can let its own name point here) and must not come from another page.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",  # the address holds the token
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_OWN = ("same-origin", "none", "")
"""What browsers say of requests of the page itself, and of an address that was typed."""


class TokenGate:
    """Lets requests with the token through, its part of the path taken off; refuses all others."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app, self._token = app, token
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(Headers(scope=scope), scope["path"])
        if refused is not None:
            await refused(scope, receive, send)
            return
        path = scope["path"][len(self._token) + 1 :]
        inner = {**scope, "path": path, "raw_path": path.encode()}
        await self._app(inner, receive, _with_headers(send))

    def _refusal(self, headers: Headers, path: str) -> PlainTextResponse | None:
        if headers.get("host", "") not in self._hosts:
            return PlainTextResponse("bombe: this host is not served here", 403)
        origin = headers.get("origin")
        is_own = origin is None or origin.removeprefix("http://") in self._hosts
        if not is_own or headers.get("sec-fetch-site", "") not in _OWN:
            return PlainTextResponse("bombe: other pages may not ask this server", 403)
        token, is_inside, _ = path.removeprefix("/").partition("/")
        if not is_inside or not hmac.compare_digest(token.encode(), self._token.encode()):
            words = "bombe: nothing is here; open the address that `bombe board --serve` printed"
            return PlainTextResponse(words, 404)
        return None


def _with_headers(send: Send) -> Send:
    """Return `send` with the headers of every answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        await send(message)

    return sent
