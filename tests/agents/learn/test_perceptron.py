"""The perceptron: its gradients, its labels, its training, and the study that compares it."""

from __future__ import annotations

import itertools
import json
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from dots_brute import DotsBrute
from endgame_brute import Minimax, Position
from picture_texts import saved_figures

from bombe.agents.contract import Clock
from bombe.agents.dots.exact import ExactAgent
from bombe.agents.learn.features import FEATURES, FeatureSet
from bombe.agents.learn.perceptron.comparison import ChoiceRecord, bands
from bombe.agents.learn.perceptron.dots import DotsInputs, DotsSubject
from bombe.agents.learn.perceptron.labelling import without
from bombe.agents.learn.perceptron.layers import Adam, Perceptron
from bombe.agents.learn.perceptron.plan import make_plan
from bombe.agents.learn.perceptron.players import DotsNetAgent, RatedExactAgent, SudokuNetAgent
from bombe.agents.learn.perceptron.samples import LabelledPosition
from bombe.agents.learn.perceptron.study import PerceptronStudy
from bombe.agents.learn.perceptron.sudoku import SudokuSubject, features_of
from bombe.boards.dots.state import DotsState, Grid
from bombe.boards.errors import InputError, UsageError
from bombe.solvers import Budget, Meter

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

    from bombe.agents.learn.perceptron.plan import PerceptronPlan, Subject

GRID = Grid(2, 3)
DOTS = DotsSubject(GRID, DotsInputs.BOXES)
SUDOKU = SudokuSubject(FeatureSet.PARITY)
SMALL: dict[str, Any] = {
    "hidden": "12",
    "positions": 60,
    "held_out": 30,
    "epochs": 4,
    "batch": 32,
    "rate": 0.01,
    "seed": 5,
}
WORDS = (
    *("study", "perceptron", "--boxes", "2x2", "--hidden", "8", "--batch", "32"),
    *("--positions", "40", "--held-out", "20", "--epochs", "2"),
)
each_game = pytest.mark.parametrize("game", ["dots", "sudoku"])


def plan_of(game: str, **changes: Any) -> PerceptronPlan:
    boxes = "2x3" if game == "dots" else None
    return make_plan(**{"game": game, "inputs": None, "boxes": boxes, **SMALL, **changes})


def changed(option: str, value: str) -> tuple[str, ...]:
    """Return the words with another value of an option."""
    if option not in WORDS:
        return (*WORDS, option, value)
    at = WORDS.index(option)
    return (*WORDS[: at + 1], value, *WORDS[at + 2 :])


def run(plan: PerceptronPlan, folder: Path | None = None) -> PerceptronStudy:
    study, stop, meter = PerceptronStudy(plan, folder), threading.Event(), Meter()
    for _ in (*study.label(1, stop, meter), *study.train(meter)):
        pass
    return study


def test_gradients_are_the_slopes_of_the_loss() -> None:
    rng = np.random.default_rng(3)
    network = Perceptron([each.astype(np.float64) for each in drawn(rng).parameters])
    inputs, targets = rng.normal(size=(9, 5)), rng.normal(size=9) * 3
    _, gradients = network.gradients(inputs, targets)
    for parameter, gradient in zip(network.parameters, gradients, strict=True):
        for place in np.ndindex(parameter.shape):
            before, losses = parameter[place], []
            for step in (1e-6, -1e-6):
                parameter[place] = before + step
                losses.append(network.gradients(inputs, targets)[0])
            parameter[place] = before
            assert gradient[place] == pytest.approx((losses[0] - losses[1]) / 2e-6, abs=1e-7)


def drawn(rng: np.random.Generator) -> Perceptron:
    return Perceptron.drawn((5, 4, 3, 1), rng)


def test_steps_of_adam_reduce_the_loss() -> None:
    rng = np.random.default_rng(4)
    network, inputs = drawn(rng), rng.normal(size=(50, 5)).astype(np.float32)
    targets = abs(inputs[:, 0])
    adam, losses = Adam(network), []
    for _ in range(200):
        loss, gradients = network.gradients(inputs, targets)
        adam.step(gradients, 0.01)
        losses.append(loss)
    assert losses[-1] < losses[0] / 5


@pytest.mark.parametrize("number", range(12))
def test_labels_of_dots_are_those_of_plain_minimax(number: int) -> None:
    labelled = DOTS.labelled(number, "test")
    brute = DotsBrute(GRID.rows, GRID.columns)
    moves = DOTS.moves(labelled.position)
    lines = GRID.lines_of(DOTS.state(labelled.position).edges)
    expected = brute.values(brute.drawn(map(tuple, lines)))  # type: ignore[arg-type]
    assert dict(zip(map(tuple, moves), labelled.values, strict=True)) == expected


def test_labels_of_sudoku_are_those_of_plain_minimax() -> None:
    checked = 0
    for number in range(80):
        labelled = SUDOKU.labelled(number, "test")
        state = SUDOKU.state(labelled.position)
        if state.board.values.count(0) > 6:
            continue
        checked += 1
        shape = state.board.shape
        brute = Minimax(shape.m, shape.n, state.board.values)
        taboo = frozenset((shape.cell(m.row, m.column), m.value) for m in state.taboo)
        position = Position(tuple(state.board.values), taboo, 0, None)
        moves = SUDOKU.moves(labelled.position)
        found = {
            (shape.cell(move.row, move.column), move.value): value
            for move, value in zip(moves, labelled.values, strict=True)
        }
        assert found == brute.results(position)
    assert checked > 5


@pytest.mark.parametrize("subject", [DOTS, SUDOKU], ids=["dots", "sudoku"])
def test_a_network_that_returns_the_targets_loses_nothing(subject: Subject) -> None:
    labelled = [subject.labelled(number, "test") for number in range(20)]
    samples = subject.samples(labelled)
    assert samples.losses(samples.targets) == [0] * 20
    # The opposite of every value chooses the worst moves.
    worst = (-samples.values - samples.points) * samples.signs
    assert samples.losses(worst) == [max(each.values) - min(each.values) for each in labelled]


def test_inputs_of_dots_turn_with_the_position() -> None:
    samples = DOTS.samples([DOTS.labelled(number, "test") for number in range(8)])
    for number, turned in enumerate(GRID.symmetries()):
        facts = np.zeros_like(samples.facts)
        for edge, other in enumerate(turned):
            facts[:, other] = samples.facts[:, edge]
        expected = DOTS.inputs(facts, 0)
        assert (DOTS.inputs(samples.facts, number) == expected).all()
        assert ((expected != DOTS.inputs(samples.facts, 0)).any()) == (number > 0)


def test_boxes_tell_the_sides_that_are_left() -> None:
    state = DotsState(GRID, GRID.edge_set(GRID.lines_of(GRID.box_edges[0])[:3]))
    samples = DOTS.samples([LabelledPosition(f"{state.edges:x}", (0,) * len(state.moves()))])
    closing = int(samples.points.argmax())
    assert samples.points.sum() == samples.points[closing] == samples.signs[closing] == 1
    boxes = DOTS.inputs(samples.facts, 0)[closing, GRID.edges :].reshape(4, GRID.boxes)
    assert boxes[:, 0].tolist() == [1, 0, 0, 0]
    assert boxes[:, 5].tolist() == [0, 0, 0, 0], "four sides left: no input is set"


@pytest.mark.parametrize("told", FeatureSet)
def test_sudoku_tells_the_features_of_the_set(told: FeatureSet) -> None:
    labelled = SUDOKU.labelled(1, "test")
    rows = list(features_of(SUDOKU.state(labelled.position)))
    subject = SudokuSubject(told)
    inputs = subject.inputs(subject.samples([labelled]).facts, 0)
    assert inputs.shape == (len(labelled.values), subject.width)
    for place, name in enumerate(told.inputs):
        scale = 10 if name in {"empties", "bombs"} else 1
        expected = [row[FEATURES.index(name)] / scale for row in rows]
        assert inputs[:, place].tolist() == pytest.approx(expected)


def test_positions_that_are_held_out_are_not_learned_from() -> None:
    known = [DOTS.labelled(number, "test") for number in range(30)]
    edges = int(known[7].position, 16)
    mirrored = GRID.symmetries()[-1]
    twin = sum(1 << mirrored[edge] for edge in range(GRID.edges) if edges >> edge & 1)
    left = without(known, [LabelledPosition(f"{twin:x}", ())], DOTS)
    assert known[7] not in left
    assert len(left) >= 25


@each_game
def test_a_small_training_improves_on_held_out_positions(game: str) -> None:
    study = run(plan_of(game, positions=200, epochs=8))
    first, last = study.fitting.history[0], study.fitting.history[-1]
    assert last.held_out_loss < first.held_out_loss
    assert last.lost < first.lost


@each_game
def test_the_seed_decides_everything(game: str) -> None:
    one, same, other = run(plan_of(game)), run(plan_of(game)), run(plan_of(game, seed=6))
    assert one.fitting.history == same.fitting.history
    assert parameters(one) == parameters(same) != parameters(other)
    assert one.held_out != other.held_out


def parameters(study: PerceptronStudy) -> list[Any]:
    return [each.tolist() for each in study.fitting.network.parameters]


@each_game
def test_a_study_that_is_resumed_gives_the_same_as_one_run(game: str, tmp_path: Path) -> None:
    plan = plan_of(game)
    whole = run(plan)
    stopped, stop = PerceptronStudy(plan, tmp_path), threading.Event()
    for number, _ in enumerate(stopped.label(1, stop, Meter())):
        if number == 40:
            break
    text = (tmp_path / "training.jsonl").read_text()
    (tmp_path / "training.jsonl").write_text(text[:-9])  # as a loss of power may leave it
    second = PerceptronStudy(plan, tmp_path)
    assert 0 < second.missing < 90
    for _ in second.label(1, stop, Meter()):
        pass
    for number, _ in enumerate(second.train(Meter())):
        if number == 1:
            break
    third = PerceptronStudy(plan, tmp_path)
    assert (third.missing, len(third.fitting.history)) == (0, 2)
    for _ in third.train(Meter()):
        pass
    assert third.fitting.history == whole.fitting.history
    assert parameters(third) == parameters(whole)


def test_no_time_left_means_no_epoch(tmp_path: Path) -> None:
    plan = plan_of("dots")
    run(plan_of("dots", epochs=1), tmp_path / "other")
    study = PerceptronStudy(plan, tmp_path)
    over = Meter(Budget(0.0))
    assert len(list(study.label(1, threading.Event(), over))) < 3
    assert not list(study.train(over))
    assert not list(study.compare(1, threading.Event()))


def test_the_comparison_does_not_depend_on_the_number_of_processes() -> None:
    study, found = run(plan_of("dots", held_out=20)), []
    for jobs in (1, 2):
        for _ in study.compare(jobs, threading.Event()):
            pass
        found.append(study.records)
    assert found[0] == found[1]
    assert [record.name for record in found[0]][:2] == ["net", "random"]
    assert len(found[0]) == len(study.rivals) + 1
    mean = {record.name: record.lost.mean for record in study.records}
    assert mean["first-moves"] < mean["random"]


def test_records_count_best_moves_and_means() -> None:
    record = ChoiceRecord("one", (0, 0, 2, 4))
    assert record.best.percent == 50
    assert record.lost.mean == 1.5
    assert record.lost.low < 0 < record.lost.high
    parts = bands([4, 5, 9, 12])
    assert [part.of(record).losses for part in parts] == [(0, 0), (2,), (4,)]
    assert [(part.low, part.high) for part in parts] == [(4, 5), (8, 9), (10, 12)]


@each_game
def test_a_network_plays_the_move_that_it_values_highest(game: str, tmp_path: Path) -> None:
    study = run(plan_of(game), tmp_path)
    file = str(study.network_path)
    samples = study.subject.samples(study.held_out)
    valued = samples.points + samples.signs * study.fitting.outputs(samples)
    player = DotsNetAgent(0, file=file) if game == "dots" else SudokuNetAgent(0, file=file)
    for each, start in zip(study.held_out, samples.starts.tolist(), strict=True):
        state: Any = study.subject.state(each.position)
        *_, move = player.choose(state, Clock())
        own = valued[start : start + len(each.values)]
        chosen = own[list(study.subject.moves(each.position)).index(move)]
        assert chosen == pytest.approx(own.max(), abs=1e-4)


def test_exact_with_a_network_follows_it_until_the_solver_takes_over(tmp_path: Path) -> None:
    study = run(plan_of("dots", positions=200), tmp_path)
    file = str(study.network_path)
    rated, plain, net = RatedExactAgent(1, file=file), ExactAgent(1), DotsNetAgent(1, file=file)
    changed = 0
    for each in study.held_out:
        state: Any = study.subject.state(each.position)
        *_, move = rated.choose(state, Clock(nodes=0))
        assert [move] == list(net.choose(state, Clock()))
        changed += move != list(plain.choose(state, Clock(nodes=0)))[-1]
        *_, solved = rated.choose(state, Clock())
        value = each.values[list(study.subject.moves(each.position)).index(solved)]
        assert value == max(each.values)
    assert changed > 3


def test_a_network_plays_only_its_game_and_grid(tmp_path: Path) -> None:
    file = str(run(plan_of("dots", epochs=1), tmp_path).network_path)
    with pytest.raises(UsageError, match="2x3 boxes; give a game on them"):
        next(DotsNetAgent(0, file=file).choose(DotsState.start("3x2"), Clock()))
    with pytest.raises(UsageError, match="a network for dots; give one for sudoku"):
        SudokuNetAgent(0, file=file)
    with pytest.raises(UsageError, match="file= is missing"):
        DotsNetAgent(0)
    with pytest.raises(InputError, match=r"nowhere\.npz: No such file or directory"):
        DotsNetAgent(0, file="nowhere.npz")
    (tmp_path / "text.npz").write_text("no network")
    with pytest.raises(InputError, match="it is no network"):
        DotsNetAgent(0, file=str(tmp_path / "text.npz"))


def test_the_command_resumes_prints_and_draws(bombe: Bombe, tmp_path: Path) -> None:
    folder, pictures = str(tmp_path / "nets"), tmp_path / "pictures"
    done = bombe(*WORDS, "-o", folder, "--pictures", str(pictures))
    assert done.code == 0
    assert "dots, inputs boxes: layers 28 - 8 - 1, 241 weights; 40 positions" in done.out
    assert {path.name for path in pictures.iterdir()} == {
        f"perceptron-dots-{what}.{suffix}"
        for what in ("epochs", "stages")
        for suffix in ("png", "svg")
    }
    assert bombe(*WORDS, "-o", folder).out == done.out
    record = json.loads(bombe(*WORDS, "-o", folder, "--inputs", "lines", "--json").out)
    assert (record["schema"], record["final"]) == ("bombe.study.perceptron/1", True)
    assert record["plan"]["inputs"] == "lines"
    assert [player["player"] for player in record["players"]][:2] == ["net", "random"]
    assert sum(stage["positions"] for stage in record["players"][0]["stages"]) == 20


def test_the_error_bars_of_players_are_beside_each_other(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = saved_figures(monkeypatch)
    assert bombe(*WORDS, "--pictures", str(tmp_path)).code == 0
    (axes,) = figures[1].axes
    low, high = axes.get_ylim()
    levels = [float(y) for container in axes.containers for y in container[0].get_ydata()]
    assert low < min(levels) < max(levels) < high
    assert max(figures[1].get_size_inches()) < 20
    drawn_bars = [container.get_children()[0] for container in axes.containers]
    places = sorted(bar.get_transform().transform((0, 0))[0] for bar in drawn_bars)
    assert len(places) > 3
    assert min(after - before for before, after in itertools.pairwise(places)) > 2


def test_without_time_the_command_says_how_to_continue(bombe: Bombe) -> None:
    done = bombe(*WORDS, "--minutes", "0")
    assert done.code == 0
    assert "stopped after 0 minutes; with -o, the same command resumes" in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hidden", "8,x"), "--hidden 8,x: give the units"),
        (("--hidden", "0"), "--hidden 0: give the units"),
        (("--inputs", "parity"), "unknown kind of inputs 'parity'"),
        (("--game", "sudoku"), "--boxes 2x2: grids are of Dots and Boxes"),
        (("--boxes", "6x6"), "--boxes 6x6: it has 84 lines; give a grid of"),
        (("--boxes", "1x1"), "--boxes 1x1: it has 4 lines; give a grid of"),
    ],
)
def test_bad_options_are_explained_on_one_line(
    bombe: Bombe, words: tuple[str, ...], message: str
) -> None:
    done = bombe(*changed(*words))
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_another_study_in_the_same_folder_is_refused(bombe: Bombe, tmp_path: Path) -> None:
    folder = str(tmp_path)
    assert bombe(*WORDS, "-o", folder).code == 0
    for words, message in (
        (("--seed", "1"), "its seed was 0 and is now 1"),
        (("--epochs", "3"), "its epochs was 2 and is now 3"),
    ):
        done = bombe(*changed(*words), "-o", folder)
        assert done.code == 2
        assert message in done.err
    (tmp_path / "training.jsonl").write_text('{"position": "1"}\n')
    done = bombe(*WORDS, "-o", folder)
    assert (done.code, len(done.err.splitlines())) == (3, 1)
    assert "training.jsonl:1: schema is missing" in done.err
