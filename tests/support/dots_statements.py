"""Check every statement of `dots explain`, in words and in fields, against the tables of a grid.

`checked` reads an answer as the command and the page give it: the fields of bombe.dots-control/1,
`text` with the sentences, and a `text` for each chain and loop. It knows the rules of the game and
the words of the sentences, and nothing of `bombe`. A sentence that it cannot read is an error.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dots_tables import tables

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LINE = r"[hv] \d+ \d+"
_LINES = rf"(?:any line|{_LINE}(?:, {_LINE})*(?: or {_LINE})?(?: and \d+ more)?)"
_PLAYER = r"player [12]"


@dataclass
class Tally:
    """How many statements were checked and wrong, by what they are about, and the wrong ones."""

    checked: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def count(self, about: str, position: str, statement: object, *, holds: bool) -> None:
        """Count a statement."""
        self.checked[about] += 1
        if not holds:
            self.wrong[about] += 1
            if len(self.examples) < 1000:
                self.examples.append(f"{about}: {statement} [{position}]")

    def __str__(self) -> str:
        """Return a line for each subject: checked and wrong."""
        return "\n".join(
            f"{about:12} {count:10,} checked {self.wrong[about]:8,} wrong"
            for about, count in sorted(self.checked.items())
        )


def checked(answer: dict[str, Any], tally: Tally) -> None:
    """Count every statement of an answer."""
    _Checker(answer, tally).check()


class _Checker:
    def __init__(self, answer: dict[str, Any], tally: Tally) -> None:
        self.answer, self.tally = answer, tally
        self.extra_turn: bool = answer["extra_turn"]
        self.rows, self.columns = answer["rows"], answer["columns"]
        self.truth = tables(self.rows, self.columns)
        self.numbers = {name: line for line, name in enumerate(self.truth.names)}
        self.drawn = sum(1 << self.numbers[name] for name in answer["edges"])
        self.mover: int = answer["to_move"]
        self.free = self.truth.free(self.drawn)
        self.rest = self.truth.all_taken(self.drawn)
        self.values = {self.truth.names[line]: self._value(line) for line in self.free}
        self.keeping = {self.truth.names[line] for line in self.free if self._keeps(line)}
        self.leavable = self.truth.may_leave(self.drawn) if self.extra_turn else frozenset()
        variant = "" if self.extra_turn else " (no extra turn)"
        self.name = f"{self.rows}x{self.columns}: {'; '.join(answer['edges'])}{variant}"

    def check(self) -> None:
        heading, *sentences = self.answer["text"]
        left = f"{len(self.free)} line{'s' * (len(self.free) != 1)}"
        rule = "" if self.extra_turn else ", no extra turn"
        first, second = self.answer["scores"]
        turn = f"player {self.mover} to move" if self.free else "the game is over"
        boxes = f"{self.rows}x{self.columns} boxes"
        self._count(
            "heading",
            heading == f"{boxes}{rule}: {left} left, {first} to {second}, {turn}",
            heading,
        )
        for sentence in sentences:
            self._read(sentence)
        self._fields()
        self._moves()
        for one in self.answer["strings"]:
            self._string(one)

    def _count(self, about: str, holds: bool, statement: object) -> None:  # noqa: FBT001 - the fact
        self.tally.count(about, self.name, statement, holds=bool(holds))

    def _value(self, line: int) -> int:
        boxes = self.truth.completes(self.drawn, line)
        rest = self.truth.margin(self.drawn | 1 << line, extra_turn=self.extra_turn)
        return boxes + (rest if boxes and self.extra_turn else -rest)

    def _keeps(self, line: int) -> bool:
        """Return whether the mover wins nimstring after a line; who takes a box moves again."""
        heap = self.truth.nimber(self.drawn | 1 << line)
        return heap != 0 if self.truth.completes(self.drawn, line) else heap == 0

    def _margin(self) -> int:
        return self.truth.margin(self.drawn, extra_turn=self.extra_turn)

    # ---------------------------------------------------------------- sentences

    def _read(self, sentence: str) -> None:
        for pattern, check in _SENTENCES.items():
            if match := re.fullmatch(pattern, sentence):
                check(self, sentence, **match.groupdict())
                return
        raise AssertionError(f"a sentence that the checker does not know: {sentence!r}")

    def _lines(self, listing: str, every: Iterable[str]) -> list[str]:
        """Return the lines of a listing; all that there are for "any line"."""
        if listing == "any line":
            return list(every)
        return re.findall(_LINE, listing)

    def _names(self, listing: str, right: set[str]) -> bool:
        """Return whether a listing has exactly the right lines, or their number and the first."""
        lines = self._lines(listing, self.values)
        more = re.search(r" and (\d+) more", listing)
        return set(lines) <= right and len(lines) + (int(more[1]) if more else 0) == len(right)

    def _check_over(self, sentence: str) -> None:
        first, second = self.answer["scores"]
        boxes = self.rows * self.columns
        known = f"{first} to {second}"
        winner = f"the game is over: player {1 if first > second else 2} has won, {known}"
        right = f"the game is over: a draw, {known}" if first == second else winner
        if first + second < boxes:
            right = "every line is drawn; the owners of the boxes are not known"
        self._count("result", not self.free and sentence == right, sentence)

    def _check_last(self, sentence: str, last: str) -> None:
        mover = self.mover if len(self.free) % 2 else 3 - self.mover
        self._count("last line", not self.extra_turn and int(last) == mover, sentence)

    def _check_takes(self, sentence: str, lines: str) -> None:
        takes = {self.truth.names[e] for e in self.free if self.truth.completes(self.drawn, e)}
        self._count("captures", self._names(lines, takes), sentence)

    def _check_ahead(self, sentence: str, ahead: str, heap: str, keep: str) -> None:
        self._check_who(sentence, ahead)
        self._count("nimber", self.truth.nimber(self.drawn) == int(heap), sentence)
        self._count("keeps", self._names(keep, self.keeping), sentence)

    def _check_behind(self, sentence: str, ahead: str) -> None:
        self._check_who(sentence, ahead)
        self._count("nimber", self.truth.nimber(self.drawn) == 0, sentence)
        self._count("keeps", not self.keeping, sentence)

    def _check_who(self, sentence: str, ahead: str) -> None:
        mover = self.truth.nimber(self.drawn) != 0
        self._count("ahead", (int(ahead) == self.mover) == mover, sentence)

    def _check_unknown(self, sentence: str) -> None:
        self._count("unknown", self.answer["nimber"] is None, sentence)

    def _check_free(self, sentence: str, boxes: str, after: str) -> None:
        taken = self.truth.takes(self.drawn)
        whole = taken + self.truth.margin(self.rest)
        self._count("taking", taken == int(boxes) and self._margin() == whole, sentence)
        if after == "then nothing is left":
            self._count("ahead", self.rest == self.truth.size - 1, sentence)
            return
        self._count("choice", not self.leavable, f"no choice: {sentence}")
        if match := re.search(r"player ([12]) is ahead .* value is (\d+)$", after):
            self._check_who(sentence, match[1])
            self._count("nimber", self.truth.nimber(self.rest) == int(match[2]), sentence)

    def _check_choice(
        self, sentence: str, boxes: str | None, left: str | None, string: str | None, **rest: str
    ) -> None:
        taken, leave = int(boxes or 2), int(left or 2)
        self._count("taking", taken == self.truth.takes(self.drawn), sentence)
        self._count(
            "choice", leave in self.leavable and self.truth.nimber(self.drawn) is None, sentence
        )
        if string:
            kind, name = string.split()
            found = [one for one in self.answer["strings"] if one["name"] == name]
            right = [one for one in found if one["kind"] == kind and one["opened"]]
            large = [one for one in right if len(one["boxes"]) >= leave]
            self._count("choice", len(large) == 1, sentence)
        if rest["advice"]:
            self._check_advice(sentence, taken, leave, **rest)

    def _check_advice(
        self, sentence: str, taken: int, leave: int, *, advice: str, why: str, lines: str
    ) -> None:
        names, worth = self._lines(lines, self.values), self.truth.margin(self.rest)
        all_taken, some_left = taken + worth, taken - 2 * leave - worth
        takes_all = advice == "take all"
        if not takes_all:
            self._count("advice", advice == f"leave {leave}", sentence)
        if why.startswith("to keep control"):
            heap = self.truth.nimber(self.rest)
            self._count("advice", takes_all == (heap != 0), sentence)
            self._count("nimber", why.endswith(f"value {heap}"), sentence)
            self._count("advice", self.keeping.issuperset(names), sentence)
        else:
            right = all_taken >= some_left if takes_all else some_left >= all_taken
            self._count("advice", right, sentence)
            self._count(
                "advice", all(self.values[one] == self._margin() for one in names), sentence
            )

    def _check_rule(self, sentence: str, **found: str) -> None:
        names = [one["name"] for one in self.answer["strings"] if self._is_long_chain(one)]
        count = int(found["count"] or 0)
        full = sum(self.drawn & box == box for box in self.truth.boxes)
        odd = (len(self.free) + len(self.truth.boxes) - full) % 2 == 0
        right = [int(found["wisher"]) == self.mover, (found["parity"] == "odd") == odd]
        right += [count == len(names), (found["names"] or "") == ", ".join(names)]
        controls = odd == (count % 2 == 1)
        if found["opener"]:
            right.append((int(found["opener"]) == self.mover) != controls)
        self._count("rule", all(right), sentence)
        if found["otherwise"]:
            self._count("rule", controls != bool(self.keeping), sentence)

    def _is_long_chain(self, one: dict[str, Any]) -> bool:
        return len(one["boxes"]) >= 3 and one["ends"] == ["ground", "ground"]

    def _check_margin(self, sentence: str, lines: str, **found: str) -> None:
        boxes = int(found.get("boxes") or 0)
        margin = boxes if int(found.get("ahead") or 1) == self.mover else -boxes
        self._count("margin", margin == self._margin(), sentence)
        best = self._lines(lines, self.values)
        self._count("best", all(self.values[one] == self._margin() for one in best), sentence)

    def _check_no_margin(self, sentence: str) -> None:
        self._count("unknown", self.answer["margin"] is None, sentence)

    def _check_kinds(self, sentence: str, kind: str, lines: str) -> None:
        words = kind.removesuffix("s").split()[0]
        given = re.findall(rf"({_LINE})(?: gives (\d+))?", lines)
        for name, gives in given:
            right = (words, int(gives or 0)) == self._effect(name)[::2]
            self._count("kind", right, f"{name}: {kind}, {gives or 0}")
        more = re.search(r" and (\d+) more", lines)
        total = sum(self._effect(name)[0] == words for name in self.values)
        self._count("kinds", len(given) + (int(more[1]) if more else 0) == total, sentence)

    # ---------------------------------------------------------------- fields

    def _effect(self, name: str) -> tuple[str, int, int]:
        """Return the kind of a line, the boxes that it takes, and those that it gives away."""
        line = self.numbers[name]
        after, takes = self.drawn | 1 << line, self.truth.completes(self.drawn, line)
        if not self.extra_turn:
            gives = max(
                (self.truth.completes(after, one) for one in self.truth.free(after)), default=0
            )
            return "capture" if takes else "handout" if gives else "safe", takes, gives
        if takes:
            return "capture", takes, 0
        gives, heap = self.truth.takes(after), self.truth.nimber(after)
        return "loony" if heap is None else "handout" if gives else "safe", 0, gives

    def _moves(self) -> None:
        self._count(
            "kinds", [one["move"] for one in self.answer["moves"]] == list(self.values), "moves"
        )
        for one in self.answer["moves"]:
            effect = one["kind"], one["takes"], one["gives"]
            self._count("kind", effect == self._effect(one["move"]), one)
            if self.extra_turn and self.answer["nimber"] is not None:
                heap = self.truth.nimber(self.drawn | 1 << self.numbers[one["move"]])
                self._count("nimber", one["nimber"] == heap, one)

    def _fields(self) -> None:
        answer = self.answer
        if answer["margin"] is not None:
            self._count("margin", answer["margin"] == self._margin(), answer["margin"])
            best = {name for name, value in self.values.items() if value == self._margin()}
            self._count("best", bool(best) >= bool(answer["best"]), answer["best"])
            self._count("best", best.issuperset(answer["best"]), answer["best"])
        if not self.extra_turn or not self.free:
            self._count(
                "ahead", answer["ahead"] == "nobody" and not answer["keeps"], answer["ahead"]
            )
            return
        self._count(
            "taking", answer["takeable"] == self.truth.takes(self.drawn), answer["takeable"]
        )
        if answer["nimber"] is not None:
            self._count(
                "nimber", answer["nimber"] == self.truth.nimber(self.rest), answer["nimber"]
            )
        if answer["ahead"] == "nobody":
            self._count("ahead", self.rest == self.truth.size - 1, answer["ahead"])
        elif answer["ahead"] != "unknown":
            mover = self.truth.nimber(self.drawn) != 0
            self._count("ahead", (answer["ahead"] == "mover") == mover, answer["ahead"])
        if answer["keeps"]:
            self._count("keeps", set(answer["keeps"]) == self.keeping, answer["keeps"])
        if "may_leave" in answer:
            least = min(self.leavable, default=0)
            self._count("choice", answer["may_leave"] == least, answer["may_leave"])

    def _string(self, one: dict[str, Any]) -> None:
        """Check what is stated of a chain or loop."""
        boxes = [row * self.columns + column for row, column in one["boxes"]]
        lines = [self._open_lines(box) for box in boxes]
        between = [lines[i] & lines[i + 1] for i in range(len(boxes) - 1)]
        ring = len(boxes) > 2 and lines[0] & lines[-1] and all(len(each) == 2 for each in lines)
        inside = set().union(*between, *([lines[0] & lines[-1]] if ring else []))
        outside = [line for each in lines for line in sorted(each - inside)]
        opened = any(len(each) == 1 for each in lines)
        (row, column), (last_row, last_column) = one["boxes"][0], one["boxes"][-1]
        closed = len(boxes) >= 4 and abs(row - last_row) + abs(column - last_column) == 1
        kind = "loop" if ring or (not outside and closed) else "chain"
        joints = sum(self._joint_beyond(line, boxes) for line in outside)
        words = [f"{'long ' * (kind == 'chain' and len(boxes) >= 3)}{kind} of {len(boxes)} box"]
        words[0] += "es" * (len(boxes) > 1)
        if opened:
            both = "opened" if kind == "loop" else "opened at both ends"
            both = "one line takes both" if len(boxes) == 2 else both
            words.append("opened" if outside else both)
        words += [[], ["ends at a joint"], ["from joint to joint"]][joints]
        holds = all(between) and all(len(each) < 3 for each in lines)
        self._count("string", holds and one["text"] == ", ".join(words), one["text"])
        facts = (kind, len(boxes) >= 3, opened, set().union(*lines))
        names = {self.numbers[name] for name in one["lines"]}
        self._count("string", facts == (one["kind"], one["long"], one["opened"], names), one)

    def _open_lines(self, box: int) -> set[int]:
        return {line for line in self.free if self.truth.boxes[box] >> line & 1}

    def _joint_beyond(self, line: int, boxes: list[int]) -> bool:
        """Return whether a line leads from these boxes to one with three or four lines left."""
        return any(
            sides >> line & 1 and box not in boxes and len(self._open_lines(box)) >= 3
            for box, sides in enumerate(self.truth.boxes)
        )


_FIGHT = r"is ahead in the parity fight"
_SENTENCES: dict[str, Callable[..., None]] = {
    r"the game is over: .*|every line is drawn; .*": _Checker._check_over,
    r"without the extra turn, the turn always passes and there is no fight for control: "
    r"player (?P<last>[12]) draws the last line": _Checker._check_last,
    rf"a box can be taken by (?P<lines>{_LINES})": _Checker._check_takes,
    rf"player (?P<ahead>[12]) {_FIGHT}: the nimstring value is (?P<heap>\d+); "
    rf"(?P<keep>{_LINES}) keeps? control(?:, any other line hands it to {_PLAYER})?": (
        _Checker._check_ahead
    ),
    rf"player (?P<ahead>[12]) {_FIGHT}: the nimstring value is 0, and whatever {_PLAYER} "
    rf"draws, {_PLAYER} can keep control": _Checker._check_behind,
    r"who is ahead in the parity fight is not known: .*": _Checker._check_unknown,
    rf"{_PLAYER} can take (?P<boxes>\d+) box(?:es)? without a loss; (?P<after>.*)": (
        _Checker._check_free
    ),
    rf"{_PLAYER} has the choice: take (?:both|all (?P<boxes>\d+) boxes) and move, or leave "
    r"(?:both|the last (?P<left>\d+)(?: of (?P<string>(?:chain|loop) [A-Z]+))?) "
    rf"to {_PLAYER}, who takes them and has to move"
    r"(?:; which one keeps control is not known|"
    r"; (?P<advice>take all|leave \d), (?P<why>[^;]*?): (?P<lines>[^:]*) now)": (
        _Checker._check_choice
    ),
    r"long chain rule(?: \(a rule of thumb\))?: (?:there is no long chain yet|"
    r"(?P<count>\d+) long chains? so far \((?P<names>[A-Z, ]+)\))[;,](?: and)? "
    r"player (?P<wisher>[12]) wants their number to be (?P<parity>odd|even)"
    r"(?:; if that does not change, player (?P<opener>[12]) has to open the first|"
    r"(?P<otherwise>; against best play that will change|; the nimstring value, which is exact, "
    r"decides otherwise))?": _Checker._check_rule,
    rf"with best play both get equally many boxes from here on, by (?P<lines>{_LINES})": (
        _Checker._check_margin
    ),
    r"with best play player (?P<ahead>[12]) gets (?P<boxes>\d+) box(?:es)? more than player [12] "
    rf"from here on, by (?P<lines>{_LINES})": _Checker._check_margin,
    r"the value in boxes is not known.*": _Checker._check_no_margin,
    r"(?P<kind>safe lines|handouts|loony lines)(?:, [^:]*)?: (?P<lines>.*)": _Checker._check_kinds,
}
"""What checks each sentence, by a pattern of it."""
