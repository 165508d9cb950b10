"""The one file: what is in it, what it may do, and that it opens with what it was made of."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import random
import re
import subprocess
from typing import TYPE_CHECKING

import pytest
from board_files import document_in
from paths import ROOT

from bombe.boards.errors import FormatError, UnsupportedError
from bombe.boards.sudoku.notation import notation
from bombe.boards.sudoku.reading import read
from bombe.pages import contents, document, files
from bombe.pages.document import page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SHELL = """<!doctype html>
<meta charset="utf-8">
<link rel="stylesheet" href="style.css">
<body>
<script type="module" src="page/main.js"></script>
</body>
"""
LARGEST = 400_000
ADDRESSES = {
    "http://www.w3.org/": "names of XML, which nobody asks for",
    "https://sudokupad.app/": "links that the reader takes to another board",
    "https://f-puzzles.com/": "the same",
    "https://www.f-puzzles.com/": "the same",
}
"""The addresses in a page, each with its reason."""


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let a page of a few lines stand for the real one; return its folder."""
    for name, text in {
        "page.html": SHELL,
        "style.css": "/* a */ body,\n a :hover { color: red;\n content: ' ,  ' }\n",
        "page/main.js": 'const a = "</script>"; // main\n',
        "page/starter.js": (ROOT / "front/board/page/starter.js").read_text(),
        "page/unpacking.js": (ROOT / "front/board/page/unpacking.js").read_text(),
        "worker/worker.js": "const b = 1; // worker\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "kernel.wasm.gz").write_bytes(gzip.compress(b"kernel"))
    monkeypatch.setattr(files, "root", lambda: tmp_path)
    monkeypatch.setattr(document, "has_engines", (tmp_path / files.KERNEL).is_file)
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Read the page's files again."""
    for cached in (document._shell, document._programs, document._scripts, document._starter):
        cached.cache_clear()


def unpacked(name: str, text: str) -> bytes:
    (packed,) = re.findall(rf'<script type="text/plain" id="{name}">(.*)</script>', text)
    return gzip.decompress(base64.b85decode(packed.replace(".", "<")))


def policy_of(text: str) -> dict[str, str]:
    (policy,) = re.findall(r'<meta http-equiv="Content-Security-Policy" content="(.*)">', text)
    return dict(part.strip().split(" ", 1) for part in html.unescape(policy).split(";"))


def scripts_in(text: str) -> tuple[str, str]:
    """Return the scripts of the page and of its worker."""
    opening, own, worker, end = unpacked("scripts", text).decode().split("\0")
    return f"{opening}{own}{end}", f"{opening}{worker}{end}"


def hash_of(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


@pytest.mark.usefixtures("small")
def test_a_page_holds_its_style_its_scripts_its_kernel_and_its_document() -> None:
    text = page(contents.of_position(read("hard-2x2"), "hard-2x2"))
    assert "<style>body,a :hover{color: red;content: ' ,  '}</style>" in text
    script, worker = scripts_in(text)
    assert 'const a = "</script>";' in script
    assert "const b = 1;" in worker
    assert unpacked("kernel", text) == b"kernel"
    found = document_in(text)
    assert found["schema"] == "bombe.page/1"
    assert found["engines"] == "worker"
    assert found["position"]["cells"] == [list(row) for row in read("hard-2x2").board]
    assert {each["name"] for each in found["bundled"]} >= {"hard-2x2", "empty-5x5"}
    assert all(read(each["text"]).board == read(each["name"]).board for each in found["bundled"])
    assert text.count("<script") == text.count("</script>") == 4


@pytest.mark.usefixtures("small")
def test_the_policy_lets_run_what_is_in_the_file_and_ask_for_nothing() -> None:
    text = page(contents.empty())
    policy = policy_of(text)
    (starter,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    script = scripts_in(text)[0]
    assert policy["script-src"].split() == [
        hash_of(starter),
        hash_of(script),
        "'wasm-unsafe-eval'",
    ]
    assert policy["default-src"] == policy["connect-src"] == "'none'"
    assert policy_of(page(contents.empty(), served=True))["connect-src"] == "'self'"
    assert policy["worker-src"] == "blob:"


@pytest.mark.usefixtures("small")
def test_a_served_page_has_its_engines_and_knows_its_server() -> None:
    found = document_in(page(contents.empty(), served=True))
    assert (found["engines"], found["server"]) == ("worker", True)


def test_a_page_without_a_kernel_says_what_to_do(small: Path) -> None:
    (small / "kernel.wasm.gz").unlink()
    text = page(contents.empty())
    found = document_in(text)
    assert found["engines"] == "none"
    assert "bombe board --serve" in found["why_no_engines"]
    assert 'id="kernel"' not in text
    assert "const b" not in "".join(scripts_in(text))
    assert document_in(page(contents.empty(), served=True))["engines"] == "server"


@pytest.mark.usefixtures("small")
def test_a_document_says_how_moves_are_written() -> None:
    assert document_in(page(contents.empty()))["show"] == {}
    with notation("r1c1"):
        assert document_in(page(contents.empty()))["show"] == {"notation": "r1c1"}


@pytest.mark.usefixtures("small")
def test_nothing_in_a_document_ends_its_element() -> None:
    name = "</script><script>alert(1)</script><!--"
    text = page(contents.of_position(read("hard-2x2"), name))
    assert document_in(text)["name"] == name
    assert "alert(1)</script>" not in text


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("page.html", SHELL.replace("<link", "<a"), "must be there once"),
        ("page.html", SHELL + SHELL, "must be there once"),
        ("style.css", "</style>", "it holds </style"),
        ("page/main.js", "export let a = 1;", "page/main.js:1: 'export let a = 1;' is not linked"),
    ],
)
def test_a_broken_page_is_refused(small: Path, name: str, text: str, said: str) -> None:
    (small / name).write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=re.escape(said)):
        page(contents.empty())


def test_a_missing_page_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    with pytest.raises(UnsupportedError, match="the files of the page are missing"):
        files.root()


def test_the_real_page_is_small_and_knows_no_address() -> None:
    text = page(contents.of_position(read("hard-3x3"), "hard-3x3"))
    assert len(text.encode()) < LARGEST
    addresses = re.findall(r"https?://[^\s\"'`)<>]*", text + "".join(scripts_in(text)))
    assert not [each for each in addresses if not each.startswith(tuple(ADDRESSES))]


def test_the_real_scripts_are_sound(tmp_path: Path) -> None:
    for number, script in enumerate(scripts_in(page(contents.empty()))):
        path = tmp_path / f"{number}.js"
        path.write_text(script, encoding="utf-8")
        try:
            done = subprocess.run(["node", "--check", path], capture_output=True, check=False)
        except FileNotFoundError:
            pytest.skip("Node.js is missing: apt-get install nodejs")
        assert done.returncode == 0, done.stderr.decode()


def test_the_page_unpacks_what_is_packed(tmp_path: Path) -> None:
    rng = random.Random(5)
    data = [rng.randbytes(size) for size in (0, 1, 2, 3, 4, 5, 97, 1000)] + [b"\xff" * 9, b"\0" * 9]
    said = {bytes(each).hex(): document._packed(each) for each in data}
    module = (ROOT / "front/board/page/unpacking.js").as_uri()
    script = tmp_path / "check.mjs"
    script.write_text(
        f'import {{ bytesOf }} from "{module}";\n'
        f"for (const [hex, text] of Object.entries({json.dumps(said)}))\n"
        '  console.log(Buffer.from(bytesOf(text)).toString("hex") === hex);\n'
    )
    try:
        done = subprocess.run(["node", script], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("Node.js is missing: apt-get install nodejs")
    assert done.stdout.split() == ["true"] * len(said)
    assert not set("<\"'\\") & {sign for text in said.values() for sign in text}


def test_documents_are_plain_json() -> None:
    found = contents.of_position(read("hard-2x2"))
    assert json.loads(json.dumps(found)) == found
