"""The old name of bombe.agents.arena.person_game, for one more version."""

import warnings

from bombe.agents.arena.person_game import PersonGame as Sitting

__all__ = ["Sitting"]
warnings.warn(
    "bombe.agents.arena.sitting.Sitting is now bombe.agents.arena.person_game.PersonGame",
    DeprecationWarning,
    stacklevel=2,
)
