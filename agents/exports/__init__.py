"""Agents as folders that the course framework runs, without Bombe: standard library only.

    export("minimax-skip", Path("team00_A9"), "v14")

An exported agent is the agent itself: its modules are copied, with their imports made relative.
Only what would be too heavy to import for every turn is replaced by modules of this package:
`position` for bombe.boards, `solver` for bombe.solvers, `solution` for the module of that name in
bombe.agents.sudoku. They have to offer the same names, so `Board`, `Move`, `SudokuState` and others
exist twice in Bombe; a test compares each copy with its original. `champion` and `exact` are
exported in place of the champion and the endgame solver that need the kernel.

The table in `bombe.agents.exports.writer` lists the agents that can be exported.
"""

from bombe.agents.exports.writer import EDITIONS, EXPORTS, export

__all__ = ["EDITIONS", "EXPORTS", "export"]
