from __future__ import annotations

import pytest

from companion.loop.driver import Driven
from companion.loop.mailbox import Mailbox
from firmware.events import Enter
from firmware.fakes.hand_clock import HandClock


class Ended(Driven):
    """Ends at the first thing it takes."""

    def step(self) -> None:
        for _ in self._drained():
            self.stop()


def test_what_ends_it_while_it_takes_things_in_lets_it_sleep_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    mailbox = Mailbox()
    driven = Ended(mailbox, HandClock())
    monkeypatch.setattr(Mailbox, "wait", lambda *_: pytest.fail("it slept"))
    mailbox.put(Enter("q", 0))
    driven.run()
    assert driven.stopped
