"""A real Chromium, Debian's, for the tests of pages; they are skipped where it is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

CHROMIUM = Path("/usr/bin/chromium")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser a module: while it is there, nothing else may use asyncio in this thread."""
    driver = pytest.importorskip("playwright.sync_api", reason="pages are tried with playwright")
    if not CHROMIUM.exists():
        pytest.skip(f"pages are tried in {CHROMIUM}")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def people(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes somebody's browser, with a memory of its own; what its tabs report as wrong fails the test."""
    wrong: list[str] = []
    made: list[BrowserContext] = []

    def somebody(**how: object) -> BrowserContext:
        context = browser.new_context(**({"locale": "en-GB"} | how))
        context.set_default_timeout(10_000)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        made.append(context)
        return context

    yield somebody
    for context in made:
        context.close()
    expected = "WebSocket connection to"  # no connection: what such a test is about
    assert not [line for line in wrong if expected not in line and "favicon" not in line]
