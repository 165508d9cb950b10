"""Why a move is a bomb, a cell is forced, or a board has no solution.

refutation   what an explanation is made of: questions, deductions, absurdities, ratings
asking       why: what is true, the chain that shows it, and the core
explanation  the answer: it prints itself, draws itself and is JSON
history      when a game's board was last solvable
bombs        all bombs of a board, each with its explanation
ratings      how hard the bombs of a board are to see
hint         where to look in a puzzle, why, and the value there
finding      the finder that there is, and the check of what it finds
words        refutations as people tell them; sentences.json has the sentences
walk         refutations as plain values, and the walk through one
pure_python  the finder of refutations where the kernel is not
checker      whether a refutation proves what it says
kernel       finds them in the kernel: chains and ratings
cores        smallest sets of filled cells that, with the question, have no solution
core_kernel  how they are found by the kernel
hitting      how they are found with any solver
"""

from typing import TYPE_CHECKING

from bombe.boards.lazy import lazy_exports

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_exports(__name__, {})
