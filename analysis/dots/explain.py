"""Explain in words who is ahead in the parity fight of a Dots and Boxes position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bombe.analysis.dots.captures import MoveKind
from bombe.analysis.dots.control import Ahead, Control
from bombe.analysis.dots.kernel import MOST_DOTS
from bombe.analysis.results import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bombe.boards.dots.state import DotsState, Grid, Line

_MOST = 8
"""The most lines listed in a sentence."""
_RULE = "long chain rule (a rule of thumb)"


def heading(state: DotsState) -> str:
    """Return the grid, the number of lines left, the score and the mover."""
    left = counted(state.grid.edges - state.edges.bit_count(), "line")
    first, second = state.scores
    rule = "" if state.extra_turn else ", no extra turn"
    mover = "the game is over" if state.is_over else f"player {state.to_move} to move"
    return f"{state.grid} boxes{rule}: {left} left, {first} to {second}, {mover}"


def explained(found: Control) -> Iterator[str]:
    """Yield the sentences: control, the long chain rule, the points, the effect of each line."""
    state = found.state
    if state.is_over:
        yield _result(state)
        return
    if not state.extra_turn:
        yield from _without_extra_turn(found)
    else:
        yield _capture(found) if found.takeable else _parity(found)
        if not found.takeable:
            yield _long_chain_rule(found)
    yield _points(found)
    yield from _kinds(found)


def _result(state: DotsState) -> str:
    first, second = state.scores
    if 0 in state.owners:
        return "every line is drawn; the owners of the boxes are not known"
    if first == second:
        return f"the game is over: a draw, {first} to {second}"
    return f"the game is over: player {1 if first > second else 2} has won, {first} to {second}"


def _without_extra_turn(found: Control) -> Iterator[str]:
    state = found.state
    left = state.grid.edges - state.edges.bit_count()
    last = state.to_move if left % 2 else 3 - state.to_move
    yield (
        "without the extra turn, the turn always passes and there is no fight for control: "
        f"player {last} draws the last line"
    )
    if found.takeable:
        captures = [move.effect.line for move in found.moves if move.effect.takes]
        yield f"a box can be taken by {listed(captures)}"


def _parity(found: Control) -> str:
    """Return who is ahead if no box can be taken."""
    mover, other = f"player {found.state.to_move}", f"player {3 - found.state.to_move}"
    if found.ahead is Ahead.MOVER:
        ahead = f"{mover} is ahead in the parity fight: the nimstring value is {found.nimber}"
        if len(found.keeps) == len(found.moves):
            return f"{ahead}; any line keeps control"
        keep = f"{listed(found.keeps)} {'keeps' if len(found.keeps) == 1 else 'keep'} control"
        return f"{ahead}; {keep}, any other line hands it to {other}"
    if found.ahead is Ahead.OPPONENT:
        return (
            f"{other} is ahead in the parity fight: the nimstring value is 0, and whatever {mover} "
            f"draws, {other} can keep control"
        )
    return (
        "who is ahead in the parity fight is not known: the budget ran out before all positions "
        "were valued; give more seconds or nodes"
    )


def _capture(found: Control) -> str:
    """Return what to do with boxes that can be taken."""
    mover, other = f"player {found.state.to_move}", f"player {3 - found.state.to_move}"
    boxes = counted(found.takeable, "box", "boxes")
    if not found.may_leave or found.ahead is Ahead.NOBODY:
        return f"{mover} can take {boxes} without a loss; {_after(found)}"
    left = found.may_leave
    where = f" of {found.leaves.kind} {found.leaves.name}" if found.leaves else ""
    what = "both" if found.takeable == 2 else f"all {boxes}"
    leave = "both" if left == found.takeable == 2 else f"the last {left}{where}"
    choice = f"{mover} has the choice: take {what}"
    decline = f"or leave {leave} to {other}, who takes them and has to move"
    if found.takes_all is None:
        return f"{choice} and move, {decline}; which one keeps control is not known"
    advice = "take all" if found.takes_all else f"leave {left}"
    why = "by the points" if found.worth is not None else _why(found)
    return f"{choice} and move, {decline}; {advice}, {why}: {listed(found.plan)} now"


def _why(found: Control) -> str:
    if found.takes_all and not found.nimber:
        return "because the rest is not worth more"
    return f"to keep control: the rest has the nimstring value {found.nimber}"


def _after(found: Control) -> str:
    """Return who is ahead after everything has been taken."""
    if found.ahead is Ahead.NOBODY:
        return "then nothing is left"
    if found.ahead is Ahead.UNKNOWN:
        return "who is ahead in the parity fight afterwards is not known"
    whose = found.state.to_move if found.ahead is Ahead.MOVER else 3 - found.state.to_move
    return (
        f"afterwards player {whose} is ahead in the parity fight: "
        f"the nimstring value is {found.nimber}"
    )


def _long_chain_rule(found: Control) -> str:
    rule, mover = found.forecast, found.state.to_move
    if rule is None:
        raise AssertionError("a position with the extra turn always has a forecast")
    wants = f"player {mover} wants their number to be {'odd' if rule.mover_wants_odd else 'even'}"
    if not rule.long_chains:
        return f"{_RULE}: there is no long chain yet; {wants}"
    names = ", ".join(one.name for one in found.strings.long_chains)
    chains = counted(rule.long_chains, "long chain")
    opener = 3 - mover if rule.mover_controls else mover
    so = f"if that does not change, player {opener} has to open the first"
    if found.ahead is (Ahead.OPPONENT if rule.mover_controls else Ahead.MOVER):
        so = "the nimstring value, which is exact, decides otherwise"
    return f"{_RULE}: {chains} so far ({names}), and {wants}; {so}"


def _points(found: Control) -> str:
    if found.margin is None:
        return _unknown_points(found.state.grid)
    best = "any line" if len(found.best) == len(found.moves) > 1 else listed(found.best)
    if found.margin == 0:
        return f"with best play both get equally many boxes from here on, by {best}"
    ahead = found.state.to_move if found.margin > 0 else 3 - found.state.to_move
    boxes = counted(abs(found.margin), "box", "boxes")
    return (
        f"with best play player {ahead} gets {boxes} more than player {3 - ahead} from here on, "
        f"by {best}"
    )


def _unknown_points(grid: Grid) -> str:
    dots = (grid.rows + 1) * (grid.columns + 1)
    hint = "; `bombe dots solve` searches for that" if dots <= MOST_DOTS else ""
    return f"the value in boxes is not known{hint}"


def _kinds(found: Control) -> Iterator[str]:
    """Yield the lines by their immediate effect, with the number of boxes that they give away."""
    no_choice = ", which leave the opponent no choice" * found.state.extra_turn
    meanings = {
        MoveKind.SAFE: "safe lines",
        MoveKind.HANDOUT: f"handouts{no_choice}",
        MoveKind.LOONY: "loony lines, after which the opponent chooses who has control",
    }
    for kind, meaning in meanings.items():
        lines = [move.effect for move in found.moves if move.effect.kind is kind]
        words = [f"{one.line} gives {one.gives}" if one.gives else str(one.line) for one in lines]
        if words:
            yield f"{meaning}: {_cut(words)}"


def listed(lines: Iterable[Line]) -> str:
    """Return lines in words: h 0 1, h 1 1 or v 0 2; only the first if there are many."""
    words = [str(line) for line in lines]
    if not 2 <= len(words) <= _MOST:
        return _cut(words)
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _cut(words: list[str]) -> str:
    more = len(words) - _MOST
    return ", ".join(words[:_MOST]) + (f" and {more} more" if more > 0 else "")
