"""The types of the columns of tables: declared here, and never guessed from what a table holds.

A name has one type in the tables of all commands. Yes and no are whole numbers in a database.
"""

from __future__ import annotations

TEXT, INTEGER, REAL = "TEXT", "INTEGER", "REAL"

_TEXTS = """
schema board rules solver source problem
solutions_kind count_kind solvable unique solutions
question move cell chain_kind end core core_kind witness witnesses stakes remarks text
region hints verdict estimated_by
advice_P_kind advice_P_errs advice_W_kind advice_W_errs advice_R_kind advice_R_errs
"""
_INTEGERS = """
final m n nodes
givens clashes solutions_value safe bombs undecided forced taboo playable
ratings_direct ratings_singles ratings_pairs ratings_cases ratings_unrated ratings_moves
count_value
is_bomb is_forced is_unsolvable rating depth steps chain core_at_least cores values
empties proper measured_positions measured_games keeps fills skips
advice_P_moves advice_W_moves advice_R_moves exact_low exact_high
reach_mover reach_shared reach_dead reach_fills_left reach_players reach_shared_skips
reach_live_bombs reach_balance reach_ahead reach_after
margin exact low high estimate moves best line
"""
_REALS = """
seconds seconds_build seconds_search
measured_won measured_drawn measured_lost measured_margin reach_lead reach_estimate
"""
TYPES = {
    name: kind
    for kind, names in ((TEXT, _TEXTS), (INTEGER, _INTEGERS), (REAL, _REALS))
    for name in names.split()
}
"""The type of each column; a column of another name keeps every value as it is."""


def stored(name: str, value: object) -> object:
    """Return a value as a database stores it in the column of that name."""
    if isinstance(value, bool):
        return int(value)
    return float(value) if TYPES.get(name) == REAL and isinstance(value, int) else value
