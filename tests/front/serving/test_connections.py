"""The connections of the server: nobody else's keep the page from being served."""

from __future__ import annotations

import asyncio
import json
import socket
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from serving import TOKEN, server_state_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Connect = Callable[[], Awaitable["Streams"]]

pytest.importorskip("uvicorn", reason="needs bombe[web]")

from bombe.serving import connections
from bombe.serving.start import BoardServer

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
EMPTY = {"m": 4, "n": 4, "cells": [[0] * 16] * 16}


def with_server(work: Callable[[int, Connect], Awaitable[None]]) -> None:
    """Run `work(port, connect)` while a server listens; close all connections at its end."""

    async def run() -> None:
        with server_state_of() as server_state, socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
            server = BoardServer(server_state, TOKEN, port)
            opened: list[Streams] = []

            async def connect() -> Streams:
                opened.append(await asyncio.open_connection("127.0.0.1", port))
                return opened[-1]

            async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
                tasks.create_task(server.serve(sockets=[listener]))
                try:
                    await work(port, connect)
                finally:
                    for _, writer in opened:
                        writer.transport.abort()
                    server.should_exit = True

    # In its own thread: the browser of another test may leave an event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(run())).result()


def request(port: int, path: str, body: str = "", token: str = TOKEN) -> bytes:
    method = "POST" if body else "GET"
    head = f"{method} /{token}{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


HALF_SENT = {
    "nothing": b"",
    "half of the headers": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "a question without the token and half of its body": (
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{"
    ),
}


@pytest.mark.parametrize("sent", HALF_SENT.values(), ids=HALF_SENT)
def test_a_connection_on_which_nothing_is_asked_is_closed(
    monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "ASKS", 0.2)

    async def work(_: int, connect: Connect) -> None:
        reader, writer = await connect()
        writer.write(sent)
        while not writer.is_closing():  # more and more headers are no request either
            writer.write(b"x: y\r\n")
            try:
                async with asyncio.timeout(0.05):
                    if not await reader.read(1000):
                        return
            except TimeoutError:
                continue
            except ConnectionError:
                return

    with_server(work)


def test_a_question_may_take_longer_than_its_headers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ASKS", 0.5)
    asked = {"ask": "shares", "params": {"position": EMPTY, "limit": 10**9, "seconds": 1.2}}

    async def work(port: int, connect: Connect) -> None:
        reader, writer = await connect()
        writer.write(request(port, "/ask", json.dumps(asked)))
        assert b" 200 " in await reader.readline()
        assert b"the budget of 1.2 seconds is used up" in await reader.readuntil(b"\n0\r\n")

    with_server(work)


def test_many_connections_that_ask_nothing_do_not_keep_the_page_from_being_served(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "MOST", 8)

    async def work(port: int, connect: Connect) -> None:
        first, writer = await connect()
        asked = {"ask": "shares", "params": {"position": EMPTY, "limit": 10**9, "seconds": 30}}
        writer.write(request(port, "/ask", json.dumps(asked)))
        assert b" 200 " in await first.readline()
        others = [await connect() for _ in range(40)]
        for _, other in others:
            other.write(b"GET / HTTP/1.1\r\n")
        reader, writer = await connect()
        writer.write(request(port, "/"))
        assert b" 200 " in await reader.readline()
        closed = [reader for reader, _ in others[:30]]
        assert all([await is_closed(reader) for reader in closed])
        assert not writer.is_closing()
        assert not first.at_eof()  # the question is still being answered

    with_server(work)


async def is_closed(reader: asyncio.StreamReader) -> bool:
    try:
        return not await reader.read(1)
    except ConnectionError:
        return True
