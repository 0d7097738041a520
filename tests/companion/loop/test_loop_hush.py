"""What the loop keeps away from a ruling: drawing of its own, and whoever else listens to `on_hush`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.loop.loop import SOON_NS
from companion.scripts.mock import MockTable
from firmware.boxfile import settings as boxes
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Enter, HostKey, Key
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels

pytestmark = pytest.mark.plays("buzzer")

START = 1000 * NS_PER_S
OPENED = START + NS_PER_S
PRESSED = OPENED + NS_PER_S
GATE = boxes.eight_seats().times.settle


class Quiz:
    """A question just opened, in virtual time; ``happened`` is (what, when) since then."""

    def __init__(self, options: str) -> None:
        self.happened: list[tuple[str, int]] = []
        self.clock = HandClock(START)
        self.table = MockTable(boxes.eight_seats(), self.clock, NoPanels())
        loop = self.table.loop
        self.tell(Enter(f"game buzzer {options}", START), START)
        self.tell(Key(HostKey.OK, START), START)
        self.tell(Key(HostKey.OK, OPENED), OPENED)
        self._seen = loop.view
        loop.on_show = self._show
        loop.on_hush = lambda hush: self._note("hush" if hush else "go on")

    def _show(self) -> None:
        """Note each new view; lamps that answer a press leave the view as it was."""
        loop = self.table.loop
        if loop.view is not self._seen:
            self._seen = loop.view
            self._note(loop.state.play.phase.value)

    def _note(self, what: str) -> None:
        self.happened.append((what, self.clock.now()))

    def tell(self, event: Enter | Key, at: int) -> None:
        self.clock.set(at)
        self.table.mailbox.put(event)
        self.table.loop.step()

    def press(self, seat: int) -> None:
        """Presses and keeps it down for 80 ms; time goes on until a second later."""
        for closed, at in ((True, PRESSED), (False, PRESSED + 80 * NS_PER_MS)):
            self.table.loop.run_until(at, self.clock.set)
            self.table.touch(seat, closed, at)
        self.table.loop.run_until(PRESSED + NS_PER_S, self.clock.set)


@pytest.fixture
def quiz() -> Iterator[Quiz]:
    quiz = Quiz("seats=1,2")
    yield quiz
    quiz.table.box.close()


def test_a_press_and_its_ruling_are_shown_by_one_view_at_the_very_moment_of_the_ruling(quiz: Quiz) -> None:
    quiz.press(1)
    shown = [(what, at) for what, at in quiz.happened if what in {"open", "ruled"}]
    assert shown[0] == ("ruled", PRESSED + GATE + quiz.table.loop.state.play.race.tie)
    assert "open" not in {what for what, _ in shown}


def test_a_ruling_further_away_does_not_keep_the_press_from_being_shown() -> None:
    tie_us = SOON_NS // NS_PER_US + 1
    quiz = Quiz(f"seats=1,2 tie_us={tie_us}")
    quiz.press(1)
    assert ("open", PRESSED + GATE) in quiz.happened
    assert ("ruled", PRESSED + GATE + tie_us * NS_PER_US) in quiz.happened
    quiz.table.box.close()


def test_it_is_hushed_from_the_first_edge_until_the_ruling(quiz: Quiz) -> None:
    quiz.press(1)
    told = [what for what, _ in quiz.happened]
    assert quiz.happened[0] == ("hush", PRESSED)
    assert told.index("go on") < told.index("ruled")
    assert [what for what in told if what in {"hush", "go on"}] == [
        "hush",
        "go on",
    ] * 2  # and for the release
