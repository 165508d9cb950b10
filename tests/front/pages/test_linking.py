"""The linker: modules become one script that does the same, and any other style is refused."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from bombe.boards.errors import FormatError
from bombe.pages.linking import link, link_parts, ordered
from bombe.pages.modules import parse
from bombe.pages.tokens import stripped, tokens

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
    linked.write_text(link(folder, entry), encoding="utf-8")
    return run(folder / entry), run(linked)


TRICKY = r"""// @ts-check
// What a careless stripper would break.
let first = 1
import { half, Tree, later as after, numbers } from "./lib/parts.js"; const second = 2; // "x"
import {
  PAIR,
  shout, // the last one
} from "./lib/more.js";

/* a comment
   of two lines */
const url = "https://x.y/*not a comment*/"; /* one */ const other = '// nor this \' one';
const text = `a // b ${half(8)} /* c */ ${`inner ${"}"} // ${1 /* gone */ + 1}`} \` \${x}
    kept indentation`;
const found = "a/b//c".split(/[/\]"'`]+|\/\/(?=c)/g);
const quotient = (half(8) / 2) / half(2), i = 4, flags = 2;
const chained = i /2/ flags;
const a = 1
let b = a
++b; [a].length
let c = 3; c
/2/i; /* two
lines */ c--
for (const _ of [1]) if (c) /x/.test("x");
const object = { import: 1, export: 2, await: 3, return: 8, of: 4 };
const divided = object.return / 2 / object.of;
const waiting = async () => await after(2);
const wrapped = [1].map(
  async (x) =>
    await x,
);
label: for (;;) { break label }
class Small extends Tree {
  static #count = 7; get [`name`]() { return super.name + Small.#count }
  async wait() { return await 5 }
}
const markup = "<!-- </script> \</script" + `</SCRIPT>` + /<\/script>|<!--/.test("<" + "!--");
const say = (value) => console.log(JSON.stringify(value))
say([url, other, text, found, quotient, chained, a, b]);
say([divided, object, first, second, PAIR, shout("x")]);
say([new Small().name, markup, a ? .5 : 0, 1?.toFixed, typeof this, 0x1F, 1e3, 10n.toString()]);
waiting().then(say); Promise.all(wrapped).then(say); new Small().wait().then(say)
say([...numbers(2)]);
"""
PARTS = r"""// @ts-check
// Parts.
import { PAIR } from "./more.js"
export function half(n) { return n / 2 }
export class Tree { get name() { return "tree" + PAIR.length } }
export async function later(n) { return await n }
export function* numbers(n) { while (n) yield n-- }
const half2 = 1, hidden = half(half2)
"""
MORE = r"""// @ts-check
// More.
export const PAIR = ["a,b", (1, 2)];
export const shout = (text, mark = "!") => {
  return text +
    mark
}
export async function* unused() { yield* [] }
"""


def test_linked_modules_do_what_they_do_as_modules(tmp_path: Path) -> None:
    folder = write(tmp_path, main=TRICKY, lib__parts=PARTS, lib__more=MORE)
    modules, linked = both_ways(folder, "main.js")
    assert modules == linked
    assert len(linked) == 7


def test_modules_stand_before_those_that_need_them_and_others_are_left_out(tmp_path: Path) -> None:
    folder = write(tmp_path, main=TRICKY, lib__parts=PARTS, lib__more=MORE, lib__unused="x")
    assert [module.path for module in ordered(folder, "main.js")] == [
        "lib/more.js",
        "lib/parts.js",
        "main.js",
    ]
    assert link(folder, "main.js").startswith('(function () {\n"use strict";\nconst $$0 =')


def test_comments_and_indentation_go_and_line_ends_stay(tmp_path: Path) -> None:
    source = "// @ts-check\n/** What. */\n\n    const  a = 1 // one\n\n  /* x\n */ a\n"
    assert stripped(tokens(source, "x.js")) == "const a=1\na\n"
    script = link(write(tmp_path, main=TRICKY, lib__parts=PARTS, lib__more=MORE), "main.js")
    assert "@ts-check" not in script
    assert "\n    kept indentation" in script


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("a + +b - -c", "a+ +b- -c"),
        ("a ++ \n b", "a++\nb"),
        ("a\n++ b", "a\n++b"),
        ("return\nb", "return\nb"),
        ("return ( b )", "return(b)"),
        ("a =\n  b\n  . c ( 1 . x )", "a=b.c(1 .x)"),
        ("f ( a ,\n b )\n( c )", "f(a,b)\n(c)"),
        ("a\n[ 1 ]", "a\n[1]"),
        ("a\n`b`", "a\n`b`"),
        ("x / /y/g . z", "x/ /y/g .z"),
        ("if ( a ) /y/ . z", "if(a) /y/ .z"),
        ("a ? .5 : b", "a?.5:b"),
        ("class A {\n x = 1\n * y ( ) { }\n}", "class A{x=1\n*y(){}}"),
        ("'a' in b", "'a' in b"),
        ("a => {\n}\nb", "a=>{}\nb"),
        ("a < ! -- b", "a< ! --b"),
    ],
)
def test_a_blank_stays_only_where_it_separates(source: str, left: str) -> None:
    assert stripped(tokens(source, "x.js")) == f"{left}\n"


def test_data_of_a_package_becomes_a_constant(tmp_path: Path) -> None:
    source = 'import parts from "./parts.json" with { type: "json" }; console.log(parts.half);'
    folder = write(tmp_path, main=source)
    (folder / "parts.json").write_text('{"half": 0.5}', encoding="utf-8")
    modules, linked = both_ways(folder, "main.js")
    assert modules == linked == [0.5]


def test_data_of_other_packages_is_found_where_the_package_is_installed(tmp_path: Path) -> None:
    name = "../../boards/sudoku/files/catalogue.json"
    source = f'import {{ name }} from "./lib.js"; import all from "{name}" with {{ type: "json" }};'
    script = link(write(tmp_path, main=source, lib="export const name = 1;"), "main.js")
    assert "const data=[" in script
    assert "const {data: all} = $$1;" in script


def test_scripts_of_two_entries_share_what_both_need(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        main=TRICKY,
        lib__parts=PARTS,
        lib__more=MORE,
        worker='import { half } from "./lib/parts.js"; console.log(half(6));',
    )
    parts = link_parts(folder, ["main.js", "worker.js"])
    assert parts.script(0).count("function half") == 1
    assert "function half" in parts.shared
    assert not any("function half" in own for own in parts.own)
    for number, entry in enumerate(("main.js", "worker.js")):
        linked = folder / f"linked-{number}.cjs"
        linked.write_text(parts.script(number), encoding="utf-8")
        assert run(linked) == run(folder / entry)


def test_no_script_can_end_its_element_or_open_a_comment(tmp_path: Path) -> None:
    script = link(write(tmp_path, main=TRICKY, lib__parts=PARTS, lib__more=MORE), "main.js")
    assert "</script" not in script.lower()
    assert "<!--" not in script


def test_tokens_stand_on_their_lines() -> None:
    found = tokens(TRICKY, "x.js")
    lines = TRICKY.splitlines()
    assert all(token.text.splitlines()[0] in lines[token.line - 1] for token in found)
    assert found[-1].line == len(lines)


REFUSED = {
    "export default 1;": "export default is not linked",
    "export let a = 1;": "export let is not linked",
    "export { a };": "export { is not linked",
    "export * from './lib.js';": "export * is not linked",
    "export const a = 1, b = 2;": "one export for two constants",
    "export const { a } = lib;": "a name of its own",
    "export function () {}": "a name of its own",
    "export const a = 1; export class a {}": "exports a twice",
    "import a from './lib.js';": "only names can be imported",
    "import * as a from './lib.js';": "only names can be imported",
    "import './lib.js';": "only names can be imported",
    "import { a } from 'lib';": "'lib' is no module of the page",
    "import { a } from './lib';": "'./lib' is no module of the page",
    "import { a } from '../../lib.js';": "lies outside of the page",
    "import a from './lib.json';": "only names can be imported",
    "import a from './lib.json' with { type: 'css' };": "only names can be imported",
    "import { a } from './lib.json' with { type: 'json' };": "'./lib.json' is no module",
    "import a from '../../../../lib.json' with { type: 'json' };": "lies outside of the page",
    "import { 'a-b' as c } from './lib.js';": "unexpected \"'a-b'\" in an import",
    "import { a };": "needs from and a path",
    "const a = import('./lib.js');": "only names can be imported",
    "const a = import.meta;": "only names can be imported",
    "const a = await b;": "a module cannot await",
    "if (a) { await b }": "a module cannot await",
    "const f = () => 1; await f();": "a module cannot await",
    "const $$1 = 2;": "names that begin with $$",
    "const a = {}\n/x/g": "a / after } may divide",
    "for (const a of /x/g) b()": "a / after of",
    "const a = 'b\n'": 'unexpected "\'"',
    "const a = `b ${c": "${ is never closed",
    "const a = `b": "a template is never closed",
    "const a = (b": "( is never closed",
    "const a = b)": ") closes nothing",
    "const a = [b)": ") closes nothing",
    "const a = /b": "a regular expression is never closed",
    "const a = @b": "unexpected '@'",
}


@pytest.mark.parametrize("source", REFUSED)
def test_another_style_is_refused_with_its_line(source: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(f"// @ts-check\n// What.\n{source}\n", "room/x.js")
    assert REFUSED[source] in str(caught.value)
    assert str(caught.value).startswith("room/x.js")
    is_of_the_whole = "twice" in str(caught.value) or "closed" in str(caught.value)
    assert is_of_the_whole or caught.value.place.line in {3, 4}


def test_a_missing_module_a_missing_name_and_a_circle_are_refused(tmp_path: Path) -> None:
    lib = "// @ts-check\nexport const a = 1;\n"
    for name, source, problem in [
        ("one", 'import { a } from "./gone.js";', "one.js:1: there is no module gone.js"),
        ("two", '\nimport { b } from "./lib.js";', "two.js:2: lib.js exports no b"),
        (
            "three",
            'import { a } from "./four.js"; export const b = a;',
            "four.js:1: modules wait for each other: three.js imports four.js imports three.js",
        ),
    ]:
        four = 'import { b } from "./three.js"; export const a = b;'
        folder = write(tmp_path, lib=lib, four=four, **{name: source})
        with pytest.raises(FormatError) as caught:
            link(folder, f"{name}.js")
        assert problem in str(caught.value)


def test_a_script_that_a_page_cannot_hold_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, main="let a = 2, b = 1; const c = a<!--b;")
    with pytest.raises(FormatError, match="the script holds '<!--'"):
        link(folder, "main.js")
