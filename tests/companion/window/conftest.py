"""SDL's own drivers that draw and sound nowhere: a real window and a real mixer, only not on this machine."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
