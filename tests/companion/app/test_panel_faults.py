"""Panels that fail while people race: who was first, and by how much, is what it is without a fault."""

from __future__ import annotations

import io
import json
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.app.running import run_box
from companion.scripts.mock import MockTable
from companion.scripts.report import Report
from firmware.boxfile import settings as boxes
from firmware.boxfile.settings import PanelSettings
from firmware.drawing.frames import draw
from firmware.errors import PinBusyError
from firmware.events import NS_PER_MS, NS_PER_S, Enter, HostKey, Key, Seat
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.fakes.pins import StampedFactory
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import Header
from firmware.pi.mux_reset import MuxReset
from firmware.pi.panels import LumaPanels
from firmware.ports import Panels
from firmware.views import PanelId, Screen
from tests.firmware.fakes.faulty_oled import FaultyBench, FaultyOled

pytestmark = pytest.mark.plays("buzzer")

SOON = 10.0
"""Seconds; only a broken worker ever waits this long."""

SIX = replace(boxes.default(), language="en")
START = 1000 * NS_PER_S
PRESSES: Sequence[tuple[Seat, int]] = ((3, 0), (5, 700_000), (1, 12 * NS_PER_MS))
"""Who presses, and how long after the first (ns)."""


class Hanging(FaultyOled):
    """A panel that holds the whole bus in a transfer until it is let go."""

    def __init__(self, settings: PanelSettings) -> None:
        super().__init__(settings)
        self.hung = threading.Event()
        self._free = threading.Event()
        self._free.set()

    def hang(self) -> None:
        self._free.clear()

    def go_on(self) -> None:
        assert self.hung.wait(SOON)
        self._free.set()

    def command(self, *cmd: int) -> None:
        if not self._free.is_set():
            self.hung.set()
            assert self._free.wait(SOON)
        super().command(*cmd)


class Wired(FaultyBench):
    """The fake panels of the box, one of them exchanged."""

    def __init__(self, **other: FaultyOled) -> None:
        super().__init__(SIX.panels)
        for memory in other.values():
            self._panels[3] = self._wired[memory.settings.wires] = memory


class Evening:
    """A quiz on a box of six seats in virtual time, every panel given a new screen at every step of it."""

    def __init__(self, bench: FaultyBench | None) -> None:
        self.bench = bench
        self._clock = HandClock(START)
        self._panels: Panels = NoPanels()
        if bench is not None:
            self._panels = LumaPanels(SIX.panels, draw=draw, open_port=bench.open_port, now=self._clock.now)
        self._printed = io.StringIO()
        report = Report(self._printed, START)
        self.table = MockTable(SIX, self._clock, self._panels, watch=report.changed)
        self.loop = self.table.loop
        self._redrawn = 0

    def until(self, ms: float) -> None:
        """Let the time go on, in steps of 10 ms."""
        end = START + round(ms * NS_PER_MS)
        while self._clock.now() < end:
            self._redrawn += 1
            self._panels.show({name: Screen(str(self._redrawn), "redrawn") for name in SIX.panels})
            self.loop.run_until(min(end, self._clock.now() + 10 * NS_PER_MS), self._clock.set)

    def tell(self, event: HostKey | str) -> None:
        now = self._clock.now()
        self.table.mailbox.put(Enter(event, now) if isinstance(event, str) else Key(event, now))
        self.loop.step()

    def race(self, before: Callable[[], None], after: Callable[[], None]) -> list[dict[str, Any]]:
        """Ask a question and let three press, with something done to the panels just before and after."""
        self.tell("game buzzer seats=1,2,3,4,5,6")
        for ms in (500, 1000):
            self.until(ms)
            self.tell(HostKey.OK)
        self.until(1400)
        if isinstance(self._panels, LumaPanels):
            self._panels.flush(SOON)  # virtual time may have run ahead of the worker's first round
        before()
        self.until(1500)
        edges = [(at, seat, True) for seat, at in PRESSES]
        edges += [(at + 80 * NS_PER_MS, seat, False) for seat, at in PRESSES]
        for at, seat, closed in sorted(edges):
            self.until(1500 + at / NS_PER_MS)
            self.table.touch(seat, closed, self._clock.now())
        self.until(2000)
        after()
        self.until(2500)
        return [json.loads(line) for line in self._printed.getvalue().splitlines()]

    def settle(self, second: int) -> None:
        """Let it be ``second``, with nothing drawn but what the game shows, and the panels done."""
        assert isinstance(self._panels, LumaPanels)
        self.loop.run_until(START + second * NS_PER_S, self._clock.set)
        self._panels.flush(SOON)
        self.loop.step()  # hears which panels are missing
        assert self.loop.view is not None
        self._panels.show(self.loop.view.screens())
        self._panels.flush(SOON)

    def right(self) -> dict[PanelId, bool]:
        """Which panels show what they should."""
        assert self.bench is not None
        assert self.loop.view is not None
        screens = self.loop.view.screens()
        return {
            name: memory.picture().tobytes() == draw(screens[name], (128, 64)).tobytes()
            for name, memory in self.bench.items()
        }

    def title(self) -> str:
        assert self.loop.view is not None
        return self.loop.view.main.title


@pytest.fixture
def evening() -> Iterator[Callable[[FaultyBench | None], Evening]]:
    begun: list[Evening] = []

    def begin(bench: FaultyBench | None) -> Evening:
        begun.append(Evening(bench))
        return begun[-1]

    yield begin
    for each in begun:
        each.table.box.close()


Begin = Callable[[FaultyBench | None], Evening]
ALL_RIGHT: dict[PanelId, bool] = dict.fromkeys(SIX.panels, True)
BUT_THREE: dict[PanelId, bool] = {**ALL_RIGHT, 3: False}


def nothing() -> None:
    pass


@pytest.fixture
def undisturbed(evening: Begin) -> list[dict[str, Any]]:
    """What a box without any panel prints."""
    lines = evening(None).race(nothing, nothing)
    rulings = [line for line in lines if line["event"] == "ruling"]
    assert (rulings[0]["at"], rulings[0]["winner"], rulings[-1]["order"]) == (1.5305, 3, [3, 5, 1])
    return lines


def test_panels_redrawn_all_the_time_change_no_ruling(
    evening: Begin, undisturbed: list[dict[str, Any]]
) -> None:
    box = evening(FaultyBench(SIX.panels))
    assert box.race(nothing, nothing) == undisturbed
    box.settle(3)
    assert box.right() == ALL_RIGHT


def test_a_panel_absent_from_the_start(
    evening: Begin, undisturbed: list[dict[str, Any]], expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(SIX.panels)
    bench[3].unplug()
    box = evening(bench)
    assert box.race(nothing, nothing) == undisturbed
    box.settle(3)
    assert box.right() == BUT_THREE
    assert "Screen 3 missing" in box.title()
    assert len(expected_logs) == 1


def test_a_panel_unplugged_for_a_minute_is_back_within_two_seconds(
    evening: Begin, undisturbed: list[dict[str, Any]], expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(SIX.panels)
    box = evening(bench)
    assert box.race(bench[3].unplug, nothing) == undisturbed
    for second in range(3, 62):
        box.settle(second)
    assert box.right() == BUT_THREE
    assert "Screen 3 missing" in box.title()
    bench[3].plug()
    for second in (62, 63):
        box.settle(second)
    assert box.right() == ALL_RIGHT
    assert "missing" not in box.title()
    assert len(expected_logs) == 1


def test_a_transfer_spoilt(
    evening: Begin, undisturbed: list[dict[str, Any]], expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(SIX.panels)
    box = evening(bench)
    assert box.race(bench[3].glitch, nothing) == undisturbed
    box.settle(3)
    assert box.right() == ALL_RIGHT
    assert len(expected_logs) == 1


def test_a_bus_that_hangs_all_through_the_race(evening: Begin, undisturbed: list[dict[str, Any]]) -> None:
    slow = Hanging(SIX.panels[3])
    box = evening(Wired(slow=slow))
    assert box.race(slow.hang, slow.go_on) == undisturbed
    box.settle(3)
    assert box.right() == ALL_RIGHT


def test_another_controller_than_the_settings_say(evening: Begin, undisturbed: list[dict[str, Any]]) -> None:
    box = evening(Wired(other=FaultyOled(SIX.panels[3], driver="sh1106")))
    assert box.race(nothing, nothing) == undisturbed
    box.settle(3)
    assert box.right() == BUT_THREE


def test_a_box_holds_the_reset_of_its_muxes_high_and_hands_it_to_its_panels(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    factory = StampedFactory(MonotonicClock())
    pin, seen = factory.pin(SIX.mux_reset or 0), []

    def panels(*_: object, reset: object, **__: object) -> Panels:
        seen.append((type(reset), pin.function, bool(pin.state)))
        raise PinBusyError("enough")

    monkeypatch.setattr("companion.app.running.header_of", lambda settings: Header(factory))
    monkeypatch.setattr("companion.app.running.LumaPanels", panels)
    with pytest.raises(PinBusyError, match="enough"):
        run_box(SIX)
    assert seen == [(MuxReset, "output", True)]
    assert pin.function == "input"
