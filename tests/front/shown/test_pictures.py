"""The commands that draw: the name of the file says which kind of picture it gets."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from running import Bombe

STARTS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}
COMMANDS = [
    ("audit", "hard-2x2"),
    ("show", "hard-2x2"),
    ("solve", "hard-2x2"),
    ("why", "hard-2x2", "r1c1=1"),
    ("tempo", "hard-2x2"),
    ("dots", "show", "2x2: h 0 0"),
]

needs_packages = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("reportlab", "resvg_py"))),
    reason="the extra `pictures` is not installed",
)


@needs_packages
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("kind", STARTS)
def test_the_suffix_selects_the_kind(
    words: tuple[str, ...], kind: str, bombe: Bombe, tmp_path: Path
) -> None:
    path = tmp_path / f"a.{kind}"
    assert bombe(*words, "--svg", str(path)).code == 0
    assert path.read_bytes().startswith(STARTS[kind])


@needs_packages
@pytest.mark.parametrize("kind", STARTS)
def test_output_that_is_named_as_a_picture_is_one(kind: str, bombe: Bombe, tmp_path: Path) -> None:
    path = tmp_path / f"a.{kind}"
    done = bombe("audit", "hard-2x2", "-o", str(path))
    assert done.code == 0
    assert "12 safe, 14 bombs" in done.out
    assert path.read_bytes().startswith(STARTS[kind])
    for words in (["--json"], ["--svg", str(path)]):
        done = bombe("audit", "hard-2x2", "-o", str(path), *words)
        assert done.code == 2
        assert "is the name of a picture" in done.err
    assert bombe("count", "hard-2x2", "-o", str(path)).code == 2


def test_another_ending_is_refused_before_any_work(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("audit", "hard-2x2", "--svg", str(tmp_path / "a.jpg"))
    assert (done.code, done.out) == (2, "")
    assert "end the name in .svg, .png or .pdf" in done.err
    assert not list(tmp_path.iterdir())


def test_a_missing_package_is_one_line_and_nothing_is_written(
    bombe: Bombe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    done = bombe("audit", "hard-2x2", "--svg", str(tmp_path / "a.png"))
    assert (done.code, done.out) == (5, "")
    assert done.err.count("\n") == 1
    assert "pip install 'bombe[pictures]'" in done.err
    assert not list(tmp_path.iterdir())


def test_a_page_has_the_ending_of_a_page(bombe: Bombe, tmp_path: Path) -> None:
    done = bombe("replay", "none.jsonl#1", "--html", str(tmp_path / "a.png"))
    assert (done.code, done.out) == (2, "")
    assert "end the name in .html or .htm" in done.err
    assert "none.jsonl" in bombe("replay", "none.jsonl#1", "--html", "a.HTM").err


@pytest.mark.parametrize(
    ("lacking", "said"),
    [
        ((), "SVG, PNG, PDF"),
        (("reportlab",), "SVG, PNG; for PDF: python -m pip install 'bombe[pictures]'"),
        (
            ("reportlab", "resvg_py"),
            "SVG; for PNG and PDF: python -m pip install 'bombe[pictures]'",
        ),
    ],
)
def test_doctor_says_which_pictures_can_be_written(
    bombe: Bombe, monkeypatch: pytest.MonkeyPatch, lacking: tuple[str, ...], said: str
) -> None:
    find = importlib.util.find_spec

    def found(name: str, package: str | None = None) -> object:
        if name in ("reportlab", "resvg_py"):
            return None if name in lacking else True
        return find(name, package)

    monkeypatch.setattr("importlib.util.find_spec", found)
    monkeypatch.setattr("bombe.commands.doctor.BACKENDS", ())
    assert f"pictures   {said}\n" in bombe("doctor").out
