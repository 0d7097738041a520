from __future__ import annotations

import pytest
from gpiozero import LED

from firmware.boxfile.settings import KnobPins
from firmware.errors import PinBusyError
from firmware.events import NS_PER_MS, Edge, HostEvent, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.knob import open_knob

A, B = 17, 27
CLOCKWISE = ((A, True), (B, True), (A, False), (B, False))
"""The order in which one detent closes and opens the contacts."""


class Tray:
    def __init__(self) -> None:
        self.items: list[Edge | HostEvent] = []
        self.broken = False

    def put(self, item: Edge | HostEvent) -> None:
        if self.broken:
            raise ZeroDivisionError
        self.items.append(item)


class Bench:
    """A knob on mock pins."""

    def __init__(self, pins: KnobPins) -> None:
        self.clock = HandClock(1_000)
        self.factory = StampedFactory(self.clock)
        self.tray = Tray()
        self.parts = open_knob(pins, self.factory, self.tray, self.clock)

    def turn(self, way: tuple[tuple[int, bool], ...]) -> None:
        for pin, closed in way:
            self.clock.advance(NS_PER_MS)
            self.factory.pin(pin).edge_at(self.clock.now(), closed)

    def act(self, ms: int) -> None:
        """One step clockwise, whatever kind of knob it is."""
        if self.parts[0].line == "a":
            self.turn(CLOCKWISE)
        else:
            self.tap(5, ms)

    def tap(self, pin: int, ms: int) -> None:
        """Edges at ``ms`` on: closed, bouncing, and open 60 ms later, bouncing too."""
        start = ms * NS_PER_MS
        for at, closed in ((0, 1), (1, 0), (2, 1), (60, 0), (61, 1), (62, 0)):
            self.clock.set(start + at * NS_PER_MS)
            self.factory.pin(pin).edge_at(self.clock.now(), bool(closed))


@pytest.fixture
def encoder() -> Bench:
    return Bench(KnobPins(ok=22, a=A, b=B))


@pytest.fixture
def keys() -> Bench:
    return Bench(KnobPins(ok=22, up=5, down=6))


def test_one_detent_is_one_step_stamped_now(encoder: Bench) -> None:
    encoder.turn(CLOCKWISE)
    assert encoder.tray.items == [Knob(1, encoder.clock.now())]


def test_the_other_way_counts_down(encoder: Bench) -> None:
    encoder.turn(tuple((B if pin == A else A, closed) for pin, closed in CLOCKWISE))
    assert encoder.tray.items == [Knob(-1, encoder.clock.now())]


def test_a_knob_turns_without_end(encoder: Bench) -> None:
    for _ in range(40):
        encoder.turn(CLOCKWISE)
    assert sum(item.steps for item in encoder.tray.items if isinstance(item, Knob)) == 40


@pytest.mark.parametrize("clicks", [1, 2, 4])
def test_each_click_is_one_step_however_many_there_are_in_a_cycle(clicks: int) -> None:
    bench = Bench(KnobPins(ok=22, a=A, b=B, clicks_per_step=clicks))
    for edge in CLOCKWISE * 3:
        bench.turn((edge,))
    assert [item.steps for item in bench.tray.items if isinstance(item, Knob)] == [1] * 3 * clicks


class Closed(StampedPin):
    """A pin whose contact is closed, whatever pulls it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)  # type: ignore[no-untyped-call]
        self._change_state(False)  # type: ignore[no-untyped-call]


def test_a_knob_that_rests_with_both_contacts_closed_at_the_start_loses_no_click() -> None:
    clock, tray = HandClock(), Tray()
    factory = StampedFactory(clock)
    for pin in (A, B):
        factory.pin(pin, Closed)
    parts = open_knob(KnobPins(ok=22, a=A, b=B, clicks_per_step=2), factory, tray, clock)
    for pin, closed in CLOCKWISE[2:]:
        factory.pin(pin, Closed).edge_at(0, closed)
    assert [item.steps for item in tray.items if isinstance(item, Knob)] == [1]
    for part in parts:
        part.close()


def test_a_wiggle_between_detents_is_no_step(encoder: Bench) -> None:
    encoder.turn(((A, True), (A, False), (A, True), (A, False)))
    assert encoder.tray.items == []


def test_a_key_is_one_step_however_it_bounces(keys: Bench) -> None:
    keys.tap(5, ms=100)
    assert keys.tray.items == [Knob(1, 100 * NS_PER_MS)]


def test_the_down_key_steps_back_and_quick_taps_all_count(keys: Bench) -> None:
    keys.tap(6, ms=100)
    keys.tap(5, ms=200)
    keys.tap(6, ms=300)
    assert keys.tray.items == [
        Knob(-1, 100 * NS_PER_MS),
        Knob(1, 200 * NS_PER_MS),
        Knob(-1, 300 * NS_PER_MS),
    ]


@pytest.mark.parametrize("bench", ["encoder", "keys"])
def test_an_inbox_that_raises_leaves_the_knob_alive(bench: str, request: pytest.FixtureRequest) -> None:
    knob: Bench = request.getfixturevalue(bench)
    knob.tray.broken = True
    knob.act(100)
    knob.tray.broken = False
    knob.act(300)
    assert [item.steps for item in knob.tray.items if isinstance(item, Knob)] == [1]


def test_a_knob_is_an_encoder_or_two_keys(encoder: Bench, keys: Bench) -> None:
    assert [part.line for part in encoder.parts] == ["a", "b"]
    assert [part.line for part in keys.parts] == ["up", "down"]


def test_a_closed_knob_is_silent_and_its_pins_free(encoder: Bench, keys: Bench) -> None:
    for part in encoder.parts + keys.parts:
        part.close()
    encoder.turn(CLOCKWISE)
    keys.tap(5, ms=100)
    assert encoder.tray.items == keys.tray.items == []
    for bench, pin in ((encoder, A), (encoder, B), (keys, 5), (keys, 6)):
        LED(pin, pin_factory=bench.factory).close()


def test_a_pin_that_is_taken_is_named_and_the_other_freed() -> None:
    clock = HandClock()
    factory = StampedFactory(clock)
    lamp = LED(6, pin_factory=factory)
    with pytest.raises(PinBusyError, match=r"expected GPIO 6 free for the knob \(with GPIO 5\)"):
        open_knob(KnobPins(ok=22, a=5, b=6), factory, Tray(), clock)
    with pytest.raises(PinBusyError, match="expected GPIO 6 free for the knob's down key"):
        open_knob(KnobPins(ok=22, up=5, down=6), factory, Tray(), clock)
    LED(5, pin_factory=factory).close()
    lamp.close()
