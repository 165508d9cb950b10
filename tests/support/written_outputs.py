"""Outputs for the tests: random records as payloads of every form, and runs that write them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bombe.analysis.runs.formats import NAMES, format_named
from bombe.analysis.runs.mask_layout import header_of
from bombe.analysis.runs.output import journal_of, open_output
from bombe.analysis.runs.payload import Payload
from bombe.analysis.runs.provenance import Provenance
from bombe.boards import Shape
from bombe.boards.shard import WHOLE

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from threading import Event

    from bombe.boards.shard import Shard

FORMS = {name: format_named(name) for name in NAMES if name != "parquet"}
"""All but Parquet, whose columns have one type each: these records do not."""
MASK_LENGTH = 18
"""Bytes of all fields of a mask of 4x4 cells."""


def made_of(form: str, **changes: Any) -> Provenance:
    """Return how an output of the tests is made."""
    usual: dict[str, Any] = {
        "task": "audit",
        "settings": {"limit": 2},
        "inputs": [],
        "form": form,
        "bombe": "1.0",
        "command": "bombe audit boards.txt",
        "begun": "2026-11-20T03:00:00+00:00",
        "commit": None,
        "kernel": "avx2",
        "python": "CPython 3.11",
    }
    return Provenance(**{**usual, **changes})


def record(rng: random.Random) -> dict[str, Any]:
    """Draw a record with texts that have to be quoted, numbers of any size, nothing, objects."""
    text = "".join(rng.choices('ab,"\n é[{', k=rng.randrange(6)))
    number = rng.choice([None, 0, -1, 7, 1 << 70, 2.5])
    return {"board": text, "number": number, "of": {"x": rng.random(), "y": [1] * rng.randrange(3)}}


def payload(form: str, rng: random.Random, records: int) -> Payload:
    """Draw a payload with so many records."""
    if form in ("masks", "npy"):
        header = header_of(form, Shape(2, 2))
        return Payload(rng.randbytes(MASK_LENGTH * records), records, header=header)
    if form == "text":
        return FORMS[form].texts([f"line {rng.random()}" for _ in range(records)])
    return FORMS[form].records([record(rng) for _ in range(records)])


def payloads(form: str, rng: random.Random, most: int = 9) -> list[Payload]:
    """Draw the payloads of a run; some have no record."""
    return [payload(form, rng, rng.choice([0, 1, 1, 2, 5])) for _ in range(rng.randrange(1, most))]


def write(
    path: Path,
    form: str,
    chunks: Sequence[Payload],
    *,
    shard: Shard = WHOLE,
    resume: bool = False,
    again: bool = False,
    stop: Event | None = None,
    tell: Callable[[str], None] = print,
    reached: Callable[[int], object] = lambda _: None,
    **changes: Any,
) -> dict[str, Any]:
    """Write the chunks of a shard, and return what they add up to; `reached` is told of each."""
    made = made_of(form, shard=str(shard), **changes)
    with open_output(
        str(path), FORMS[form], tell=tell, made=made, resume=resume, again=again, stop=stop
    ) as output:
        progress = output.progress
        assert progress is not None
        for number, chunk in enumerate([] if output.is_complete else chunks):
            if number <= progress.last_chunk or not shard.has(number):
                continue
            output.write(chunk)
            output.end_chunk(number, chunk.records + 1, {"yes": number, "of": {"a": 1}})
            reached(number)
        return {**progress.totals, "positions": progress.positions}


def content(path: Path) -> object:
    """Return what an output holds: bytes, or the rows of a database and their columns."""
    if path.suffix != ".sqlite":
        return path.read_bytes()
    with closing(sqlite3.connect(path)) as file:
        if not file.execute("SELECT 1 FROM sqlite_master WHERE name = 'audits'").fetchall():
            return None
        asked = file.execute("SELECT rowid, * FROM audits ORDER BY rowid")
        return [each[0] for each in asked.description], asked.fetchall()


def chunks_of(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a journal that are about chunks, and the last one.

    Their checksums follow from the first line, which has the command and the time.
    """
    lines = Path(journal_of(str(path))).read_text().splitlines()
    found = [json.loads(line) for line in lines[1:]]
    assert all(type(line.pop("line_crc")) is int for line in found)
    return found


def flip(path: Path, at: int, rng: random.Random) -> None:
    """Change a bit of a byte of a file."""
    data = bytearray(path.read_bytes())
    data[at] ^= 1 << rng.randrange(8)
    path.write_bytes(data)
