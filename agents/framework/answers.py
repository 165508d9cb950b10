"""The answers of the oracle program `solve_sudoku`: a command line in, the framework's phrases out.

The program asks here (bombe.oracle.program), and so do agents whose process holds our package
`competitive_sudoku` (bombe.agents.framework.oracle): starting a program would cost them 50 ms of
their thinking time.

For the program's sake, whatever a plain question does not need is imported late or not at all, and
the few rules that it needs are repeated here: those of the boards take longer to import than to
apply.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Draw = Callable[[int], int]
    """Returns a number below the one that it is given."""

USAGE = """\
usage: solve_sudoku FILE [--print]           say whether the board has a solution
       solve_sudoku FILE --move "CELL VALUE" judge a move; cells count from 0, row by row
       solve_sudoku FILE --greedy            print a candidate that scores most
       solve_sudoku FILE --random [--seed N] print any candidate, bombs included
options: --taboo="ROW COLUMN VALUE ..."      candidates that must not be printed
         --allowed="CELL ..."                the only cells that may be played on
exit codes: 0 answered, 1 wrong usage, 3 no board, 4 not decided in 60 s, 5 kernel missing,
            130 interrupted, 255 not a move"""

SECONDS = 60.0
"""Time limit of a question."""

_OPTIONS = {
    "--print": False,
    "--greedy": False,
    "--random": False,
    "--help": False,
} | dict.fromkeys(("--move", "--taboo", "--allowed", "--seed"), True)
"""The options, and whether they take a value."""
_QUESTIONS = ("--print", "--move", "--greedy", "--random")
_FILE = "FILE"
_POINTS = (0, 1, 3, 7)
_SIZES = range(1, 37)
_CELLS = {".": 0, "0": 0, **{str(value): value for value in _SIZES}}


class CommandLineError(Exception):
    """A command line that cannot be used."""


class MoveError(Exception):
    """A text that is not a move."""


def system_random(count: int) -> int:
    """Return a number below `count`, another one in every call."""
    return int.from_bytes(os.urandom(8), "big") % count


def answer(
    words: "Sequence[str]", read: "Callable[[str], str]", draw: "Draw" = system_random
) -> tuple[str, str, int]:
    """Return standard output, standard error and the exit code.

    `read` returns a file's text. `draw` chooses random moves where no seed is given.
    """
    try:
        return _reply(_parse(words), read, draw) + "\n", "", 0
    except CommandLineError as error:
        return f"Error in command line: {error}\n", "", 1
    except MoveError as error:
        return f"Could not parse a move from '{error}'.\n", "", 255
    except Exception as error:
        code = _code_of(error)
        if not code:
            raise
        return "", f"solve_sudoku: {error}\n", code


def read_file(file: str) -> str:
    """Return the text of a file; raise InputError if it cannot be read."""
    try:
        # A byte that is not UTF-8 becomes a surrogate, which is refused with its place.
        with open(file, encoding="utf-8", errors="surrogateescape") as text:  # noqa: PTH123 - pathlib takes longer
            return text.read()
    except OSError as error:
        from bombe.boards.errors import InputError

        raise InputError(f"{file}: {error.strerror}; give a file that can be read") from None


def _code_of(error: Exception) -> int:
    from bombe.boards.errors import BombeError, OutOfBudgetError, SolverMissingError

    if isinstance(error, OutOfBudgetError):
        return 4
    if isinstance(error, SolverMissingError):
        return 5
    return 3 if isinstance(error, BombeError) else 0


# The command line ---------------------------------------------------------------------------------


def _parse(words: "Sequence[str]") -> dict[str, str]:
    """Return the file and the options by name."""
    found: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, value = _option(word, rest) if word.startswith("-") else (_FILE, word)
        if name in found:
            raise CommandLineError(f"{name} is given twice")
        found[name] = value
    if "--help" not in found:
        _check(found)
    return found


def _option(word: str, rest: "Iterator[str]") -> tuple[str, str]:
    name, equals, value = word.partition("=")
    if name not in _OPTIONS:
        raise CommandLineError(f"there is no option {name}; there are {', '.join(_OPTIONS)}")
    if not _OPTIONS[name]:
        if equals:
            raise CommandLineError(f"{name} takes no value")
        return name, ""
    following = value if equals else next(rest, None)
    if following is None:
        raise CommandLineError(f"{name} takes a value")
    return name, following


def _check(found: dict[str, str]) -> None:
    if _FILE not in found:
        raise CommandLineError("Expected: <input-file>")
    questions = [name for name in _QUESTIONS if name in found]
    if len(questions) > 1:
        raise CommandLineError(f"{' and '.join(questions)} are separate questions: ask one")
    if "--seed" in found and "--random" not in found:
        raise CommandLineError("--seed goes with --random")


def _numbers(found: dict[str, str], name: str) -> list[int]:
    try:
        return [_whole(word) for word in found.get(name, "").split()]
    except ValueError:
        raise CommandLineError(f"{name} takes whole numbers, not '{found[name]}'") from None


def _whole(word: str) -> int:
    """Parse a whole number; int() would also take underscores and the digits of other scripts."""
    if not set(word) <= set("-0123456789"):
        raise ValueError(word)
    return int(word)


# The board ----------------------------------------------------------------------------------------


class _Board:
    """Boxes of m rows by n columns, and the values, row by row.

    For each region it keeps the values in it, as bits, and the number of its empty cells.
    """

    def __init__(self, m: int, n: int, values: bytes) -> None:
        self.m, self.n, self.size, self.values = m, n, m * n, values
        self.used, self.empty = [0] * (3 * self.size), [0] * (3 * self.size)
        for cell, value in enumerate(values):
            for region in self.regions_of(cell):
                self.used[region] |= 1 << value
                self.empty[region] += not value

    def regions_of(self, cell: int) -> tuple[int, int, int]:
        """Return the row, the column and the box of a cell."""
        row, column = divmod(cell, self.size)
        box = row // self.m * self.m + column // self.n
        return row, self.size + column, 2 * self.size + box

    def fits(self, cell: int, value: int) -> bool:
        """Return whether the cell is empty and C0 allows the value there."""
        regions = self.regions_of(cell)
        return not self.values[cell] and not any(self.used[r] >> value & 1 for r in regions)

    def points(self, cell: int) -> int:
        """Return what a value in an empty cell scores."""
        return _POINTS[sum(self.empty[region] == 1 for region in self.regions_of(cell))]

    def after(self, cell: int, value: int) -> bytes:
        """Return the values with one more."""
        return self.values[:cell] + bytes([value]) + self.values[cell + 1 :]

    def text_of(self, solution: bytes) -> str:
        """Return the text of a full grid."""
        cells = [f"{value:>4}" for value in solution]
        rows = ("".join(cells[k : k + self.size]) for k in range(0, len(cells), self.size))
        return "\n".join([f"{self.m} {self.n}", *rows])


def _board(text: str, file: str) -> _Board:
    """Read a board text; if it is not a plain one, with the reader of bombe.boards."""
    words = text.split()
    try:
        m, n, *values = [_CELLS[word] for word in words]
    except (KeyError, ValueError):
        return _irregular_board(text, file)
    size = m * n
    is_plain = size in _SIZES and len(values) == size * size and max(values) <= size
    return _Board(m, n, bytes(values)) if is_plain else _irregular_board(text, file)


def _irregular_board(text: str, file: str) -> _Board:
    """Read a text with comments, or raise with what is wrong with it."""
    from bombe.boards.errors import FormatError, Place
    from bombe.boards.sudoku.formats import game
    from bombe.boards.sudoku.reading import ReadOptions, read_text
    from bombe.boards.text.spans import Head

    if game.looks_like(Head(text.splitlines())):
        raise FormatError(
            Place(file, 1),
            "a game text of v14, but the oracle program takes board texts",
            f"convert it with `bombe convert {file} --to framework`",
        )
    (entry,) = read_text(text, file, ReadOptions("framework"))
    board = entry.state.board
    return _Board(board.shape.m, board.shape.n, board.values)


# The answers --------------------------------------------------------------------------------------


def _reply(found: dict[str, str], read: "Callable[[str], str]", draw: "Draw") -> str:
    if "--help" in found:
        return USAGE
    board = _board(read(found[_FILE]), found[_FILE])
    if "--move" in found:
        return _judge(board, found)
    if "--greedy" in found or "--random" in found:
        return _generate(board, found, draw)
    solution = _first_solution(board, board.values)
    if solution is None:
        return "The sudoku has no solution."
    return "The sudoku has a solution." + f"\n{board.text_of(solution)}" * ("--print" in found)


def _judge(board: _Board, found: dict[str, str]) -> str:
    """Return the answer about a move."""
    cell, value = _move(found["--move"])
    if not (0 <= cell < len(board.values) and 1 <= value <= board.size):
        return f"Invalid move '{cell} {value}'."
    allowed = _numbers(found, "--allowed")
    if (allowed and cell not in allowed) or not board.fits(cell, value):
        return f"Illegal move '{cell} {value}'."
    if _first_solution(board, board.after(cell, value)) is None:
        # The bracket is the original's.
        return f"The sudoku has no solution after move '{cell} {value}')."
    return f"The score is {board.points(cell)} (valid move '{cell} {value}')."


def _move(text: str) -> tuple[int, int]:
    try:
        cell, value = map(_whole, text.split())
    except ValueError:
        raise MoveError(text) from None
    return cell, value


def _generate(board: _Board, found: dict[str, str], draw: "Draw") -> str:
    """Return a candidate; like the original, without checking whether it is a bomb."""
    numbers = _numbers(found, "--taboo")
    if len(numbers) % 3:
        raise CommandLineError(f"--taboo takes triples, row column value, not '{found['--taboo']}'")
    taboo = set(zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True))
    allowed = set(_numbers(found, "--allowed"))
    moves = [
        (cell, value)
        for cell in range(len(board.values))
        if not allowed or cell in allowed
        for value in range(1, board.size + 1)
        if board.fits(cell, value) and (*divmod(cell, board.size), value) not in taboo
    ]
    if not moves:
        return "Error: could not find a legal move."
    if "--greedy" in found:
        cell, value = max(moves, key=lambda move: board.points(move[0]))
    else:
        cell, value = moves[_drawn(len(moves), found, draw)]
    return f"Generated move ({cell},{value})."


def _drawn(count: int, found: dict[str, str], draw: "Draw") -> int:
    """Return a random number below `count`, from the seed where one is given."""
    if "--seed" not in found:
        return draw(count)
    import random

    try:
        return random.Random(_whole(found["--seed"])).randrange(count)
    except ValueError:
        raise CommandLineError(f"--seed takes a whole number, not '{found['--seed']}'") from None


def _first_solution(board: _Board, values: bytes) -> bytes | None:
    """Return a solution; None if there is none."""
    from bombe.solvers.native import is_available

    def patiently(values: bytes) -> bytes | None:
        return _solve_patiently(board, values)

    if not is_available():
        return patiently(values)
    from bombe.solvers.native.quick import quick_solver

    return quick_solver(board.m, board.n, patiently)(values)


def _solve_patiently(board: _Board, values: bytes) -> bytes | None:
    """Solve hard boards, or all boards without the kernel, with the installed solvers."""
    if sys.flags.no_site:
        import site

        site.main()  # makes the packages of other backends importable
    from bombe.boards import Board, Shape
    from bombe.boards.errors import OutOfBudgetError
    from bombe.solvers import Budget, get

    asked = Board(Shape(board.m, board.n), values)
    try:
        solution = next(get("auto").solutions(asked, Budget(seconds=SECONDS)), None)
    except OutOfBudgetError:
        raise OutOfBudgetError(
            f"not decided in {SECONDS:g} s whether the board has a solution: fill more cells, or "
            "check with `bombe doctor` that the native kernel is installed"
        ) from None
    return None if solution is None else solution.values
