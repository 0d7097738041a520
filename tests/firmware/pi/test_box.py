from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest
from gpiozero import LED

from firmware.boxfile.settings import KnobPins, SeatPins, Settings, default, eight_seats
from firmware.errors import PinBusyError
from firmware.events import Edge, HostEvent, Knob
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.inputs import FakeInputs
from firmware.fakes.pins import StampedFactory
from firmware.pi.box import GpioBox
from firmware.pi.factory import Header
from firmware.ports import Box
from firmware.views import AWAKE, Cue, PanelId, Rest, Screen, Sound

SCREENS: dict[PanelId, Screen] = {"main": Screen(title="Kto pierwszy?")}


class Tray:
    def __init__(self) -> None:
        self.items: list[Edge | HostEvent] = []

    def put(self, item: Edge | HostEvent) -> None:
        self.items.append(item)


class Slates:
    """Panels that only remember."""

    def __init__(self, missing: Collection[PanelId] = ()) -> None:
        self.shown: list[Mapping[PanelId, Screen]] = []
        self.rests: list[Rest] = []
        self.closed = False
        self._missing = missing

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        self.shown.append(screens)
        self.rests.append(rest)

    def missing(self) -> Collection[PanelId]:
        return self._missing

    def close(self) -> None:
        self.closed = True


class Bench:
    """Everything a box is made of, on mock pins."""

    def __init__(self, settings: Settings, panels: Slates | None = None) -> None:
        self.settings = settings
        self.clock = HandClock(1_000)
        self.factory = StampedFactory(self.clock)
        self.tray = Tray()
        self.panels = panels or Slates()

    def box(self, header: Header | None = None) -> GpioBox:
        return GpioBox(self.settings, header or Header(self.factory), self.tray, self.clock, self.panels)

    def all_pins(self) -> list[int]:
        knob, seats = self.settings.knob, self.settings.seats.values()
        pins = [pin for seat in seats for pin in (seat.button, seat.lamp)]
        pins += [knob.a, knob.b, knob.ok] if knob else []
        return [pin for pin in [*pins, self.settings.piezo] if pin is not None]

    def lit(self) -> set[int]:
        return {
            seat
            for seat, pins in self.settings.seats.items()
            if pins.lamp is not None and self.factory.pin(pins.lamp).state
        }


def free(bench: Bench) -> bool:
    """Whether every pin can be had by another device."""
    for pin in bench.all_pins():
        LED(pin, pin_factory=bench.factory).close()
    return "piezo" not in {thread.name for thread in threading.enumerate()}


@pytest.fixture
def bench() -> Bench:
    return Bench(default())


@pytest.mark.parametrize("settings", [default(), eight_seats()], ids=["six", "eight"])
def test_the_shipped_boxes_can_be_built_and_closed(settings: Settings) -> None:
    bench = Bench(settings)
    box: Box = bench.box()
    assert list(box.lines) == [*settings.seats, "ok"]
    assert box.faults() == []
    box.close()
    assert bench.panels.closed
    assert free(bench)


def test_a_press_on_every_line_reaches_the_inbox_with_its_stamp(bench: Bench) -> None:
    box = bench.box()
    pins = {seat: pins.button for seat, pins in bench.settings.seats.items()}
    for at, pin in enumerate([*pins.values(), 22]):
        bench.factory.pin(pin).edge_at(at, closed=True)
    assert bench.tray.items == [Edge(line, True, at) for at, line in enumerate(box.lines)]
    assert all(box.closed(line) for line in box.lines)
    box.close()


def test_a_back_button_is_a_line_of_its_own() -> None:
    bench = Bench(Settings(seats={2: SeatPins(5)}, knob=KnobPins(ok=22, up=17, down=27, back=4)))
    box = bench.box()
    assert list(box.lines) == [2, "ok", "back"]
    bench.factory.pin(4).edge_at(7, closed=True)
    assert bench.tray.items == [Edge("back", True, 7)]
    box.close()


def test_the_knob_turns(bench: Bench) -> None:
    box = bench.box()
    for pin, closed in ((17, True), (27, True), (17, False), (27, False)):
        bench.factory.pin(pin).edge_at(1, closed)
    assert bench.tray.items == [Knob(1, 1_000)]
    box.close()


def test_show_sets_panels_and_lamps(bench: Bench) -> None:
    box = bench.box()
    box.show(SCREENS, {1, 4})
    assert bench.panels.shown == [SCREENS]
    assert bench.lit() == {1, 4}
    box.close()
    assert bench.lit() == set()


def test_a_box_without_knob_piezo_or_lamps_works() -> None:
    bench = Bench(Settings(seats={1: SeatPins(5)}))
    box = bench.box()
    box.play(Cue(Sound.TICK))
    box.show(SCREENS, {1})
    assert list(box.lines) == [1]
    assert box.faults() == []
    box.close()


def test_a_button_whose_pin_is_taken_stops_the_start_and_closes_the_rest(bench: Bench) -> None:
    other = LED(bench.settings.seats[6].button, pin_factory=bench.factory)
    with pytest.raises(PinBusyError, match="GPIO 16 free for seat 6's button"):
        bench.box()
    assert bench.panels.closed
    other.close()
    assert free(bench)


def test_a_button_whose_pin_is_taken_leaves_no_plugged_in_one_open(bench: Bench) -> None:
    other = LED(bench.settings.seats[1].button, pin_factory=bench.factory)
    closed: list[str] = []

    class Cord(FakeInputs):
        def close(self) -> None:
            closed.append("inputs")

    with pytest.raises(PinBusyError):
        GpioBox(
            bench.settings, Header(bench.factory), bench.tray, bench.clock, bench.panels,
            inputs=Cord((1,), bench.tray),
        )  # fmt: skip
    assert closed == ["inputs"]
    other.close()


def test_a_knob_whose_pin_is_taken_stops_the_start(bench: Bench) -> None:
    other = LED(17, pin_factory=bench.factory)
    with pytest.raises(PinBusyError, match="expected GPIO 17 free for the knob"):
        bench.box()
    other.close()
    assert free(bench)


def test_lamp_and_piezo_without_their_pins_are_faults(bench: Bench) -> None:
    others = [LED(pin, pin_factory=bench.factory) for pin in (18, 24)]
    box = bench.box()
    box.play(Cue(Sound.START))
    assert box.faults() == ["lamp 2", "piezo"]
    box.close()
    for other in others:
        other.close()


def test_missing_panels_are_faults() -> None:
    bench = Bench(replace(default(), piezo=None), Slates(missing=("main", 3)))
    box = bench.box()
    assert box.faults() == ["panel main", "panel 3"]
    box.close()


def test_a_degraded_or_dead_header_is_a_fault(bench: Bench) -> None:
    box = bench.box(Header(bench.factory, degraded="forced", alive=lambda: False))
    assert box.faults() == ["buttons dead", "timing degraded"]
    box.close()


def test_an_edge_the_inbox_refuses_is_a_fault_of_its_button(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = bench.box()

    def refuse(item: Edge | HostEvent) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bench.tray, "put", refuse)
    bench.factory.pin(5).edge_at(1, closed=True)
    assert box.faults() == ["button 1"]
    box.close()


def test_closing_twice_is_harmless(bench: Bench) -> None:
    box = bench.box()
    box.close()
    box.close()
    assert free(bench)


def test_how_panels_rest_is_handed_on(bench: Bench) -> None:
    box = bench.box()
    dim = Rest(dim=True, shift=(2, 0))
    box.show(SCREENS, [])
    box.show(SCREENS, [], dim)
    assert bench.panels.rests == [AWAKE, dim]
    box.close()


def test_the_volume_is_the_piezos(bench: Bench) -> None:
    box = bench.box()
    assert box._piezo is not None
    box.set_volume(1)
    assert box._piezo.volume == 1
    box.close()


def test_a_box_without_a_piezo_has_no_volume() -> None:
    bench = Bench(replace(default(), piezo=None))
    box = bench.box()
    box.set_volume(0)
    box.play(Cue(Sound.TICK))
    assert box.faults() == []
    box.close()
