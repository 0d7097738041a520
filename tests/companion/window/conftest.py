"""SDL's own drivers that draw and sound nowhere: a real window and a real mixer, only not on this machine."""

from __future__ import annotations

import pytest

from tests.companion.window import table_album
from tests.companion.window.table import windows


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


@pytest.fixture(autouse=True, scope="module")
def _letters_anew() -> None:
    """A window that is closed ends all fonts: none is kept from one file's tests to another's."""
    windows._letters.cache_clear()
    table_album.painter.cache_clear()
