"""The forms of outputs: what of a payload goes into a file, and what stands around it.

A form is a set of functions of bytes without any state: what an output holds is a `Written`, so
any process can append the next chunk, and merging takes the pieces of files apart again.

    FORMS                    the table, by name
    form_of(style, output)   the form that an option or the suffix of a file asks for
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

from bombe.analysis.outputs.payload import Payload
from bombe.boards.errors import InputError, UsageError
from bombe.boards.text.special import is_special

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bombe.analysis.outputs.payload import Written


T = TypeVar("T")


class Form:
    """Text: payloads follow each other, and nothing stands around them."""

    name = "text"
    suffixes: tuple[str, ...] = ()
    has_columns = False
    """Whether records are rows of the flat schema, all with the same columns."""
    is_text = True

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Pickle by the name: there is one object of each form in a process."""
        return _named, (self.name,)

    def added(self, payload: Payload, so_far: Written) -> tuple[bytes, bytes, Written]:
        """Return what goes before the payload, the payload as it is written, and what is then."""
        data = _bytes(payload)
        return b"", data, so_far.grown(payload.records, data)

    def ending(self, written: Written) -> bytes:  # noqa: ARG002 - other forms have one
        """Return what goes to the end of a file."""
        return b""

    def begun(self, written: Written) -> bytes:  # noqa: ARG002 - other forms have one
        """Return what a file begins with once all is written, and has no checksum before."""
        return b""

    def checked(self, piece: bytes, before: Written, after: Written) -> bytes:  # noqa: ARG002 - as above
        """Return what of a piece of a file the checksum is of."""
        return piece

    def taken(self, piece: bytes, before: Written, after: Written) -> Payload:
        """Return the payload that wrote a piece of a file: the inverse of `added`."""
        return Payload(piece, after.records - before.records)


class JsonLines(Form):
    """A JSON object per line."""

    name = "jsonl"
    suffixes = (".jsonl", ".ndjson")


class JsonDocument(Form):
    """One JSON document: an object alone, several in an array."""

    name = "json"
    suffixes = (".json",)

    def added(self, payload: Payload, so_far: Written) -> tuple[bytes, bytes, Written]:
        """Return the elements; the first is held back until there is a second."""
        data = _bytes(payload)
        if not payload.records:
            return b"", b"", so_far
        if so_far.records + payload.records == 1:
            return b"", b"", so_far._replace(records=1, held=data)
        before = self._before(so_far)
        return before, data, so_far.grown(payload.records, before, data)._replace(held=b"")

    def ending(self, written: Written) -> bytes:
        """Return the only element, or the end of the array."""
        if written.held:
            return written.held + b"\n"
        return b"\n]\n" if written.records else b""

    def taken(self, piece: bytes, before: Written, after: Written) -> Payload:
        """Return the elements without what joins them to those before."""
        records = after.records - before.records
        data = after.held or piece[len(self._before(before)) :] if records else b""
        return Payload(data, records)

    def _before(self, so_far: Written) -> bytes:
        if so_far.held:
            return b"[\n" + so_far.held + b",\n"
        return b",\n" if so_far.records else b"[\n"


class Csv(Form):
    """A header, then a row each, below the columns of the header."""

    name = "csv"
    suffixes = (".csv",)
    has_columns = True

    def added(self, payload: Payload, so_far: Written) -> tuple[bytes, bytes, Written]:
        """Return the rows, fitted to the header, which goes before the first."""
        if not payload.records:
            return b"", b"", so_far
        before = b"" if so_far.columns else csv_rows([payload.columns])
        known = so_far._replace(columns=so_far.columns or payload.columns)
        data = _bytes(payload)
        if payload.columns != known.columns:
            data, known = _fitted(payload, known.columns), _without(payload.columns, known)
        return before, data, known.grown(payload.records, before, data)

    def taken(self, piece: bytes, before: Written, after: Written) -> Payload:
        """Return the rows without the header."""
        header = 0 if before.columns or not piece else len(csv_rows([after.columns]))
        return Payload(piece[header:], after.records - before.records, after.columns)


class Masks(Form):
    """Records of one width, of boards of one shape, below a small header."""

    name = "masks"
    suffixes = (".masks",)
    is_text = False

    def added(self, payload: Payload, so_far: Written) -> tuple[bytes, bytes, Written]:
        """Return the records, and the header before the first."""
        if not payload.records:
            return b"", b"", so_far
        if so_far.header and payload.header != so_far.header:
            where = f"{payload.place}: " if payload.place else ""
            raise InputError(
                f"{where}masks are of boards of one shape, but these have several: give the boards "
                "of each shape an output of their own, or take --jsonl, --csv or SQLite"
            )
        before, data = b"" if so_far.header else payload.header, _bytes(payload)
        known = so_far._replace(header=payload.header, size=so_far.size + len(before))
        return before, data, known.grown(payload.records, data)

    def begun(self, written: Written) -> bytes:
        """Return the header."""
        return written.header

    def checked(self, piece: bytes, before: Written, after: Written) -> bytes:
        """Return the records without the header, which is written again at the end."""
        return piece if before.header else piece[len(after.header) :]

    def taken(self, piece: bytes, before: Written, after: Written) -> Payload:
        """Return the records without the header."""
        records = after.records - before.records
        return Payload(self.checked(piece, before, after), records, header=after.header)


class Npy(Masks):
    """The same records as a file of numpy, whose header says how many there are."""

    name = "npy"
    suffixes = (".npy",)

    def begun(self, written: Written) -> bytes:
        """Return the header with the number of records."""
        if not written.header:
            return b""
        from bombe.analysis.batches.masks import with_count

        return with_count(written.header, written.records)


class Sqlite(Form):
    """A table of a database; its sink writes the rows."""

    name = "sqlite"
    suffixes = (".sqlite", ".sqlite3", ".db")
    has_columns = True
    is_text = False


_ALL = (Form(), JsonLines(), JsonDocument(), Csv(), Masks(), Npy(), Sqlite())
FORMS = {form.name: form for form in _ALL}
TABLES = {
    "audit": "audits",
    "count": "counts",
    "check": "checks",
    "solve": "solutions",
    "why": "explanations",
    "tempo": "tempi",
    "endgame": "endgames",
}
"""The tables of databases, by the commands that write them."""
_BY_SUFFIX = {suffix: form for form in _ALL for suffix in form.suffixes}


def form_of(style: str | None, output: str | None) -> Form:
    """Return the form that an option names, or else the suffix of a file; text without either.

    `style` is the name of an option without its dashes. Raise UsageError if both contradict, or if
    nothing names a form.
    """
    if style is None:
        return by_suffix(output, _BY_SUFFIX, FORMS["text"]) if output else FORMS["text"]
    asked, said = FORMS[style], form_of_name(output or "")
    if said is None or said is asked or {said.name, style} == {"json", "jsonl"}:
        return asked
    if isinstance(said, type(asked)) and asked.name == "masks":
        return said
    raise UsageError(
        f"--{style} and -o {output} contradict each other: leave out --{style}, or give -o a name "
        f"that ends in {' or '.join(asked.suffixes)}"
    )


def form_of_name(output: str) -> Form | None:
    """Return the form that the suffix of a file names; None if it names none."""
    return _BY_SUFFIX.get(_suffix(output))


def by_suffix(output: str, known: Mapping[str, T], usual: T) -> T:
    """Return what the suffix of a file means; `usual` is for `.txt`, no suffix, and pipes.

    Raise UsageError for another suffix, before there is a file.
    """
    suffix = _suffix(output)
    if suffix in ("", ".txt") or (suffix not in known and is_special(output)):
        return usual
    if suffix not in known:
        raise UsageError(
            f"-o {output}: nothing is written with the suffix {suffix}; give one of "
            f"{', '.join(sorted(known))}, or .txt"
        )
    return known[suffix]


def _suffix(output: str) -> str:
    return os.path.splitext(output)[1].lower()  # noqa: PTH122 - pathlib is slow to import


def csv_rows(rows: Sequence[Sequence[object]]) -> bytes:
    """Return rows as lines of CSV."""
    import csv
    import io

    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue().encode("utf-8", "surrogateescape")


def _named(name: str) -> Form:
    return FORMS[name]


def _bytes(payload: Payload) -> bytes:
    if isinstance(payload.data, bytes):
        return payload.data
    raise TypeError("rows are for databases: this form takes bytes")


def _fitted(payload: Payload, columns: tuple[str, ...]) -> bytes:
    """Return rows of CSV below the columns of a header: what is missing is empty."""
    import csv
    import io

    text = io.StringIO(_bytes(payload).decode("utf-8", "surrogateescape"), newline="")
    rows = (dict(zip(payload.columns, row, strict=True)) for row in csv.reader(text))
    return csv_rows([[row.get(name, "") for name in columns] for row in rows])


def _without(columns: tuple[str, ...], known: Written) -> Written:
    """Note which columns have no place below the header."""
    lost = (name for name in columns if name not in known.columns + known.left_out)
    return known._replace(left_out=(*known.left_out, *lost))
