"""Agents exported for the course framework: the files, and that they are the agents they say."""

from __future__ import annotations

import ast
import importlib
import json
import pickle
import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from light_positions import light
from random_states import SHAPES, random_state
from stand_in.play import HERE, play

from bombe import agents, read
from bombe.agents.contract import Clock
from bombe.agents.exports import EDITIONS, EXPORTS, export
from bombe.agents.exports.writer import REPLACED_BY
from bombe.agents.processes.process import Worker
from bombe.agents.sudoku.scratch import Scratch
from bombe.boards import Move, Rules, Shape
from bombe.boards.errors import UnknownNameError, UsageError
from bombe.boards.sudoku.reading import write
from bombe.solvers import Budget

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from running import Bombe

NAMES = [entrant.name for entrant in EXPORTS]
LIGHT_SHAPES = [shape for shape in SHAPES if shape.cells > 1]
ONE_TURN = """\
import importlib, json, sys
sys.path[:0] = sys.argv[1:3]
edition, folders, board = sys.argv[3], sys.argv[4].split(), sys.argv[5]
sudoku = importlib.import_module("competitive_sudoku.sudoku")
result = {}

class Enough(BaseException):
    pass

def propose(move):
    where = move.square if edition == "v14" else (move.i, move.j)
    proposals.append([*where, move.value])
    if len(proposals) == 2:
        raise Enough

for folder in folders:
    module = importlib.import_module(folder + ".sudokuai")
    importlib.import_module(folder + ".chosen").SEED = 7
    agent, proposals = module.SudokuAI(), []
    read = sudoku.parse_sudoku_board if edition == "v14" else sudoku.load_sudoku_from_text
    boards = [read(board) for _ in range(2)]
    agent.propose_move = propose
    try:
        agent.compute_best_move(sudoku.GameState(*boards, [], [], [0, 0]))
    except Enough:
        result[folder] = proposals
result["modules"] = [name for name in sys.modules if name.partition(".")[0] == "bombe"]
print(json.dumps(result))
"""
"""Two proposals of each agent: a greedy one while it is imported, then its own first one."""


# The files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", NAMES)
def test_an_export_is_python_3_10_and_needs_the_standard_library_only(
    name: str, edition: str, tmp_path: Path
) -> None:
    paths = export(name, tmp_path / "team00_A9", edition)
    assert sorted(paths) == sorted((tmp_path / "team00_A9").iterdir())
    stems = {path.stem for path in paths}
    assert {"__init__", "sudokuai", "turn", "chosen", "position"} <= stems
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"# Bombe's agent {name}, written by Bombe")
        assert "do not hand it in" in text
        assert "StrEnum" not in text
        for node in ast.walk(ast.parse(text, feature_version=(3, 10))):
            if isinstance(node, ast.ImportFrom) and node.level:
                assert node.module in stems
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                names = [getattr(node, "module", None) or alias.name for alias in node.names]
                roots = {name.partition(".")[0] for name in names}
                assert roots <= {*sys.stdlib_module_names, "competitive_sudoku"}


@pytest.mark.parametrize("original", REPLACED_BY)
def test_a_copy_offers_nothing_that_its_original_does_not(original: str) -> None:
    ours = importlib.import_module(original)
    copy = importlib.import_module(REPLACED_BY[original])
    names = {name for name in vars(copy) if not name.startswith("_")}
    shared = [name for name in names if hasattr(ours, name) and callable(getattr(copy, name))]
    assert shared
    for name in shared:
        assert copied_interface(getattr(copy, name)) <= interface(getattr(ours, name))


def copied_interface(thing: object) -> set[str]:
    """Return the public names that a class of ours defines itself; a function has none."""
    return {name for name in vars(thing) if not name.startswith("_")}


def interface(thing: object) -> set[str]:
    """Return all public names of a class, inherited ones and fields included."""
    return {*dir(thing), *getattr(thing, "__annotations__", {})}


@pytest.mark.parametrize("edition", EDITIONS)
def test_exported_agents_propose_what_ours_propose_and_load_nothing_of_ours(
    edition: str, tmp_path: Path
) -> None:
    folders = ["team_" + name.replace("-", "_") for name in NAMES]
    for name, folder in zip(NAMES, folders, strict=True):
        export(name, tmp_path / folder, edition)
    state = read("random-2x3")
    words = [str(HERE / edition), str(tmp_path), edition, " ".join(folders)]
    done = subprocess.run(
        [sys.executable, "-I", "-c", ONE_TURN, *words, write(state, "framework")],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
    )
    result = json.loads(done.stdout)
    assert result.pop("modules") == []
    for name, folder in zip(NAMES, folders, strict=True):
        _, proposal = result[folder]
        if name != "champion":  # ours has a solver of its own
            assert proposal == list(next(iter(agents.get(name, 7).choose(state, Clock()))))


def test_options_are_written_into_the_export(tmp_path: Path) -> None:
    export("mcts:c=0.5,k=3", tmp_path / "a", "v13")
    export("mcts-cells:selection=max,reward=result", tmp_path / "b", "v14")
    assert "MctsAgent(SEED, c=0.5, k=3)" in (tmp_path / "a" / "chosen.py").read_text()
    chosen = (tmp_path / "b" / "chosen.py").read_text()
    assert "CellsAgent(SEED, selection=Selection('max'), reward=Reward('result'))" in chosen


@pytest.mark.parametrize(
    ("agent", "folder", "message"),
    [
        ("greeedy", "team01", "did you mean 'greedy'?"),
        ("oracle", "team01", "unknown agent to export 'oracle'"),
        ("mcts:d=1", "team01", "unknown option of mcts 'd'"),
        ("mcts:c=x", "team01", "c=x: give a number"),
        ("mcts-cells:solver=auto", "team01", "an export has no option 'solver': leave it out"),
        ("greedy", "team-01", "the folder 'team-01' cannot be imported: give a Python name"),
        ("greedy", "class", "the folder 'class' cannot be imported"),
        ("greedy", "random", "would hide the package of that name"),
        ("greedy", "competitive_sudoku", "would hide the package of that name"),
        ("greedy", "there", "already exists: give another name, or --force"),
    ],
)
def test_what_cannot_be_exported_is_refused(
    agent: str, folder: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(UsageError) as caught:
        export(agent, tmp_path / folder, "v13")
    assert message in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_only_an_earlier_export_is_replaced(bombe: Bombe, tmp_path: Path) -> None:
    words = ("agent", "export", "greedy", "--as", str(tmp_path / "team01"), "--edition", "v14")
    assert bombe(*words).code == 0
    assert bombe(*words).code == 2
    (tmp_path / "team01" / "rest.py").write_text("")
    assert bombe(*words, "--force").out.splitlines() == [
        str(path) for path in sorted((tmp_path / "team01").iterdir())
    ]
    assert not (tmp_path / "team01" / "rest.py").exists()
    (tmp_path / "team01" / "sudokuai.py").write_text("# mine")
    assert "was not written by an export" in bombe(*words, "--force").err
    with pytest.raises(UnknownNameError):
        export("greedy", tmp_path / "team02", "v15")


# The kernel ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize("shape", LIGHT_SHAPES, ids=str)
def test_light_positions_are_like_ours(shape: Shape, rules: Rules) -> None:
    state = random_state(random.Random(f"{shape}{rules}"), shape, rules, turns=12)
    twin = light(state)
    geometry, ours = twin.board.shape.geometry, shape.geometry
    assert list(map(tuple, geometry.regions)) == list(ours.regions)
    assert geometry.regions_of == list(ours.regions_of)
    assert list(map(set, geometry.neighbours)) == list(map(set, ours.neighbours))
    assert twin.move_masks() == state.move_masks()
    assert twin.board.candidate_masks() == state.board.candidate_masks()
    a, b = Scratch(state), Scratch(twin)  # type: ignore[arg-type] # that they are alike is the claim
    for name in ("to_move", "margin", "empty", "left", "used", "taboo", "is_unrestricted", "reach"):
        assert getattr(a, name) == getattr(b, name)


@pytest.mark.parametrize("name", ["greedy", "minimax-skip", "mcts", "minimax-pruned"])
def test_agents_propose_the_same_on_light_positions(name: str) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        state = random_state(rng, rng.choice(LIGHT_SHAPES[:8]), rng.choice([*Rules]), turns=9)
        ours = list(agents.get(name, seed).choose(state, Clock(nodes=60)))
        twins: Iterator[Move] = agents.get(name, seed).choose(light(state), Clock(nodes=60))  # type: ignore[arg-type] # as above
        assert [Move(*move) for move in twins] == ours


# Full games ---------------------------------------------------------------------------------------


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """The oracle program."""
    from oracle_program import installed

    return installed(tmp_path / "framework")


@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_exported_agents_play_full_games(
    edition: str, start: str, program: Path, tmp_path: Path
) -> None:
    first = export("champion", tmp_path / "team01", edition)[0].parent
    second = export("greedy", tmp_path / "team02", edition)[0].parent
    board = write(read("easy-2x2"), "framework")
    allowed = [[*range(8)], [*range(8, 16)]] if edition == "v14" and start == "fork" else None
    played = play(
        edition, first, second, board, oracle=program, folder=tmp_path, start=start, allowed=allowed
    )
    assert not played.is_forfeit, played.output
    assert played.output == ""


@pytest.mark.long
@pytest.mark.parametrize("limit", [0.1, 0.5, 1.0])
@pytest.mark.parametrize("start", ["fork", "spawn"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "board", ["easy-2x2", "random-2x3", "easy-3x3", "random-3x4", "random-4x4"]
)
@pytest.mark.parametrize("pair", [("champion", "mcts"), ("minimax-skip", "greedy")], ids=str)
def test_exported_agents_lose_no_game_for_time(
    pair: tuple[str, str],
    board: str,
    edition: str,
    start: str,
    limit: float,
    program: Path,
    tmp_path: Path,
) -> None:
    def lost_for_time(first: Path | str, second: Path | str, board: str) -> bool:
        text = write(read(board), "framework")
        return play(
            edition, first, second, text, oracle=program, folder=tmp_path, limit=limit, start=start
        ).is_forfeit

    # It proposes as its first act: who starts processes more slowly than that cannot play at all.
    if lost_for_time("first_player", "first_player", "easy-2x2"):
        pytest.skip("this machine takes longer than a turn to start a process")
    first, second = (export(name, tmp_path / name[:4], edition)[0].parent for name in pair)
    assert not lost_for_time(first, second, board)


@pytest.mark.parametrize("start", ["", ":spawn=yes"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_exported_agent_remembers_the_depth_that_it_finished(
    edition: str, start: str, tmp_path: Path
) -> None:
    export("minimax:discover=yes,depth=3", tmp_path / "team_deep", edition)
    game = tmp_path / "game"
    game.mkdir()
    with Worker(f"{tmp_path / 'team_deep'}{start}") as worker:
        worker.open_game(1, game)
        for _ in range(2):
            result = worker.turn(read("easy-2x2"), Budget(seconds=60.0))
            assert result.ending is None, result
            assert result.proposals
    assert pickle.loads((game / "1.pkl").read_bytes()) == 2  # noqa: S301 - our own agent wrote it


def test_an_exported_agent_remembers_how_long_it_lived(tmp_path: Path) -> None:
    export("mcts-cells:discover=yes", tmp_path / "team_long", "v14")
    game = tmp_path / "game"
    game.mkdir()
    with Worker(str(tmp_path / "team_long")) as worker:
        worker.open_game(1, game)
        begin = time.perf_counter()
        assert worker.turn(read("easy-3x3"), Budget(seconds=0.5)).ending is None
        lasted = time.perf_counter() - begin
    assert 0 < pickle.loads((game / "1.pkl").read_bytes()) <= lasted  # noqa: S301 - as above
