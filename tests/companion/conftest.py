"""What the tests of whole boxes share."""

from __future__ import annotations

import pytest

from companion.session import session
from tests.companion.jumping import jump


@pytest.fixture
def _jumping_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script on a box of this process is played without waiting for anything."""
    jump(monkeypatch.setattr)


@pytest.fixture
def _hasty_host(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ok that follows another at once is meant, so no test in real time waits to say a second."""
    monkeypatch.setattr(session, "TWO_OKS_NS", 0)
