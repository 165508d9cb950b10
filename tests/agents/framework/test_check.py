"""`bombe agent check`: a good agent passes, and of a bad one its author learns what is wrong."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest
from folder_agents import CLASS, HEADS, agent_folder, written

from bombe.agents.checks.acceptance import Chance, passing
from bombe.agents.checks.check import check
from bombe.agents.checks.report import Fault, Report
from bombe.agents.checks.samples import samples_of
from bombe.agents.framework.editions import MODES, Edition
from bombe.agents.processes.process import Settings, Worker
from bombe.agents.seats import TurnResult
from bombe.analysis.shares import Share
from bombe.boards import Rules, Shape
from bombe.boards.record import Termination
from bombe.boards.sudoku.reading import read
from bombe.solvers.sandbox import Containment

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

SMALL = (Shape(2, 2),)
SECONDS = (20.0,)
"""Long: these agents return at once, and the machine may be busy."""


def checked(folder: str) -> Report:
    return check(folder, limits=SECONDS, shapes=SMALL)


@pytest.mark.parametrize("edition", ["v13", "v14"])
def test_nothing_is_found_in_a_good_agent(tmp_path: Path, edition: str) -> None:
    report = checked(agent_folder(tmp_path, "saves", edition))
    assert not report.faults
    assert (report.edition, report.saves) == (edition, True)
    mode = Rules.CLASSIC if edition == "v13" else Rules.ROWS
    assert report.modes == [mode]
    assert report.games == {mode: 2}
    assert [timing.spawned for timing in report.timings] == [False] * 3 + [True]
    assert all((timing.first or 0) > 0 for timing in report.timings)
    assert report.import_ms > 0
    text = str(report)
    assert text.endswith("no fault found")
    assert "it saves data between turns" in text


@pytest.mark.parametrize(
    ("body", "what", "words"),
    [
        ("crash", Termination.CRASH, "ValueError: no idea, in line "),
        ("illegal", Termination.OUT_OF_RANGE, "there is no value 99"),
        ("mute", Termination.NO_PROPOSAL, "no proposal within 20 s, in 3 of 3 tries"),
        ("taboo", Termination.TABOO, " is taboo"),
        ("needs_save", Termination.CRASH, "KeyError: 'my tree'"),
    ],
)
def test_what_is_wrong_with_a_bad_agent_is_reported(
    tmp_path: Path, body: str, what: Termination, words: str
) -> None:
    report = checked(agent_folder(tmp_path, body, "v14"))
    found = [fault for fault in report.faults if fault.what is what]
    assert found
    assert any(words in fault.detail for fault in found)
    assert all(fault.state is not None for fault in found)
    assert words in str(report)
    if what is Termination.CRASH:
        assert "| Traceback (most recent call last):" in str(report)


def test_an_agent_that_cannot_be_imported_is_asked_for_nothing_more(tmp_path: Path) -> None:
    folder = written(tmp_path / "team01", {"sudokuai.py": "import nonesuch_module\n"})
    report = checked(f"{folder}@v14")
    ((fault,),) = report.grouped()
    assert (fault.what, fault.where) == (Termination.CRASH, "import and construction")
    assert not report.timings
    assert "No module named 'nonesuch_module'" in str(report)


def test_a_proposal_that_was_illegal_for_a_moment_is_found(tmp_path: Path) -> None:
    folder = tmp_path / "team01"
    text = """
from competitive_sudoku.sudoku import Move
import competitive_sudoku.sudokuai
class SudokuAI(competitive_sudoku.sudokuai.SudokuAI):
    def compute_best_move(self, game_state):
        self.propose_move(Move(0, 0, 99))
        board = game_state.board
        for k, old in enumerate(board.squares):
            for value in range(1, 5):
                near = {board.get(*board.f2rc(j)) for j in range(16) if j // 4 == k // 4
                    or j % 4 == k % 4 or (j // 8, j % 4 // 2) == (k // 8, k % 4 // 2)}
                if not old and value not in near and all(
                    (m.i, m.j, m.value) != (*board.f2rc(k), value) for m in game_state.taboo_moves):
                    self.propose_move(Move(*board.f2rc(k), value))
                    return
"""
    written(folder, {"sudokuai.py": text})
    report = checked(str(folder))
    assert {fault.what for fault in report.faults} == {Termination.OUT_OF_RANGE}
    assert "this was not the last of its proposals" in str(report)


def test_rows_come_first_and_every_mode_has_a_verdict(tmp_path: Path) -> None:
    everywhere = HEADS["v14"].replace("old or (mine is not None and (i, j) not in mine)", "old")
    body = "        self.propose_move(next(legal(game_state)))\n"
    folder = written(tmp_path / "team02", {"sudokuai.py": f"{everywhere}{CLASS}{body}"})
    shapes = (Shape(2, 2), Shape(2, 3))
    modes = MODES[Edition.V14]
    report = check(f"{folder}@v14", limits=SECONDS, shapes=shapes, modes=modes)
    lines = str(report).splitlines()
    table = [line.split()[:2] for line in lines[lines.index("") + 2 :]]
    assert table[:4] == [["rows", "2x2"], ["rows", "2x2"], ["rows", "2x3"], ["rows", "2x3"]]
    at = next(at for at, line in enumerate(lines) if line.endswith("verdict"))
    verdicts = [line.split(maxsplit=3) for line in lines[at + 1 : at + 5]]
    assert [verdict[:3] for verdict in verdicts] == [
        ["rows", "8", "4"],
        ["border", "2", "2"],
        ["random", "2", "2"],
        ["classic", "2", "2"],
    ]
    found = {verdict[0] for verdict in verdicts if verdict[3] == "1 kind of fault found"}
    assert found == {
        str(rules)
        for fault in report.faults
        if fault.state
        for rules in Rules
        if fault.is_in(rules)
    }
    assert {"rows", "random"} <= found
    assert verdicts[-1][3] == "no fault found"
    assert {fault.what for fault in report.faults} == {Termination.NOT_PLAYABLE}
    assert report.faults[0].where.startswith("rows ")


def test_a_crash_after_a_proposal_that_counts_is_no_lost_game(bombe: Bombe, tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "late_crash", "v14")
    report = checked(folder)
    assert report.faults
    assert not report.loses
    assert not report.shapes_with_faults()
    words = "crash: after a proposal that counts: the move counts, and the game continues"
    assert f"1. {words}" in str(report)
    assert "\nno fault found, and 1 kind that loses no game\n" in str(report)
    done = bombe("agent", "check", folder, "--size", "2x2", "--time", "20")
    assert done.code == 0
    assert "ZeroDivisionError" in done.out


def test_both_kinds_of_crashes_are_told_apart(tmp_path: Path) -> None:
    body = "        if len(game_state.moves) % 2:\n            1 / 0\n"
    body += "        self.propose_move(next(legal(game_state)))\n        1 / 0\n"
    files = {"sudokuai.py": f"{HEADS['v13']}{CLASS}{body}"}
    report = checked(written(tmp_path / "team03", files))
    losing, harmless = report.grouped()
    assert {fault.what for fault in (*losing, *harmless)} == {Termination.CRASH}
    assert all(fault.loses for fault in losing)
    assert not any(fault.loses for fault in harmless)
    assert "1 kind of fault found, and 1 kind that loses no game" in str(report)


OPEN = Settings(contain=Containment.NONE)
"""For agents that write where they must not."""
SLOW = "import time, pathlib\n"


def test_a_late_turn_is_repeated_before_it_is_a_fault(tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    body = f"""        if not pathlib.Path({str(mark)!r}).exists():
            pathlib.Path({str(mark)!r}).touch()
            time.sleep(60)
        self.propose_move(next(legal(game_state)))
"""
    folder = written(tmp_path / "team04", {"sudokuai.py": f"{SLOW}{HEADS['v13']}{CLASS}{body}"})
    report = check(folder, limits=(2.0,), shapes=SMALL, settings=OPEN)
    assert mark.exists()
    assert not report.faults
    assert report.repaired == ["2x2 open, forked"]
    assert max(timing.first or 9e9 for timing in report.timings) < 2000
    assert "1 late turn in time when repeated, and so no fault: 2x2 open, forked" in str(report)


def test_a_lost_turn_of_a_game_is_repeated_before_it_is_a_fault(tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    body = f"""        if len(game_state.moves) > 6 and not pathlib.Path({str(mark)!r}).exists():
            pathlib.Path({str(mark)!r}).touch()
            time.sleep(60)
        self.propose_move(next(legal(game_state)))
"""
    folder = written(tmp_path / "team05", {"sudokuai.py": f"{SLOW}{HEADS['v13']}{CLASS}{body}"})
    report = check(folder, limits=(2.0,), shapes=SMALL, settings=OPEN)
    assert mark.exists()
    assert not report.faults
    assert report.repaired == ["2x2 game as player 1"]


def test_turns_that_other_programs_starved_are_named_and_are_no_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starved = TurnResult((), 700.0, Termination.HANG, "hung", withheld_ms=600.0, withheld=0.85)
    monkeypatch.setattr(Worker, "turn", lambda *_: starved)
    body = "        self.propose_move(next(legal(game_state)))\n"
    folder = written(tmp_path / "team08", {"sudokuai.py": f"{HEADS['v13']}{CLASS}{body}"})
    report = check(folder, limits=(0.7,), shapes=SMALL)
    assert not report.faults
    assert {"2x2 open, forked", "2x2 middle, new interpreter"} < set(report.starved)
    assert "2x2 game as player 1" in report.starved
    assert "cannot be judged, since other programs took the time: 2x2 " in str(report)
    assert json.loads(report.to_json())["starved"]


def test_the_verdict_agrees_with_the_lateness_in_the_table(tmp_path: Path) -> None:
    text = f"import time\ntime.sleep(0.8)\n{HEADS['v13']}{CLASS}        "
    body = "self.propose_move(next(legal(game_state)))\n"
    folder = written(tmp_path / "team06", {"sudokuai.py": text + body})
    report = check(folder, limits=(0.7, 20.0), shapes=SMALL)
    (fault,) = report.faults
    assert (fault.what, fault.where) == (Termination.NO_PROPOSAL, "2x2 middle, new interpreter")
    assert fault.detail == "no proposal within 0.7 s, in 3 of 3 tries"
    assert report.loses
    (row,) = [line for line in str(report).splitlines() if "new interpreter " in line]
    assert row.split()[-6:] == ["1", "of", "1", "0", "of", "1"]
    assert "no fault found" not in str(report)


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (0.2, 1.1, "load of the machine: 0.2 before the check, 1.1 after it, on "),
        (99.0, 99.5, "others keep it busy, so times are longer than they would be"),
        (0.0, 99.5, "others keep it busy"),
        (None, None, "its load is not known here"),
    ],
)
def test_the_load_of_the_machine_is_reported(
    tmp_path: Path, before: float | None, after: float | None, words: str
) -> None:
    loads = iter([before, after])
    folder = written(tmp_path / "team07", {"sudokuai.py": "import nonesuch_module\n"})
    report = check(f"{folder}@v13", shapes=SMALL, load=lambda: next(loads))
    assert words in str(report)
    assert report.load
    assert json.loads(report.to_json())["load"]["before"] == before


def test_the_command_writes_positions_and_exits_with_1(bombe: Bombe, tmp_path: Path) -> None:
    folder, out = agent_folder(tmp_path, "illegal", "v13"), tmp_path / "faults"
    words = ("agent", "check", folder, "--size", "2x2", "--time", "20")
    done = bombe(*words, "-o", str(out))
    assert done.code == 1
    (path,) = out.iterdir()
    assert f"position: {path}" in done.out
    assert read(path).board.shape == Shape(2, 2)
    document = json.loads(bombe(*words, "--json").out)
    assert document["schema"] == "bombe.agent-check/2"
    assert document["edition"] == "v13"
    assert [fault["what"] for fault in document["faults"]] == ["out-of-range"]
    assert [fault["rules"] for fault in document["faults"]] == [["classic"]]
    assert document["modes"][0]["verdict"] == "1 kind of fault found"
    assert document["load"]["cores"] > 0
    assert document["troubled"] == ["2x2"]
    assert len(document["sizes"][0]["forked_ms"]) == 3


def test_the_chance_to_pass_is_estimated(bombe: Bombe, tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "first", "v14")
    words = ("agent", "check", folder, "--size", "2x2", "--time", "20", "--json")
    done = bombe(*words, "--pass", "random", "--games", "2", "--need", "1", "--sample", "2")
    chance = json.loads(done.out)["chance"]
    assert (chance["sample"], chance["games"], chance["need"]) == (2, 2, 1)
    assert chance["rules"] == "rows"
    low, high = chance["interval"]
    assert 0 <= low <= chance["percent"] <= high <= 100
    assert bombe(*words, "--pass", "random", "--need", "7").code == 2
    assert bombe(*words, "--pass", "nobody").code == 2
    assert "an even number" in bombe(*words, "--pass", "random", "--sample", "3").err


def test_an_agent_of_v14_is_checked_in_rows_and_in_the_modes_that_are_named(
    bombe: Bombe, tmp_path: Path
) -> None:
    """In classic play its allowed squares are None, which is no fault of the agent."""
    text = f"{HEADS['v14']}{CLASS}        assert game_state.player_squares() is not None\n"
    body = "        self.propose_move(next(legal(game_state)))\n"
    folder = written(tmp_path / "team02", {"sudokuai.py": text + body})
    words = ("--size", "2x2", "--time", "20", "--no-progress")
    done = bombe("agent", "check", folder, *words)
    assert (done.code, "no fault found" in done.out) == (0, True)
    assert "\nplay mode rows\n" in done.out
    done = bombe("agent", "check", folder, *words, "--rules", "border,classic", "--json")
    found = [(one["rules"], one["turns"], one["faults"]) for one in json.loads(done.out)["modes"]]
    assert (done.code, found) == (1, [("border", 4, 0), ("classic", 1, 1)])
    assert bombe("agent", "check", folder, *words, "--rules", "lines").code == 2
    older = agent_folder(tmp_path, "first", "v13")
    done = bombe("agent", "check", older, *words, "--rules", "rows")
    assert (done.code, "which has no play mode rows" in done.err) == (2, True)


def test_an_acceptance_match_of_an_older_edition_is_classic(bombe: Bombe, tmp_path: Path) -> None:
    older = agent_folder(tmp_path, "first", "v13")
    words = ("--size", "2x2", "--time", "20", "--sample", "2", "--games", "2", "--need", "1")
    done = bombe("agent", "check", older, *words, "--pass", "random", "--json", "--no-progress")
    assert json.loads(done.out)["chance"]["rules"] == "classic"


def test_folders_only_can_be_checked(bombe: Bombe) -> None:
    done = bombe("agent", "check", "greedy")
    assert done.code == 2
    assert "is not a folder with a sudokuai.py" in done.err


@pytest.mark.parametrize("command", [("agent",), ("agent", "check")])
def test_the_commands_have_help(bombe: Bombe, command: tuple[str, ...]) -> None:
    done = bombe(*command, "--help")
    assert done.code == 0
    assert "Exit codes:" in done.out


def test_passing_is_a_sum_of_binomials() -> None:
    assert passing(100, 6, 5) == 100
    assert passing(0, 6, 5) == 0
    assert passing(50, 6, 5) == pytest.approx(100 * 7 / 64)
    assert passing(30, 1, 1) == pytest.approx(30)
    chance = Chance("greedy", 6, 5, Share(15, 20), 0.5)
    low, high = chance.interval
    assert 0 < low < chance.percent < high < 100
    assert chance.percent == pytest.approx(100 * (6 * 0.75**5 * 0.25 + 0.75**6))
    assert not math.isnan(Chance("greedy", 6, 5, Share(0, 20), 0.5).percent)


@pytest.mark.parametrize("rules", list(Rules))
def test_sample_positions_are_reached_by_the_rules(rules: Rules) -> None:
    for _, state in samples_of(Shape(2, 3), 5, rules):
        assert not state.is_over
        assert len(state.history) >= 2
        assert state.initial_board.givens < state.board.givens


@pytest.mark.parametrize("size", ["1x1", "1x2", "2x1", "1x3"])
@pytest.mark.parametrize("rules", list(Rules))
def test_samples_of_the_smallest_boards_are_no_ended_games(size: str, rules: Rules) -> None:
    nobody_can_begin = (size, rules) == ("1x1", Rules.RANDOM)
    for _, state in samples_of(Shape.parse(size), 5, rules):
        assert state.is_over == nobody_can_begin


@pytest.mark.parametrize("rules", list(Rules))
def test_the_position_of_a_fault_is_printed_with_all_that_it_has(rules: Rules) -> None:
    for _, state in samples_of(Shape(2, 3), 5, rules):
        state = state.game.after(state, state.moves()[0], is_bomb=True)  # noqa: PLW2901 - with a taboo move
        fault = Fault(Termination.CRASH, "here", "Error, in line 7 of x.py", state)
        report = Report("x", "v14", (), (1.0,), faults=(fault,))  # type: ignore[arg-type] # as good as the enum
        (line,) = (line for line in str(report).splitlines() if "position: " in line)
        assert read(line.partition("position: ")[2]) == state


def test_faults_of_one_kind_are_told_together() -> None:
    faults = [
        Fault(Termination.CRASH, f"place {n}", f"Error {n}, in line 7 of x.py") for n in range(9)
    ]
    other = Fault(Termination.CRASH, "there", "Error, in line 8 of x.py")
    report = Report("x", "v13", (), (1.0,), faults=(*faults, other))  # type: ignore[arg-type] # as good as the enum
    assert [len(group) for group in report.grouped()] == [9, 1]
    assert "place 4; and 4 more places" in str(report)
