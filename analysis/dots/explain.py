"""Explain in words who is ahead in the parity fight of a Dots and Boxes position.

The sentences stand in sentences.json; here are the facts that they are about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.dots.captures import MoveKind
from bombe.analysis.dots.kernel import MOST_DOTS
from bombe.analysis.dots.strings import StringEnd
from bombe.boards.sentences import data
from bombe.boards.telling import either, first_few, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bombe.analysis.dots.control import Control
    from bombe.analysis.dots.strings import String
    from bombe.boards.dots.state import DotsState, Line

_SENTENCES = data(__name__, "sentences.json")


def heading(state: DotsState) -> str:
    """Return the grid, the number of lines left, the score and the mover."""
    return tell(_SENTENCES, "heading", _position(state))


def explained(found: Control) -> list[str]:
    """Return the sentences: control, the long chain rule, the points, the effect of each line."""
    told = tell(_SENTENCES, "explained", {**_position(found.state), **_facts(found)})
    return list(filter(None, told.split("\n")))


def described(one: String) -> str:
    """Return a chain or loop in words."""
    facts = {
        "kind": one.kind,
        "boxes": len(one.boxes),
        "long": one.is_long,
        "open_ends": one.ends.count(StringEnd.OPEN),
        "joints": one.ends.count(StringEnd.JOINT),
    }
    return tell(_SENTENCES, "string", facts)


def _position(state: DotsState) -> dict[str, Any]:
    first, second = state.scores
    return {
        "grid": state.grid,
        "extra_turn": state.extra_turn,
        "is_over": state.is_over,
        "is_owned": 0 not in state.owners,
        "left": state.grid.edges - state.edges.bit_count(),
        "first": first,
        "second": second,
        "winner": 0 if first == second else 1 if first > second else 2,
        "mover": state.to_move,
        "other": 3 - state.to_move,
    }


def _facts(found: Control) -> dict[str, Any]:
    state, rule = found.state, found.forecast
    effects = [move.effect for move in found.moves]
    margin = found.margin
    return {
        "last": state.to_move if len(effects) % 2 else 3 - state.to_move,
        "takeable": found.takeable,
        "captures": _texts(effect.line for effect in effects if effect.takes),
        "ahead": found.ahead,
        "nimber": found.nimber,
        "keeps": _texts(found.keeps),
        "keeps_all": len(found.keeps) == len(effects),
        "keeps_one": len(found.keeps) == 1,
        "has_choice": found.may_leave > 0 and found.ahead != "nobody",
        "may_leave": found.may_leave,
        "leaves": found.leaves and f"{found.leaves.kind} {found.leaves.name}",
        "takes_all": found.takes_all,
        "is_simple": found.worth is not None,
        "plan": _texts(found.plan),
        **({} if rule is None else {**rule._asdict(), "mover_wants_odd": rule.mover_wants_odd}),
        "chains": ", ".join(one.name for one in found.strings.long_chains),
        "margin": margin,
        "lead": abs(margin or 0),
        "mover_gains": (margin or 0) > 0,
        "is_small": (state.grid.rows + 1) * (state.grid.columns + 1) <= MOST_DOTS,
        "best": _texts(found.best),
        "any_best": len(found.best) == len(effects) > 1,
        **{
            str(kind): first_few(
                [
                    f"{one.line} gives {one.gives}" if one.gives else str(one.line)
                    for one in effects
                    if one.kind is kind
                ]
            )
            for kind in (MoveKind.SAFE, MoveKind.HANDOUT, MoveKind.LOONY)
        },
    }


def _texts(lines: Iterable[Line]) -> str:
    return either(list(map(str, lines)))
