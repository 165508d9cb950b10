"""Files of agents that travel: the same agent comes out, whatever it is made of."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from folder_agents import BODIES, agent_folder

from bombe.agents.arena.sharing import agent_bundle
from bombe.agents.arena.sharing.agent_bundle import AgentBundle, NotUnpackedError, pack, unpacked
from bombe.agents.versions import version_of
from bombe.boards.errors import UsageError

pytestmark = pytest.mark.usefixtures("in_own_folder")
MINE = "import beside\nclass Mine:\n    def __init__(self, seed, *, of=''): ...\n"


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process be one that has unpacked nothing yet."""
    monkeypatch.setattr(agent_bundle, "_UNPACKED", agent_bundle._UnpackedBundles())


def agents() -> list[str]:
    """Write agents of every kind; return their specs."""
    Path("mine.py").write_text(MINE, encoding="utf-8")
    Path("beside.py").write_text("X = 1\n", encoding="utf-8")
    for name in ("net.json", "mine.py.json"):
        Path(name).write_text("{}", encoding="utf-8")
    agent_folder(Path(), next(iter(BODIES)), "v14", "team42_A2")
    package = Path("handed", "agents", "team7")
    agent_folder(package.parent, next(iter(BODIES)), "v13", package.name)
    for folder in package.parents[:2]:
        (folder / "__init__.py").touch()
    (package / "sudokuai.py").write_text(
        "from agents.team7 import more\n" + (package / "sudokuai.py").read_text(encoding="utf-8"),
        encoding="utf-8",
    )
    (package / "more.py").write_text("Y = 2\n", encoding="utf-8")
    return [
        "mine.py:Mine",
        "./mine.py:Mine:of=1",
        "mine.py:Mine:of=1,net=mine.py.json",
        str(Path("mine.py").resolve()) + ":Mine",
        "team42_A2",
        "./team42_A2@v14:spawn=yes",
        "handed/agents/team7",
        "neat:genome=net.json",
        "oracle:of=neat:genome=net.json+bombs=no",
    ]


@pytest.mark.usefixtures("elsewhere")
def test_what_is_unpacked_is_the_same_agent_in_another_place() -> None:
    for spec in agents():
        bundle = pack(spec, version_of(spec))
        there = unpacked(pickle.loads(pickle.dumps(bundle)))  # noqa: S301 - our own
        assert there != spec
        assert version_of(there) == version_of(spec) != "unknown"
        assert unpacked(bundle.without_archive()) == there
        assert str(Path.cwd()) not in there


@pytest.mark.usefixtures("elsewhere")
def test_a_bundle_without_archive_is_requested_where_it_was_never_unpacked() -> None:
    agents()
    bundle = pack("mine.py:Mine", version_of("mine.py:Mine"))
    with pytest.raises(NotUnpackedError):
        unpacked(bundle.without_archive())
    assert unpacked(bundle) == unpacked(bundle.without_archive())


@pytest.mark.usefixtures("elsewhere")
def test_the_same_files_have_one_name_wherever_they_are() -> None:
    agents()
    names = set()
    for folder in ("one", "two"):
        for name in ("mine.py", "beside.py"):
            path = Path(folder, "inner", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(Path(name).read_bytes())
        names.add(pack(f"{folder}/inner/mine.py:Mine", "").name)
    Path("two/inner/beside.py").write_text("X = 2\n", encoding="utf-8")
    assert len(names) == 1
    assert pack("two/inner/mine.py:Mine", "").name not in names


@pytest.mark.usefixtures("elsewhere")
def test_an_agent_that_is_another_one_there_is_refused() -> None:
    agents()
    with pytest.raises(UsageError, match="is of version 123, but on a worker of"):
        unpacked(pack("mine.py:Mine", "123"))
    with pytest.raises(UsageError, match=r"give its folder or FILE\.py:Class, which travels"):
        unpacked(AgentBundle("package.module:Class", "123", "package.module:Class"))


def test_files_that_are_too_many_to_travel_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    agents()
    monkeypatch.setattr(agent_bundle, "MOST_BYTES", 10)
    with pytest.raises(UsageError, match=r"mine\.py:Mine: its files have more than"):
        pack("mine.py:Mine", "")
