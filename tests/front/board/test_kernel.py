"""The kernel in WebAssembly: its answers are those of the native one, and its memory has bounds."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
from typing import TYPE_CHECKING, Any

import pytest
import random_boards
from asking_page import driver, kernel, run_module, run_script

import bombe
from bombe.analysis.territory.kernel import TerritoryInput, TerritorySearch
from bombe.boards import Board, Shape
from bombe.solvers.budget import as_meter
from bombe.solvers.native.batch import audit_batch, count_batch
from bombe.solvers.native.interface import interface

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

KINDS = ("exact", "at_least")
BUNDLED = ("hard-3x3", "set-improper-3x3", "set-unsolvable-3x3", "set-easy-4x4", "set-easy-5x5")
"""What random boards do not have: large ones, and such that take long."""


def answers_of_page(boards: Iterable[Board], *, timeout: float = 60) -> list[str]:
    lines = [f"{board.shape.m} {board.shape.n} {board.values.hex()}\n" for board in boards]
    return run_script("boards.mjs", "".join(lines), timeout=timeout).splitlines()


def answer_of_native(board: Board) -> str:
    counted = count_batch(board.shape, board.values, 3)
    verdicts = audit_batch(board.shape, board.values).verdicts
    kind = KINDS[counted.statuses[0]]
    return f"{counted.counts[0]} {kind} {hashlib.sha256(verdicts).hexdigest()}"


def bundled(number: int) -> Iterator[Board]:
    for name in BUNDLED:
        yield from (entry.state.board for entry in itertools.islice(bombe.read_all(name), number))


def test_verdicts_and_counts_are_those_of_the_native_kernel() -> None:
    boards = [*map(random_boards.random_board, range(400)), *bundled(8)]
    answers = answers_of_page(boards)
    assert answers == [answer_of_native(board) for board in boards]
    assert {answer[:7] for answer in answers} >= {"0 exact", "1 exact", "2 exact", "3 at_le"}


@pytest.mark.long
def test_a_hundred_thousand_boards_have_the_same_verdicts_and_counts() -> None:
    boards = [*map(random_boards.random_board, range(100_000)), *bundled(1000)]
    answers = answers_of_page(boards, timeout=900)
    wrong = [
        board
        for board, answer in zip(boards, answers, strict=True)
        if answer != answer_of_native(board)
    ]
    assert not wrong


def test_the_engines_are_small_enough_to_be_in_a_page() -> None:
    assert len(base64.b64encode(kernel().read_bytes())) < 140_000


# One board --------------------------------------------------------------------------------------


SOLVER = """
import { BoardSolver } from "board/solvers/boards.js";
import { Task } from "board/worker/task.js";
const task = new Task(() => {});
const kernel = await Kernel.from(bytes);
const solver = (m, n) => new BoardSolver(kernel, { m, n });
"""


def asked(code: str) -> Any:
    return run_module(SOLVER + code)


def test_solutions_come_in_the_order_of_the_native_kernel_until_enough_are_there() -> None:
    found = asked("""
        const rows = [];
        for await (const solution of solver(2, 2).solutions(new Uint8Array(16), task)) {
          rows.push([...solution]);
          if (rows.length === 200) break;
        }
        show(rows);
    """)
    native = itertools.islice(bombe.solutions(Board.empty(Shape(2, 2))), 200)
    assert found == [list(board.values) for board in native]


def test_all_288_solutions_come_and_it_is_known_that_these_are_all() -> None:
    number, is_all = asked("""
        let [number, isAll] = [0, false];
        const onEnd = (all) => { isAll = all; };
        for await (const _ of solver(2, 2).solutions(new Uint8Array(16), task, { onEnd })) number++;
        show([number, isAll]);
    """)
    assert (number, is_all) == (288, True)


def test_what_a_limit_leaves_open_is_unknown_and_never_guessed() -> None:
    hard = list(bombe.read("hard-3x3").board.values)
    answers = asked(f"""
        const hard = {hard};
        const limits = {{ nodes: 1 }};
        const nine = solver(3, 3);
        const {{ verdicts, isDone }} = await nine.audit(hard, task, limits);
        show({{
          verdicts: [...new Set(verdicts)].sort(),
          isDone,
          count: await nine.count(hard, 2, task, limits),
          solution: (await nine.solution(hard, task, limits)) === undefined,
          solvable: (await nine.solvable(hard, task, limits)) === undefined,
          after: [...(await nine.solvableAfter(hard, [{{cell: hard.indexOf(0), value: 1}}], task,
                                              limits))],
        }});
    """)
    assert not answers["isDone"]
    assert 3 in answers["verdicts"]
    assert answers["count"] == {"value": 0, "kind": "at_least"}
    assert answers["solution"]
    assert answers["solvable"]
    assert answers["after"][0] in (1, 3)


def test_moves_are_judged_alone_as_an_audit_judges_them() -> None:
    board = random_boards.random_board(56)
    shape, moves = board.shape, []
    for cell, value in enumerate(board.values):
        moves += [{"cell": cell, "value": v + 1} for v in range(shape.size) if not value]
    after, verdicts = asked(f"""
        const [values, one] = [{list(board.values)}, solver({shape.m}, {shape.n})];
        show([[...(await one.solvableAfter(values, {moves}, task))],
              [...one.auditNow(values).verdicts]]);
    """)
    assert moves
    # What C0 forbids is no candidate, and no solution holds it.
    expected = [verdicts[m["cell"] * shape.size + m["value"] - 1] or 1 for m in moves]
    assert after == expected


def test_a_board_of_other_cells_or_values_is_refused() -> None:
    said = asked("""
        const said = [];
        for (const values of [[1], [7, ...Array(15).fill(0)], [-1, ...Array(15).fill(0)]]) {
          try { solver(2, 2).auditNow(values); } catch (error) { said.push(error.message); }
        }
        show(said);
    """)
    assert said[0] == "1 values are no board of 16 cells"
    assert [message.split(" in ")[0] for message in said[1:]] == ["value 7", "value -1"]


# What both sides must agree on ------------------------------------------------------------------


def test_fields_are_where_c_puts_them() -> None:
    offsets, size, values = run_module("""
        import { Structure } from "board/solvers/structure.js";
        const kernel = await Kernel.from(bytes);
        const head = new Structure(["small:int32_t", "large:int64_t", "last:*"]);
        const both = new Structure(["next:int32_t", "time:double", "mask:uint64_t"], head);
        const made = both.at(kernel.memory, kernel.room().takeZeroed(both.bytes));
        Object.assign(made, { small: -3, large: Infinity, last: 2 ** 31, next: -1, time: 0.5,
                              mask: 2 ** 36 });
        const fields = ["small", "large", "last", "next", "time", "mask"];
        show([fields.map((field) => both.offsets[field]), both.bytes,
              fields.map((field) => String(made[field]))]);
    """)
    # The head ends with 4 bytes that nothing uses, as its own size is a multiple of 8.
    assert offsets == [0, 8, 16, 24, 32, 40]
    assert size == 48
    assert values == ["-3", "Infinity", str(2**31), "-1", "0.5", str(2**36)]


NUMBERS = {
    "slices.js": {
        "DONE": "kDone",
        "FULL": "kLimit",
        "INTERRUPTED": "kOutOfBudget",
        "TOO_LARGE": "kTooLarge",
        "TOO_MANY_MOVES": "kTooManyMoves",
        "TOO_LITTLE_MEMORY": "kTooLittleMemory",
        "NOT_FROM_HERE": "kNotFromHere",
    },
    "memory.js": {"ALIGNMENT": "kAlignment"},
    "workspace.js": {
        "NOT_CANDIDATE": "kNotCandidate",
        "NO": "kNo",
        "YES": "kYes",
        "UNKNOWN": "kUnknown",
    },
    "../analysis/dots/kernel.js": {"MOST_DOTS": "kMostDots", "MOST_FREE": "kMostFree"},
}
"""The numbers that modules of the page state, too, and their names in C++."""


def test_what_the_page_states_agrees_with_the_kernel() -> None:
    imports = "".join(
        f'import * as part{number} from "board/solvers/{module}";\n'
        for number, module in enumerate(NUMBERS)
    )
    pairs = [
        f"[part{number}.{ours}, kernel.number({theirs!r})]"
        for number, names in enumerate(NUMBERS.values())
        for ours, theirs in names.items()
    ]
    rules = ("Naked", "Hidden", "Locked", "NakedPair", "HiddenPair", "Case")
    ends = ("NoCandidate", "NoPlace", "Clash")
    found, order, lengths = run_module(f"""
        {imports}
        import {{ ABSURDITIES, RULES }} from "board/analysis/sudoku/why/refutation.js";
        const kernel = await Kernel.from(bytes);
        const numbers = (names) => names.map((name) => kernel.number(`k${{name}}`));
        show([[{", ".join(pairs)}], [numbers({[*rules]}), numbers({[*ends]})],
              [RULES.length, ABSURDITIES.length]]);
    """)
    assert len(found) == 14
    assert all(ours == theirs for ours, theirs in found)
    assert order == [list(range(length)) for length in lengths]


def test_structures_are_those_of_the_native_kernel() -> None:
    names = ("BombeCall", "BombeEndgameCall", "BombeDotsCall", "BombeWhy", "BombeTempoCall")
    fields = run_module(f"""
        const kernel = await Kernel.from(bytes);
        show({[*names]}.map((name) => Object.keys(kernel.structure(name).offsets)));
    """)
    for name, found in zip(names, fields, strict=True):
        kinds = reversed(getattr(interface(), name).__mro__)
        assert found == [field for kind in kinds for field, _ in getattr(kind, "_fields_", ())]


def test_what_the_kernel_does_not_have_is_refused() -> None:
    said = run_module("""
        const kernel = await Kernel.from(bytes);
        const said = [];
        for (const wrong of [() => kernel.number("kPerhaps"), () => kernel.structure("BombeHope"),
                             () => kernel.room().make("BombeCount", { hope: 1 })]) {
          try { wrong(); } catch (error) { said.push(error.message); }
        }
        show(said);
    """)
    assert said[:2] == [
        "the page's kernel was built from other sources: it has no kPerhaps",
        "the page's kernel was built from other sources: it has no BombeHope",
    ]
    assert "hope" in said[2]


# Memory -----------------------------------------------------------------------------------------


def test_memory_that_was_given_back_is_used_again() -> None:
    sizes = run_module("""
        const { memory } = await Kernel.from(bytes);
        const mega = 2 ** 20;
        const sizes = [];
        for (let i = 0; i < 5; i++) {
          const [small, large] = [memory.take(100), memory.take(400 * mega)];
          const more = memory.take(5000);
          memory.giveBack(large, 400 * mega);
          memory.giveBack(small, 100);
          sizes.push(memory.size);
          memory.giveBack(more, 5000);
        }
        show([sizes, memory.inUse, memory.left]);
    """)
    growth, in_use, left = sizes
    assert len(set(growth)) == 1
    assert growth[0] < 420 * 2**20
    assert in_use == 0
    assert 490 * 2**20 < left <= 512 * 2**20


def test_blocks_never_overlap_whatever_is_taken_and_given_back() -> None:
    """Seeded: 3,000 times a block is taken and marked, or given back if its mark still stands."""
    wrong, in_use = run_module("""
        const { memory } = await Kernel.from(bytes, 64 * 2 ** 20);
        let state = 7;
        const below = (most) => (state = (state * 48271) % 2147483647) % most;
        const blocks = [];
        let wrong = 0;
        const drop = ({ address, size, mark }) => {
          const here = memory.bytes.subarray(address, address + size);
          if (here.some((byte) => byte !== mark) || address % 64) wrong++;
          memory.giveBack(address, size);
        };
        for (let turn = 0; turn < 3000; turn++) {
          if (blocks.length > 40 || (blocks.length && below(2))) {
            drop(...blocks.splice(below(blocks.length), 1));
          } else {
            const [size, mark] = [1 + below(10 ** (2 + below(4))), below(256)];
            const address = memory.take(size);
            memory.bytes.fill(mark, address, address + size);
            blocks.push({ address, size, mark });
          }
        }
        blocks.forEach(drop);
        show([wrong, memory.inUse]);
    """)
    assert (wrong, in_use) == (0, 0)


def test_more_than_the_page_may_use_is_refused_and_the_rest_continues() -> None:
    name, address_is_known, left_before, left_after = run_module("""
        const { memory } = await Kernel.from(bytes, 100 * 2 ** 20);
        const before = memory.left;
        let name;
        try { memory.take(101 * 2 ** 20); } catch (error) { name = error.name; }
        show([name, memory.take(before) > 0, before, memory.left]);
    """)
    assert name == "OutOfMemory"
    assert address_is_known
    assert left_before > 80 * 2**20
    assert left_after == 0


# Searches of fewer widths -----------------------------------------------------------------------


TERRITORY = """
const kernel = await Kernel.from(bytes);
const { bombe_territory_least_bytes: least, bombe_territory_begin: begin,
        bombe_territory_search: search } = kernel.functions;
function searched({ m, n, bombs, ...cells }, deepest) {
  const room = kernel.room();
  const most = least(m, n) + 2 ** 24;
  const memory = room.takeZeroed(most);
  const copies = Object.entries(cells).map(([name, values]) => [name, room.copy(values)]);
  const masks = room.copy(BigUint64Array.from(bombs, BigInt));
  const fields = { ...Object.fromEntries(copies), bombs: masks, m, n };
  const given = room.make("BombeTerritory", fields);
  begin(memory, most, given.address);
  const call = room.make("BombeTerritoryCall", { nodes: Infinity, deepest, cell: -1 });
  const answer = search(memory, call.address);
  room.release();
  return [answer, call.cell, call.is_skip, call.value, call.nodes_used];
}
"""
SHAPES = ("2x2", "2x3", "3x3", "3x4", "4x4", "4x5", "5x5")
DEEPEST = 2


def territory(shape: Shape, seed: int) -> dict[str, list[int]]:
    """Draw a position: half of the cells are filled, of the others some are open to each player."""
    rng = random_boards.rng_of(f"territory {shape} {seed}")
    solution = random_boards.full_grid(shape, rng)
    board = [value * rng.randrange(2) for value in solution]
    is_open = [rng.randrange(4) for _ in board]
    return {
        "board": board,
        "solution": solution,
        "open": is_open,
        "roots": [int(not value and mask & 1) for value, mask in zip(board, is_open, strict=True)],
        "bombs": [0 if value else 2 * rng.randrange(2) for value in board],
    }


def test_the_search_for_territory_finds_what_the_native_kernel_finds_at_every_width() -> None:
    shapes = [Shape.of(name) for name in SHAPES for _ in range(2)]
    drawn = [territory(shape, seed) for seed, shape in enumerate(shapes)]
    given = [{"m": s.m, "n": s.n, **each} for s, each in zip(shapes, drawn, strict=True)]
    found = run_module(f"{TERRITORY}show({json.dumps(given)}.map((e) => searched(e, {DEEPEST})));")
    for shape, each, (answer, cell, is_skip, value, nodes) in zip(
        shapes, drawn, found, strict=True
    ):
        search, meter = TerritorySearch(shape), as_meter(None)
        cells = {name: bytes(values) for name, values in each.items() if name != "bombs"}
        search.begin(TerritoryInput(bombs=each["bombs"], **cells), DEEPEST)
        assert search.go_on(meter) is (answer == 0)
        best = search.best
        assert best is not None
        assert (best.cell, best.is_skip, search.value * 16) == (cell, bool(is_skip), value)
        assert meter.nodes == nodes


# Questions, several at once ---------------------------------------------------------------------


EMPTY = {"m": 3, "n": 3, "cells": [[0] * 9] * 9}


def test_a_short_question_is_answered_while_a_long_one_is_in_work_which_can_be_cancelled() -> None:
    engines = driver()
    long = engines.send(ask="shares", params={"position": EMPTY, "limit": 10**9})
    short = engines.send(ask="solution", params={"position": EMPTY})
    while (reply := engines.receive())["id"] != short:
        assert "report" in reply
    assert reply["answer"]["solution"]
    engines.send(id=long, cancel=True)
    while "report" in (reply := engines.receive()):
        pass
    assert (reply["id"], reply["error"]["name"]) == (long, "Cancelled")


def test_an_unknown_question_says_which_are_known() -> None:
    engines = driver()
    number = engines.send(ask="toString", params={})
    reply = engines.receive()
    assert reply["id"] == number
    assert reply["error"]["name"] == "UnknownQuestion"
    assert "solution" in reply["error"]["message"]


CLIENT = """
import { WorkerEngines } from "board/worker/client.js";
import { serve } from "board/worker/worker.js";
const page = {}, scope = {};
const later = (take, data) => setImmediate(() => take(structuredClone(data)));
page.postMessage = (data) => later((data) => scope.onmessage({ data }), data);
scope.postMessage = (data) => later((data) => page.onmessage({ data }), data);
page.terminate = () => {};
serve(scope);
const engines = new WorkerEngines(page, bytes);
const name = (error) => error.name;
"""


def test_the_client_hands_answers_reports_and_errors_to_whom_they_belong() -> None:
    answers = run_module(f"""{CLIENT}
        const position = {{ m: 2, n: 2, cells: Array(4).fill(Array(4).fill(0)) }};
        const large = {{ m: 3, n: 3, cells: Array(9).fill(Array(9).fill(0)) }};
        const [control, early] = [new AbortController(), AbortSignal.abort()];
        let reports = 0;
        const onReport = () => {{ reports += 1; control.abort(); }};
        show(await Promise.all([
          engines.ask("solution", {{ position }}).then(({{ solution }}) => solution.length),
          engines.ask("shares", {{ position: large, limit: 1e9 }},
                      {{ onReport, signal: control.signal }}).catch(name),
          engines.ask("solution", {{ position }}, {{ signal: early }}).catch(name),
          engines.ask("nothing", {{}}).catch(name),
        ]).then((all) => [...all, reports]));
    """)
    assert answers == [4, "Cancelled", "Cancelled", "UnknownQuestion", 1]


def test_a_worker_that_ends_leaves_nobody_waiting() -> None:
    told = run_module(f"""{CLIENT}
        const asked = engines.ask("solution", {{}}).catch((error) => error.message);
        page.onerror({{ message: "out of memory" }});
        show(await asked);
    """)
    assert told.startswith("the engines stopped (out of memory): ")
