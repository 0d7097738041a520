"""What the tests of whole boxes share."""

from __future__ import annotations

import pytest

from tests.companion.jumping import jump


@pytest.fixture
def _jumping_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A script on a box of this process is played without waiting for anything."""
    jump(monkeypatch.setattr)
