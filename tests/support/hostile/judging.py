"""Whether a hostile agent met its fate: what its games say of it, in results and in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from villain import Fate


def judge(fate: Fate, games: list[dict[str, Any]]) -> None:
    """Raise AssertionError unless the games of a match ended as they should.

    The hostile agent plays first in the first game, and second in the second.
    """
    assert [game["id"] for game in games] == ["1a", "1b"]
    for seat, game in enumerate(games, 1):
        words = words_of(game, seat)
        assert "BREACH" not in words, words
        assert "voided" not in game, game["voided"]
        if '"ending": "starved"' in words:  # other programs took its time, and it played again
            continue
        assert game["termination"] in fate.endings, words
        if game["termination"] != "score":
            assert game["result"] == ("0-1" if seat == 1 else "1-0"), words
            assert game["reason"].startswith(f"player {seat} "), words
        own = (seat, "starved")  # the tests share the machine with other programs
        for one in game.get("incidents", ()):
            assert one["player"] in own or one["ending"] in own, words
        for choice in fate.words:
            assert any(word in words for word in choice.split("|")), (choice, words)


def words_of(game: dict[str, Any], seat: int) -> str:
    """Return all that a record says of a player: its reason, incidents, and what it printed."""
    printed = [move.get("output", "") for move in game["moves"] if move["player"] == seat]
    refused = game.get("refused", {}).get("output", "")
    return "\n".join([game["reason"], json.dumps(game.get("incidents", [])), *printed, refused])
