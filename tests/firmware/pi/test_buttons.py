from __future__ import annotations

import gc

import pytest
from gpiozero import LED

from firmware.errors import PinBusyError
from firmware.events import Edge, HostEvent
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory, StampedPin
from firmware.pi.buttons import ButtonLine


class Tray:
    """An inbox that keeps what it gets; it refuses the first ``refuse`` items."""

    def __init__(self, refuse: int = 0) -> None:
        self.items: list[Edge | HostEvent] = []
        self._refuse = refuse

    def put(self, item: Edge | HostEvent) -> None:
        if self._refuse:
            self._refuse -= 1
            raise ZeroDivisionError
        self.items.append(item)


class BrokenPin(StampedPin):
    """A pin that can be unplugged."""

    broken = False

    def _get_state(self) -> bool:
        if self.broken:
            raise OSError(5, "Input/output error")
        return super()._get_state()  # type: ignore[no-untyped-call, no-any-return]


@pytest.fixture
def factory() -> StampedFactory:
    return StampedFactory(HandClock())


def test_edges_arrive_with_their_exact_stamps(factory: StampedFactory) -> None:
    tray = Tray()
    lines = [ButtonLine(3, 5, factory, tray), ButtonLine("ok", 6, factory, tray)]
    two_weeks = 14 * 86_400 * 1_000_000_000
    factory.pin(5).edge_at(two_weeks + 1, closed=True)
    factory.pin(6).edge_at(two_weeks, closed=True)
    factory.pin(5).edge_at(two_weeks + 2, closed=False)
    factory.pin(5).edge_at(two_weeks + 3, closed=False)
    assert tray.items == [
        Edge(3, True, two_weeks + 1),
        Edge("ok", True, two_weeks),
        Edge(3, False, two_weeks + 2),
        Edge(3, False, two_weeks + 3),
    ]
    assert [line.lost for line in lines] == [0, 0]


def test_the_pin_is_not_debounced(factory: StampedFactory) -> None:
    ButtonLine(1, 5, factory, Tray())
    assert factory.pin(5).bounce is None
    assert factory.pin(5).edges == "both"


def test_an_inbox_that_raises_once_leaves_every_button_alive(factory: StampedFactory) -> None:
    tray = Tray(refuse=1)
    first, second = ButtonLine(1, 5, factory, tray), ButtonLine(2, 6, factory, tray)
    factory.pin(5).edge_at(10, closed=True)
    factory.pin(6).edge_at(11, closed=True)
    factory.pin(5).edge_at(12, closed=False)
    assert tray.items == [Edge(2, True, 11), Edge(1, False, 12)]
    assert (first.lost, second.lost) == (1, 0)


def test_a_collection_does_not_silence_a_line_that_is_kept(factory: StampedFactory) -> None:
    tray = Tray()
    line = ButtonLine(1, 5, factory, tray)
    gc.collect()
    factory.pin(5).edge_at(1, closed=True)
    assert tray.items == [Edge(line.line, True, 1)]


def test_closed_reads_the_level(factory: StampedFactory) -> None:
    line = ButtonLine(1, 5, factory, Tray())
    assert not line.closed()
    factory.pin(5).edge_at(1, closed=True)
    assert line.closed()


def test_a_pin_that_fails_gives_the_last_level_and_is_a_fault_until_it_reads_again(
    factory: StampedFactory,
) -> None:
    factory.pin_class = BrokenPin
    line = ButtonLine(1, 5, factory, Tray())
    pin = factory.pin(5)
    assert isinstance(pin, BrokenPin)
    pin.edge_at(1, closed=True)
    assert line.closed()
    pin.broken = True
    assert line.closed()
    assert line.failing
    pin.broken = False
    pin.edge_at(2, closed=False)
    assert not line.closed()
    assert not line.failing


def test_a_pin_that_is_taken_is_named_with_its_line(factory: StampedFactory) -> None:
    lamp = LED(5, pin_factory=factory)
    with pytest.raises(PinBusyError, match=r"^expected GPIO 5 free for seat 3's button, got ") as caught:
        ButtonLine(3, 5, factory, Tray())
    assert "\n" not in str(caught.value)
    assert not lamp.closed


def test_a_hosts_button_is_named_by_its_word(factory: StampedFactory) -> None:
    _lamp = LED(5, pin_factory=factory)
    with pytest.raises(PinBusyError, match="free for the ok button"):
        ButtonLine("ok", 5, factory, Tray())


def test_a_closed_line_is_silent_and_its_pin_free(factory: StampedFactory) -> None:
    tray = Tray()
    line = ButtonLine(1, 5, factory, tray)
    line.close()
    factory.pin(5).edge_at(1, closed=True)
    assert tray.items == []
    with LED(5, pin_factory=factory) as led:
        assert not led.is_lit
    line.close()
    assert line.closed() is False
