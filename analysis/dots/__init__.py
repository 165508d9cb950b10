"""Dots and Boxes: exact values, chains and loops, and who is ahead in the parity fight.

exact           the margin of a position and the value of every line
kernel          the exact solver of the kernel
pure_python     the same answers without the kernel, for small positions
grid_values     the values of all small empty grids
open_spiel      the same from OpenSpiel, to compare with
strings         the chains, loops and joints of a position
captures        what can be taken in a turn, the choice to leave some, what each line gives away
nimstring       who has to open the first long chain, as the value of a nim heap
forecast        the long chain rule
loony_endgame   the value of independent chains and loops
control         all of these about one position
explain         the same in words
text, svg       the same as drawings
counts          the number of positions, games and nodes of the game tree
studies         records, tables and pictures of studies
"""
