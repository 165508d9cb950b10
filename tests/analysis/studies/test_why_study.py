"""The study of how bombs are seen: its positions, what it says of them, its file and its tables."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any

import pytest

from bombe.agents.arena.proposing import propose
from bombe.analysis.audit import audit
from bombe.analysis.studies.files import Results
from bombe.analysis.studies.why import peers, work
from bombe.analysis.studies.why.figures import ProposalLine, SeenLine, tenth_of
from bombe.analysis.studies.why.peers import PeerCore
from bombe.analysis.studies.why.results import WHY, positions_in
from bombe.analysis.studies.why.study import (
    SAFE,
    ProposedLevel,
    SeenBombs,
    WhyGame,
    WhyPlan,
    WhyPosition,
    WhyTask,
    positions_of,
)
from bombe.analysis.why.finders import finder_for
from bombe.analysis.why.refutation import Fact, Question, Refutation
from bombe.boards import Board, Move
from bombe.boards.sudoku.reading import read, write
from bombe.boards.sudoku.symbols import board_line
from bombe.commands import main
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

WORDS = ["study", "why", "hard-2x2", "random-3x3", "--generate", "2x3", "--games", "2"]
SMALL = [*WORDS, "--positions", "3", "--seed", "5"]


def plan_of(**changes: Any) -> WhyPlan:
    fields: dict[str, Any] = {
        "boards": {"hard": write_of("hard-2x3")},
        "shapes": (),
        "games": 1,
        "positions": 4,
        "check": True,
        "cores": 0,
        "peers": (),
        "agents": (),
        "nodes": 10,
        "seconds": 60.0,
        "core_seconds": 60.0,
        "seed": 1,
        "version": "0",
    }
    return WhyPlan(**fields | changes)


def write_of(name: str) -> str:
    return write(read(name))


def looked(plan: WhyPlan, asked: work.Propose = propose) -> list[WhyPosition]:
    games = [work.perform(task, lambda: False, plan, asked) for task in WHY.tasks(plan)]
    return [position for game in games if game for position in game.positions]


def position_with(*seen: SeenBombs, **changes: Any) -> WhyPosition:
    fields: dict[str, Any] = {
        "board": "." * 7 + "1" * 9,
        "shape": "2x2",
        "empties": 7,
        "is_proper": True,
        "moves": 10,
        "seen": seen,
        "rating": 0.001,
    }
    return WhyPosition(**fields | changes)


def test_positions_follow_from_the_board_by_safe_moves() -> None:
    plan = plan_of(positions=99)
    boards = list(positions_of(WhyTask("hard", 0), plan))
    assert boards[0] == read("hard-2x3").board
    assert [board.values.count(0) for board in boards] == list(range(len(boards), 0, -1))
    for before, after in itertools.pairwise(boards):
        (cell,) = [at for at in before.empty_cells() if after.values[at]]
        row, column = before.shape.coordinates(cell)
        safe = audit(before).safe
        assert Move(row, column, after.values[cell]) in safe
    assert list(positions_of(WhyTask("hard", 0), plan)) == boards
    assert list(positions_of(WhyTask("hard", 1), plan)) != boards


def test_some_positions_of_a_game_are_a_sample_of_all() -> None:
    task = WhyTask("loose 2x3", 0)
    plan = plan_of(boards={}, shapes=("2x3",), positions=5)
    some = list(positions_of(task, plan))
    assert len(set(some)) == 5
    assert all(isinstance(board, Board) and board.shape.size == 6 for board in some)


def test_a_position_says_what_is_true_of_its_bombs() -> None:
    for at in looked(plan_of(shapes=("2x2",), positions=6)):
        board = read(at.board).board
        bombs = audit(board).bombs
        assert (at.bombs, at.checked, at.faults) == (len(bombs), len(bombs), ())
        assert len(at.chains) == len(bombs)
        levels = [0, 0, 0, 0]
        for row, column, value in bombs:
            question = Question(Fact(board.shape.cell(row, column), value))
            found = finder_for(board.shape).refute(board, question, Meter(Budget()))
            assert found is not None
            levels[found.rating.level] += 1
        assert SeenLine.of([at]).levels == tuple(levels)
        assert at.moves == len(bombs) + len(audit(board).safe)


def test_ratings_alone_say_the_same_of_levels() -> None:
    checked, rated = (looked(plan_of(check=check)) for check in (True, False))
    for one, other in zip(checked, rated, strict=True):
        assert SeenLine.of([one]).levels == SeenLine.of([other]).levels
        assert (other.checked, other.chains) == (0, ())


def test_a_chain_that_does_not_hold_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless:
        """Leaves the first step out."""

        def refute(self, board: Board, question: Question, meter: Meter) -> Refutation | None:
            found = finder_for(board.shape).refute(board, question, meter)
            return found and Refutation(found.steps[1:], found.end)

    monkeypatch.setattr(work, "finder_for", lambda _shape: Careless())
    (at, *_) = looked(plan_of(positions=99))
    with_steps = sum(seen.bombs for seen in at.seen) - at.checked
    assert with_steps
    assert len(at.faults) == with_steps
    assert "the chain against" in at.faults[0]


def test_the_command_fails_where_a_chain_does_not_hold(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(work, "fault_in", lambda *_: "it is planted")
    assert main([*SMALL, "--check"]) == 1
    assert "it is planted" in capsys.readouterr().err


def test_without_time_bombs_are_left_open() -> None:
    at = looked(plan_of(boards={"hard": write_of("hard-3x3")}, seconds=1e-9, games=0))
    assert sum(each.not_rated + each.undecided for each in at)
    assert not sum(each.checked for each in at)


def test_positions_are_taken_as_they_are() -> None:
    (at,) = looked(plan_of(games=0))
    board = read("hard-2x3").board
    assert (at.board, at.empties) == (board_line(board), len(board.empty_cells()))


def test_steps_and_levels_are_counted_over_positions() -> None:
    line = SeenLine.of(
        [
            position_with(SeenBombs(0, 0, 0, 5), SeenBombs(1, 0, 3, 2)),
            position_with(SeenBombs(1, 0, 7, 1), SeenBombs(3, 2, 30, 2), not_rated=1),
        ]
    )
    assert line.levels == (5, 3, 0, 2)
    assert (line.bombs, line.steps, line.deepest, line.not_rated) == (11, 3, 2, 1)
    assert round(line.shares[1].percent) == 27


def test_the_tenths_are_of_all_cells() -> None:
    assert tenth_of(position_with()) == 4
    assert tenth_of(position_with(empties=16)) == 9


def test_proposals_have_the_level_of_their_bomb() -> None:
    board = read("hard-2x3").board
    found = audit(board)
    moves = {"a bomb": found.bombs[0], "a safe move": found.safe[0], "nothing": None}
    plan = plan_of(games=0, agents=tuple(moves))
    (at,) = looked(plan, lambda agent, *_: moves[agent])
    levels = dict(at.proposals)
    assert levels["a safe move"] == SAFE
    assert "nothing" not in levels
    row, column, value = found.bombs[0]
    question = Question(Fact(board.shape.cell(row, column), value))
    refutation = finder_for(board.shape).refute(board, question, Meter(Budget()))
    assert refutation is not None
    assert levels["a bomb"] == refutation.rating.level


def test_agents_are_compared_with_moves_drawn_at_random() -> None:
    positions = [
        position_with(
            SeenBombs(0, 0, 0, 2), SeenBombs(1, 0, 3, 3), proposals=(ProposedLevel("a", level),)
        )
        for level in (0, SAFE, SAFE, 1)
    ]
    line = ProposalLine.of([*positions, position_with(SeenBombs(0, 0, 0, 9))], "a")
    assert line.positions == 4
    assert line.levels == (1, 1, 0, 0)
    assert line.drawn == pytest.approx((20, 30, 0, 0))


def test_who_knows_the_solution_proposes_no_bomb_by_mistake() -> None:
    plan = plan_of(check=False, positions=30, agents=("mcts-cells", "random"))
    odd = [at for at in looked(plan) if at.empties % 2]
    levels = {agent: [dict(at.proposals)[agent] for at in odd] for agent in plan.agents}
    assert set(levels["mcts-cells"]) == {SAFE}
    assert set(levels["random"]) != {SAFE}


def test_cores_are_found_in_time_or_not() -> None:
    (at,) = looked(plan_of(games=0, cores=3))
    assert len(at.cores) == 3
    assert all(core.is_smallest for core in at.cores)
    assert not at.faults


def planted_peer(answer: Callable[[Board], tuple[int, ...]]) -> Callable[..., PeerCore]:
    def peer(board: Board, _fact: Fact) -> PeerCore:
        return PeerCore(answer(board), 1.0)

    return peer


def test_peers_are_compared_before_their_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    filled = planted_peer(lambda board: tuple(at for at, v in enumerate(board.values) if v))
    monkeypatch.setitem(peers.PEERS, "all cells", filled)
    monkeypatch.setitem(peers.PEERS, "no cell", planted_peer(lambda _: ()))
    (at,) = looked(plan_of(games=0, cores=1, peers=("all cells", "no cell")))
    assert any("cells are enough for all cells" in fault for fault in at.faults)
    assert any("the core of no cell" in fault for fault in at.faults)


@pytest.mark.parametrize("name", ["optux", "cpmpy"])
def test_a_peer_finds_cores_of_the_same_size(name: str) -> None:
    pytest.importorskip("pysat" if name == "optux" else "cpmpy")
    plan = plan_of(games=0, cores=2, peers=(name,))
    (at,) = looked(plan)
    assert not at.faults
    assert all(set(core.peers) == {name} for core in at.cores)
    assert "times ours" in WHY.text(Results(plan, [WhyGame("hard", 0, (at,))]))


def test_a_peer_that_is_missing_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["study", "why", "hard-2x2", "--peer", "optux"]) == 2
    assert "pip install python-sat" in capsys.readouterr().err


def test_tables_and_pictures_hold_what_was_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "why.jsonl"
    words = [*WORDS, "--positions", "20", "--agent", "minimax", "-o", str(path)]
    assert main([*words, "--pictures", str(tmp_path / "one")]) == 0
    text = capsys.readouterr().out
    study = WHY.read(path)
    bombs = sum(at.bombs for at in positions_in(study))
    assert f"{bombs:,} bombs in {len(positions_in(study))} positions of 10 games, seed 0" in text
    assert "| minimax " in text
    assert "Chains" not in text
    assert WHY.draw is not None
    files = WHY.draw(study, tmp_path / "two")
    assert "seen-3x3-one.svg" in {file.name for file in files}
    for file in files:
        assert file.read_bytes() == (tmp_path / "one" / file.name).read_bytes()


def test_too_few_bombs_for_a_picture_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["study", "why", "hard-2x2", "--games", "0", "--agent", "greedy", "--no-progress"]
    assert main([*words, "--pictures", str(tmp_path)]) == 0
    done = capsys.readouterr()
    assert "0 pictures in" in done.err
    assert "a picture needs two tenths of fill with at least 20 bombs each; raise" in done.err
    assert re.search(r"any legal move +\| odd +\| +0 +\| +- ", done.out)


def test_an_agent_of_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["study", "why", "hard-2x2", "--agent", "dots/pmcs"]) == 2
    assert "unknown agent of sudoku 'dots/pmcs'" in capsys.readouterr().err


def test_generated_boards_need_games() -> None:
    assert main(["study", "why", "--generate", "2x2", "--games", "0"]) == 2


def test_the_order_of_the_tasks_says_something_of_each_board() -> None:
    plan = plan_of(shapes=("2x2",), games=2)
    assert [task.source for task in WHY.tasks(plan)][:4] == [
        "hard",
        "irreducible 2x2",
        "loose 2x2",
        "improper 2x2",
    ]
