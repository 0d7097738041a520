from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from companion.loop.loop import Loop
from companion.loop.mailbox import Mailbox
from companion.loop.zero_lines import PULL_NS, Pull
from companion.session.zero import Zero
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.fakes.pins import StampedFactory
from firmware.pi.box import GpioBox
from firmware.pi.factory import Header
from firmware.pi.jumper import Jumper
from firmware.times import Times


@pytest.fixture
def driven() -> list[bool]:
    return []


@pytest.fixture
def pull(driven: list[bool]) -> Pull:
    return Pull(driven.append)


def test_all_lines_are_closed_once_as_a_test_begins_and_opened_again(pull: Pull, driven: list[bool]) -> None:
    zero = Zero((1, 2), 500)
    assert pull.step(None, 400) is None
    assert pull.step(zero, 600) == 600 + PULL_NS
    assert pull.step(zero.press(1, 700), 800) == 600 + PULL_NS
    assert driven == [True]
    assert pull.step(zero, 600 + PULL_NS) is None
    assert pull.step(zero, 700 + PULL_NS) is None
    assert driven == [True, False]


def test_a_test_skipped_at_once_leaves_no_line_closed(pull: Pull, driven: list[bool]) -> None:
    pull.step(Zero((1, 2), 500), 600)
    assert pull.step(None, 700) == 600 + PULL_NS
    pull.step(None, 600 + PULL_NS)
    assert driven == [True, False]


def test_tested_again_they_are_closed_again(pull: Pull, driven: list[bool]) -> None:
    for since in (500, 500 + 2 * PULL_NS):
        pull.step(Zero((1, 2), since), since)
        pull.step(Zero((1, 2), since), since + PULL_NS)
    assert driven == [True, False, True, False]


def test_they_are_closed_for_longer_than_what_counts_as_interference() -> None:
    assert Times().bounce < PULL_NS


def test_a_box_that_can_not_closes_none() -> None:
    assert Pull(None).step(Zero((1, 2), 500), 600) is None


class Joined:
    """A box in virtual time whose own pin is joined to the lines of some seats, through a diode each."""

    def __init__(self, joined: Collection[int]) -> None:
        settings = replace(boxes.eight_seats(), language="en", piezo=None, asks_zero=True)
        self.clock, self.mailbox = HandClock(1000 * NS_PER_S), Mailbox()
        self._lines = {seat: pins.button for seat, pins in settings.seats.items()}
        self._factory = StampedFactory(self.clock)
        assert settings.jumper is not None
        self._jumper, self._joined = Jumper(settings.jumper, self._factory), joined
        self.pin = self._factory.pin(settings.jumper)
        box = GpioBox(settings, Header(self._factory), self.mailbox, self.clock, NoPanels())
        self.loop = Loop(settings, box, self.mailbox, self.clock, pull=self._pull)

    def _pull(self, closed: bool) -> None:
        self._jumper.drive(closed)
        for seat in self._joined:
            self.wire(seat, not self.pin.state)

    def wire(self, seat: int, closed: bool) -> None:
        self._factory.pin(self._lines[seat]).edge_at(self.clock.now(), closed)

    def wait(self, ms: int) -> None:
        self.loop.run_until(self.clock.now() + ms * NS_PER_MS, self.clock.set)
        self.loop.step()

    def tap(self, seat: int) -> None:
        for closed in (True, False):
            self.wire(seat, closed)
            self.wait(100)

    def enter(self, text: str) -> None:
        self.mailbox.put(Enter(text, self.clock.now()))
        self.loop.step()

    def start(self) -> None:
        """A quiz for four is set up and started."""
        self.enter("choose buzzer")
        for seat in (1, 2, 3, 4):
            self.tap(seat)
        self.mailbox.put(Key(HostKey.OK, self.clock.now()))
        self.loop.step()
        self.enter("start")


@pytest.mark.plays("buzzer")
def test_a_box_that_pulls_its_lines_asks_nobody() -> None:
    box = Joined(range(1, 9))
    assert box.pin.state, "until then it leaves the lines open"
    box.start()
    assert not box.pin.state
    box.wait(150)
    seen = box.loop.snapshot()
    assert (seen["zero"]["passed"], seen["interference"], bool(box.pin.state)) == ([1, 2, 3, 4], 0, True)
    box.wait(2100)
    assert box.loop.snapshot()["phase"] == "idle"


@pytest.mark.plays("buzzer")
def test_a_line_that_does_not_answer_its_own_pin_is_pressed_by_hand_or_missing() -> None:
    box = Joined((1, 2, 4))
    box.start()
    box.wait(150)
    assert box.loop.snapshot()["zero"]["waiting"] == [3]
    box.wait(10_000)
    assert box.loop.snapshot()["zero"]["missing"] == [3]
