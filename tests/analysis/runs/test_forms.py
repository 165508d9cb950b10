"""Which form an output has, what of a record goes into it, and what stands around the records."""

from __future__ import annotations

import csv
import io
import json
import pickle
import random

import pytest
from written_outputs import FORMS, payloads

from bombe.analysis.runs.answers import ANSWERS
from bombe.analysis.runs.formats import format_of
from bombe.analysis.runs.payload import OutputState, Payload
from bombe.analysis.runs.records import flat, flat_selected, selected
from bombe.boards.errors import InputError, UnknownNameError, UsageError


@pytest.mark.parametrize(
    ("style", "output", "name"),
    [
        (None, None, "text"),
        (None, "a.txt", "text"),
        (None, "a", "text"),
        (None, "a.JSONL", "jsonl"),
        (None, "a.ndjson", "jsonl"),
        (None, "a.json", "json"),
        (None, "b.c/a.csv", "csv"),
        (None, "a.npy", "npy"),
        (None, "a.masks", "masks"),
        (None, "a.sqlite", "sqlite"),
        (None, "a.db", "sqlite"),
        ("csv", None, "csv"),
        ("csv", "a.tsv", "csv"),
        ("jsonl", "a.json", "jsonl"),
        ("masks", "a.npy", "npy"),
        ("masks", "a.bin", "masks"),
    ],
)
def test_an_option_selects_the_format_or_else_the_suffix_does(
    style: str | None, output: str | None, name: str
) -> None:
    assert format_of(style, output).name == name


@pytest.mark.parametrize(
    ("style", "output"), [("csv", "a.jsonl"), ("json", "a.csv"), ("jsonl", "a.sqlite")]
)
def test_an_option_and_a_suffix_that_contradict_are_refused(style: str, output: str) -> None:
    with pytest.raises(UsageError, match=f"--{style} and -o {output} contradict each other: leave"):
        format_of(style, output)


def test_suffixes_name_one_form_each_and_forms_are_one_object_in_a_process() -> None:
    suffixes = [suffix for form in FORMS.values() for suffix in form.suffixes]
    assert len(suffixes) == len(set(suffixes))
    for form in FORMS.values():
        assert pickle.loads(pickle.dumps(form)) is form  # noqa: S301 - our own
    tables = [each.table for each in ANSWERS.values()]
    assert len(set(tables)) == len(tables)


RECORD = {
    "board": "1...",
    "safe": [[0, 1, 2], [1, 1, 1]],
    "solutions": [],
    "none": [],
    "seconds": {"build": 0.5, "search": {"deep": None}},
}


def test_a_record_is_a_row_of_plain_values() -> None:
    assert flat(RECORD) == {
        "board": "1...",
        "safe": 2,
        "solutions": 0,
        "none": 0,
        "seconds_build": 0.5,
        "seconds_search_deep": None,
    }


def test_columns_choose_and_order() -> None:
    asked = ("seconds_build", "board")
    assert [*flat_selected(RECORD, asked).items()] == [("seconds_build", 0.5), ("board", "1...")]
    assert selected(RECORD, asked) == {"seconds": {"build": 0.5}, "board": "1..."}
    assert [*selected(RECORD, ("safe", "board"))] == ["safe", "board"]
    assert selected(RECORD, None) == RECORD
    lines = FORMS["jsonl"].records([RECORD, RECORD], ("none", "board"))
    assert lines.data == b'{"none": [], "board": "1..."}\n' * 2


@pytest.mark.parametrize("choose", [flat_selected, selected])
def test_a_column_that_is_not_known_is_named_with_those_that_are(choose: object) -> None:
    assert callable(choose)
    with pytest.raises(UnknownNameError, match=r"column 'bord': did you mean 'board'\? known are"):
        choose(RECORD, ("bord",))


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("form", [name for name in FORMS if not FORMS[name].is_table])
def test_the_payload_of_a_piece_is_what_wrote_it(form: str, seed: int) -> None:
    written, steps = OutputState(), []
    for payload in payloads(form, random.Random(f"{form} {seed}")):
        before, data, after = FORMS[form].added(payload, written)
        assert after.size == written.size + len(before) + len(data)
        steps.append((payload, FORMS[form].taken(before + data, written, after)))
        written = after
    for payload, found in steps:
        assert found.records == payload.records
        assert not payload.records or found == payload


def test_one_object_is_the_document_and_several_are_an_array() -> None:
    form = FORMS["json"]
    for records in ([], [1], [1, 2], [1, 2, 3]):
        text, written = b"", OutputState()
        for record in records:
            payload = Payload(json.dumps({"a": record}).encode(), 1)
            before, data, written = form.added(payload, written)
            text += before + data
        text += form.ending(written)
        expected = [{"a": record} for record in records]
        assert (json.loads(text) if text else []) == (
            expected[0] if len(records) == 1 else expected
        )


def test_rows_keep_to_the_header_and_what_it_lacks_is_noted_once() -> None:
    form, text, written = FORMS["csv"], b"", OutputState()
    for record in ({"a": 1, "b": "x,\ny"}, {"b": 2, "c": 3}, {"b": 4, "c": 5}, {"a": 6, "b": 7}):
        before, data, written = form.added(form.records([record]), written)
        text += before + data
    assert [*csv.reader(io.StringIO(text.decode(), newline=""))] == [
        ["a", "b"],
        ["1", "x,\ny"],
        ["", "2"],
        ["", "4"],
        ["6", "7"],
    ]
    assert written.left_out == ("c",)


def test_masks_of_several_shapes_are_refused() -> None:
    form = FORMS["masks"]
    written = form.added(Payload(b"12", 1, header=b"2x2\n"), OutputState())[2]
    with pytest.raises(InputError, match="masks are of boards of one shape"):
        form.added(Payload(b"12", 1, header=b"3x3\n"), written)
    assert form.added(Payload(b"", 0), written)[2] == written
