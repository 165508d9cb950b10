"""Plays one game as the framework does: a program, which tests run by play.py.

    python loop.py '{"edition": "v13", "agents": ["/a/team01", "/b/team02"], ...}'

Both agents are loaded once. Each turn runs in a process of its own, forked or spawned, that is
killed at the limit, where it has not ended before; imports count as thinking time where it is
spawned. What then stands in the shared list is the move. The oracle program judges it, called
through a shell. The current folder holds what agents save. The result is one JSON document in the
file `result`; standard output is the agents'.
"""

from __future__ import annotations

import importlib
import json
import multiprocessing
import re
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

NO_MOVE = [0, 0, 0]
LOCK_SECONDS = 5.0
"""How long a process may be in the middle of a proposal when its time is up."""


class Turn(NamedTuple):
    """A move, what the oracle program printed about it, and what became of it."""

    player: int
    move: list[int]
    oracle: str
    kind: str
    seconds: float


class Table:
    """What the processes of a game share, and how they are started."""

    def __init__(self, start: str, manager: Any) -> None:
        self.context = multiprocessing.get_context(start)
        self.best_move = manager.list(NO_MOVE)

    def think(self, agent: Any, state: Any, limit: float) -> tuple[list[int], float]:
        """Return the last move proposed before the limit, and the seconds used."""
        # Who is killed within a proposal holds the lock for ever: each turn has its own.
        agent.lock, agent.best_move = self.context.Lock(), self.best_move
        self.best_move[:] = NO_MOVE
        start = time.perf_counter()
        process = self.context.Process(target=agent.compute_best_move, args=(state,))  # type: ignore[attr-defined]  # any context has it
        process.start()
        process.join(max(0.0, limit - (time.perf_counter() - start)))
        agent.lock.acquire(timeout=LOCK_SECONDS)
        process.kill()
        process.join()
        return list(self.best_move), time.perf_counter() - start


class V13:
    """Positions of the edition up to v13."""

    def __init__(self, board_text: str, order: dict[str, Any]) -> None:
        self.sudoku = importlib.import_module("competitive_sudoku.sudoku")
        if order["game"] is None:
            board, initial = (self.read(board_text) for _ in range(2))
            self.state = self.new_state(initial, board, order)
        else:
            self.state = self.sudoku.parse_game_state(order["game"], order["playmode"])

    def read(self, board_text: str) -> Any:
        """Read a board text."""
        return self.sudoku.load_sudoku_from_text(board_text)

    def new_state(self, initial: Any, board: Any, order: dict[str, Any]) -> Any:
        """Make the state before the first move."""
        del order
        return self.sudoku.GameState(initial, board, [], [], [0, 0])

    def player(self) -> int:
        """Return whose turn it is."""
        return int(self.state.current_player())

    def playable(self) -> list[int] | None:
        """Return the cells on which the player may play; None where that is any."""
        return None

    def note(self, move: list[int], kind: str, points: int) -> None:
        """Write a judged move into the state, and pass the turn."""
        player = self.player()
        if kind == "taboo":
            self.state.taboo_moves.append(self.make(self.sudoku.TabooMove, move))
            self.state.moves.append(self.make(self.sudoku.TabooMove, move))
        else:
            made = self.make(self.sudoku.Move, move)
            self.state.moves.append(made)
            self.place(made)
            self.state.scores[player - 1] += points
        self.pass_turn()

    def make(self, kind: Any, move: list[int]) -> Any:
        """Make a move of the edition."""
        return kind(*move)

    def place(self, move: Any) -> None:
        """Put a value on the board."""
        self.state.board.put(move.i, move.j, move.value)

    def pass_turn(self) -> None:
        """Do nothing: the number of moves tells whose turn it is."""

    def is_over(self) -> bool:
        """Return whether nobody can move."""
        return 0 not in self.state.board.squares


class V14(V13):
    """Positions of v14, with its play modes."""

    def new_state(self, initial: Any, board: Any, order: dict[str, Any]) -> Any:
        """Make the state before the first move; `allowed` has the cells of both players."""
        modes: list[Any] = [None] * 4
        if order["allowed"] is not None:
            squares = [[board.index2square(k) for k in cells] for cells in order["allowed"]]
            modes = [*squares, [], []]
        return self.sudoku.GameState(initial, board, [], [], [0, 0], 1, *modes)

    def read(self, board_text: str) -> Any:
        """Read a board text."""
        return self.sudoku.parse_sudoku_board(board_text)

    def __init__(self, board_text: str, order: dict[str, Any]) -> None:
        super().__init__(board_text, order)
        if self.playable() == []:
            self.state.current_player = 3 - self.state.current_player

    def player(self) -> int:
        """Return whose turn it is."""
        return int(self.state.current_player)

    def playable(self) -> list[int] | None:
        """Return the cells on which the player may play; None where that is any."""
        squares = self.state.player_squares()
        return None if squares is None else [*map(self.state.board.square2index, squares)]

    def make(self, kind: Any, move: list[int]) -> Any:
        """Make a move of the edition."""
        return kind((move[0], move[1]), move[2])

    def place(self, move: Any) -> None:
        """Put a value on the board, and note who did."""
        self.state.board.put(move.square, move.value)
        if not self.state.is_classic_game():
            self.state.occupied_squares().append(move.square)

    def pass_turn(self) -> None:
        """Pass the turn to the other player, who is skipped without a square to play on."""
        self.state.current_player = 3 - self.state.current_player
        if self.playable() == []:
            self.state.current_player = 3 - self.state.current_player

    def is_over(self) -> bool:
        """Return whether nobody can move."""
        return super().is_over() or self.playable() == []


class Game:
    """A game under way."""

    def __init__(self, order: dict[str, Any], table: Table) -> None:
        self.order, self.table = order, table
        self.execute = importlib.import_module("competitive_sudoku.execute")
        edition = V13 if order["edition"] == "v13" else V14
        self.position = edition(order["board"], order)
        self.agents = [load(Path(place), order, n) for n, place in enumerate(order["agents"], 1)]
        self.turns: list[Turn] = []
        self.end = ""

    def play(self) -> dict[str, Any]:
        """Play to the end, and tell how it went."""
        while not self.end and not self.position.is_over():
            self.take_turn()
        state, loser = self.position.state, self.position.player() if self.end else 0
        one, two = state.scores
        return {
            "winner": 3 - loser if loser else (one > two) + 2 * (two > one),
            "reason": self.end or "played to the end",
            "scores": state.scores,
            "squares": state.board.squares,
            "turns": self.turns,
        }

    def take_turn(self) -> None:
        """Let the player think, and judge the move."""
        player = self.position.player()
        agent = self.agents[player - 1]
        move, seconds = self.table.think(agent, self.position.state, self.order["limit"])
        output, kind = self.judge(move)
        self.turns.append(Turn(player, move, output, kind, round(seconds, 3)))
        if kind not in ("taboo", "scored"):
            self.end = f"player {player} proposed {move}: {kind}"
            return
        points = int(re.findall(r"The score is (\d+)", output)[0]) if kind == "scored" else 0
        self.position.note(move, kind, points)

    def judge(self, move: list[int]) -> tuple[str, str]:
        """Ask the oracle program, and look for its phrases."""
        state = self.position.state
        if any(taboo.numbers() == move for taboo in state.taboo_moves):
            return "", "a taboo move"
        row, column, value = move
        options = f'--move "{row * state.board.N + column} {value}"'
        if (cells := self.position.playable()) is not None:
            options += ' --allowed="{}"'.format(" ".join(map(str, cells)))
        output: str = self.execute.solve_sudoku(self.order["oracle"], str(state.board), options)
        phrases = {
            "Invalid move": "an invalid move",
            "Illegal move": "an illegal move",
            "has no solution": "taboo",
            "The score is": "scored",
        }
        found = [kind for phrase, kind in phrases.items() if phrase in output]
        if not found:
            raise RuntimeError(f"the oracle program gave no verdict on {move}: {output!r}")
        return output, found[0]


def load(folder: Path, order: dict[str, Any], player: int) -> Any:
    """Load an agent under the real name of its folder."""
    if str(folder.parent) not in sys.path:
        sys.path.append(str(folder.parent))
    agent = importlib.import_module(f"{folder.name}.sudokuai").SudokuAI()
    agent.player_number = player
    agent.solve_sudoku_path = order["oracle"]
    return agent


def main() -> None:
    """Play the game that the command line describes."""
    order = json.loads(sys.argv[1])
    sys.path.insert(0, str(Path(__file__).parent / order["edition"]))
    with multiprocessing.get_context(order["start"]).Manager() as manager:
        result = Game(order, Table(order["start"], manager)).play()
    Path(order["result"]).write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    main()
