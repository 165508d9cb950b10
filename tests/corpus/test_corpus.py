"""The golden corpus: Python and the page give the answers that tests/data/corpus holds.

`python tests/support/corpus/make.py` makes the answers again.
"""

from __future__ import annotations

from itertools import islice

import pytest
from corpus.by_page import by_page
from corpus.by_python import by_python
from corpus.documents import load, names, shared
from corpus.make import FILES, PAGE_ONLY

PARTS = 3
"""Each file is checked in so many tests, which run side by side."""
each_part = pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name in names() for part in range(PARTS)]
)


@each_part
def test_python_gives_the_golden_answers(name: str, part: int) -> None:
    for document in islice(load(name), part, None, PARTS):
        if document.get("ask") not in PAGE_ONLY:
            golden = document["answer"]
            assert shared(by_python(document), golden) == golden, document


@each_part
def test_the_page_gives_the_golden_answers(name: str, part: int) -> None:
    documents = load(name)[part::PARTS]
    for document, found in zip(documents, by_page(documents), strict=True):
        golden = document.get("page", document["answer"])
        assert shared(found, golden) == golden, document


def test_every_question_of_the_table_is_in_the_corpus() -> None:
    assert names() == sorted(FILES)
