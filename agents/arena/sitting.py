"""The old name of bombe.agents.arena.person_game, for one more version."""

from __future__ import annotations

import warnings
from typing import Any


def __getattr__(name: str) -> Any:
    if name != "Sitting":
        raise AttributeError(name)
    from bombe.agents.arena.person_game import PersonGame

    warnings.warn(
        "bombe.agents.arena.sitting.Sitting is now bombe.agents.arena.person_game.PersonGame",
        DeprecationWarning,
        stacklevel=2,
    )
    return PersonGame
