"""The one HTML file: style, scripts, engines and contents, so that it asks nothing of a network.

    html = page(contents.of_position(state))       opens from a file
    html = page(contents.empty(), served=True)     talks to `bombe board --serve`

Scripts and kernel are in it gzipped, written as front/board/page/unpacking.js reads it. The scripts
of the page and of its worker are one archive, with SEPARATOR between what begins both, the page's
own part, the worker's, and what ends both. A starter unpacks the page's, and page/engines.js the
rest. A policy in its head forbids every request; it names the hashes of the only scripts that run.
"""

from __future__ import annotations

import base64
import functools
import gzip
import hashlib
import json
import re
from typing import TYPE_CHECKING

from bombe import __version__
from bombe.boards.errors import FormatError, Place
from bombe.boards.sudoku.bundled import catalogue
from bombe.boards.sudoku.notation import Notation, counts_from_1
from bombe.boards.sudoku.symbols import board_line
from bombe.pages import files
from bombe.pages.files import SHELL, has_engines
from bombe.pages.linking import Parts, link, link_parts

if TYPE_CHECKING:
    from bombe.boards.game import Json
    from bombe.pages.contents import Contents

SCHEMA = "bombe.page/1"
WHY_NO_ENGINES = (
    "This Bombe was installed without the engines of the page (they are compiled with the package "
    "ziglang): `bombe board --serve` answers in their place."
)
_STYLE = "style.css"
_ENTRY, _WORKER, _STARTER = "page/main.js", "worker/worker.js", "page/starter.js"
_CHARSET = '<meta charset="utf-8">'
_STYLE_LINK = '<link rel="stylesheet" href="style.css">'
_SCRIPT_LINK = '<script type="module" src="page/main.js"></script>'
_BLANK = r"(?:\s|/\*[\s\S]*?\*/)"
_STRING = r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'"
_PARTS_OF_STYLE = re.compile(
    rf"(?P<string>{_STRING})|{_BLANK}*(?P<sign>[{{}};,]){_BLANK}*|{_BLANK}+"
)
_POLICY = (
    "default-src 'none'; script-src {scripts} 'wasm-unsafe-eval'; worker-src blob:; "
    "style-src 'unsafe-inline'; img-src data: blob:; connect-src {server}; base-uri 'none'; "
    "form-action 'none'"
)
SEPARATOR = "\x00"
_FIRST = "document.currentScript.remove();\n"
"""The page's script takes its own element out of the page: so the page's markup is what the file
holds, and can be written into another file."""


def page(contents: Contents, *, served: bool = False, embedded: bool = False) -> str:
    """Return the page of these contents.

    `served` lets it ask the server that it comes from, and nothing else; `embedded` lets it tell
    the page around it which position is shown.
    """
    document = {
        "schema": SCHEMA,
        "version": __version__,
        **contents,
        **_engines(served=served),
        "bundled": _bundled(),
        # Otherwise the page counts as its reader likes, and as explanations do.
        "show": ({"notation": str(Notation.R1C1)} if counts_from_1() else {})
        | contents.get("show", {}),
        **({"embedded": True} if embedded else {}),
    }
    data = [_element("document", "application/json", _json(document)), *_programs()]
    shell = _shell("'self'" if served else "'none'")
    return shell.replace(_SCRIPT_LINK, "\n".join([*data, f"<script>{_starter()}</script>"]), 1)


def _engines(*, served: bool) -> dict[str, Json]:
    """Return where the page's engines are, and why there are none.

    A served page has its own engines, too, where they are installed: they answer sooner.
    """
    server: dict[str, Json] = {"server": True} if served else {}
    if has_engines():
        return {"engines": "worker", **server}
    if served:
        return {"engines": "server", **server}
    return {"engines": "none", "why_no_engines": WHY_NO_ENGINES}


def _json(value: object) -> str:
    """Return JSON for a script element, which only "<" could end."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def _element(name: str, kind: str, text: str) -> str:
    return f'<script type="{kind}" id="{name}">{text}</script>'


@functools.cache
def _shell(server: str) -> str:
    """Return the page's markup with style and policy; `server` is what it may ask."""
    shell, style = _text(SHELL), _text(_STYLE)
    for link_of in (_CHARSET, _STYLE_LINK, _SCRIPT_LINK):
        if shell.count(link_of) != 1:
            raise FormatError(Place(SHELL), f"{link_of} must be there once", "mend the page")
    if "</style" in style:
        raise FormatError(Place(_STYLE), "it holds </style", "mend the style")
    hashes = " ".join(f"'sha256-{_sha256(text)}'" for text in (_starter(), _scripts().script(0)))
    policy = _POLICY.format(scripts=hashes, server=server)
    head = f'{_CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return shell.replace(_CHARSET, head, 1).replace(
        _STYLE_LINK, f"<style>{_tight(style)}</style>", 1
    )


@functools.cache
def _programs() -> tuple[str, ...]:
    """Return the elements that hold the scripts and the kernel, packed."""
    scripts = _scripts()
    archive = SEPARATOR.join((scripts.shared, *scripts.own, scripts.end))
    packed = {"scripts": _packed(gzip.compress(archive.encode(), 9, mtime=0))}
    if has_engines():
        packed["kernel"] = _packed(files.root().joinpath(files.KERNEL).read_bytes())
    return tuple(_element(name, "text/plain", text) for name, text in packed.items())


@functools.cache
def _starter() -> str:
    return link(files.root(), _STARTER)


@functools.cache
def _scripts() -> Parts:
    """Return the scripts of the page and, if there are engines, of its worker."""
    root = files.root()
    if not has_engines():
        parts = link_parts(root, [_ENTRY])
        return parts._replace(own=(f"{_FIRST}{parts.own[0]}", ""))
    parts = link_parts(root, [_ENTRY, _WORKER])
    page_part, worker_part = parts.own
    return parts._replace(own=(f"{_FIRST}{page_part}", worker_part))


@functools.cache
def _bundled() -> list[dict[str, str]]:
    """Return the bundled boards: their names, and what the page reads as a text."""
    from bombe.boards.sudoku.reading import read

    return [{"name": each.name, "text": board_line(read(each.name).board)} for each in catalogue()]


def _tight(style: str) -> str:
    """Return a style without comments, and without blanks that separate nothing."""
    return _PARTS_OF_STYLE.sub(lambda found: found["string"] or found["sign"] or " ", style).strip()


def _text(name: str) -> str:
    return files.root().joinpath(name).read_text(encoding="utf-8")


def _packed(data: bytes) -> str:
    """Return bytes as text in which nothing looks like markup; it is 6 % shorter than base64."""
    return base64.b85encode(data).replace(b"<", b".").decode("ascii")


def _sha256(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
