"""A button head in the self-test: each line by pressing, its lamps, and what it says of its own clock."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.loop.mailbox import Mailbox
from firmware.boxfile.settings import SeatPins, Settings, parse
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Seat, Within
from firmware.fakes.inputs import FakeInputs
from firmware.plugged import Found, Plugged
from tests.companion.selftest.test_plugged import FOUR, MAIN, Hands, Make
from tests.firmware.fakes.mock_jumper import MockJumper

HEAD = "pico-E6616407E3512B2F"
NAME = "Pierwszy button head"
LINES = {seat: f"LINE{seat}" for seat in range(1, 5)}
FILE = "".join(f'[seats.{n}]\nbutton = {{ head = "pico", line = {n} }}\n' for n in LINES)
BY_FILE = parse(MAIN + FILE, "four.toml")


class Head(FakeInputs):
    """A head whose every edge says how unsure it is: 0.13 ms, or 0.1743.

    Attributes:
        lights: which lamps were lit, one after the other.
        offset: by how much its stamps are wrong (ns).
    """

    def __init__(self, settings: Settings, mailbox: Mailbox, *_: int) -> None:
        super().__init__(tuple(settings.inputs), mailbox)
        self.lights: list[Collection[Seat]] = []
        self.offset = 0
        self._mailbox = mailbox
        self._of: dict[str, Seat] = {}
        self._chance = Random(1)
        for seat, button in settings.inputs.items():
            if button is not None:
                self._of[str(button.code)] = seat
                mailbox.put(Found(self._button(str(button.code)), seat))

    def _button(self, code: str) -> Plugged:
        return Plugged(code, Within(NS_PER_MS, NS_PER_MS, 10 * NS_PER_US, HEAD), NAME)

    def contact(self, code: str, closed: bool, at: int) -> None:
        """A contact on one of its lines; at one that is nobody's it is only said that it is there."""
        if code not in self._of:
            self._mailbox.put(Found(self._button(code), None))
            return
        seat, us = self._of[code], self._chance.choice((130.0, 174.3))
        (self._down.add if closed else self._down.discard)(seat)
        within = Within(round(us * NS_PER_US), round(us * NS_PER_US), 10 * NS_PER_US, HEAD)
        self._mailbox.put(Edge(seat, closed, at + self.offset, within))

    def show(self, lit: Collection[Seat]) -> None:
        super().show(lit)
        if not self.lights or self.lights[-1] != self.lit:
            self.lights.append(self.lit)


class HeadHands(Hands):
    board = Head


@pytest.fixture
def hands() -> Iterator[Make]:
    made: list[Hands] = []

    def make(*arguments: Any, **more: Any) -> Hands:
        made.append(HeadHands(*arguments, codes=LINES, **more))
        return made[-1]

    yield make
    for each in made:
        each.checker.close()


def test_a_head_that_is_well_is_told_line_by_line_and_how_unsure_it_is_beside_others(hands: Make) -> None:
    done = hands(BY_FILE, "buttons", "usb").work()
    assert done.findings("wrong", "skipped", "none") == []
    assert done.findings("ok") == [*(f"ok {seat}" for seat in LINES), "ok 1 2 3 4", "ok"]
    said = done.said()
    assert f'button 3: works, line 3 of {NAME} button = {{ head = "{HEAD}", line = 3 }}' in said
    assert f"{NAME} E6616407E3512B2F: stamps beside other buttons are ±0.18 ms, measured" in said
    assert "Pico: ties to 10 µs" in said
    assert "asked every" not in said
    assert done.lost == []


def test_a_lamp_is_lit_with_its_seats_press(hands: Make) -> None:
    one = hands(BY_FILE, "usb")
    for seat in (3, 1, 4, 2):
        one.press(seat)
    assert one.encoder.lights == [set(), {3}, set(), {1}, set(), {4}, set(), {2}, set()]
    assert one.checker.state.ended


def test_what_it_has_found_is_told_as_data_too(hands: Make) -> None:
    done = hands(BY_FILE, "usb").work()
    (head,) = (each for each in done.checker.course.findings(done.checker.state) if each.about)
    assert head.as_data()["data"] == {
        "head": "E6616407E3512B2F",
        "lines": {"1": 1, "2": 2, "3": 3, "4": 4},
        "tie_us": 10.0,
        "unsure_ms": 0.1743,
        "told_ms": 1.0,
    }


def test_a_line_that_nobody_pressed_is_named(hands: Make) -> None:
    one = hands(BY_FILE, "usb")
    for seat in (1, 2, 4):
        one.press(seat)
    one.wait(30 * NS_PER_S)
    assert one.findings("skipped") == ["skipped 1 2 3 4"]
    assert "buttons 3 weren't pressed" in one.said()


def test_a_line_of_which_nothing_comes_is_told_with_its_pin(hands: Make) -> None:
    done = hands(BY_FILE, "buttons", dead=[3]).work()
    assert done.findings("wrong") == ["dead 3"]
    assert "Its button's wires end at GP4, pin 6 of the Pico, and at a GND of it" in done.said()


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("firmware 2", "copy hardware/head/head.uf2 to the drive RPI-RP2"),
        ("clock 2", "plug the head in anew, or take another"),
    ],
)
def test_a_head_that_is_not_heard_is_told_with_what_helps(hands: Make, fault: str, says: str) -> None:
    one = hands(BY_FILE, "buttons", dead=[2], broken=[fault]).work()
    assert one.findings("wrong") == ["dead 2"]
    assert says in one.said()
    kind = fault.partition(" ")[0]
    assert f"{kind} 2" in hands(BY_FILE, "usb", broken=[fault]).work().findings("wrong")


def test_presses_lost_in_the_middle_of_the_check_are_told(hands: Make) -> None:
    one = hands(BY_FILE, "usb")
    one.wait(NS_PER_S)
    one.encoder.broken = [f"overrun {seat}" for seat in LINES]
    one.wait(NS_PER_S)
    one.press(1)
    one.encoder.broken = []
    one.work()
    assert one.findings("wrong") == ["overrun 1 2 3 4"]
    assert "buttons 1, 2, 3, 4: presses were lost" in one.said()


def test_whoever_is_asked_gets_the_line_that_comes(hands: Make) -> None:
    done = hands(FOUR, "buttons").work()
    assert {seat: button.code for seat, button in done.encoder.given.items()} == LINES


class Wire(MockJumper):
    """The jumper's pin on a line of the head."""

    def __init__(self, hands: Hands, pin: int, code: str) -> None:
        super().__init__(hands.factory, hands.clock, pin, {})
        self._hands, self._code = hands, code

    def driven(self, *, low: bool) -> None:
        self._hands.encoder.contact(self._code, low, self._hands.clock.now())


@pytest.mark.parametrize("offset", [-50, 120])
@pytest.mark.parametrize("pins", [{}, {5: SeatPins(5), 6: SeatPins(6)}], ids=["head", "mixed"])
def test_by_loop_back_it_is_told_by_how_much_a_line_is_stamped_after_the_pin(
    hands: Make, offset: int, pins: dict[Seat, SeatPins]
) -> None:
    one = hands(replace(BY_FILE, seats=pins, jumper=4), "loopback")
    Wire(one, 4, "LINE3")
    one.encoder.offset = offset * NS_PER_US
    one.wait(NS_PER_S)
    one.type("y")
    one.wait(70 * NS_PER_S)
    one.type("y")
    assert one.findings("wrong") == []
    ms = f"{offset / 1000:g}"
    said = f"button 3, a head's line, is stamped {ms} to {ms} ms after the pin is driven"
    assert said in one.said()
    assert "delay_ms" not in one.said()
