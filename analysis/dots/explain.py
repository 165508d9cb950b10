"""Explain in words who is ahead in the parity fight of a Dots and Boxes position.

The sentences are in sentences.json; their facts are found here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bombe.analysis.dots.kernel import MOST_DOTS
from bombe.analysis.dots.strings import StringEnd
from bombe.boards.telling import either, first_few, tell
from bombe.boards.templates import data

if TYPE_CHECKING:
    from bombe.analysis.dots.control import Control
    from bombe.analysis.dots.strings import String
    from bombe.boards.dots.state import DotsState

_SENTENCES = data(__name__, "sentences.json")


def heading(state: DotsState) -> str:
    """Return the grid, the number of lines left, the score and the mover."""
    return tell(_SENTENCES, "heading", _position(state))


def explanation_lines(found: Control) -> list[str]:
    """Return the sentences: control, the long chain rule, the points, the effect of each line."""
    told = tell(_SENTENCES, "explained", {**_position(found.state), **_facts(found)})
    return list(filter(None, told.split("\n")))


def describe_string(one: String) -> str:
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
    fields, margin = found.to_dict(), found.margin or 0
    moves, mover = fields["moves"], fields["to_move"]
    return {
        **fields,
        **(fields["long_chain_rule"] or {}),
        "last": mover if len(moves) % 2 else 3 - mover,
        "captures": either([move["move"] for move in moves if move["takes"]]),
        "keeps": either(fields["keeps"]),
        "keeps_all": len(found.keeps) == len(moves),
        "keeps_one": len(found.keeps) == 1,
        "has_choice": found.may_leave > 0 and found.ahead != "nobody",
        "leaves": found.leaves and f"{found.leaves.kind} {found.leaves.name}",
        "is_simple": found.worth is not None,
        "plan": either(list(map(str, found.plan))),
        "chains": ", ".join(one.name for one in found.strings.long_chains),
        "lead": abs(margin),
        "mover_gains": margin > 0,
        "is_small": (fields["rows"] + 1) * (fields["columns"] + 1) <= MOST_DOTS,
        "best": either(fields["best"]),
        "any_best": len(found.best) == len(moves) > 1,
        **{kind: _listed(moves, kind) for kind in ("safe", "handout", "loony")},
    }


def _listed(moves: list[dict[str, Any]], kind: str) -> str:
    """Return the lines of a kind, each with the number of boxes that it gives away."""
    words = [
        f"{move['move']} gives {move['gives']}" if move["gives"] else move["move"]
        for move in moves
        if move["kind"] == kind
    ]
    return first_few(words)
