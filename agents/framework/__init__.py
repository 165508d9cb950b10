"""The bridge to the course framework: agents written for it play here, unchanged.

    editions    which edition of the framework an agent is written for
    folders     what people write: DIR, DIR@v13, DIR:spawn=yes
    provided    puts the package `competitive_sudoku` of an edition where agents import it
    v13, v14    what that package offers; grid, player, oracle, texts: what both have in common
    translate   our states become their game states
    agent       an agent of ours that lets one of theirs think
    turns       a process for each turn, as the framework has it
    console     games read from what the framework prints; printed: the positions in it
    check       plays an agent through positions and games, and tells what its author should know

Nothing here is taken from the framework: it is rebuilt from what an agent sees of it.
"""
