from __future__ import annotations

import pytest
from gpiozero import OutputDevice

from firmware.events import Edge
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory
from firmware.pi.buttons import ButtonLine
from tests.firmware.fakes.mock_jumper import MockJumper, Planted


class Kept(list[object]):
    def put(self, item: object) -> None:
        self.append(item)


class Bench:
    """Seat 1 on GPIO 5, driven by GPIO 4."""

    def __init__(self, planted: Planted) -> None:
        self.clock = HandClock(1000)
        self.factory = StampedFactory(self.clock)
        MockJumper(self.factory, self.clock, 4, {5: planted})
        self.kept = Kept()
        self.button = ButtonLine(1, 5, self.factory, self.kept)
        self.driver = OutputDevice(4, initial_value=True, pin_factory=self.factory)
        self.kept.clear()

    def drive(self, *values: int) -> list[object]:
        for value in values:
            self.driver.value = value
        return list(self.kept)


def test_what_is_driven_low_closes_the_line_at_the_planted_moment() -> None:
    assert Bench(Planted(delay=7)).drive(0, 1) == [Edge(1, True, 1007), Edge(1, False, 1007)]


def test_driving_what_is_so_already_makes_no_edge() -> None:
    assert Bench(Planted()).drive(1, 0, 0) == [Edge(1, True, 1000)]


def test_jitter_comes_on_top_of_the_delay_and_never_exceeds_what_was_planted() -> None:
    stamps = [edge.at for edge in Bench(Planted(delay=10, jitter=5)).drive(*[0, 1] * 50)]  # type: ignore[attr-defined]
    assert set(stamps) == set(range(1010, 1016))


def test_some_edges_can_be_lost_counted_from_the_drivers_own_start() -> None:
    assert len(Bench(Planted(lose_every=5)).drive(*[0, 1] * 5)) == 8


def test_some_edges_can_be_doubled() -> None:
    assert Bench(Planted(double_every=4)).drive(0, 1, 0)[2:] == [
        Edge(1, True, 1000),
        Edge(1, False, 251_000),
        Edge(1, True, 501_000),
    ]


def test_a_pin_in_use_already_is_refused() -> None:
    factory = StampedFactory(HandClock())
    factory.pin(4)
    with pytest.raises(TypeError, match=r"^expected GPIO 4 not yet in use"):
        MockJumper(factory, HandClock(), 4, {5: Planted()})
