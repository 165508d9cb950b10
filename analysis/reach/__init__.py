"""Who can play where, in the play modes in which not every cell is open to both.

cells      the cells that each player can reach, as sets of bits, and what a fill changes
bounds     how many fills each player has left, and how many skips
report     all of it about a position, as a result
"""
