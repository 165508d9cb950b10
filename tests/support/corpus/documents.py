"""Documents of the corpus: a question and its answer, a line of JSON each in tests/data/corpus.

    {"ask": "tempo", "params": {"position": {...}}, "answer": {...}}    asked of the engines
    {"do": "read", "text": "1...", "options": {}, "answer": [...]}      asked of rules and texts

`page` beside a question of rules and texts is what the page answers where it differs: it leaves
some formats to `bombe convert`, and is less exact about the place of a mistake. The answer of an
engine has the fields that every language gives. What only one language has (the solver's name, the
seconds) is left out.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from paths import DATA

if TYPE_CHECKING:
    from collections.abc import Iterable

FOLDER = DATA / "corpus"
Document = dict[str, Any]


def names() -> list[str]:
    """List the files of the corpus: tempo, why, texts, ..."""
    return sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def load(name: str) -> list[Document]:
    """Read the documents of a file."""
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def save(name: str, documents: Iterable[Document]) -> None:
    """Write the documents of a file, in their order."""
    lines = [json.dumps(each, separators=(",", ":")) for each in documents]
    (FOLDER / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def as_json(value: Any) -> Any:
    """Pass a value through JSON, so that tuples and enums compare equal to what is read."""
    return json.loads(json.dumps(value))


def shared(answer: Any, golden: Any) -> Any:
    """Keep of an answer the fields that the golden answer has."""
    if isinstance(golden, dict) and isinstance(answer, dict):
        return {key: answer.get(key) for key in golden}
    return answer
