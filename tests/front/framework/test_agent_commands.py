"""`bombe agent list`, `show` and `move`: which agents there are, and what they would play."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from folder_agents import agent_folder

from bombe.agents.table import AGENTS, agents_of, specs
from bombe.boards.game import GAMES

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

    from bombe.agents.entrants import Entrant

OWN = '''
class Fine:
    """Proposes the first legal move."""
    def __init__(self, seed, *, depth=3): self.seed = seed
    def choose(self, state, clock):
        clock.note(depth=4, seed=self.seed)
        yield next(iter(state.moves()))
class Late(Fine):
    def choose(self, state, clock):
        yield from super().choose(state, clock)
        raise ValueError("boom")
class Crash(Fine):
    def choose(self, state, clock):
        print("\\x1b[31mred")
        raise ValueError("boom")
class Silent(Fine):
    def choose(self, state, clock):
        return iter(())
class Wrong(Fine):
    def choose(self, state, clock):
        yield "to the left"
class Hang(Fine):
    def choose(self, state, clock):
        while True: pass
'''
FULL = "1234341221434321"


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(OWN)
    return str(path)


def test_the_list_has_every_agent_and_says_what_is_missing(bombe: Bombe) -> None:
    lines = bombe("agent", "list").out
    assert max(map(len, lines.splitlines())) < 80
    for one in specs():
        assert f"  {one} " in lines
    found = json.loads(bombe("agent", "list", "--json").out)["agents"]
    assert [one["spec"] for one in found] == [e.spec for game in GAMES for e in agents_of(game)]
    missing = {one["spec"] for one in found if not one["available"]}
    assert ("missing: pyspiel; run `python -m pip" in " ".join(lines.split())) == bool(missing)
    only = bombe("agent", "list", "--game", "dots").out
    assert "dots/pmcs" in only
    assert "champion" not in only


@pytest.mark.parametrize("one", AGENTS, ids=lambda one: f"{one.game} {one.name}")
def test_every_option_of_every_agent_is_explained_where_it_is_defined(one: Entrant) -> None:
    documented_options = one.documented_options()
    assert [option.name for option in documented_options] == list(one.defaults())
    for option in documented_options:
        assert option.text, f"{one}: say in the class what `{option.name}` does"
        assert option.values


@pytest.mark.usefixtures("in_own_folder")
def test_an_agent_is_shown_with_its_options_and_an_example_that_works(bombe: Bombe) -> None:
    done = bombe("agent", "show", "mcts")
    assert done.code == 0
    assert "  c=1.5                     a number\n      `c` is the weight of expl" in done.out
    assert "  rollout=penalised         penalised, points, cells\n" in done.out
    assert "Of the same name: dots/mcts" in done.out
    example = done.out.partition("bombe match ")[2].splitlines()[0].split()
    small = ("--generate", "2x2", "--nodes", "5", "--no-progress", "--games", "2")
    assert bombe("match", *example[:2], *small).code == 0
    shown = json.loads(bombe("agent", "show", "dots/heuristic", "--json").out)
    assert [(one["name"], one["default"], one["values"]) for one in shown["options"]] == [
        ("judge", "score", "score, chains")
    ]


def test_an_unknown_agent_is_reported_with_its_like(bombe: Bombe, own: str) -> None:
    assert "did you mean 'mcts'" in bombe("agent", "show", "mtcs").err
    done = bombe("agent", "show", f"{own}:Fine")
    assert (done.code, done.out) == (2, "")
    assert "only Bombe's own agents are shown" in done.err


def test_a_move_is_shown_with_proposals_notes_and_points(bombe: Bombe, own: str) -> None:
    board = "." + FULL[1:]
    done = bombe("agent", "move", f"{own}:Fine", board, "--nodes", "5", "--seed", "7")
    assert done.code == 0
    first, proposal, played, notes, thought = done.out.splitlines()
    assert first == f"{own}:Fine, player 1 of Competitive Sudoku"
    assert proposal.endswith(" ms  (0,0) -> 1")
    assert played == "plays (0,0) -> 1, for 7 points"
    assert notes == "notes: depth=4, seed=7"
    assert thought.startswith("thought ")


def test_a_move_for_programs(bombe: Bombe) -> None:
    words = ("agent", "move", "greedy", "hard-2x2", "--nodes", "5", "--json")
    found = json.loads(bombe(*words).out)
    assert found["schema"] == "bombe.move/1"
    assert found["fate"] in ("stands", "bomb")
    assert found["proposals"][-1][0] == found["move"]
    assert (found["nodes"], found["seconds"], found["to_move"]) == (5, None, 1)
    again = json.loads(bombe(*words).out)
    assert [found[key] for key in ("move", "points", "position")] == [
        again[key] for key in ("move", "points", "position")
    ]


def test_a_bomb_is_called_one(bombe: Bombe) -> None:
    words = ("agent", "move", "oracle:bombs=yes", "hard-2x2", "--time", "5")
    assert "which is a bomb: it is refused, becomes taboo and passes the turn" in bombe(*words).out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Crash", "loses the game (crash): raised ValueError: boom, in line "),
        ("Silent", "loses the game: proposed no move in time"),
        ("Wrong", "loses the game: proposed 'to the left', which is not a move"),
        ("Hang", "loses the game (hang): ran past its deadline"),
    ],
)
def test_without_a_move_the_exit_code_is_1(bombe: Bombe, own: str, name: str, message: str) -> None:
    done = bombe("agent", "move", f"{own}:{name}", "hard-2x2", "--time", "0.3")
    assert done.code == 1
    assert message in done.out
    assert "\x1b" not in done.out
    assert ("\\x1b[31mred" in done.out) == (name == "Crash")


def test_a_move_before_a_crash_counts(bombe: Bombe, own: str) -> None:
    done = bombe("agent", "move", f"{own}:Late", "hard-2x2", "--time", "0.3")
    assert done.code == 0
    assert "then it ended badly (crash): raised ValueError: boom" in done.out


def test_a_position_of_a_game_says_which_game_it_is(bombe: Bombe, tmp_path: Path) -> None:
    log = str(tmp_path / "d.jsonl")
    small = ("--games", "2", "--nodes", "5", "--no-progress", "-o", log)
    assert bombe("match", "random", "random", "--game", "dots", "--boxes", "2x2", *small).code == 0
    done = bombe("agent", "move", "first-moves", f"{log}#1", "--ply", "5", "--nodes", "9")
    assert "first-moves, player " in done.out
    assert "of Dots and Boxes" in done.out
    for words, message in {
        ("first-moves", f"{log}#1"): "name a position by --ply, from 0 to 12",
        ("first-moves", f"{log}#1", "--ply", "12"): "the game is over here",
        ("greedy", f"{log}#1", "--ply", "5"): "unknown agent of dots 'greedy'",
        ("random", f"{log}#1", "--ply", "5", "--game", "sudoku"): "leave out --game",
        ("mcts", "set-hard-3x3"): "holds several positions: name one, such as set-hard-3x3#1",
        ("dots/mcts", "2x2: h 0 0", "--rules", "rows"): "are not for dots: leave out",
        ("mcts", "hard-2x2", "--ply", "3"): "--ply is for games of match logs",
    }.items():
        done = bombe("agent", "move", *words)
        assert (done.code, done.out) == (2, ""), words
        assert message in done.err


def test_dots_and_boxes_by_the_name_of_the_agent_or_the_game(bombe: Bombe) -> None:
    text = "2x2: h 0 0; v 1 1"
    one = bombe("agent", "move", "dots/first-moves", text, "--nodes", "9")
    other = bombe("agent", "move", "first-moves", text, "--game", "dots", "--nodes", "9")
    assert one.code == other.code == 0
    played = [line for line in one.out.splitlines() if line.startswith("plays ")]
    assert played[0] in other.out


def test_the_agent_of_a_framework_folder_is_shown_and_asked(bombe: Bombe, tmp_path: Path) -> None:
    folder = agent_folder(tmp_path, "first", "v14")
    shown = bombe("agent", "show", folder)
    assert shown.code == 0
    assert "spawn=no" in shown.out
    done = bombe("agent", "move", folder, "random-2x2", "--rules", "rows", "--time", "1")
    assert done.code == 0
    assert "plays (" in done.out
    done = bombe("agent", "move", folder, "random-2x2", "--nodes", "5")
    assert done.code == 2
    assert "cannot count nodes" in done.err
