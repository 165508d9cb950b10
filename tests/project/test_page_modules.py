"""The modules of the page: packages in their order, short files, and closed scopes."""

from __future__ import annotations

import re
import statistics
from collections import Counter
from typing import TYPE_CHECKING

from paths import ROOT, TESTS
from project import each

if TYPE_CHECKING:
    from pathlib import Path

PAGE = ROOT / "front" / "board"
PACKAGES = ("boards", "solvers", "analysis", "agents", "worker", "page")
"""In the order in which they may import each other."""
MAY = {
    "page": {"boards", "worker", "page"},
}
"""The page asks; what follows from a position is found out in the worker."""
LINES = 400
MOST_LINES_OF_A_FUNCTION = 45
MEDIAN_OF_FUNCTIONS = 10
MODULES = sorted(path for package in PACKAGES for path in (PAGE / package).rglob("*.js"))
_IMPORT = re.compile(r'^(?:import|\})[^"\n]*"(\.[^"]+)";', re.MULTILINE)
_EXPORT = re.compile(r"^export (?:async )?(?:function\*?|class|const) (\w+)", re.MULTILINE)
_WORD = re.compile(r"\w+")
_FUNCTION = re.compile(
    r"^(?P<indent> *)(?:export )?(?:async |static |get |set )*(?:function\*? |\*)?"
    r"(?P<name>\w+)\([^;]*?\) \{$(?P<body>.*?)^(?P=indent)\}",
    re.MULTILINE | re.DOTALL,
)
_STATEMENTS = {"if", "for", "while", "switch", "catch", "super"}
FORBIDDEN = {
    r"\beval\(|new Function\(": "code that is made of text",
    r"\.(inner|outer)HTML\b|insertAdjacentHTML": "markup that is made of text",
    r"\bMath\.random\(": "randomness without a seed",
    r"https?://(?!www\.w3\.org/)": "an address of the network",
    r"^export default|^export let|^export \*": "an export that the linker does not know",
}
ALLOWED = {
    # Links of other sites are what it reads and writes.
    "boards/texts/sudoku/links.js": {r"https?://(?!www\.w3\.org/)"},
}

each_module = each(MODULES, lambda path: path.relative_to(PAGE).as_posix())


def package_of(path: Path) -> str:
    return path.relative_to(PAGE).parts[0]


@each_module
def test_a_module_says_what_it_is_for_and_stays_short(path: Path) -> None:
    first, second, *others = path.read_text(encoding="utf-8").splitlines()
    assert first == "// @ts-check"
    assert second.startswith(("// ", "/**"))
    assert len(others) + 2 <= LINES


def functions_of(path: Path) -> dict[str, int]:
    """Return the lines of each function and method that is declared, by its name and place."""
    text = path.read_text(encoding="utf-8")
    lengths: dict[str, int] = {}
    for found in _FUNCTION.finditer(text):
        if found["name"] not in _STATEMENTS:
            line = text.count("\n", 0, found.start()) + 1
            lengths[f"{path.name}:{line} {found['name']}"] = found[0].count("\n") + 1
    return lengths


@each_module
def test_functions_are_short(path: Path) -> None:
    for name, lines in functions_of(path).items():
        assert lines <= MOST_LINES_OF_A_FUNCTION, name


def test_most_functions_are_shorter_still() -> None:
    lengths = [lines for path in MODULES for lines in functions_of(path).values()]
    assert len(lengths) > 1000
    assert statistics.median(lengths) < MEDIAN_OF_FUNCTIONS


@each_module
def test_folders_of_the_page_import_only_the_folders_before_them(path: Path) -> None:
    package = package_of(path)
    known = MAY.get(package, {*PACKAGES[: PACKAGES.index(package) + 1]})
    for name in _IMPORT.findall(path.read_text(encoding="utf-8")):
        imported = (path.parent / name).resolve()
        assert imported.exists(), name
        assert package_of(imported) in known, name


def test_what_is_exported_is_wanted_elsewhere() -> None:
    """Other modules import it, or tests ask for it by its name."""
    texts = {path: path.read_text(encoding="utf-8") for path in MODULES}
    asking = [*(TESTS / "support" / "page").glob("*.mjs"), *TESTS.rglob("*.py")]
    words = Counter(_WORD.findall("\n".join(path.read_text(encoding="utf-8") for path in asking)))
    words.update(word for text in texts.values() for word in set(_WORD.findall(text)))
    for path, text in texts.items():
        for name in _EXPORT.findall(text):
            assert words[name] > 1, f"{path.relative_to(PAGE)} exports {name}"


@each_module
def test_a_module_uses_no_forbidden_construct(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    allowed = ALLOWED.get(path.relative_to(PAGE).as_posix(), set())
    for pattern, what in FORBIDDEN.items():
        if pattern not in allowed:
            assert not re.search(pattern, text, re.MULTILINE), what


_OF_A_PAGE = re.compile(r"\bdocument\.(body|create|getElement|query)|\bwindow\.(add|location)")


def test_only_the_page_knows_a_document() -> None:
    for path in MODULES:
        if package_of(path) != "page":
            assert not _OF_A_PAGE.search(path.read_text(encoding="utf-8")), path
