from __future__ import annotations

import pytest
from gpiozero import LED

from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.lamps import Lamps

PINS = {1: 23, 2: 24, 5: 25}


class FussyPin(StampedPin):
    """A pin that counts writes and can be broken."""

    broken = False
    writes = 0

    def _set_state(self, value: float) -> None:
        if self.broken:
            raise OSError(5, "Input/output error")
        self.writes += 1
        super()._set_state(value)  # type: ignore[no-untyped-call]


@pytest.fixture
def factory() -> StampedFactory:
    factory = StampedFactory(HandClock())
    factory.pin_class = FussyPin
    return factory


def fussy(factory: StampedFactory, number: int) -> FussyPin:
    pin = factory.pin(number)
    assert isinstance(pin, FussyPin)
    return pin


def lit(factory: StampedFactory) -> set[int]:
    return {seat for seat, pin in PINS.items() if factory.pin(pin).state}


def test_lamps_start_dark(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    assert lit(factory) == set()
    assert lamps.failing() == []


def test_exactly_the_given_seats_are_lit(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    lamps.show({1, 5})
    assert lit(factory) == {1, 5}
    lamps.show({2})
    assert lit(factory) == {2}


def test_a_seat_without_a_lamp_is_passed_over(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    lamps.show({3, 5})
    assert lit(factory) == {5}
    assert lamps.failing() == []


def test_a_lamp_that_stays_is_not_written_again(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    lamps.show({1})
    before = fussy(factory, 23).writes
    lamps.show({1})
    assert fussy(factory, 23).writes == before


def test_a_lamp_that_fails_is_a_fault_and_is_tried_again(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    fussy(factory, 24).broken = True
    lamps.show({1, 2})
    assert lit(factory) == {1}
    assert lamps.failing() == [2]
    fussy(factory, 24).broken = False
    lamps.show({1, 2})
    assert lit(factory) == {1, 2}
    assert lamps.failing() == []


def test_a_lamp_whose_pin_is_taken_is_a_fault_and_the_rest_work(factory: StampedFactory) -> None:
    other = LED(24, pin_factory=factory)
    lamps = Lamps(PINS, factory)
    lamps.show({1, 2, 5})
    assert lit(factory) == {1, 5}
    assert lamps.failing() == [2]
    other.close()


def test_closing_darkens_all_and_frees_the_pins(factory: StampedFactory) -> None:
    lamps = Lamps(PINS, factory)
    lamps.show({1, 2, 5})
    pins = [factory.pin(pin) for pin in PINS.values()]
    lamps.close()
    assert [pin.states[-1].state for pin in pins] == [False, False, False]
    for pin in PINS.values():
        LED(pin, pin_factory=factory).close()
