"""The score of a running match on standard error: a live line on a terminal, else lines."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING

import click

from bombe.analysis.matches.tables import running_score
from bombe.boards.record import Termination
from bombe.boards.sudoku.notation import for_people
from bombe.boards.visible import visible
from bombe.commands.shared.output import notify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bombe.agents.arena.contest import Contest
    from bombe.agents.arena.experiments import Experiment
    from bombe.boards.record import GameRecord

LINE_SECONDS = 10.0
"""Seconds between two lines without a terminal."""


@contextlib.contextmanager
def scoreboard(
    contest: Contest | Experiment, *, wanted: bool
) -> Iterator[Callable[[GameRecord], None]]:
    """Yield the function that shows the score after a game.

    The first forfeit of each player is reported with its reason, wanted or not: an agent that does
    not even start should not cost a night. Those of players that were broken before are not.
    """
    with live_line("playing the first games", wanted=wanted) as (write, say):
        begin, told, count = time.monotonic(), {*contest.match.broken}, 0
        work = contest.work_left

        def show(record: GameRecord) -> None:
            nonlocal count
            count += 1
            loser = record.players[2 - record.winner] if record.winner else ""
            if record.termination.is_forfeit and loser not in told:
                told.add(loser)
                reason = visible(f"{loser} forfeits game {record.id}: {record.reason}")
                say(f"{reason}{visible(_traceback(record), lines=True)}")
            for attempt in record.extra.get("voided", ()):
                again = f"game {record.id} was void, and was played again: {attempt['reason']}"
                say(visible(again))
            left, seconds = contest.work_left, time.monotonic() - begin
            speed = _speed(count, seconds) if contest.is_even else _done(1 - left / work)
            time_left = _left(seconds * left / max(work - left, 1e-9))
            told_of = f"; {contest.remark}" if contest.remark else ""
            write(f"{standing(contest)}; {speed}, {time_left}{told_of}")

        yield show


def _traceback(record: GameRecord) -> str:
    """Return the traceback of a crash, after a line break, if the agent's process printed one."""
    printed = record.extra.get("refused", {}).get("output", "")
    _, header, rest = printed.rpartition("Traceback (most recent call last):")
    is_crash = record.termination is Termination.CRASH
    return f"\n{header}{rest}".rstrip() if header and is_crash else ""


def standing(contest: Contest | Experiment) -> str:
    """Return the number of games played and the score, or the shares of points of many agents."""
    tally = contest.tally
    done = f"{contest.total - contest.left} of {contest.total} games"
    if len(contest.match.pairings) == 1:
        one, other = contest.match.pairings[0]
        return f"{done}, {one} - {other} {running_score(tally.pairing(one, other))}"
    ranked = sorted(tally.players.values(), key=lambda player: -(player.rate or 0))
    shares = (f"{player.name} {100 * (player.rate or 0):.0f} %" for player in ranked)
    return f"{done}, {', '.join(shares)}"


def _speed(played: int, seconds: float) -> str:
    return f"{60 * played / max(seconds, 1e-9):.0f} a minute"


def _done(share: float) -> str:
    """Return the share of the work: a rate of games means little where some take far longer."""
    return f"{100 * share:.1f} % of the work done"


def _left(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left"


def span(seconds: float) -> str:
    """Return a time in words, roughly: 5 h 20 min, 12 min, 40 s."""
    minutes = round(seconds / 60)
    if seconds < 60:
        return f"{max(1, round(seconds))} s"
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


@contextlib.contextmanager
def live_line(
    first: str, *, wanted: bool
) -> Iterator[tuple[Callable[[str], None], Callable[[str], None]]]:
    """Yield two functions: one updates the live line, the other prints a lasting message.

    What the latter prints is visible already, and may have several lines.
    """
    if not wanted:
        yield (lambda _text: None), _tell
        return
    if not sys.stderr.isatty():
        yield _every_few_seconds(), _tell
        return
    from rich.console import Console

    console = Console(stderr=True, highlight=False, markup=False)
    with console.status(first) as status:
        yield (
            lambda text: status.update(visible(for_people(text))),
            lambda text: console.print(f"bombe: {for_people(text)}"),
        )


def _tell(text: str) -> None:
    """Print a message whose control characters are visible, and which may have several lines."""
    click.echo(f"bombe: {for_people(text)}", err=True)


def _every_few_seconds() -> Callable[[str], None]:
    last = float("-inf")

    def write(text: str) -> None:
        nonlocal last
        if time.monotonic() - last >= LINE_SECONDS:
            last = time.monotonic()
            notify(text)

    return write
