"""The linker: modules become one script that does the same, and any other style is refused."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import FormatError
from bombe.pages.linking import link, link_parts

if TYPE_CHECKING:
    from pathlib import Path


def write(folder: Path, **modules: str) -> Path:
    """Write modules; __ in a name stands for a slash."""
    for name, source in modules.items():
        path = folder / f"{name.replace('__', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(source, encoding="utf-8")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def run(script: Path) -> list[object]:
    """Run a script in node; return what it says on each line."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is missing: apt-get install nodejs")
    done = subprocess.run([node, script], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def both_ways(folder: Path, entry: str) -> tuple[list[object], list[object]]:
    """Return what modules say as they are, and linked into one script."""
    linked = folder / "linked.cjs"
    linked.write_text(link_parts(folder, [entry]).script(0), encoding="utf-8")
    return run(folder / entry), run(linked)


MAIN = r"""// @ts-check
// What a careless stripper would break.
import { half, Tree, later as after, numbers } from "./lib/parts.js";
import {
  PAIR,
  shout,
} from "./lib/more.js";
import FACTS from "./facts.json" with { type: "json" };

/* a comment
   of two lines */
const url = "https://x.y/*not a comment*/";
const other = '// nor this \' one'; // but this
/** @type {number[]} */ const kept = [half(8)];
const text = `a // b ${half(8)} /* c */ ${`inner ${"}"} // ${1 + 1}`} \` \${x}`;
const found = "a/b//c".split(/[/\]"'`]+|\/\/(?=c)/g);
const quotient = half(8) / 2 / half(2);
class Small extends Tree {
  /** What it is called. */
  get name() {
    return super.name + "!";
  }
}
const markup = "<!-- </script>";
const say = (value) => console.log(JSON.stringify(value));
say([url, other, kept, text, found, quotient, PAIR, shout("x"), markup, FACTS]);
say([new Small().name, typeof this, ...numbers(2)]);
after(2).then(say);
"""
PARTS = r"""// @ts-check
// Parts.
import { PAIR } from "./more.js";

export function half(n) {
  return n / 2;
}

export class Tree {
  get name() {
    return "tree" + PAIR.length;
  }
}

export async function later(n) {
  return await n;
}

export function* numbers(n) {
  while (n) yield n--;
}
const half2 = half(1);
"""
MORE = r"""// @ts-check
// More.
export const PAIR = ["a,b", 2];
export const shout = (text, mark = "!") => {
  return text + mark;
};
"""


def tree(folder: Path, **modules: str) -> Path:
    (folder / "facts.json").write_text('{"points": [0, 1], "text": "</é"}', encoding="utf-8")
    return write(folder, main=MAIN, lib__parts=PARTS, lib__more=MORE, **modules)


def test_linked_modules_do_what_they_do_as_modules(tmp_path: Path) -> None:
    modules, linked = both_ways(tree(tmp_path), "main.js")
    assert modules == linked
    assert len(linked) == 3


def test_modules_come_before_those_that_need_them_and_others_are_left_out(tmp_path: Path) -> None:
    script = link_parts(tree(tmp_path, lib__unused="x"), ["main.js"]).script(0)
    assert script.startswith('(function () {\n"use strict";\nconst $$0 = (() => {\nconst PAIR')
    assert script.count("const $$") == 4
    assert "@ts-check" not in script
    assert "What it is called" not in script


def test_scripts_of_two_entries_share_what_both_need(tmp_path: Path) -> None:
    worker = 'import { half } from "./lib/parts.js";\nconsole.log(half(6));\n'
    folder = tree(tmp_path, worker=worker)
    parts = link_parts(folder, ["main.js", "worker.js"])
    assert parts.script(0).count("function half") == 1
    assert "function half" in parts.shared
    assert not any("function half" in own for own in parts.own)
    for number, entry in enumerate(("main.js", "worker.js")):
        linked = folder / f"linked-{number}.cjs"
        linked.write_text(parts.script(number), encoding="utf-8")
        assert run(linked) == run(folder / entry)


def test_a_data_file_of_another_package_is_linked(tmp_path: Path) -> None:
    source = 'import TEXTS from "../../boards/refusals.json" with { type: "json" };\nx(TEXTS);\n'
    assert "const data={" in link(write(tmp_path, main=source), "main.js")


REFUSED = {
    "export default 1;": "'export default 1;' is not linked",
    "export let a = 1;": "'export let a = 1;' is not linked",
    "export { a };": "'export { a };' is not linked",
    "export * from './lib.js';": "is not linked",
    "export const { a } = lib;": "is not linked",
    "import a from './lib.js';": "is not linked",
    'import * as a from "./lib.js";': "is not linked",
    'import "./lib.js";': "is not linked",
    'import { a } from "lib";': "there is no module lib",
    'import { a } from "../lib.js";': "there is no module ../lib.js",
}


@pytest.mark.parametrize("source", REFUSED)
def test_another_style_is_refused_with_its_line(tmp_path: Path, source: str) -> None:
    folder = write(tmp_path, x=f"// @ts-check\n// What.\n{source}\n")
    with pytest.raises(FormatError, match=re.escape(REFUSED[source])) as caught:
        link(folder, "x.js")
    assert caught.value.place.line == 3


def test_a_missing_module_a_missing_name_and_a_circle_are_refused(tmp_path: Path) -> None:
    lib = "// @ts-check\nexport const a = 1;\n"
    for name, source, problem in [
        ("one", 'import { a } from "./gone.js";\n', "one.js:1: there is no module gone.js"),
        ("two", '\nimport { b } from "./lib.js";\n', "two.js:2: lib.js exports no b"),
        (
            "three",
            'import { a } from "./four.js";\nexport const b = a;\n',
            "four.js:1: modules wait for each other: three.js imports four.js imports three.js",
        ),
    ]:
        four = 'import { b } from "./three.js";\nexport const a = b;\n'
        folder = write(tmp_path, lib=lib, four=four, **{name: source})
        with pytest.raises(FormatError) as caught:
            link(folder, f"{name}.js")
        assert problem in str(caught.value)


def test_a_script_that_a_page_cannot_hold_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, main="let a = 2, b = 1; const c = a<!--b;")
    with pytest.raises(FormatError, match="the script holds '<!--'"):
        link(folder, "main.js")
