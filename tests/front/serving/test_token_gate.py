"""The token gate of the server: it answers only its own page."""

from __future__ import annotations

import pytest
from serving import PORT, TOKEN, client_of

pytest.importorskip("starlette")


def test_the_page_is_behind_the_token() -> None:
    with client_of() as client:
        found = client.get(f"/{TOKEN}/")
        assert found.status_code == 200
        assert found.text == "the page"
        assert found.headers["referrer-policy"] == "no-referrer"
        assert found.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/", f"/{TOKEN}", "/wrong/", f"/{TOKEN}x/", "//", f"/{TOKEN[:-1]}/"]
)
def test_without_the_token_there_is_nothing(path: str) -> None:
    with client_of() as client:
        found = client.get(path)
        assert found.status_code == 404
        assert "bombe board --serve" in found.text


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "example.org"},
        {"host": f"127.0.0.1:{PORT + 1}"},
        {"origin": "http://example.org"},
        {"origin": "null"},
        {"origin": f"https://127.0.0.1:{PORT}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_other_pages_and_other_names_are_refused(headers: dict[str, str]) -> None:
    with client_of() as client:
        assert client.get(f"/{TOKEN}/", headers=headers).status_code == 403


def test_the_page_may_ask_its_own_server() -> None:
    headers = {"origin": f"http://127.0.0.1:{PORT}", "sec-fetch-site": "same-origin"}
    with client_of() as client:
        assert client.get(f"/{TOKEN}/agents", headers=headers).status_code == 200


def test_unknown_addresses_and_methods_are_refused() -> None:
    with client_of() as client:
        assert client.get(f"/{TOKEN}/etc/passwd").status_code == 404
        assert client.get(f"/{TOKEN}/../../etc/passwd").status_code == 404
        assert client.post(f"/{TOKEN}/agents").status_code == 405
