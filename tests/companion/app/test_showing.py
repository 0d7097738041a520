"""A showing: rounds that play themselves, skipped and ended by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.app import showing
from companion.app.showing import Showing, rounds, show
from companion.errors import ScriptError
from companion.scripts.script import read
from firmware.boxfile.settings import eight_seats
from firmware.events import HostKey, Key, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.pi.clock import MonotonicClock

pytestmark = pytest.mark.plays("dice")

SOON = 20.0
"""Seconds; only something broken ever waits this long."""


def _until(shown: Showing, true: Callable[[], bool]) -> None:
    """Wait for a change after which something is true."""
    changed = threading.Event()
    shown.on_change(changed.set)
    while not true():
        assert changed.wait(SOON)
        changed.clear()


def _game(shown: Showing) -> str | None:
    table = shown.table(0)
    return None if table is None else table.game


@pytest.fixture
def _quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showing, "SKIPS_APART_NS", 0)


def test_a_round_plays_itself_and_says_what_happens_in_the_language_asked_for() -> None:
    with show("dice", "en") as shown:
        _until(shown, lambda: _game(shown) == "dice")
        view = shown.table(MonotonicClock().now())
        assert view is not None
        assert view.hint == shown.news().say.text(rounds(["dice"])[0].captions[0][1])
        assert shown.news().say.language == "en"
        assert view.choices == ()
        assert shown.plays_itself
        assert not shown.stopped()
    assert shown.stopped()
    assert not shown.failed


@pytest.mark.plays("turns")
@pytest.mark.usefixtures("_quick_hands")
@pytest.mark.parametrize("hand", ["press", "knob", "ok"])
def test_any_hand_goes_on_with_the_next_round_and_the_last_ends_the_showing(hand: str) -> None:
    def lay_hand_on() -> None:
        match hand:
            case "press":
                shown.press(1, True, 0)
            case "knob":
                shown.tell(Knob(+1, 0))
            case _:
                shown.tell(Key(HostKey.OK, 0))

    with Showing(rounds(["dice", "turns"]), eight_seats()) as shown:
        _until(shown, lambda: _game(shown) == "dice")
        lay_hand_on()
        _until(shown, lambda: _game(shown) == "turns")
        assert not shown.stopped()
        lay_hand_on()
        _until(shown, shown.stopped)


@pytest.mark.plays("turns")
@pytest.mark.usefixtures("_quick_hands")
def test_back_ends_all_of_it() -> None:
    with Showing(rounds(["dice", "turns"]), eight_seats()) as shown:
        _until(shown, lambda: _game(shown) == "dice")
        shown.tell(Key(HostKey.BACK, 0))
        _until(shown, shown.stopped)
        assert _game(shown) == "dice"


@pytest.mark.plays("turns")
def test_a_hand_skips_one_round_however_often_it_touches() -> None:
    clock = HandClock(0)
    with Showing(rounds(["dice", "turns"]), eight_seats(), now=clock.now) as shown:
        assert not shown.skip()
        clock.set(showing.SKIPS_APART_NS - 1)
        assert not shown.skip()
        clock.set(showing.SKIPS_APART_NS)
        assert shown.skip()
        _until(shown, lambda: _game(shown) == "turns")
        assert not shown.skip()
        assert not shown.stopped()


def test_a_box_without_the_seats_of_a_round_is_told_before_anything_is_shown() -> None:
    one = showing.Round("dice", read("0 game dice seats=1,2\n1 press 3\n", "two.table"), ())
    few = {seat: pins for seat, pins in eight_seats().seats.items() if seat < 3}
    with pytest.raises(ScriptError, match=r"^two\.table:2: expected a seat of this box \[1, 2\], got 3$"):
        Showing((one,), replace(eight_seats(), seats=few))


def test_a_round_that_goes_otherwise_than_expected_is_told() -> None:
    text = "0 game dice seats=1,2\n0 expect phase rolled\n"
    one = showing.Round("dice", read(text, "wrong.table"), ())
    clock = HandClock(0)
    with Showing((one,), eight_seats(), now=clock.now) as shown:
        for hand in [thread for thread in threading.enumerate() if thread.name == "script"]:
            hand.join(SOON)
        clock.set(showing.SKIPS_APART_NS)
        assert shown.skip()
        _until(shown, shown.stopped)
    assert shown.failed
