"""The ways in which Bombe is built: ready wheel, compiler, ziglang, pure Python; and editable.

Each with the engines of pages or without.

Whatever downloads or compiles is behind the marker `long`. The tests build a copy of the checkout,
so that nothing stale gets in and nothing is left behind.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import random_boards
from paths import NATIVE_SOURCES, ROOT

from bombe.boards import Board, Shape
from bombe.solvers import get

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

KERNEL = "bombe/solvers/native/_kernel.so"
ENGINES = "bombe/board/kernel.wasm.gz"
LIMIT = 600
"""Seconds that a build may take."""

if sys.platform != "linux":
    pytest.skip("the builds are tested on Linux", allow_module_level=True)

ANSWER = """
import sys
from bombe.boards import Board, Shape
from bombe.solvers import get, native
solver = get("auto")
print(solver.backend_for(Board.empty(Shape(2, 2))).name, native.problem() or "built")
for line in sys.argv[1:]:
    board = Board(Shape(int(line[0]), int(line[1])), bytes.fromhex(line[2:]))
    verdicts = solver.true_candidates(board).verdicts
    print(solver.count(board, 3), *(verdict.value for verdict in verdicts.values()))
"""


def boards() -> Iterator[Board]:
    """Yield boards that take some search: empty ones, and some random ones."""
    yield from (Board.empty(Shape(2, 2)), Board.empty(Shape(2, 3)))
    yield from map(random_boards.random_board, range(30))


def right_answers() -> list[str]:
    """Return what every build must answer."""
    solver = get("backtracking")
    return [
        " ".join(
            [
                str(solver.count(board, 3)),
                *(verdict.value for verdict in solver.true_candidates(board).verdicts.values()),
            ]
        )
        for board in boards()
    ]


def answers_of(python: Path | str, **variables: str) -> tuple[str, list[str]]:
    """Ask an installed Bombe: which backend and what of the kernel, and its answers."""
    lines = [f"{board.shape.m}{board.shape.n}{board.values.hex()}" for board in boards()]
    done = run([str(python), "-c", ANSWER, *lines], variables)
    assert not done.returncode, done.stderr
    kind, *answers = done.stdout.splitlines()
    return kind, answers


def run(
    command: list[str], variables: dict[str, str] | None = None, cwd: Path = Path("/")
) -> subprocess.CompletedProcess[str]:
    names = ("KERNEL", "PAGE", "PURE", "REQUIRE_NATIVE", "TARGET")
    unset = {"CC", *(f"BOMBE_{name}" for name in names)}
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    return subprocess.run(
        command,
        cwd=cwd,
        env=kept | (variables or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=LIMIT,
    )


# Without building anything -----------------------------------------------------------------------


@pytest.fixture
def toolchain() -> ModuleType:
    """Import the toolchain anew, as the build does: by its file."""
    file = ROOT / "solvers" / "native" / "toolchain.py"
    spec = importlib.util.spec_from_file_location("toolchain", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide all compilers."""
    for name in ("CC", "BOMBE_PAGE", "BOMBE_PURE", "BOMBE_TARGET"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("no_compiler")
@pytest.mark.parametrize(
    ("variables", "has_compiler", "machine", "needs"),
    [
        ({}, True, "x86_64", True),
        ({}, True, "s390x", False),
        ({}, False, "s390x", True),
        ({"BOMBE_PAGE": "0"}, True, "x86_64", False),
        ({"BOMBE_PAGE": "0"}, False, "x86_64", True),
        ({"BOMBE_PAGE": "0", "BOMBE_TARGET": "x86_64-macos"}, True, "x86_64", True),
        ({"BOMBE_PURE": "1"}, False, "x86_64", False),
    ],
)
def test_zig_is_asked_for_by_pages_and_where_no_compiler_works(
    *,
    variables: dict[str, str],
    has_compiler: bool,
    machine: str,
    needs: bool,
    toolchain: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(toolchain.platform, "machine", lambda: machine)
    if has_compiler:
        monkeypatch.setattr(toolchain, "machine_compiler", lambda: (["cc"], ["cc"]))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert toolchain.needs_zig() is needs


@pytest.mark.usefixtures("no_compiler")
def test_a_compiler_that_is_installed_by_half_is_none(
    toolchain: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = tmp_path / "cc"
    fake.write_text("#!/bin/sh\nexit 1\n")
    fake.chmod(0o755)
    monkeypatch.setenv("CC", str(fake))
    assert toolchain.machine_compiler() is None


@pytest.mark.usefixtures("no_compiler")
def test_a_build_without_any_compiler_says_so(
    toolchain: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(toolchain.BuildError, match="no C\\+\\+ compiler works here"):
        toolchain.build_kernel(NATIVE_SOURCES, tmp_path / "_kernel.so", tmp_path)
    with pytest.raises(toolchain.BuildError, match="there is no package ziglang"):
        toolchain.build_page_kernel(NATIVE_SOURCES, tmp_path / "kernel.wasm.gz", tmp_path)


def test_the_build_finds_the_toolchain_without_an_installation() -> None:
    program = "import toolchain; print(toolchain.__file__, toolchain.library_name())"
    done = run(
        [sys.executable, "-IS", "-c", f"import sys; sys.path[:0] = ['_build']; {program}"], cwd=ROOT
    )
    assert done.stdout.split() == [str(ROOT / "solvers" / "native" / "toolchain.py"), "_kernel.so"]


def test_the_compiler_of_this_machine_is_found(toolchain: ModuleType) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no compiler on this machine")
    assert toolchain.machine_compiler() is not None


def test_editors_get_the_command_that_compiles_each_source(
    toolchain: ModuleType, tmp_path: Path
) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no compiler on this machine")
    commands = tmp_path / "build" / "compile_commands.json"
    toolchain.write_compile_commands(NATIVE_SOURCES, commands)
    entries = json.loads(commands.read_text("utf-8"))
    assert [entry["file"] for entry in entries] == sorted(map(str, NATIVE_SOURCES.rglob("*.cpp")))
    check = [*entries[0]["arguments"], "-fsyntax-only"]
    subprocess.run(check, check=True, cwd=entries[0]["directory"], timeout=LIMIT)


def test_an_unknown_target_is_named(toolchain: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOMBE_TARGET", "pdp-11")
    with pytest.raises(toolchain.BuildError, match="BOMBE_TARGET=pdp-11 is unknown"):
        toolchain.cross_target()


@pytest.fixture
def pure(tmp_path: Path) -> Path:
    """Lay the packages out like a wheel without the kernel."""
    package = tmp_path / "bombe"
    ignored = shutil.ignore_patterns("_kernel.*", "__pycache__")
    shutil.copytree(ROOT / "front", package, ignore=ignored)
    for room in ("boards", "solvers", "analysis", "agents"):
        shutil.copytree(ROOT / room, package / room, ignore=ignored)
    return tmp_path


def test_pure_python_gives_the_same_answers(pure: Path) -> None:
    kind, answers = answers_of(sys.executable, PYTHONPATH=str(pure))
    assert kind.startswith("backtracking the native kernel is not built")
    assert answers == right_answers()


def test_a_kernel_that_is_demanded_and_missing_is_an_error(pure: Path) -> None:
    program = "import bombe; print(bombe.count(bombe.read('hard-2x2')))"
    variables = {"PYTHONPATH": str(pure), "BOMBE_REQUIRE_NATIVE": "1"}
    done = run([sys.executable, "-c", program], variables)
    last = done.stderr.splitlines()[-1]
    assert "SolverMissingError: the native kernel is not built" in last
    assert last.endswith("install Bombe again with a C++ compiler or with `ziglang`")


# Builds ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an environment with what a build needs, ziglang not included."""
    return environment(tmp_path_factory.mktemp("builder"), "setuptools>=77")


def environment(folder: Path, *packages: str) -> Path:
    """Make a fresh environment and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True, timeout=LIMIT)
    python = folder / "bin" / "python"
    if packages:
        pip(python, "install", *packages)
    return python


def pip(python: Path, *words: str, **variables: str) -> str:
    """Run pip and return what it prints."""
    done = run([str(python), "-m", "pip", "--no-input", *words], variables)
    assert not done.returncode, done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy what git tracks, and new files that it does not ignore."""
    copy = tmp_path_factory.mktemp("source") / "bombe"
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = run(listed, cwd=ROOT).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, copy / name)
    return copy


@pytest.fixture(scope="module")
def sdist(builder: Path, source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the source distribution."""
    folder = tmp_path_factory.mktemp("sdist")
    program = f"import backend; backend.build_sdist({str(folder)!r})"
    done = run([str(builder), "-c", program], {"PYTHONPATH": str(source / "_build")}, cwd=source)
    assert not done.returncode, done.stderr
    (packed,) = folder.glob("*.tar.gz")
    return packed


def wheel_of(python: Path, what: Path, folder: Path, **variables: str) -> Path:
    """Build a wheel with the environment's own tools."""
    words = ("wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(what))
    pip(python, *words, **variables)
    (wheel,) = folder.glob("*.whl")
    return wheel


def answers_when_installed(wheel: Path, folder: Path) -> tuple[str, list[str]]:
    """Install a wheel in a fresh environment, and ask."""
    python = environment(folder)
    pip(python, "install", "--no-deps", str(wheel))
    return answers_of(python)


def only(python: Path, folder: Path) -> str:
    """Return a PATH with one Python and no compiler."""
    folder.mkdir()
    (folder / "python").symlink_to(python)
    return str(folder)


@pytest.mark.long
def test_the_sdist_holds_all_that_the_kernel_is_made_of(sdist: Path) -> None:
    with tarfile.open(sdist) as packed:
        held = {name.partition("/")[2] for name in packed.getnames()}
    wanted = [path for path in NATIVE_SOURCES.rglob("*") if path.suffix in (".cpp", ".h")]
    wanted += (ROOT / "front" / "board").rglob("*.js")
    assert {str(path.relative_to(ROOT)) for path in wanted} <= held
    assert not [name for name in held if name.endswith((".so", ".gz"))]


@pytest.mark.long
def test_a_compiler_builds_the_sdist_into_a_wheel_that_works_anywhere(
    builder: Path, sdist: Path, tmp_path: Path
) -> None:
    variables = {"BOMBE_REQUIRE_NATIVE": "1", "BOMBE_PAGE": "0"}
    wheel = wheel_of(builder, sdist, tmp_path / "wheel", **variables)
    assert "-py3-none-linux_" in wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    assert KERNEL in names
    assert ENGINES not in names
    assert "bombe/board/page.html" in names
    # Of the sources only those that `bombe oracle install` compiles.
    assert "bombe/solvers/native/src/kernel.cpp" in names
    assert not [name for name in names if "/src/dots/" in name]
    assert answers_when_installed(wheel, tmp_path / "venv") == ("native built", right_answers())


@pytest.mark.long
def test_zig_builds_where_there_is_no_compiler(sdist: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "zig", "setuptools>=77", "ziglang")
    path = only(python, tmp_path / "bin")
    wheel = wheel_of(python, sdist, tmp_path / "wheel", PATH=path, BOMBE_REQUIRE_NATIVE="1")
    assert {KERNEL, ENGINES} <= set(zipfile.ZipFile(wheel).namelist())
    assert answers_when_installed(wheel, tmp_path / "venv") == ("native built", right_answers())


@pytest.mark.long
def test_a_pure_wheel_is_for_every_platform(builder: Path, sdist: Path, tmp_path: Path) -> None:
    wheel = wheel_of(builder, sdist, tmp_path / "wheel", BOMBE_PURE="1")
    assert wheel.name.endswith("-py3-none-any.whl")
    assert not {KERNEL, ENGINES} & set(zipfile.ZipFile(wheel).namelist())
    kind, answers = answers_when_installed(wheel, tmp_path / "venv")
    assert kind.startswith("backtracking the native kernel is not built")
    assert answers == right_answers()


@pytest.mark.long
def test_without_a_compiler_a_build_goes_without_the_kernel_unless_it_is_demanded(
    builder: Path, sdist: Path, tmp_path: Path
) -> None:
    path = only(builder, tmp_path / "bin")
    wheel = wheel_of(builder, sdist, tmp_path / "wheel", PATH=path)
    assert wheel.name.endswith("-py3-none-any.whl")
    command = [str(builder), "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", str(sdist)]
    done = run(command, {"PATH": path, "BOMBE_REQUIRE_NATIVE": "1"}, cwd=tmp_path)
    assert done.returncode
    assert "error: the native kernel cannot be built: no C++ compiler works here" in (
        done.stdout + done.stderr
    )


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler on this machine")
def test_without_zig_a_build_goes_without_engines_unless_they_are_demanded(
    builder: Path, sdist: Path, tmp_path: Path
) -> None:
    wheel = wheel_of(builder, sdist, tmp_path / "wheel")
    names = zipfile.ZipFile(wheel).namelist()
    assert KERNEL in names
    assert ENGINES not in names
    command = [str(builder), "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", str(sdist)]
    done = run(command, {"BOMBE_REQUIRE_NATIVE": "1"}, cwd=tmp_path)
    assert done.returncode
    assert "error: the engines of its page cannot be built: there is no package ziglang" in (
        done.stdout + done.stderr
    )


@pytest.mark.long
@pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="there is no ziglang")
def test_the_same_sources_make_the_same_engines(toolchain: ModuleType, tmp_path: Path) -> None:
    made = []
    for name in ("first", "second"):
        folder = tmp_path / name
        folder.mkdir()
        toolchain.build_page_kernel(NATIVE_SOURCES, folder / "kernel.wasm.gz", folder)
        made.append((folder / "kernel.wasm.gz").read_bytes())
    assert made[0] == made[1]


@pytest.mark.long
def test_an_editable_installation_has_its_kernels(source: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "venv", "setuptools>=77", "ziglang")
    words = ("install", "--no-deps", "--no-build-isolation", "-e", str(source))
    strict = ("--config-settings", "editable_mode=strict")
    pip(python, *words, *strict, BOMBE_REQUIRE_NATIVE="1")
    assert (source / "solvers" / "native" / "_kernel.so").is_file()
    assert (source / "front" / "board" / "kernel.wasm.gz").is_file()
    assert answers_of(python) == ("native built", right_answers())
    (module,) = run([str(python), "-c", "import bombe; print(bombe.__file__)"]).stdout.split()
    engines = Path(module).parent / "board" / "kernel.wasm.gz"
    assert engines.is_file()
    pip(python, *words, *strict, BOMBE_PURE="1")
    assert answers_of(python)[0].startswith("backtracking")
    assert not engines.exists()
