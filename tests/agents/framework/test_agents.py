"""Agents of the course framework in our processes: what they find, what they keep, how they end."""

from __future__ import annotations

import collections
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from folder_agents import HEADS, agent_folder, written

from bombe.agents.arena.playing import play
from bombe.agents.contract import MAX_PROPOSALS
from bombe.agents.loading import refuse, resolve
from bombe.agents.processes.process import Settings, StartMethod, Worker
from bombe.agents.seats import Proposal, TurnResult, keep_proposal
from bombe.boards import Board, Move, Rules, Shape, SudokuState
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.record import Termination
from bombe.boards.sudoku.reading import read
from bombe.solvers import Budget
from bombe.solvers.sandbox import Containment

if TYPE_CHECKING:
    from running import Bombe

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="turns are forked here")
START = SudokuState.start(read("easy-2x2").board)
LONG = Budget(seconds=30.0)
SHORT = Budget(seconds=0.3)
EDITIONS = ["v13", "v14"]


def turn(
    spec: str,
    limit: Budget = LONG,
    state: SudokuState = START,
    settings: Settings | None = None,
) -> TurnResult:
    with Worker(spec, settings) as worker:
        worker.open_game(1)
        return worker.turn(state, limit)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("body", ["first", "numpy", "writes", "random"])
def test_an_agent_proposes_in_its_own_way(tmp_path: Path, edition: str, body: str) -> None:
    answer = turn(agent_folder(tmp_path, body, edition))
    assert answer.ending is None, answer
    assert answer.proposals[-1].move in START.moves()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_interpreter_for_each_turn_plays_the_same(tmp_path: Path, edition: str) -> None:
    folder = agent_folder(tmp_path, "first", edition)
    answers = [turn(folder), turn(f"{folder}:spawn=yes")]
    assert answers[0].proposals[-1].move == answers[1].proposals[-1].move == START.moves()[0]


def test_modules_beside_are_found_by_the_folders_name_and_relatively(tmp_path: Path) -> None:
    main = """
from competitive_sudoku.sudoku import GameState
from competitive_sudoku.sudokuai import SudokuAI as Base
from team07_A2.near import legal
from .far.off import last
class SudokuAI(Base):
    def compute_best_move(self, game_state):
        self.propose_move(last(legal(game_state)))
"""
    folder = tmp_path / "team07_A2"
    written(folder, {"sudokuai.py": main, "near.py": HEADS["v14"]})
    written(folder / "far", {"off.py": "def last(moves): return list(moves)[-1]"})
    assert turn(str(folder)).proposals[-1].move == START.moves()[-1]


def test_an_agent_that_never_ends_is_stopped_and_its_last_proposal_counts(tmp_path: Path) -> None:
    answer = turn(agent_folder(tmp_path, "tireless"), SHORT)
    assert answer.ending is None
    assert answer.proposals[-1].move in START.moves()
    assert answer.proposals[-1].ms <= 1000 * (SHORT.seconds or 0)


def test_of_many_proposals_the_first_is_kept() -> None:
    kept: collections.deque[Proposal] = collections.deque()
    for number in range(3 * MAX_PROPOSALS):
        keep_proposal(kept, Proposal(Move(0, 0, 1), float(number)))
    times = [proposal.ms for proposal in kept]
    assert times == [0.0, *range(2 * MAX_PROPOSALS + 1, 3 * MAX_PROPOSALS)]


@pytest.mark.parametrize("spawn", ["", ":spawn=yes"])
def test_a_crash_is_reported_by_the_agents_own_frames_only(tmp_path: Path, spawn: str) -> None:
    folder = agent_folder(tmp_path, "crash")
    answer = turn(folder + spawn)
    assert answer.ending is Termination.CRASH
    assert answer.detail.startswith("raised ValueError: no idea, in line ")
    assert answer.detail.endswith("sudokuai.py")
    assert answer.output.count("File ") == 1
    assert f'File "{folder}/sudokuai.py"' in answer.output


def test_a_crash_at_import_names_the_line_of_the_agent(tmp_path: Path) -> None:
    folder = written(tmp_path / "team01", {"sudokuai.py": "import nonesuch_module\n"})
    answer = turn(f"{folder}@v13")
    assert answer.ending is Termination.CRASH
    assert "No module named 'nonesuch_module', in line 1 of" in answer.detail
    assert answer.output.count("File ") == 1
    (Path(folder) / "sudokuai.py").write_text("def broken(:\n")
    assert "in line 1 of" in turn(f"{folder}@v13").detail


def test_after_a_crash_the_last_proposal_counts(tmp_path: Path) -> None:
    answer = turn(agent_folder(tmp_path, "late_crash"))
    assert answer.ending is Termination.CRASH
    assert answer.proposals[-1].move == START.moves()[0]


def test_exits_and_deaths_are_told_apart(tmp_path: Path) -> None:
    assert "called sys.exit(3)" in turn(agent_folder(tmp_path, "exits")).detail
    assert "was killed by signal 11" in turn(agent_folder(tmp_path, "dies")).detail


def test_a_crash_in_a_turn_leaves_the_process_around_it_alone(tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "late_crash")
    text = Path(folder, "sudokuai.py")
    text.write_text(text.read_text().replace("1 / 0", "import os; print(os.getppid()); 1 / 0"))
    with Worker(folder) as worker:
        worker.open_game(1)
        outputs = [worker.turn(START, LONG).output for _ in range(2)]
    assert outputs[0].split()[0].isdigit()
    assert outputs[0] == outputs[1]


def test_files_beside_an_agent_are_found_from_the_current_folder(tmp_path: Path) -> None:
    folder = Path(agent_folder(tmp_path, "late_crash", name="team01"))
    (folder / "weights.txt").write_text("0.5")
    text = (folder / "sudokuai.py").read_text()
    crash = "print(open('team01/weights.txt').read())"
    (folder / "sudokuai.py").write_text(text.replace("1 / 0", crash))
    with Worker(str(folder)) as worker:
        for seed in (1, 2):
            worker.open_game(seed)
            assert worker.turn(START, LONG).output == "0.5\n"
    assert (folder / "weights.txt").exists(), "a game's folder goes, what it links to does not"


def test_rubbish_on_the_channel_is_no_report(tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "mute")
    text = Path(folder, "sudokuai.py")
    rubbish = "self.best_move._channel.sendall(b'[]\\n{}\\nx\\n7\\n[7]\\n[[7]]\\n')\n        "
    text.write_text(text.read_text().replace("pass", f"{rubbish}self.best_move[:] = [0, 1, 2]"))
    answer = turn(folder)
    assert (answer.ending, [p.move for p in answer.proposals]) == (None, [Move(0, 1, 2)])


def test_another_package_of_that_name_on_the_path_is_not_taken_for_the_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = agent_folder(tmp_path / "mine", "first", name="team01")
    agent_folder(tmp_path / "other", "mute", name="team01")
    for name in ("mine", "other"):  # the last one is the first on the path
        monkeypatch.syspath_prepend(str(tmp_path / name))
    assert turn(folder).proposals


def test_who_proposes_nothing_loses_without_a_crash(tmp_path: Path) -> None:
    answer = turn(agent_folder(tmp_path, "mute"))
    assert (answer.ending, answer.proposals) == (None, ())
    answer = turn(agent_folder(tmp_path, "hang"), SHORT)
    assert (answer.ending, answer.proposals) == (None, ())


def test_proposing_none_crashes_as_it_does_there(tmp_path: Path) -> None:
    assert "AttributeError" in turn(agent_folder(tmp_path, "none")).detail


def test_a_value_that_is_no_number_is_shown(tmp_path: Path) -> None:
    folder = Path(agent_folder(tmp_path, "illegal"))
    text = (folder / "sudokuai.py").read_text()
    (folder / "sudokuai.py").write_text(text.replace("Move(0, 0, 99)", "Move(0, 0, 1.5)"))
    assert turn(str(folder)).proposals[-1].move == "(0, 0, '1.5')"


@pytest.mark.parametrize("start", list(StartMethod))
@pytest.mark.parametrize("fresh", [False, True])
def test_nothing_survives_a_turn_but_what_was_saved(
    tmp_path: Path, start: StartMethod, *, fresh: bool
) -> None:
    settings = Settings(start=start, fresh=fresh)
    for body, outputs in (
        ("forgets", ["turns: 1 1\n", "turns: 1 1\n"]),
        ("saves", ["saved before: []\n", "saved before: [0]\n"]),
    ):
        folder = agent_folder(tmp_path, body)
        with Worker(folder, settings) as worker:
            worker.open_game(1)
            assert [worker.turn(START, LONG).output for _ in range(2)] == outputs
            worker.open_game(2)
            assert worker.turn(START, LONG).output == outputs[0], "a new game knows nothing"


def test_the_seed_makes_the_chances_and_each_turn_has_others(tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "random")
    state = SudokuState.start(Board.empty(Shape(3, 3)))
    games = []
    with Worker(folder) as worker:
        for seed in (1, 1, 2):
            worker.open_game(seed)
            games.append([worker.turn(state, LONG).proposals[-1].move for _ in range(3)])
    assert games[0] == games[1] != games[2]
    assert len(set(games[0])) > 1


def test_agents_of_both_editions_meet(tmp_path: Path) -> None:
    first = agent_folder(tmp_path, "saves", "v13")
    second = agent_folder(tmp_path, "saves", "v14")
    with Worker(first) as one, Worker(second) as two:
        one.open_game(1)
        two.open_game(2)
        outcome = play(START, one, two, budget=LONG, rules=START.rules)
    assert outcome.termination is Termination.SCORE, outcome.reason
    assert not outcome.incidents
    assert outcome.plies[2].output == "saved before: [0]\n"
    assert outcome.plies[3].output == "saved before: [1]\n"


@pytest.mark.parametrize("rules", [Rules.ROWS, Rules.BORDER, Rules.RANDOM])
def test_an_agent_of_the_newer_edition_plays_every_mode(tmp_path: Path, rules: Rules) -> None:
    folder = agent_folder(tmp_path, "first", "v14")
    start = SudokuState.start(Board.empty(Shape(2, 2)), rules, 3)
    with Worker(folder) as one, Worker(folder) as two:
        one.open_game(1)
        two.open_game(2)
        outcome = play(start, one, two, budget=LONG)
    assert outcome.termination is Termination.SCORE, outcome.reason


def test_games_that_an_edition_cannot_play_are_refused(tmp_path: Path, bombe: Bombe) -> None:
    old = agent_folder(tmp_path, "first", "v13")
    words = ("match", old, "random", "--generate", "2x2", "-o", str(tmp_path / "log"))
    done = bombe(*words, "--rules", "rows")
    assert (done.code, "which has no play mode rows" in done.err) == (2, True)
    done = bombe(*words, "--nodes", "5")
    assert (done.code, "cannot count nodes" in done.err) == (2, True)
    refuse(agent_folder(tmp_path, "first", "v14"), "sudoku", [Rules.ROWS], 1.0)
    refuse("greedy", "sudoku", [Rules.ROWS], None)
    with pytest.raises(UsageError, match="which does not support dots"):
        refuse(old, "dots", [], 1.0)
    rows = SudokuState.start(START.board, Rules.ROWS)
    assert "which has no play mode rows" in turn(old, LONG, rows).detail


def test_a_match_shows_the_traceback_of_a_crash(tmp_path: Path, bombe: Bombe) -> None:
    folder = agent_folder(tmp_path, "crash")
    log = str(tmp_path / "log")
    done = bombe(
        "match", folder, "greedy", "--generate", "2x2", "--games", "2", "--time", "5", "-o", log
    )
    assert done.code == 0
    assert "Traceback (most recent call last):" in done.err
    assert "raise ValueError('no idea')" in done.err
    assert "2 crash" in done.out


def test_specs_are_read_strictly(tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "first")
    assert resolve(folder) == f"{folder}@v13"
    assert resolve(f"{folder}@v14:spawn=yes") == f"{folder}@v14:spawn=yes"
    with pytest.raises(UnknownNameError, match="known are v13, v14"):
        resolve(f"{folder}@v15")
    with pytest.raises(UnknownNameError, match="unknown option of framework 'deep'"):
        resolve(f"{folder}:deep=3")
    with pytest.raises(UsageError, match=r"has no sudokuai\.py"):
        resolve(str(tmp_path))
    with pytest.raises(UsageError, match="rename the folder"):
        resolve(agent_folder(tmp_path, "first", name="team.42"))


def test_an_agent_without_the_class_is_reported(tmp_path: Path) -> None:
    folder = written(tmp_path / "team01", {"sudokuai.py": "class SudokuAi: pass\n"})
    with Worker(f"{folder}@v13") as worker:
        trouble = worker.trial()
    assert trouble is not None
    assert "has no class SudokuAI; add one" in trouble.detail


def test_one_process_has_one_edition(tmp_path: Path) -> None:
    other = agent_folder(tmp_path, "first", "v14")
    folder = written(
        tmp_path / "team_both",
        {"sudokuai.py": f"from bombe.agents.loading import load\nload({other!r})\n"},
    )
    # In the sandbox it could not even read the other agent.
    ended = turn(f"{folder}@v13", settings=Settings(contain=Containment.NONE))
    assert "has imported another competitive_sudoku" in ended.detail
