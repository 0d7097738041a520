from __future__ import annotations

import pytest
from gpiozero import LED, InputDevice, PinInvalidFunction
from hypothesis import given
from hypothesis import strategies as st

from firmware.errors import BadEventError
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.clock import to_ns, to_ticks

FORTY_EIGHT_DAYS = 2**22 * 10**9


class Ear:
    """Hears a pin; a bound method, since gpiozero holds handlers weakly."""

    def __init__(self, pin: StampedPin) -> None:
        self.heard: list[tuple[float, int]] = []
        pin.when_changed = self.hear

    def hear(self, ticks: float, state: float) -> None:
        self.heard.append((to_ns(ticks), int(state)))


def input_pin(clock: HandClock) -> tuple[InputDevice, StampedPin]:
    device = InputDevice(5, pull_up=True, pin_factory=StampedFactory(clock))
    return device, device.pin


@given(st.integers(0, FORTY_EIGHT_DAYS))
def test_a_stamp_survives_gpiozeros_float_seconds_for_48_days(at: int) -> None:
    assert to_ns(to_ticks(at)) == at


def test_an_edge_carries_the_stamp_it_is_given() -> None:
    _, pin = input_pin(HandClock(9_000))
    ear = Ear(pin)
    pin.edge_at(1_500_004_001, closed=True)
    pin.edge_at(1_500_000_002, closed=False)
    assert ear.heard == [(1_500_004_001, 0), (1_500_000_002, 1)]


def test_a_closed_contact_pulls_the_level_down() -> None:
    device, pin = input_pin(HandClock())
    assert not device.is_active
    pin.edge_at(1, closed=True)
    assert pin.state == 0
    assert device.is_active


def test_a_lone_open_edge_is_delivered_though_the_level_stays() -> None:
    _, pin = input_pin(HandClock())
    ear = Ear(pin)
    pin.edge_at(7, closed=False)
    assert ear.heard == [(7, 1)]


def test_an_edge_without_a_listener_still_moves_the_level() -> None:
    device, pin = input_pin(HandClock())
    pin.edge_at(1, closed=True)
    assert device.is_active


def test_driving_the_pin_stamps_the_clocks_now() -> None:
    clock = HandClock(123_456_789)
    _, pin = input_pin(clock)
    ear = Ear(pin)
    pin.drive_low()  # type: ignore[no-untyped-call]
    assert ear.heard == [(123_456_789, 0)]


def test_an_output_takes_no_edge() -> None:
    led = LED(5, pin_factory=StampedFactory(HandClock()))
    with pytest.raises(PinInvalidFunction):
        led.pin.edge_at(1, closed=True)


def test_the_factorys_ticks_are_the_clocks_seconds() -> None:
    clock = HandClock()
    factory = StampedFactory(clock)
    clock.advance(1_500_000_000)
    assert factory.ticks() == 1.5


def test_a_hand_clock_stands_still_until_told() -> None:
    clock = HandClock(5)
    assert clock.now() == 5
    clock.set(7)
    clock.advance(3)
    assert clock.now() == 10


def test_a_hand_clock_never_goes_back() -> None:
    clock = HandClock(5)
    with pytest.raises(BadEventError, match="from 5 ns on, got 4 ns"):
        clock.set(4)
