"""Seeds of players: from the seed of a match, none of them can be found from another one.

A player knows its own seed, and this code. A keyed hash with a salt of the match keeps it from
the seeds of others, and so from foretelling their moves. Without a salt there is only the seed of
the match, which may be guessed: that is enough where every player is trusted, and the same games
can be played again from that seed alone.
"""

from __future__ import annotations

import hashlib
import json
import secrets

SEED_BYTES = 4
"""How long a seed is: numpy's generators take no more than 32 bits."""
SALT_BYTES = 16


def seed_of(*facts: object, salt: str = "") -> int:
    """Return the seed that belongs to these facts: numbers and texts that say what is drawn."""
    key = hashlib.blake2b(salt.encode(), digest_size=32).digest()
    text = json.dumps(["bombe", *facts]).encode()
    return int.from_bytes(hashlib.blake2b(text, key=key, digest_size=SEED_BYTES).digest())


def seeds_of(*facts: object, salt: str = "") -> tuple[int, int]:
    """Return the seeds of the first and the second player of the game of these facts."""
    return seed_of(*facts, 1, salt=salt), seed_of(*facts, 2, salt=salt)


def new_salt() -> str:
    """Return a new salt, from the system's own source."""
    return secrets.token_hex(SALT_BYTES)
