"""Console logs of the course framework, read as games, so that they can be replayed and rated.

The framework prints the starting position, then for each turn the player, the best move, whether it
was a bomb, the reward and the position, and at the end the winner. Agents may print anything in
between: lines that cannot belong to the game are taken as their output.

simulate_game.py names no players, so they are called `player 1` and `player 2`. play_match.py
prints a line after each game, `greedy_player - team42_A2 0-1`, which names them. What either prints
without the moves (--quiet, or play_match.py without --verbose) holds no games: the message says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bombe.agents.framework.printed_positions import position_at
from bombe.boards import SudokuState
from bombe.boards.errors import FormatError, IllegalMoveError, Place
from bombe.boards.record import GameRecord, Ply, Termination
from bombe.boards.sudoku.board import Move
from bombe.boards.sudoku.game import SUDOKU
from bombe.boards.text.lines import limited

_MOVE = r"\((\d+), ?(\d+)\) -> (\d+)"
_EVENTS = {
    "turn": re.compile(r"Calculate a move for player ([12])"),
    "proposal": re.compile(rf"Best move: {_MOVE}"),
    "bomb": re.compile(rf"has no solution after the move {_MOVE}"),
    "reward": re.compile(r"Reward: (\d+)"),
    "refusal": re.compile(rf"{_MOVE} (is a taboo move|is not a valid move|is not a legal move)"),
    "nothing": re.compile(r"No move was supplied"),
    "result": re.compile(r"Player [12] wins the game|The game ends in a draw"),
}
"""What a line may say; the first match counts."""
_EXPECTED = {
    "between turns": ("turn", "result"),
    "thinking": ("turn", "proposal"),
    "judging": ("turn", "proposal", "bomb", "reward", "refusal", "nothing"),
}
"""What may come next; any other line is an agent's output."""
UNFINISHED = "the log ends before the game does"
"""The reason of a game that has no end."""
START = "Initial state"
"""Above the first position of a game."""
_REFUSALS = {
    "is a taboo move": Termination.TABOO,
    "is not a valid move": Termination.FILLED,
    "is not a legal move": Termination.BREAKS_C0,
}
"""The ending, if the printed position does not show a better reason."""
_PLAYERS = ("player 1", "player 2")
_NAMED = re.compile(r"(\S+) - (\S+) (0|1|0\.5)-(0|1|0\.5)\s*")
"""The line of play_match.py after a game: the players, and what the game gave them."""
_WON = ("The game ends in a draw", "Player 1 wins the game", "Player 2 wins the game")
"""What simulate_game.py says of a game with this winner."""
_POINTS = {0: ("0.5", "0.5"), 1: ("1", "0"), 2: ("0", "1")}
"""What it says of a game with this winner."""
_RESULTS = (
    re.compile(r"(Error: .*|No move was supplied\. )?Player [12] wins the game"),
    re.compile(r"The game ends in a draw"),
    _NAMED,
)
"""The text of logs without moves."""
_PLAYING = re.compile(r"Playing game \d+")
_QUIET = (
    "results without moves, as --quiet prints them",
    "print the moves, too: simulate_game.py without --quiet, play_match.py with --verbose",
)
_LONGEST = 64_000_000
"""How many characters of a log are taken into memory."""
_WAIT = "wait for the end, or give the whole output"


def read_console(lines: Iterable[str], source: str = "<log>") -> Iterator[GameRecord]:
    """Read the games of a log; their ids are their numbers, from 1."""
    texts = [line.rstrip("\r\n") for line in limited(lines, source, _LONGEST)]
    game, number = None, 0
    for at, text in enumerate(texts):
        if START in text and game and not game.termination:
            yield game.record()
            game = None
        if game and not game.termination:
            game.take(text, Place(source, at + 1))
        elif begun := _begun(texts, at, source, number + 1):
            if game:
                yield game.record()
            game, number = begun, number + 1
        elif game:
            game.name(text)
    if game:
        yield game.record()
    if not number:
        raise _no_game(texts, source)


def _no_game(texts: list[str], source: str) -> FormatError:
    """Return the error for a log that holds no game."""
    for at, text in enumerate(texts, 1):
        if any(line.match(text) for line in _RESULTS):
            return FormatError(Place(source, at), *_QUIET)
    if any(map(_PLAYING.match, texts)):
        return FormatError(Place(source, len(texts)), f"no game found: {UNFINISHED}", _WAIT)
    remedy = "give a log of `bombe match`, or the output of simulate_game.py"
    return FormatError(Place(source, 1), "no game found", remedy)


def _begun(texts: list[str], at: int, source: str, number: int) -> _Game | None:
    """Return a new game if a position begins on this line; None if not."""
    state = position_at(texts, at, source)
    if state is not None:
        return _Game(state, number)
    if any(_EVENTS[kind].search(texts[at]) for kind in ("turn", "proposal")):
        problem, remedy = "a move before the first position", "give the whole output"
        raise FormatError(Place(source, at + 1), problem, remedy)
    return None


class _Game:
    """A game as far as it was read; `termination` is set when it has ended."""

    def __init__(self, start: SudokuState, number: int) -> None:
        self._start = self._state = start
        self._number = number
        self._plies: list[Ply] = []
        self._stage = "between turns"
        self._proposal: Move | None = None
        self._is_bomb = False
        self._doubt: FormatError | None = None
        self._output: list[str] = []
        self._winner = 0
        self._reason = UNFINISHED
        self._players = _PLAYERS
        self.termination: Termination | None = None

    def name(self, text: str) -> None:
        """Read a line after the end of the game: it may name the players."""
        match = _NAMED.fullmatch(text)
        if match and (match[3], match[4]) == _POINTS[self._winner]:
            self._players = match[1], match[2]

    def take(self, text: str, place: Place) -> None:
        """Read a line of the log."""
        for kind in _EXPECTED[self._stage]:
            if match := _EVENTS[kind].search(text):
                getattr(self, f"_take_{kind}")(match, place)
                return
        if self._stage == "thinking":
            self._output.append(text)

    def _take_turn(self, match: re.Match[str], place: Place) -> None:
        if self._proposal and not self._doubt:
            self._settle(None, place)
        if self._doubt:
            raise self._doubt
        state = self._state
        if state.allowed is None and int(match[1]) != state.to_move:
            problem = f"player {match[1]} moves, but it is player {state.to_move}'s turn"
            raise FormatError(place, problem, "remove the game: lines of its log are missing")
        self._stage, self._output = "thinking", []

    def _take_proposal(self, match: re.Match[str], place: Place) -> None:
        del place
        # An agent may print such a line, too: the last one is the framework's.
        self._proposal, self._is_bomb, self._doubt = _move(match), False, None
        self._stage = "judging"

    def _take_bomb(self, match: re.Match[str], place: Place) -> None:
        del place
        self._is_bomb |= _move(match) == self._proposal

    def _take_reward(self, match: re.Match[str], place: Place) -> None:
        self._settle(int(match[1]), place)

    def _settle(self, reward: int | None, place: Place) -> None:
        """Play the proposal, unless it is illegal or cannot have scored `reward`."""
        move, state = self._proposal, self._state
        assert move is not None  # noqa: S101 - the stage "judging" begins with a proposal
        reasons = state.reasons(move)
        points = 0 if self._is_bomb or reasons else state.points(move)
        if reasons:
            problem = str(IllegalMoveError(move, reasons))
        elif reward not in (None, points):
            problem = f"reward {reward}, but the move scores {points}"
        else:
            output = "\n".join(self._output)
            self._plies.append(Ply(state.to_move, move, self._is_bomb, points, output=output))
            self._state = SUDOKU.after(state, move, is_bomb=self._is_bomb)
            self._proposal, self._stage = None, "between turns"
            return
        self._doubt = FormatError(place, problem, "remove the game: its log is damaged")

    def _take_refusal(self, match: re.Match[str], place: Place) -> None:
        del place
        move = self._proposal
        if move is not None and move == _move(match):
            refused = SUDOKU.refusal(self._state, move)
            ending = refused.termination if refused else _REFUSALS[match[4]]
            self._lose(ending, f"proposed {move}, which {match[4]}")

    def _take_nothing(self, match: re.Match[str], place: Place) -> None:
        del match, place
        self._lose(Termination.NO_PROPOSAL, "proposed no move in time")

    def _take_result(self, match: re.Match[str], place: Place) -> None:
        if not self._state.is_over and self._state.allowed is None:
            empties = self._state.board.values.count(0)
            problem = f"{match[0]!r}, but {empties} cells are empty"
            raise FormatError(place, problem, "remove the game: lines of its log are missing")
        one, two = self._state.scores
        winner = (one > two) + 2 * (two > one)
        if match[0] != _WON[winner]:
            problem = f"{match[0]!r}, but the score is {one} to {two}"
            raise FormatError(place, problem, "remove the game: its log is damaged")
        self._end(Termination.SCORE, winner, "played to the end")

    def _lose(self, termination: Termination, detail: str) -> None:
        player = self._state.to_move
        self._end(termination, 3 - player, f"player {player} {detail}")

    def _end(self, termination: Termination, winner: int, reason: str) -> None:
        self.termination, self._winner, self._reason = termination, winner, reason

    def record(self) -> GameRecord:
        """Return the game; one that was cut short is void."""
        if self._doubt and not self.termination:
            raise self._doubt
        return GameRecord(
            id=str(self._number),
            start=self._start,
            first=self._players[0],
            second=self._players[1],
            plies=tuple(self._plies),
            scores=self._state.scores,
            winner=self._winner,
            termination=self.termination or Termination.VOID,
            reason=self._reason,
        )


def _move(match: re.Match[str]) -> Move:
    return Move(int(match[1]), int(match[2]), int(match[3]))
