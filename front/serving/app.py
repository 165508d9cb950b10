"""Which address answers what; all of them need the token (token_gate.py).

GET  /                          the page
POST /ask                       a question of the page: {"ask": NAME, "params": {...}}
GET  /agents                    the agents that can be opponents
POST /opponents                 {"agent", "game", "seed"} -> {"opponent": NUMBER}
POST /opponents/NUMBER/turn     {"position", "game", "seconds"}: its move, as a stream
GET  /matches                   the matches of this server
POST /matches                   {"players", "position", "game", "games", "seconds", "seed"}
GET  /matches/NUMBER/events     the match while it runs, as server-sent events
POST /matches/NUMBER/stop
GET  /logs                      the logs that may be browsed
GET  /logs/LOG/games            its games: ?player= &board= &result= &first=
GET  /logs/LOG/games/NUMBER     one of them
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bombe.boards.errors import BombeError, UsageError
from bombe.boards.game import AnyState, game_named
from bombe.serving.answers import answer
from bombe.serving.streams import Work, answering

if TYPE_CHECKING:
    from starlette.requests import Request

    from bombe.serving.log_library import LogLibrary
    from bombe.serving.matches import LiveMatches
    from bombe.serving.opponents import Opponents

    Handler = Callable[[Request], Awaitable[Response]]

LONGEST = 4 << 20
"""The most bytes of a question."""
ARRIVES = 20.0
"""Seconds in which a question has to arrive."""
_MOST_DIGITS = 9
"""Of a number in an address."""


@dataclass(frozen=True)
class ServerState:
    """The page's text, and what it may ask for."""

    page: Callable[[], str]
    opponents: Opponents
    matches: LiveMatches
    library: LogLibrary
    closing: threading.Event = field(default_factory=threading.Event)
    """Set when questions that are still worked on have to end."""

    def close(self) -> None:
        """End questions, agents and matches."""
        self.closing.set()
        self.matches.close()
        self.opponents.close()


def make_app(server_state: ServerState) -> Starlette:
    """Return the application, without the token gate."""
    handlers = _Handlers(server_state)
    opponents, matches, library = server_state.opponents, server_state.matches, server_state.library
    routes = [
        _route("GET /", handlers.page),
        _route("POST /ask", handlers.ask),
        _route("GET /agents", _json(lambda _, __: opponents.listed())),
        _route("POST /opponents", _json(handlers.open_opponent)),
        _route("POST /opponents/{number}/turn", handlers.turn),
        _route("GET /matches", _json(lambda _, __: matches.listed())),
        _route("POST /matches", _json(handlers.start_match)),
        _route("GET /matches/{number}/events", handlers.events),
        _route("POST /matches/{number}/stop", _json(handlers.stop_match, asks=False)),
        _route("GET /logs", _json(lambda _, __: library.listed())),
        _route("GET /logs/{log}/games", _json(handlers.games)),
        _route("GET /logs/{log}/games/{number}", _json(handlers.game)),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(server_state.close)

    return Starlette(routes=routes, lifespan=lifespan)


def _route(address: str, handler: Handler) -> Route:
    """Return a route whose errors of the user are one line of JSON."""

    async def checked(request: Request) -> Response:
        try:
            return await handler(request)
        except BombeError as error:
            # In ASCII: half a character of the question cannot be written otherwise.
            text = json.dumps({"error": str(error)})
            return Response(text, 400, media_type="application/json")

    method, path = address.split()
    return Route(path, checked, methods=[method])


def _json(work: Callable[[Request, dict[str, Any]], Any], *, asks: bool = True) -> Handler:
    """Return a handler that answers with what `work` returns in a thread, as JSON.

    It gets the request and, if the page asks something with it, the JSON object that was posted.
    """

    async def handler(request: Request) -> Response:
        asked = await _body(request) if asks and request.method == "POST" else {}
        return JSONResponse(await run_in_threadpool(work, request, asked))

    return handler


class _Handlers:
    """The answers that need more than a line."""

    def __init__(self, server_state: ServerState) -> None:
        self._server_state = server_state

    async def page(self, _: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(self._server_state.page))

    async def ask(self, request: Request) -> Response:
        asked = await _body(request)
        name, params = asked.get("ask"), asked.get("params")
        if not isinstance(name, str) or not isinstance(params, dict):
            raise UsageError('a question is {"ask": NAME, "params": {...}}')
        return self._streamed(lambda report, is_stopped: answer(name, params, report, is_stopped))

    def open_opponent(self, _: Request, asked: dict[str, Any]) -> dict[str, Any]:
        opened = (_of(asked, *each) for each in _OPENED)
        return {"opponent": self._server_state.opponents.open(*opened)}

    async def turn(self, request: Request) -> Response:
        asked, number = await _body(request), request.path_params["number"]
        state, seconds = _state(asked), _of(asked, "seconds", float)
        turn = self._server_state.opponents.turn
        return self._streamed(
            lambda _, is_stopped: turn(number, state, seconds, is_stopped).to_dict()
        )

    def _streamed(self, work: Work) -> Response:
        lines = answering(work, self._server_state.closing)
        return StreamingResponse(lines, media_type="application/x-ndjson")

    def start_match(self, _: Request, asked: dict[str, Any]) -> dict[str, Any]:
        players = [self._server_state.opponents.allowed(name) for name in _names(asked)]
        matched = (_of(asked, *each) for each in _MATCHED)
        return {"match": self._server_state.matches.start(players, _state(asked), *matched)}

    async def events(self, request: Request) -> Response:
        feed = self._server_state.matches[request.path_params["number"]].match.feed
        seen = _number(request.headers.get("last-event-id", "0"))
        return StreamingResponse(feed.follow(seen), media_type="text/event-stream")

    def stop_match(self, request: Request, _: dict[str, Any]) -> dict[str, Any]:
        self._server_state.matches[request.path_params["number"]].stop()
        return {}

    def games(self, request: Request, _: dict[str, Any]) -> dict[str, Any]:
        log, wanted = _number(request.path_params["log"]), dict(request.query_params)
        return self._server_state.library.games(log, wanted, _number(wanted.get("first", "0")))

    def game(self, request: Request, _: dict[str, Any]) -> dict[str, Any]:
        log, number = (_number(request.path_params[name]) for name in ("log", "number"))
        return self._server_state.library.game(log, number)


_OPENED = (("agent", str), ("game", str), ("seed", int))
_MATCHED = (("games", int), ("seconds", float), ("seed", int))


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON object of a request; raise UsageError for anything else."""
    read = bytearray()
    try:
        async with asyncio.timeout(ARRIVES):
            async for part in request.stream():
                read += part
                if len(read) > LONGEST:
                    remedy = "ask a shorter one"
                    raise UsageError(f"the question has over {LONGEST >> 20} MiB: {remedy}")
    except TimeoutError:
        raise UsageError(f"the question was not whole after {ARRIVES:g} s: ask again") from None
    try:
        document = json.loads(bytes(read))
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise UsageError("the question is no JSON object")
    return document


def _of(asked: dict[str, Any], name: str, kind: type[Any]) -> Any:
    """Return a field of a question; raise UsageError if it is missing or of another type."""
    value = asked.get(name)
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise UsageError(f"the question's {name} is no {kind.__name__}")
    return value


def _number(text: str) -> int:
    """Return a number of an address; raise UsageError for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise UsageError(f"{text[:20]!r} in the address: give a number from 0 on")
    return int(text)


def _names(asked: dict[str, Any]) -> tuple[str, str]:
    players = _of(asked, "players", list)
    if len(players) != 2 or not all(isinstance(name, str) for name in players):
        raise UsageError("a match is between two players: give two names")
    first, second = players
    return first, second


def _state(asked: dict[str, Any]) -> AnyState:
    return game_named(_of(asked, "game", str)).from_json(_of(asked, "position", dict))
