"""Agents as folders that the course framework runs, without Bombe: standard library only.

    export("minimax-skip", Path("team00_A9"), "v14")

An exported agent is the agent itself: its modules are copied, with their imports made relative.
Only what would be too heavy to import for every turn is replaced by modules of this package, which
have the same names in them: `position` for bombe.boards, `solver` for bombe.solvers. The table in
`bombe.agents.exports.writing` says which agents can be exported.
"""

from bombe.agents.exports.writing import EDITIONS, EXPORTS, export

__all__ = ["EDITIONS", "EXPORTS", "export"]
