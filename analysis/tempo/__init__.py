"""Who has the tempo: the law, what it says of a position, and what measured it."""
