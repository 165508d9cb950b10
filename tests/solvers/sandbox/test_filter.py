"""The filter's program, run step by step as the kernel runs it, for both machines."""

from __future__ import annotations

import errno
import struct
from typing import TYPE_CHECKING

import pytest

from bombe.solvers.sandbox import calls
from bombe.solvers.sandbox.filter import program

if TYPE_CHECKING:
    from collections.abc import Callable

    Ask = Callable[..., int | None]

MAIN = 0x3B0B3B0B
"""Stands for the main process in a program that is not installed yet."""
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
ALLOWED, ASKED = 0x7FFF0000, 0x7FC00000
TABLES = {
    errno.EPERM: (calls.NETWORK, calls.OTHERS, calls.SCHEDULE, calls.SYSTEM, calls.LASTING),
    errno.ENOSYS: (calls.ABSENT,),
    errno.ENOTSUP: (calls.ATTRIBUTES,),
    0: (calls.PRETENDED, calls.SESSIONS),
}


def answer(code: bytes, machine: int, number: int, *arguments: int) -> int:
    """Return what a program answers to a call."""
    filled = [value % (1 << 64) for value in (*arguments, *(0,) * 6)[:6]]
    data = struct.pack("=IIQ6Q", number, machine, 0, *filled)
    steps = list(struct.iter_unpack("=HBBI", code))
    value = place = 0
    while True:
        kind, yes, no, operand = steps[place]
        place += 1
        if kind == 0x06:
            return int(operand)
        if kind == 0x20:
            (value,) = struct.unpack_from("=I", data, operand)
        elif kind == 0x54:
            value &= operand
        else:
            is_true = {
                0x15: value == operand,
                0x35: value >= operand,
                0x45: bool(value & operand),
            }[kind]
            place += yes if is_true else no


@pytest.fixture(params=MACHINES)
def ask(request: pytest.FixtureRequest) -> Ask:
    """Ask the program of a machine about a call by its name; None if it has no such call."""
    column = list(MACHINES).index(request.param)
    code = program(request.param, 7, sessions=False, heard=False)

    def asked(table: calls.Numbers, name: str, *arguments: int) -> int | None:
        number = table[name][column]
        if number is None:
            return None
        return answer(code, MACHINES[request.param], number, *arguments)

    return asked


def test_every_call_of_the_tables_is_answered_as_they_say(ask: Ask) -> None:
    for error, tables in TABLES.items():
        for table in tables:
            for name in table:
                assert ask(table, name) in (None, 0x50000 | error), name


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("kill", (MAIN, 9), errno.EPERM),
        ("kill", (MAIN, 19), errno.EPERM),
        ("kill", (MAIN, 15), None),
        ("kill", (0, 9), errno.EPERM),
        ("kill", (-1, 9), errno.EPERM),
        ("kill", (-77, 19), errno.EPERM),
        ("kill", (77, 9), None),
        ("rt_sigqueueinfo", (MAIN, 9), errno.EPERM),
        ("tkill", (77, 9), errno.EPERM),
        ("tkill", (77, 15), None),
        ("tgkill", (MAIN, 77, 9), errno.EPERM),
        ("tgkill", (77, 77, 9), errno.EPERM),
        ("tgkill", (MAIN, 77, 6), None),
        ("kill", (MAIN, 18), errno.EPERM),
        ("kill", (0, 18), errno.EPERM),
        ("kill", (77, 18), None),
        ("pidfd_send_signal", (3, 9), errno.EPERM),
        ("pidfd_send_signal", (3, 15), None),
        ("clone", (17,), None),
        ("clone", (0x3D0F00,), None),
        ("clone", (9,), errno.EPERM),
        ("clone", (0x10000000 | 17,), errno.EPERM),
        ("clone", (0x8000 | 17,), errno.EPERM),
        ("prctl", (1, 9), None),
        ("prctl", (1, 0), errno.EPERM),
        ("prctl", (22, 1), errno.EPERM),
        ("prctl", (22, 2), None),
        ("prctl", (15, 0), None),
        ("prlimit64", (0, 0, 0, 1), None),
        ("prlimit64", (77, 0, 0, 1), errno.EPERM),
        ("prlimit64", (MAIN, 3, 1 << 32, 0), None),
        ("prlimit64", (0, 0, 1 << 32, 0), errno.EPERM),
        ("prlimit64", (0, 0, 4096, 0), errno.EPERM),
        ("setrlimit", (0, 4096), errno.EPERM),
        ("setrlimit", (3, 4096), None),
        ("seccomp", (0,), errno.EPERM),
        ("seccomp", (1,), None),
        ("fcntl", (3, 1024), errno.EPERM),
        ("fcntl", (3, 2), None),
        ("ioctl", (0, 0x5412), errno.EPERM),
        ("ioctl", (0, 0x5401), None),
        ("socketpair", (1, 1 | 0o2000000), None),
        ("socketpair", (1, 2), errno.EPERM),
        ("socketpair", (1, 3), errno.EPERM),
        ("utimensat", (3, 4096, 0), errno.EPERM),
        ("utimensat", (3, 4096, 4096), 0),
        ("utimensat", (3, 0, 0), 0),
        ("truncate", (4096, 0), None),
    ],
)
def test_arguments_decide(
    ask: Ask, name: str, arguments: tuple[int, ...], expected: int | None
) -> None:
    wanted = ALLOWED if expected is None else 0x50000 | expected
    assert ask(calls.ASKED, name, *arguments) == wanted


def test_a_judge_is_asked_only_where_the_filter_cannot_tell() -> None:
    code = program("x86_64", 7, sessions=False, heard=True)
    number = calls.ASKED["kill"][0]
    assert number is not None
    found = [answer(code, MACHINES["x86_64"], number, who, 9) for who in (MAIN, 77, 0)]
    assert found == [0x50000 | errno.EPERM, ASKED, 0x50000 | errno.EPERM]
    assert answer(code, MACHINES["x86_64"], number, 77, 15) == ALLOWED


@pytest.mark.parametrize("number", [calls.LAST + 1, 0x40000000 | 59, 0xFFFFFFFF])
def test_what_is_unknown_does_not_exist(number: int) -> None:
    code = program("x86_64", 7, sessions=False, heard=False)
    assert answer(code, MACHINES["x86_64"], number) == 0x50000 | errno.ENOSYS


def test_another_machine_is_refused() -> None:
    code = program("x86_64", 7, sessions=False, heard=False)
    assert answer(code, 0x40000003, 1) == 0x50000 | errno.EPERM


def test_what_landlock_is_too_old_for_the_filter_denies() -> None:
    number = calls.ASKED["truncate"][0]
    assert number is not None
    code = program("x86_64", 2, sessions=False, heard=False)
    assert answer(code, MACHINES["x86_64"], number) == 0x50000 | errno.EPERM


def test_no_groups_are_arranged_within_a_session() -> None:
    number = calls.PRETENDED["setpgid"][0]
    assert number is not None
    code = program("x86_64", 7, sessions=True, heard=False)
    assert answer(code, MACHINES["x86_64"], number) == 0x50000


def test_sessions_are_left_to_who_starts_others() -> None:
    number = calls.SESSIONS["setsid"][0]
    assert number is not None
    found = [
        answer(program("x86_64", 7, sessions=free, heard=False), MACHINES["x86_64"], number)
        for free in (True, False)
    ]
    assert found == [ALLOWED, 0x50000]
