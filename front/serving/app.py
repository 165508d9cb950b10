"""Which address answers what; all of them lie behind the token (door.py).

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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bombe.boards.errors import BombeError, UsageError
from bombe.boards.game import game_named
from bombe.serving.answers import answer
from bombe.serving.streams import answering

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.requests import Request

    from bombe.boards.game import AnyState
    from bombe.serving.matches import LiveMatches
    from bombe.serving.opponents import Opponents
    from bombe.serving.shelf import Shelf

    Handler = Callable[[Request], Awaitable[Response]]

LONGEST = 4 << 20
"""The most bytes of a question."""
ARRIVES = 20.0
"""Seconds in which a question has to arrive."""
_MOST_DIGITS = 9
"""Of a number in an address."""


@dataclass(frozen=True)
class Behind:
    """What is behind the page: its text, and what it may ask for."""

    page: Callable[[], str]
    opponents: Opponents
    matches: LiveMatches
    shelf: Shelf
    closing: threading.Event = field(default_factory=threading.Event)
    """Set when questions that are still worked on have to end."""

    def close(self) -> None:
        """End questions, agents and matches."""
        self.closing.set()
        self.matches.close()
        self.opponents.close()


def make_app(behind: Behind) -> Starlette:
    """Return the application, without its door."""
    handlers = _Handlers(behind)
    routes = [
        _route("/", handlers.page, "GET"),
        _route("/ask", handlers.ask, "POST"),
        _route("/agents", handlers.agents, "GET"),
        _route("/opponents", handlers.open_opponent, "POST"),
        _route("/opponents/{number}/turn", handlers.turn, "POST"),
        _route("/matches", handlers.matches, "GET"),
        _route("/matches", handlers.start_match, "POST"),
        _route("/matches/{number}/events", handlers.events, "GET"),
        _route("/matches/{number}/stop", handlers.stop_match, "POST"),
        _route("/logs", handlers.logs, "GET"),
        _route("/logs/{log}/games", handlers.games, "GET"),
        _route("/logs/{log}/games/{number}", handlers.game, "GET"),
    ]

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await run_in_threadpool(behind.close)

    return Starlette(routes=routes, lifespan=lifespan)


def _route(path: str, handler: Handler, method: str) -> Route:
    """Return a route whose errors of the user are one line of JSON."""

    async def checked(request: Request) -> Response:
        try:
            return await handler(request)
        except BombeError as error:
            # In ASCII: half a character of the question cannot be written otherwise.
            text = json.dumps({"error": str(error)})
            return Response(text, 400, media_type="application/json")

    return Route(path, checked, methods=[method])


class _Handlers:
    """The answers, one method for each address."""

    def __init__(self, behind: Behind) -> None:
        self._behind = behind

    async def page(self, _: Request) -> Response:
        return HTMLResponse(await run_in_threadpool(self._behind.page))

    async def ask(self, request: Request) -> Response:
        asked = await _body(request)
        name, params = asked.get("ask"), asked.get("params")
        if not isinstance(name, str) or not isinstance(params, dict):
            raise UsageError('a question is {"ask": NAME, "params": {...}}')
        work = answering(
            lambda report, is_stopped: answer(name, params, report, is_stopped),
            self._behind.closing,
        )
        return StreamingResponse(work, media_type="application/x-ndjson")

    async def agents(self, _: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._behind.opponents.listed))

    async def open_opponent(self, request: Request) -> Response:
        asked = await _body(request)
        agent, game, seed = (_of(asked, *each) for each in _OPENED)
        number = await run_in_threadpool(self._behind.opponents.open, agent, game, seed)
        return JSONResponse({"opponent": number})

    async def turn(self, request: Request) -> Response:
        asked, number = await _body(request), request.path_params["number"]
        state, seconds = _state(asked), _of(asked, "seconds", float)
        opponents = self._behind.opponents
        work = answering(
            lambda _, is_stopped: opponents.turn(number, state, seconds, is_stopped).to_dict(),
            self._behind.closing,
        )
        return StreamingResponse(work, media_type="application/x-ndjson")

    async def matches(self, _: Request) -> Response:
        return JSONResponse(self._behind.matches.listed())

    async def start_match(self, request: Request) -> Response:
        asked = await _body(request)
        players = [self._behind.opponents.allowed(name) for name in _names(asked)]
        games, seconds, seed = (_of(asked, *each) for each in _MATCHED)
        start = self._behind.matches.start
        number = await run_in_threadpool(start, players, _state(asked), games, seconds, seed)
        return JSONResponse({"match": number})

    async def events(self, request: Request) -> Response:
        feed = self._behind.matches[request.path_params["number"]].match.feed
        seen = _number(request.headers.get("last-event-id", "0"))
        return StreamingResponse(feed.follow(seen), media_type="text/event-stream")

    async def stop_match(self, request: Request) -> Response:
        await run_in_threadpool(self._behind.matches[request.path_params["number"]].stop)
        return JSONResponse({})

    async def logs(self, _: Request) -> Response:
        return JSONResponse(await run_in_threadpool(self._behind.shelf.listed))

    async def games(self, request: Request) -> Response:
        log, wanted = _number(request.path_params["log"]), dict(request.query_params)
        first = _number(wanted.get("first", "0"))
        page = self._behind.shelf.games
        return JSONResponse(await run_in_threadpool(page, log, wanted, first))

    async def game(self, request: Request) -> Response:
        log, number = (_number(request.path_params[name]) for name in ("log", "number"))
        return JSONResponse(await run_in_threadpool(self._behind.shelf.game, log, number))


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
