"""What the page answers to the questions of the corpus, in Node.js."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from asking_page import PageError, driver
from page_boards import page_boards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corpus.documents import Document


def by_page(documents: Sequence[Document]) -> list[Any]:
    """Answer the questions of documents: those of rules and texts all at once."""
    if documents and "do" in documents[0]:
        asked = [{key: each[key] for key in each if key != "answer"} for each in documents]
        return [_found(answer) for answer in page_boards(asked)]
    return [_answer(each) for each in documents]


def _answer(document: Document) -> Any:
    try:
        return driver().ask(document["ask"], document["params"])[0]
    except PageError as error:
        return {"refused": str(error)}


def _found(answer: Any) -> Any:
    """Write a refusal as Python's are written."""
    if not isinstance(answer, dict) or "refused" not in answer:
        return answer
    refused = answer["refused"]
    if refused["kind"] == "TextError":
        return {key: refused[key] for key in ("line", "column", "problem", "remedy")}
    assert refused["kind"] in {"UsageError", "UnsupportedError"}, refused
    return {"usage": refused["message"]}
