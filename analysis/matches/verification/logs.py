"""Whether a log holds, line by line: each line as it was written, and each game as it was played.

    check = LogCheck("match.jsonl")
    for fault in check.faults(lines): print(fault)      # all of them
    check.games, check.unchained, check.undecided

    for record in verified_games(lines, "match.jsonl"): ...       # FormatError at the first fault

A game that this process has checked or written is not replayed again: its hash says that it is the
same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from bombe.analysis.matches.verification.consistency import MatchConsistency
from bombe.analysis.matches.verification.findings import LogFault
from bombe.analysis.matches.verification.games import check_game_record
from bombe.analysis.matches.verification.shards import shard_of
from bombe.analysis.matches.verification.verdicts import NODES
from bombe.analysis.results import with_noun
from bombe.boards.chain import Chain, is_linked, link_of
from bombe.boards.errors import FormatError, Place
from bombe.boards.record import GameRecord, read_record
from bombe.boards.shard import Shard

REMEDY = "`bombe verify` lists all that is wrong with the log: restore it, or play again"
_MEND = "restore the log, or run its match again, which removes that line"
_MARK = "\ufeff"
_SOUND: set[str] = set()
"""The hashes of lines whose games this process has checked."""


class LogCheck:
    """Checks the lines of a log in their order.

    `unchained` are the games that have no hash, `undecided` the questions about moves to which the
    solver found no answer with the nodes that it may take, `faulty` the faults, and `shards` those
    that the games say they were played in. Only without the first two everything was checked.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._chain, self._match = Chain(), MatchConsistency()
        self._empty = list[Place]()
        # The lines of the games so far, and the matches of which a game has a hash.
        self._line_of, self._hashed = dict[tuple[str, str], int](), set[str]()
        self.shards = set[Shard]()
        self.games = self.unchained = self.undecided = self.faulty = 0

    def record(self, number: int, line: str) -> GameRecord | None:
        """Return the game of a line, None for an empty one; raise FormatError at a fault."""
        record, faults = self._line(number, line)
        for fault in faults:
            raise FormatError(fault.place, fault.words, REMEDY)
        return record

    def faults(self, lines: Iterable[str]) -> Iterator[LogFault]:
        """Yield all that is wrong with a log; the lines are as they are in it, with their ends."""
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.endswith("\n"):
                place = Place(self.source, number)
                yield from self._counted([LogFault(place, "", _torn(line))])
            else:
                yield from self._counted(self._line(number, line)[1])

    def _line(self, number: int, line: str) -> tuple[GameRecord | None, list[LogFault]]:
        """Return the game of a line with its end, and what is wrong with it and around it."""
        place = Place(self.source, number)
        text = line.removeprefix(_MARK).removesuffix("\n").removesuffix("\r")
        if not text.strip():
            self._empty.append(place)
            return None, self._put() if self.games > self.unchained else []
        record, faults = self._check(number, text)
        # Logs of earlier versions have no hashes: nothing says how they were written.
        around = [*self._put(), *_marks(place, line)] if is_linked(text) else []
        return record, [*around, *faults]

    def _put(self) -> list[LogFault]:
        """Return the faults of the empty lines that have not been told yet."""
        told, self._empty = self._empty, []
        return [LogFault(place, "", "an empty line was put there: remove it") for place in told]

    def faults_in(self, records: Iterable[GameRecord]) -> Iterator[LogFault]:
        """Yield all that is wrong with the games of a log that has no lines of ours."""
        try:
            for record in records:
                self.games += 1
                self.unchained += 1
                check = check_game_record(record)
                self.undecided += check.undecided
                place = record.place or Place(self.source)
                yield from self._counted(
                    [LogFault(place, record.id, problem) for problem in check.problems]
                )
        except FormatError as error:
            yield from self._counted([LogFault(error.place, "", error.problem)])

    def to_dict(self) -> dict[str, Any]:
        """Return the counts as plain values."""
        return {
            "log": self.source,
            "games": self.games,
            "unchained": self.unchained,
            "undecided": self.undecided,
            **({"shards": [*map(str, sorted(self.shards))]} if self.shards else {}),
        }

    def _counted(self, faults: list[LogFault]) -> list[LogFault]:
        self.faulty += len(faults)
        return faults

    def _check(self, number: int, text: str) -> tuple[GameRecord | None, list[LogFault]]:
        place = Place(self.source, number)
        problem = self._chain.problem(text)
        try:
            record = read_record(text, place)
        except FormatError as error:
            broken = [problem] if problem else []
            return None, [LogFault(place, "", each) for each in (*broken, error.problem)]
        self.games += 1
        self.unchained += not is_linked(text)
        problems = [problem] if problem else []
        if problem or not _is_known(text):
            check = check_game_record(record)
            self.undecided += check.undecided
            problems += check.problems
            if not problems:
                remember(text)
        if again := self._problem_of_line(record, text, number):
            problems.append(again)
        else:
            problems += self._match.problems(record)
        if not problems and not (shard := shard_of(record)).is_whole:
            self.shards.add(shard.part)
        return record, [LogFault(place, record.id, each) for each in problems]

    def _problem_of_line(self, record: GameRecord, text: str, number: int) -> str:
        """Return what makes a line one too many, or one that nobody wrote so; empty for nothing."""
        link = link_of(text)
        # A game of no match has no id of its own, but no two of its lines have one hash.
        key = (record.match, record.id) if record.match else ("", link.own if link else "")
        if any(key) and (first := self._line_of.setdefault(key, number)) != number:
            return f"line {first} has this game already"
        if is_linked(text):
            self._hashed.add(record.match)
        elif record.match and record.match in self._hashed:
            return "the line has no hash, but the games of its match before it have one"
        return ""


def verified_games(lines: Iterable[str], source: str = "<games>") -> Iterator[GameRecord]:
    """Yield the games of a log one at a time; raise FormatError at the first line that is wrong."""
    check = LogCheck(source)
    for number, line in enumerate(lines, 1):
        if (record := check.record(number, line)) is not None:
            yield record


def summary(checks: Sequence[LogCheck]) -> str:
    """Return one line about logs that were checked."""
    games, faulty, unchained, undecided = (
        sum(getattr(check, name) for check in checks)
        for name in ("games", "faulty", "unchained", "undecided")
    )
    broken = [check.source for check in checks if check.faulty]
    logs = broken[0] if len(broken) == 1 else with_noun(len(broken), "log")
    holds = "no fault" if unchained or undecided else "all hold"
    found = f"{with_noun(faulty, 'fault')} in {logs}" if faulty else holds if games else ""
    counts = f"{with_noun(len(checks), 'log')}, {with_noun(games, 'game')}"
    parts = [f"{counts}: {found}" if found else counts]
    nothing = (check for check in checks if not check.games and not check.faulty)
    parts += [f"{check.source} holds no games" for check in nothing]
    parts += [_shards_of(check) for check in checks if check.shards]
    if unchained:
        parts.append(
            f"{with_noun(unchained, 'game')} without a hash: whether lines were edited, removed or "
            "moved was not checked"
        )
    if undecided:
        parts.append(f"{with_noun(undecided, 'move')} not decided within {NODES:,} nodes")
    return "; ".join(parts)


def _shards_of(check: LogCheck) -> str:
    """Return in words which shards a log holds."""
    names = ", ".join(map(str, sorted(check.shards)))
    what = "shard" if len(check.shards) == 1 else "shards"
    return f"{check.source} holds {what} {names}"


def remember(text: str) -> None:
    """Remember a line with a hash as one whose game need not be replayed by this process."""
    if link := link_of(text):
        _SOUND.add(link.own)


def _is_known(text: str) -> bool:
    link = link_of(text)
    return link is not None and link.own in _SOUND


def _marks(place: Place, line: str) -> Iterator[LogFault]:
    """Yield what a conversion has left around a line."""
    if line.startswith(_MARK):
        remedy = "save the log as UTF-8 without one"
        yield LogFault(place, "", f"the line begins with a byte order mark: {remedy}")
    if line.endswith("\r\n"):
        remedy = "convert them back, such as with dos2unix"
        yield LogFault(place, "", f"line ends were changed (CRLF): {remedy}")


def whole_lines(lines: Iterable[str], source: str, *, is_growing: bool) -> Iterator[str]:
    """Yield the lines that have an end; raise FormatError for another one if no log is growing."""
    for number, line in enumerate(lines, 1):
        if line.endswith("\n"):
            yield line
        elif line.strip() and not is_growing:
            raise FormatError(Place(source, number), _torn(line), _MEND)


def _torn(line: str) -> str:
    """Return how the end of a log that is no whole line came about."""
    text = line.rstrip("\0")
    if nuls := len(line) - len(text):
        return f"{nuls} NUL bytes at the end, as after a crash of the machine"
    return f"the last line is not complete: {len(text)} characters without a line end"
