"""Hostile agents that talk to others: over the loopback, by sockets with and without a name."""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import struct
from typing import TYPE_CHECKING

from villain import IS_HELD, PLAYS_ON, Villain, attempt, call, say

if TYPE_CHECKING:
    from pathlib import Path

AGAIN = (errno.ECONNREFUSED,)
"""There is nobody to talk to where it is: in a name space of its own."""


class CallsByTcp(Villain):
    """Connects to a listener of the user on the loopback, and listens itself."""

    def strike(self) -> None:
        port, _ = self.ports
        attempt("connect", connect, socket.AF_INET, ("127.0.0.1", port), also=AGAIN)
        attempt("connect by name", connect, socket.AF_INET, ("localhost", port), also=AGAIN)
        attempt("listen", listen, ("127.0.0.1", 0))


def connect(family: int, address: object, kind: int = socket.SOCK_STREAM) -> None:
    """Connect to an address and say hello."""
    with socket.socket(family, kind) as one:
        one.settimeout(0.2)
        one.connect(address)  # type: ignore[arg-type] # as the family has it
        one.sendall(b"hostile")


def listen(address: tuple[str, int]) -> None:
    """Listen at an address."""
    with socket.socket() as one:
        one.bind(address)
        one.listen()


class CallsByUdp(Villain):
    """Sends a datagram to the user on the loopback, by each way there is."""

    def strike(self) -> None:
        _, port = self.ports
        attempt("send", connect, socket.AF_INET, ("127.0.0.1", port), socket.SOCK_DGRAM)
        attempt("bind", bind, socket.AF_INET)
        attempt("bind 6", bind, socket.AF_INET6, also=(errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL))


def bind(family: int) -> None:
    """Take a port for datagrams."""
    with socket.socket(family, socket.SOCK_DGRAM) as one:
        one.bind(("", 0))


class CallsBySocketFile(Villain):
    """Connects to a socket of the user that has a name in the file system."""

    def strike(self) -> None:
        path = str(self.scene / "socket")
        attempt("connect", connect, socket.AF_UNIX, path, also=AGAIN)
        attempt("datagram", send_datagram, path, also=(*AGAIN, errno.EPROTOTYPE))


def send_datagram(path: str) -> None:
    """Send a datagram to a socket with a name."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:
        one.sendto(b"hostile", path)


class CallsByHiddenName(Villain):
    """Connects to a socket of the user that has an abstract name, and makes one."""

    def strike(self) -> None:
        name = f"\0{self.scene}"
        attempt("connect", connect, socket.AF_UNIX, name, also=AGAIN)


class OpensOddSockets(Villain):
    """Opens sockets that no player needs: netlink, packets, raw, of virtual machines."""

    def strike(self) -> None:
        absent = (errno.EAFNOSUPPORT, errno.EPROTONOSUPPORT, errno.ESOCKTNOSUPPORT)
        for name, family, kind, protocol in (
            ("netlink", 16, socket.SOCK_RAW, 0),
            ("packet", 17, socket.SOCK_RAW, 0),
            ("raw", socket.AF_INET, socket.SOCK_RAW, 1),
            ("icmp", socket.AF_INET, socket.SOCK_DGRAM, 1),
            ("vsock", 40, socket.SOCK_STREAM, 0),
            ("algorithm", 38, socket.SOCK_SEQPACKET, 0),
        ):
            attempt(name, open_socket, family, kind, protocol, also=absent)


def open_socket(family: int, kind: int, protocol: int) -> None:
    """Open a socket and close it again."""
    socket.socket(family, kind, protocol).close()


class TalksToItself(Villain):
    """Uses a pair of sockets between its own processes, as libraries do: that is allowed."""

    fate = PLAYS_ON

    def strike(self) -> None:
        one, other = socket.socketpair()
        if child := os.fork():
            say(f"heard {other.recv(5)!r}")
            os.waitpid(child, 0)
        else:
            one.sendall(b"hello")
            os._exit(0)
        one.close()
        other.close()


class TalksThroughFiles(Villain):
    """Meets another program at a pipe or a lock of the user's, without writing a byte."""

    fate = IS_HELD

    def strike(self) -> None:
        attempt("pipe", open_pipe, self.scene / "pipe")
        attempt("queue", self._queue, also=(errno.ENOSYS, errno.EINVAL))

    def _queue(self) -> None:
        name = ctypes.create_string_buffer(b"hostile")
        attributes = ctypes.create_string_buffer(struct.pack("qqqq", 0, 1, 8, 0), 64)
        call("mq_open", name, os.O_CREAT | os.O_RDWR, 0o600, attributes)


def open_pipe(path: Path) -> None:
    """Open a pipe with a name for both ends."""
    os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK))
