"""Tables as HTML for notebooks, readable on light and on dark pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from bombe.boards.visible import visible

_STYLE = (
    ".bombe-table{border-collapse:collapse;color:#212121;background:#ffffff}"
    ".bombe-table caption{text-align:left;font-weight:600;padding:4px 10px;color:#37474f}"
    ".bombe-table th{text-align:right;border-bottom:2px solid #37474f;padding:4px 10px}"
    ".bombe-table td{text-align:right;border-bottom:1px solid #cfd8dc;padding:4px 10px}"
    ".bombe-table td{white-space:nowrap}"
    ".bombe-table th:first-child,.bombe-table td:first-child{text-align:left}"
    "@media (prefers-color-scheme:dark){"
    ".bombe-table{color:#f5f5f5;background:#1e1e1e}"
    ".bombe-table caption{color:#90a4ae}"
    ".bombe-table th{border-color:#cfd8dc}"
    ".bombe-table td{border-color:#455a64}}"
)


def html_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table with a caption; the first column is for names, the others for figures."""
    heads = "".join(f'<th scope="col">{escape(visible(name))}</th>' for name in columns)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return (
        f"<style>{_STYLE}</style>"
        f'<table class="bombe-table"><caption>{escape(visible(title))}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
    )


def _cell(value: object) -> str:
    return f"<td>{escape('' if value is None else visible(str(value)))}</td>"
