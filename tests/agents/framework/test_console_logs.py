"""Console logs of the course framework: every game comes back as it was played."""

from __future__ import annotations

import contextlib
import random
from typing import TYPE_CHECKING

import pytest
from console_logs import LOOKS, board_text, console, drawing, game_text, old_drawing
from games import random_game, sudoku

from bombe import read
from bombe.agents.arena.log import read_logs
from bombe.agents.framework.console import read_console
from bombe.analysis.matches.tally import Tally
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import BombeError, FormatError
from bombe.boards.record import Termination

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from running import Bombe

    from bombe.boards.record import GameRecord

    Look = Callable[[SudokuState], list[str]]

CLASSIC = random_game(read("easy-2x2"), seed=5)
WITH_BOMBS = random_game(read("random-2x3"), seed=2)
STARTS = {
    rules: SudokuState.start(read("random-2x3").board, rules, seed=4)
    for rules in (Rules.ROWS, Rules.BORDER, Rules.RANDOM)
}


def games_of(text: str) -> list[GameRecord]:
    return list(read_console(text.splitlines(keepends=True), "log.txt"))


def the_game(text: str) -> GameRecord:
    (game,) = games_of(text)
    return game


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        games_of(text)
    return str(caught.value)


def moves(record: GameRecord) -> list[tuple[object, ...]]:
    return [(ply.player, ply.move, ply.is_bomb, ply.points) for ply in record.plies]


@pytest.mark.parametrize("look", LOOKS)
def test_a_classic_game_comes_back(look: Look) -> None:
    assert any(ply.is_bomb for ply in WITH_BOMBS.plies)
    for game in (CLASSIC, WITH_BOMBS):
        found = the_game(console(game, look))
        assert found.start == game.start
        assert moves(found) == moves(game)
        assert (found.scores, found.winner) == (game.scores, game.winner)
        assert found.termination is Termination.SCORE
        assert list(found.states()) == list(game.states())


@pytest.mark.parametrize("look", [drawing, game_text])
@pytest.mark.parametrize("rules", STARTS)
def test_a_game_in_the_newer_play_modes_comes_back(rules: Rules, look: Look) -> None:
    game = random_game(STARTS[rules], seed=6)
    found = the_game(console(game, look))
    assert found.start == game.start
    assert moves(found) == moves(game)
    assert found.winner == game.winner


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", [Shape(2, 2), Shape(3, 4), Shape(2, 5), Shape(4, 4), Shape(5, 5)])
def test_positions_of_every_size_are_read(shape: Shape, look: Look) -> None:
    rng = random.Random(str(shape))
    values = [rng.choice((0, rng.randint(1, shape.size))) for _ in range(shape.cells)]
    state = SudokuState(Board(shape, bytes(values)), scores=(3, 14))
    assert the_game("\n".join(look(state))).start == state


def test_a_log_may_hold_many_games_and_what_is_printed_in_between() -> None:
    text = (
        "-- started warm-up --\n12 34\n0 5\n1 1\nhello to you\n"
        + console(CLASSIC)
        + "2 - 0 so far\n"
        + console(WITH_BOMBS)
    )
    found = games_of(text)
    assert [game.id for game in found] == ["1", "2"]
    assert [moves(game) for game in found] == [moves(CLASSIC), moves(WITH_BOMBS)]


def test_what_agents_print_is_kept_and_is_never_taken_for_the_game() -> None:
    thoughts = "depth 3\nBest move: (0,0) -> 1\nReward: 99\nPlayer 2 wins the game.\n2 2\ntaboo"
    found = the_game(console(CLASSIC, old_drawing, thoughts))
    assert moves(found) == moves(CLASSIC)
    assert found.plies[0].output.startswith("depth 3")


@pytest.mark.parametrize(
    ("line", "termination"),
    [
        ("Error: {} is a taboo move. Player 2 wins the game.", Termination.TABOO),
        ("Error: {} is not a valid move. Player 2 wins the game.", Termination.FILLED),
        ("Error: {} is not a legal move. Player 2 wins the game.", Termination.BREAKS_C0),
        ("No move was supplied. Player 2 wins the game.", Termination.NO_PROPOSAL),
    ],
)
def test_a_game_that_was_lost_by_a_move_says_how(line: str, termination: Termination) -> None:
    start = "\n".join(["Initial state", *board_text(read("empty-2x2"))])
    turn = f"{start}\nCalculate a move for player 1\nBest move: (0,0) -> 0\n{line}\n"
    found = the_game(turn.format("(0,0) -> 1").replace("-> 0\nE", "-> 1\nE"))
    assert (found.winner, found.termination) == (2, termination)
    assert "player 1 proposed" in found.reason


def test_the_rules_say_why_a_move_was_refused_where_they_can() -> None:
    start = "\n".join(board_text(read("easy-2x2")))
    turn = "Calculate a move for player 1\nBest move: (9,9) -> 1\n(9,9) -> 1 is not a valid move."
    assert the_game(f"{start}\n{turn}").termination is Termination.OUT_OF_RANGE


def match_log(*games: tuple[GameRecord, str, str]) -> str:
    """Print games as play_match.py does with --verbose; players change sides."""
    text, result = "", {0: "0.5-0.5", 1: "1-0", 2: "0-1"}
    for number, (game, one, two) in enumerate(games, 1):
        line = f"{one} - {two} {result[game.winner]}\n\n"
        text += f"Playing game {number}\n{console(game)}{line}"
    return f"{text}Match result: a_team - greedy_player 2-0\n"


def won_by(player: int) -> GameRecord:
    """Return a game that this player wins."""
    games = (random_game(read("easy-2x2"), seed=seed) for seed in range(99))
    return next(game for game in games if game.winner == player)


def test_play_match_names_the_players() -> None:
    first, second = won_by(1), won_by(2)
    text = match_log((first, "a_team", "greedy_player"), (second, "greedy_player", "a_team"))
    found = games_of(text)
    assert [game.players for game in found] == [
        ("a_team", "greedy_player"),
        ("greedy_player", "a_team"),
    ]
    assert [moves(game) for game in found] == [moves(first), moves(second)]
    assert Tally(found).players["a_team"].wins == 2


def test_a_line_that_contradicts_the_game_names_nobody() -> None:
    game = won_by(1)
    text = console(game) + "a - b 0-1\n" + console(game) + "hello\na - b 1-0\n" + console(game)
    assert [game.first for game in games_of(text)] == ["player 1", "a", "player 1"]


QUIET = (
    "Playing game 1\nScore: 9 - 3\nPlayer 1 wins the game.\na - b 1-0\n\nMatch result: a - b 1-0\n"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (QUIET, "log.txt:3: results without moves, as --quiet prints them; print the moves, too"),
        ("Score: 2 - 2\nThe game ends in a draw.\n", "log.txt:2: results without moves"),
        ("No move was supplied. Player 2 wins the game.\n", "log.txt:1: results without moves"),
        ("a_team - greedy_player 1-0\n\nMatch result: x\n", "log.txt:1: results without moves"),
        ("Playing game 1\n", "log.txt:1: no game found: the log ends before the game does"),
    ],
)
def test_a_log_without_moves_is_reported_as_what_it_is(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


def test_an_unfinished_game_is_reported_as_what_it_is(bombe: Bombe, tmp_path: Path) -> None:
    text, log = console(CLASSIC), tmp_path / "console.txt"
    log.write_text(text[: text.rindex("Calculate")], encoding="utf-8")
    assert "void: the log ends before the game does" in bombe("replay", str(log)).out
    done = bombe("rate", str(log))
    assert done.code == 3
    assert "no game that counts (the log ends before the game does), hence no rating" in done.err
    log.write_text(log.read_text(encoding="utf-8") + console(CLASSIC), encoding="utf-8")
    assert bombe("rate", str(log)).out.endswith("1 game void: the log ends before the game does\n")


def test_a_player_who_cannot_move_is_named(bombe: Bombe, tmp_path: Path) -> None:
    log = tmp_path / "console.txt"
    games = (random_game(STARTS[Rules.ROWS], seed) for seed in range(99))
    game, at = next((game, at) for game in games for at in twice_in_a_row(game))
    log.write_text(console(game), encoding="utf-8")
    lines = bombe("replay", f"{log}#1").out.splitlines()
    player = game.plies[at].player
    for number in range(1, len(game.plies)):
        other = game.plies[number - 1].player
        is_skipped = game.plies[number].player == other
        assert lines[number + 1].endswith(f"; player {3 - other} cannot move") == is_skipped
    assert lines[at + 1].endswith(f"; player {3 - player} cannot move")


def twice_in_a_row(game: GameRecord) -> list[int]:
    """Return the numbers of the moves after which the same player moves again."""
    players = [ply.player for ply in game.plies]
    return [at for at in range(1, len(players)) if players[at - 1] == players[at]]


def test_boards_and_moves_show_values_in_the_same_way(bombe: Bombe, tmp_path: Path) -> None:
    log = tmp_path / "console.txt"
    game = random_game(read("easy-4x4"), seed=1)
    large = next(at for at, ply in enumerate(game.plies, 1) if sudoku_value(ply.move) > 9)
    log.write_text(console(game), encoding="utf-8")
    shown = bombe("replay", f"{log}#1", "--ply", str(large)).out
    value = sudoku_value(game.plies[large - 1].move)
    assert f"-> {value}" in shown
    assert f">{value}" in shown or game.plies[large - 1].is_bomb
    rows = [line for line in shown.splitlines() if "│" in line]
    assert len(rows) == 16
    assert not any(letter.isalpha() for row in rows for letter in row)


def sudoku_value(move: object) -> int:
    return Move.of(move).value  # type: ignore[arg-type] # a record of Sudoku has moves of Sudoku


def test_a_game_that_was_cut_short_does_not_count() -> None:
    text = console(CLASSIC)
    cut = text[: text.rindex("Calculate")]
    found = games_of(cut + console(WITH_BOMBS))
    assert [game.termination for game in found] == [Termination.VOID, Termination.SCORE]
    assert moves(found[0]) == moves(CLASSIC)[:-1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nothing\n", "log.txt:1: no game found; give a log of `bombe match`, or the output of"),
        (
            "\nBest move: (0,0) -> 1\n",
            "log.txt:2: a move before the first position; give the whole",
        ),
        ("2 2\n1 2 3 4\n5 . . .\n. . . .\n. . . .\n", "log.txt:1: unreadable position"),
        ("rows = 2\nboard =\n 1\n", "columns is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text: str, message: str) -> None:
    assert message in refusal(text)


def test_a_log_with_lines_missing_is_refused_where_it_shows() -> None:
    text = console(CLASSIC)
    number = text.splitlines().index("Reward: 0") + 1
    assert f"log.txt:{number}: reward 7, but" in refusal(text.replace("Reward: 0", "Reward: 7", 1))
    lines = text.splitlines(keepends=True)
    turns = [at for at, line in enumerate(lines) if line.startswith("Calculate")]
    without_a_turn = "".join(lines[: turns[2]] + lines[turns[3] :])
    player = CLASSIC.plies[3].player
    assert f"player {player} moves, but" in refusal(without_a_turn)
    without_two = "".join(lines[: turns[-2]] + lines[-1:])
    assert "but 2 cells are empty" in refusal(without_two)


def test_a_move_that_the_rules_refuse_is_refused_with_its_place() -> None:
    start = "\n".join(board_text(read("easy-2x2")))
    given = next(cell for cell, value in enumerate(read("easy-2x2").board.values) if value)
    row, column = divmod(given, 4)
    text = f"{start}\nCalculate a move for player 1\nBest move: ({row},{column}) -> 1\nReward: 0\n"
    assert "holds" in refusal(text)


def test_damaged_logs_are_read_or_refused_but_never_crash() -> None:
    texts = [console(WITH_BOMBS, look) for look in LOOKS]
    rng = random.Random(1)
    for _ in range(150):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 4)):
            at, length = rng.randrange(len(text)), rng.choice((1, 1, 3, 30, 300))
            text = text[:at] + rng.choice(("", "7", "║", "\n", "(0,0) -> ")) + text[at + length :]
        with contextlib.suppress(BombeError):
            for game in games_of(text):
                assert list(game.states())[-1].scores == game.scores


def test_replay_rate_and_convert_take_such_logs(bombe: Bombe, tmp_path: Path) -> None:
    log, ours = tmp_path / "console.txt", tmp_path / "games.jsonl"
    log.write_bytes(("\n" + console(CLASSIC) + console(WITH_BOMBS)).replace("\n", "\r\n").encode())
    assert bombe("replay", str(log)).out.count("player 1 against player 2") == 2
    assert f"{len(WITH_BOMBS.plies)}. player" in bombe("replay", f"{log}#2").out
    assert "player 1" in bombe("rate", str(log)).out
    assert bombe("convert", str(log), "--to", "log", "-o", str(ours)).code == 0
    assert list(read_logs((str(ours),))) == list(read_logs((str(log),)))
    assert "--ply is for boards" in bombe("convert", f"{log}#1", "--ply", "2", "--to", "log").err
    converted = bombe("convert", f"{log}#1", "--ply", "2", "--to", "game").out
    assert "moves = [" + ", ".join(str(ply.move) for ply in CLASSIC.plies[:2]) in converted
    assert "name one of its games" in bombe("convert", str(log), "--to", "json").err
    assert bombe("replay", str(tmp_path)).code == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_logs_are_read_as_windows_writes_them(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "console.txt"
    path.write_bytes(console(CLASSIC).replace("\n", "\r\n").encode(encoding))
    assert [moves(game) for game in read_logs((str(path),))] == [moves(CLASSIC)]


def test_convert_says_what_goes_from_one_edition_to_the_other(bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        "\n".join([*game_text(sudoku(list(random_game(STARTS[Rules.ROWS], 1).states())[3])), ""])
    )
    lost = bombe("convert", str(path), "--to", "framework").err
    assert "cannot hold the play mode rows" in lost
    assert "moves" in lost
    kept = bombe("convert", str(path), "--to", "game")
    assert kept.out == path.read_text()
    assert "a cell of player 2" in kept.err
    board = bombe("convert", "easy-2x2", "--to", "game")
    assert "starts this text with --playmode classic --ascii only" in board.err
    assert bombe("convert", "empty-2x2", "--to", "game").err == ""
