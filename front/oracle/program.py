"""The oracle program `solve_sudoku`: a board file and options in, the framework's phrases out.

Exit codes: 0 answered; 1 an error in the command line; 3 a file without a board; 4 not decided in
time; 5 the native kernel is required and missing; 130 interrupted; 255 a move that cannot be
parsed. The messages for 3, 4 and 5 go to standard error, all others to standard output, as those of
the original do.

Agents call it within their thinking time, so it imports little. solve_sudoku.cpp is the same
program for plain questions, compiled; it leaves all others to this one.
"""

import os
import sys

from bombe.agents.framework.answers import answer, read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def main() -> int:
    """Answer the command line."""
    try:
        out, err, code = answer(sys.argv[1:], read_file)
        _write(sys.stdout, out)
        _write(sys.stderr, err)
    except OSError as error:
        # Python must not try to write the rest of the stream at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return 0  # the reader has gone, which is not an error
        _write(
            sys.stderr, f"solve_sudoku: standard output: {error.strerror}; write to another place\n"
        )
        return 3
    except KeyboardInterrupt:
        return 130
    return code


def _write(stream: "Any", text: str) -> None:
    if text and stream:
        # An argument of the command line may be any bytes.
        stream.reconfigure(errors="backslashreplace")
        stream.write(text)
        stream.flush()
