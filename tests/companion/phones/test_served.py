"""The pages as they are served, and how browsers are told to treat them."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from gzip import decompress
from hashlib import sha256

import pytest

from companion.phones.served import Page, read_pages, whole_page
from tests.companion.phones.table_told import Served, serving


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "player"),
        ("/?from=qr", "player"),
        ("/K7QM", "player"),
        ("/k7qm", "player"),
        ("/host", "host"),
        ("/board?overlay", "board"),
    ],
)
def test_each_page_has_its_path(served: Served, path: str, page: str) -> None:
    status, headers, body = served.get(path)
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert decompress(body).decode() == whole_page(page)


@pytest.mark.parametrize(
    "path",
    [
        "/K7Q",
        "/K7Q1",
        "/K7QMM",
        "/favicon.ico",
        "/player",
        "/player.html",
        "/../server.py",
        "//",
        "/%2e%2e/",
        "http://x/",
    ],
)
def test_there_is_nothing_else(served: Served, path: str) -> None:
    assert served.get(path)[0] == 404


def test_android_hears_that_there_is_an_internet(served: Served) -> None:
    assert served.get("/generate_204")[::2] == (204, b"")


@pytest.mark.parametrize("path", ["/", "/nothing", "/generate_204", "/ws"])
def test_every_answer_says_what_a_browser_may_do(served: Served, path: str) -> None:
    _, headers, _ = served.get(path)
    assert headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", ["player", "host", "board"])
def test_a_page_is_small_and_runs_only_what_stands_in_it(name: str) -> None:
    text = whole_page(name).encode()
    assert len(text) <= 60 << 10
    policy = dict(one.strip().split(" ", 1) for one in read_pages()[name].policy("here:1").split(";"))
    for kind in ("script", "style"):
        inline = re.findall(rf"<{kind}[^>]*>(.*?)</{kind}>".encode(), text, re.DOTALL)
        hashes = {f"'sha256-{b64encode(sha256(one).digest()).decode()}'" for one in inline}
        assert set(policy[f"{kind}-src"].split()) == hashes
    assert policy["connect-src"] == "'self' ws://here:1"
    assert "unsafe" not in str(policy)


def test_a_page_without_scripts_may_run_none() -> None:
    assert "script-src 'none'; style-src 'none'" in Page(b"<p>hello").policy("here")
