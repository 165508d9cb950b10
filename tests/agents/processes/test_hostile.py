"""Hostile agents: each is contained and told by name, and leaves nothing behind.

Every agent plays a match of two games, one in each seat, against one that does no harm; the scene
in which that happens is looked at before and after: see tests/support/hostile/staging.py.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from typing import TYPE_CHECKING, Any

import pytest

if sys.platform != "linux":
    pytest.skip("only Linux has sandboxes", allow_module_level=True)

import breeders
import fillers
import forgers
import killers
import quitters
import speakers
import spoilers
import thinkers
import writers
from hostile_folders import FOLDERS, hostile_folder
from judging import judge
from staging import Scene
from villain import Villain

from bombe.solvers.sandbox import sandbox_status

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = (killers, writers, breeders, fillers, speakers, forgers, quitters, thinkers, spoilers)
STARTS: tuple[dict[str, object], ...] = (
    {"start": "spawn"},
    {"start": "fork"},
    {"start": "spawn", "fresh": True},
    {"start": "fork", "fresh": True, "contain": "strict"},
)
ROTATION = (*STARTS[:2] * 4, *STARTS[2:])
"""How agents are started, one after the other: a process for every turn takes the longest."""
PAUSE = 0.1
"""How long the other player takes for a turn where there is time to be stolen."""


def villains() -> list[tuple[type[Villain], str]]:
    """Return all hostile agents with their ways, two of them for a match."""
    found = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if inspect.isclass(kind)
        and issubclass(kind, Villain)
        and kind.__module__ == module.__name__
    ]
    kinds = [kind for kind in found if kind is not thinkers.Thief]
    return [
        (kind, "+".join(kind.ways[at : at + 2]))
        for kind in kinds
        for at in range(0, len(kind.ways), 2)
    ]


def once() -> list[Any]:
    """Return each hostile agent with a way of starting it; what repeats a kind is long."""
    seen, found, starts = set[type[Villain]](), list[Any](), itertools.cycle(ROTATION)
    for kind, way in villains():
        marks = [pytest.mark.long] if kind in seen else []
        seen.add(kind)
        found.append(pytest.param(kind, way, next(starts), id=named(kind, way), marks=marks))
    return found


def named(kind: type[Villain], way: str) -> str:
    return f"{kind.__name__}-{way}" if way else kind.__name__


class Scenes:
    """One scene after the other: a new one where a hostile agent has spoilt the last."""

    def __init__(self) -> None:
        self._scene = Scene()

    def sound(self) -> Scene:
        """Return a scene in which all is as it should be."""
        if not self._scene.is_sound:
            self._scene.close()
            self._scene = Scene()
        return self._scene

    def close(self) -> None:
        self._scene.close()


@pytest.fixture(scope="module")
def scenes() -> Iterator[Scenes]:
    scenes = Scenes()
    yield scenes
    scenes.close()


def play(scene: Scene, kind: type[Villain], way: str, start: dict[str, object]) -> None:
    other = scene.quiet(PAUSE) if kind.__module__ == thinkers.__name__ else ""
    order = {"other": other, **kind.order, "settings": {**start, **kind.order.get("settings", {})}}
    judge(kind.fate, scene.play(scene.spec(kind, way), **order))


@pytest.mark.parametrize(("kind", "way", "start"), once())
def test_a_hostile_agent_is_contained(
    kind: type[Villain], way: str, start: dict[str, object], scenes: Scenes
) -> None:
    play(scenes.sound(), kind, way, start)


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS, ids=lambda start: "-".join(map(str, start.values())))
@pytest.mark.parametrize(
    ("kind", "way"),
    [pytest.param(*one, id=named(*one)) for one in villains()],
)
def test_a_hostile_agent_is_contained_however_it_is_started(
    kind: type[Villain], way: str, start: dict[str, object], scenes: Scenes
) -> None:
    play(scenes.sound(), kind, "+".join(reversed(way.split("+"))), start)


@pytest.mark.long
@pytest.mark.parametrize("start", STARTS, ids=lambda start: "-".join(map(str, start.values())))
@pytest.mark.parametrize(
    ("kind", "way"),
    [pytest.param(*one, id=named(*one)) for one in villains() if one[0].__module__ == "spoilers"],
)
def test_what_an_agent_spoils_is_its_loss_with_a_strict_sandbox_too(
    kind: type[Villain], way: str, start: dict[str, object], scenes: Scenes
) -> None:
    if sandbox_status().missing:
        pytest.skip("the sandbox has gaps here")
    play(scenes.sound(), kind, way, {**start, "contain": "strict"})


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.long] * FOLDERS[name].is_like_one) for name in FOLDERS],
)
def test_a_hostile_folder_is_contained(name: str, scenes: Scenes) -> None:
    scene = scenes.sound()
    folder = hostile_folder(scene, name)
    start = {"start": "fork"} if len(name) % 2 else {"start": "spawn"}
    kind = FOLDERS[name]
    games = scene.play(folder, seconds=kind.seconds, settings={**start, "ready": kind.ready})
    judge(kind.fate, games)


def test_there_are_more_than_forty_of_them_each_with_its_story() -> None:
    kinds = {kind for kind, _ in villains()}
    assert len(kinds) >= 40
    assert not [kind for kind in kinds if not (kind.__doc__ or "").endswith(".")]
    assert len({kind.__doc__ for kind in kinds}) == len(kinds)
