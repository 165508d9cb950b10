"""Generated boards: the same board from the same seed.

kinds         `generate`, and the kinds of boards
board_maker   full grids, and the boards left after givens are removed or changed
few_givens    boards with fewer givens than removal leaves
hard          boards that need many guesses
bundle        the boards and sets that Bombe ships
"""
