"""Solvers of the user's own: whatever they do, an answer is right, or an error names the solver.

    places.py    SolverPlace: `module:Class`, `FILE.py:Class` or `program:./solver`, taken apart
    checked.py   CheckedSolver: every foreign solver is in one; nothing unchecked leaves it
    checks.py    what can be known of a solution, a count or an audit; the kernel as a witness
    error_lines.py an error of foreign code as one line, with the place in its file
    remote.py    Remote: asks a solver that is in a process of its own
    starting.py  how long a process may take until it answers
    process.py   that process, seen from ours: orders, replies, time limits, how it ended
    sandboxing.py  what it may read and write; bombe.solvers.sandbox keeps it to that
    child.py     the program of a solver that is a Python class
    loading.py   imports the class
    wire.py      the lines that both sides write: docs/guide/own-solver.md shows them

A solver object that is made in Python stays in that process; one that is named gets its own.
"""
