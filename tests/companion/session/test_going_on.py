"""A box started again counts its time anew: nothing of the old clock may decide what the host may do."""

from __future__ import annotations

import pytest

from firmware.events import Resumed
from tests.companion.games.sitting import ns
from tests.companion.session.evening import Evening

HOUR = 3_600_000


def restarted() -> Evening:
    """A chess clock started by a press an hour after switching on; then the power failed."""
    evening = Evening()
    evening.enter("game turns seats=1,2", HOUR)
    evening.press(1, HOUR + 1000)
    evening.ok(HOUR + 2000)
    evening.ok(HOUR + 3000)
    evening.state, _ = evening.session.step(evening.state, Resumed(was=ns(HOUR + 5000), at=ns(5000)))
    evening.now = ns(5000)
    return evening


@pytest.mark.plays("turns")
def test_after_a_restart_an_ok_is_about_what_is_seen_now() -> None:
    evening = restarted()
    evening.ok(6000)
    evening.ok(8000)
    assert (evening.refused, evening.see["phase"]) == (None, "paused")


@pytest.mark.plays("turns")
def test_so_it_is_after_what_was_done_before_the_restart_is_undone() -> None:
    evening = restarted()
    evening.ok(6000)
    evening.key("undo", 7000)
    evening.key("undo", 8000)
    evening.ok(9000)
    assert (evening.refused, evening.see["phase"]) == (None, "paused")
