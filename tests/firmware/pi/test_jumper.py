from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from gpiozero import LED

from firmware.errors import PinBusyError
from firmware.events import NS_PER_S, NS_PER_US, Line
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.pins import StampedFactory
from firmware.pi.buttons import ButtonLine
from firmware.pi.jumper import Jumper
from firmware.presses.loopback import Loopback, Trouble
from tests.firmware.fakes.mock_jumper import MockJumper, Planted
from tests.firmware.pi.measuring import measured

DRIVER = 4
PINS: Mapping[Line, int] = {1: 5, 2: 6, 3: 13, "ok": 22}


class Outbox:
    """What the pins report, by a clock that is set by hand; waiting is setting it."""

    def __init__(self, clock: HandClock) -> None:
        self.items: list[object] = []
        self._clock = clock

    def put(self, item: object) -> None:
        self.items.append(item)

    def drain(self) -> Iterator[object]:
        while self.items:
            yield self.items.pop(0)

    def wait(self, timeout_ns: int) -> None:
        self._clock.advance(max(0, timeout_ns))


class Joined:
    """A box's button lines and a jumper on some of them."""

    def __init__(self, planted: Mapping[Line, Planted]) -> None:
        self.clock = HandClock(NS_PER_S)
        self.factory = StampedFactory(self.clock)
        wires = {PINS[line]: wire for line, wire in planted.items()}
        MockJumper(self.factory, self.clock, DRIVER, wires)
        self.outbox = Outbox(self.clock)
        self.buttons = [ButtonLine(line, pin, self.factory, self.outbox) for line, pin in PINS.items()]
        self.jumper = Jumper(DRIVER, self.factory)

    def run(self, per_way: int = 1000) -> Loopback:
        return measured(self.jumper, self.outbox, self.clock, list(PINS), per_way)


def test_what_was_planted_on_the_wires_is_found() -> None:
    box = Joined(
        {1: Planted(), 2: Planted(delay=6 * NS_PER_US), "ok": Planted(delay=9 * NS_PER_US, jitter=400)}
    )
    result = box.run()
    assert result.drives == result.complete == 2000
    assert [line.line for line in result.lines] == [1, 2, "ok"]
    assert result.apart == (3,)
    assert [line.bias_closing for line in result.lines] == pytest.approx([-5000, 1000, 4100], abs=100)
    assert 9000 <= result.typical <= result.widest <= 9400
    assert result.troubles == ()
    assert result.tie == 100 * NS_PER_US


def test_it_takes_about_eight_seconds() -> None:
    box = Joined({1: Planted(), 2: Planted()})
    box.run()
    assert box.clock.now() / NS_PER_S == pytest.approx(9.2, abs=0.3)


@pytest.mark.parametrize(
    ("planted", "troubles"),
    [
        ({}, [(Trouble.NO_JUMPER, None)]),
        ({2: Planted()}, [(Trouble.ONE_LINE, 2)]),
        ({1: Planted(), 2: Planted(lose_every=40)}, [(Trouble.LOST, 2)]),
        ({3: Planted(double_every=40), 2: Planted()}, [(Trouble.DOUBLED, 3)]),
        ({1: Planted(), 3: Planted(delay=700 * NS_PER_US)}, [(Trouble.COARSE, None)]),
    ],
)
def test_each_planted_fault_is_named_and_nothing_else(
    planted: dict[Line, Planted], troubles: list[tuple[Trouble, Line | None]]
) -> None:
    assert list(Joined(planted).run().troubles) == troubles


def test_the_driver_is_high_before_and_after_and_free_in_the_end() -> None:
    box = Joined({1: Planted(), 2: Planted()})
    pin = box.factory.pin(DRIVER)
    assert (pin.function, bool(pin.state)) == ("output", True)
    box.run(per_way=3)
    assert bool(pin.state)
    box.jumper.close()
    assert pin.function == "input"
    LED(DRIVER, pin_factory=box.factory).close()


def test_a_pin_in_use_names_the_jumper() -> None:
    factory = StampedFactory(HandClock())
    lamp = LED(DRIVER, pin_factory=factory)
    with pytest.raises(PinBusyError, match=r"^expected GPIO 4 free for the jumper, got "):
        Jumper(DRIVER, factory)
    lamp.close()
