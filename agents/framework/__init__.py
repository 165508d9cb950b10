"""The bridge to the course framework: agents written for it play here, unchanged.

    editions    which edition of the framework an agent is written for
    folders            how agents are named: DIR, DIR@v13, DIR:spawn=yes
    places             under which name an agent is imported, and zips of agents
    package            the package `competitive_sudoku` of an edition, importable by agents
    v13, v14           what that package offers; board, player, oracle, texts: what both share
    answers            what the oracle program answers
    translation        our states as game states of the framework
    agent              our agent that runs one of theirs
    turns              a process for each turn, as in the framework
    console            games read from the output of the framework
    printed_positions  the positions in that output
    check              runs an agent on sample positions and games, and collects its faults
    samples, report    the positions, and the report for the agent's author
    acceptance         the chance to pass an acceptance match

Nothing here is copied from the framework: it is rebuilt from what an agent can observe.
"""

from bombe.boards.lazy import lazy_exports

TYPE_CHECKING = False
if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
