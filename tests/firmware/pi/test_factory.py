from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import gpiozero.pins
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware.boxfile.settings import KnobPins, default, plugged
from firmware.errors import ChipNotFoundError, LibraryMissingError, PinBusyError
from firmware.events import Edge, HostEvent
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.pi import factory as module
from firmware.pi import opening as pin_opening
from firmware.pi.box import GpioBox
from firmware.pi.buttons import ButtonLine
from firmware.pi.factory import (
    CHIPINFO,
    GPIO_GET_CHIPINFO_IOCTL,
    chip_label,
    find_chip,
    header_of,
    is_pi,
    open_header,
)
from firmware.pi.knob import open_knob
from firmware.pi.lamps import Lamps
from tests.firmware.pi.fake_lgpio import FakeLgpio, NotifyThread


class Tray:
    def __init__(self) -> None:
        self.items: list[Edge | HostEvent] = []

    def put(self, item: Edge | HostEvent) -> None:
        self.items.append(item)


class Chips:
    """A ``/dev`` with chips in it and the labels a kernel would tell."""

    def __init__(self, dev: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.dev = dev
        self._labels: dict[str, str | OSError] = {}
        monkeypatch.setattr(module, "DEV", self.dev)
        monkeypatch.setattr(module, "chip_label", self._label)

    def add(self, number: int, label: str | OSError) -> None:
        (self.dev / f"gpiochip{number}").touch()
        self._labels[f"gpiochip{number}"] = label

    def _label(self, path: Path) -> str:
        label = self._labels[path.name]
        if isinstance(label, OSError):
            raise label
        return label


@pytest.fixture
def chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chips:
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    return Chips(tmp_path, monkeypatch)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    """gpiozero's lgpio code on a chip in memory, loaded afresh and forgotten after."""
    fake = FakeLgpio(busy=frozenset({6}))
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    yield fake
    sys.modules.pop("gpiozero.pins.lgpio", None)
    if hasattr(gpiozero.pins, "lgpio"):
        del gpiozero.pins.lgpio


@pytest.mark.parametrize("label", ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"])
@pytest.mark.parametrize("number", [0, 4, 11])
def test_the_header_is_found_by_label_whatever_its_number(chips: Chips, label: str, number: int) -> None:
    chips.add(2, "gpio-brcmstb@107d508500")
    chips.add(number, label)
    chips.add(13, "raspberrypi-exp-gpio")
    assert find_chip(module.HEADER_LABELS) == number
    assert is_pi()


def test_a_link_to_a_chip_is_that_chip(chips: Chips) -> None:
    chips.add(11, "pinctrl-rp1")
    (chips.dev / "gpiochip4").symlink_to(chips.dev / "gpiochip11")
    assert find_chip(module.HEADER_LABELS) == 11


def test_a_machine_without_a_header_is_told_what_was_found(chips: Chips) -> None:
    chips.add(10, "gpio-cs5535")
    chips.add(2, PermissionError(13, "Permission denied"))
    with pytest.raises(ChipNotFoundError) as caught:
        find_chip(module.HEADER_LABELS)
    assert str(caught.value) == (
        "expected a gpio chip labelled pinctrl-rp1 or pinctrl-bcm2711 or pinctrl-bcm2835, "
        f"got gpiochip2 (permission denied), gpiochip10 (gpio-cs5535) in {chips.dev}"
    )
    assert not is_pi()


def test_a_box_that_uses_no_pins_is_had_on_a_machine_without_any(chips: Chips, lgpio: FakeLgpio) -> None:
    box = GpioBox(plugged(), header_of(plugged()), Tray(), HandClock(), NoPanels())
    assert box.faults() == []
    box.close()
    with pytest.raises(ChipNotFoundError):
        header_of(default())


def test_a_machine_without_chips_is_no_pi_and_loads_no_lgpio(
    chips: Chips, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)  # importing it would raise
    assert not is_pi()
    with pytest.raises(ChipNotFoundError, match="got none in"):
        open_header()


def test_the_ioctl_is_the_one_of_the_kernels_header() -> None:
    read, size, kind, number = 2, CHIPINFO.size, 0xB4, 0x01
    assert size == 32 + 32 + 4
    assert (read << 30) | (size << 16) | (kind << 8) | number == GPIO_GET_CHIPINFO_IOCTL


def test_a_file_that_is_no_chip_has_no_label(tmp_path: Path) -> None:
    path = tmp_path / "gpiochip0"
    path.touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        chip_label(path)


def test_the_header_is_opened_on_the_labelled_chip_and_is_not_degraded(
    chips: Chips, lgpio: FakeLgpio
) -> None:
    chips.add(0, "gpio-brcmstb@107d508500")
    chips.add(13, "pinctrl-rp1")
    header = open_header()
    assert lgpio.opened == [13]
    assert header.degraded is None
    header.factory.close()
    assert lgpio.opened == []


def test_no_pin_can_be_had_before_lgpios_own_threads_have_been_waited_for(
    chips: Chips, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips.add(13, "pinctrl-rp1")
    open_then: list[list[int]] = []
    monkeypatch.setattr(module, "await_native_threads", lambda: open_then.append(list(lgpio.opened)))
    header = open_header()
    assert open_then == [[13]]
    header.factory.close()


def test_a_chip_in_the_settings_overrides_the_labels(chips: Chips, lgpio: FakeLgpio) -> None:
    chips.add(0, "pinctrl-bcm2835")
    chips.add(1, "gpio-sim.0-node0")
    header = open_header("gpio-sim.0-node0")
    assert lgpio.opened == [1]
    header.factory.close()


def test_a_kernel_stamp_reaches_the_inbox_exactly(chips: Chips, lgpio: FakeLgpio) -> None:
    chips.add(0, "pinctrl-bcm2835")
    header = open_header()
    tray = Tray()
    line = ButtonLine(1, 5, header.factory, tray)
    assert not line.closed()
    lgpio.kernel(5, 0, 1_234_567_890_123_457)
    assert line.closed()
    lgpio.kernel(5, 1, 1_234_567_890_123_458)
    assert tray.items == [Edge(1, True, 1_234_567_890_123_457), Edge(1, False, 1_234_567_890_123_458)]
    assert lgpio.debounce == {5: 0}
    line.close()
    assert lgpio.callbacks == {}
    header.factory.close()


def test_whoever_wants_a_pin_while_the_service_runs_is_told_to_stop_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pin_opening, "SERVICE_RUNS", tmp_path)
    with pytest.raises(
        PinBusyError, match=r"busy: the box runs as a service, so sudo systemctl stop pierwszy"
    ):
        _take_a_busy_pin()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))  # so this is the service
    with pytest.raises(PinBusyError, match=r"got busy: gpioinfo tells what holds it"):
        _take_a_busy_pin()


def _take_a_busy_pin() -> None:
    with pin_opening.opening(6, "seat 3's button"):
        raise OSError("busy")


def test_a_busy_pin_is_an_error_for_a_button_and_a_fault_for_a_lamp(chips: Chips, lgpio: FakeLgpio) -> None:
    chips.add(0, "pinctrl-bcm2835")
    header = open_header()
    with pytest.raises(PinBusyError) as caught:
        ButtonLine(3, 6, header.factory, Tray())
    assert str(caught.value) == (
        "expected GPIO 6 free for seat 3's button, got 'GPIO busy': gpioinfo tells what holds it"
    )
    lamps = Lamps({1: 5, 2: 6}, header.factory)
    lamps.show({1, 2})
    assert lgpio.levels[5] == 1
    assert lamps.failing() == [2]
    lamps.close()
    assert lgpio.levels[5] == 0  # dark before its pin floats
    header.factory.close()


@pytest.mark.parametrize("pins", [KnobPins(ok=22, a=17, b=27), KnobPins(ok=22, up=17, down=27)])
def test_a_closed_knob_leaves_no_callback_behind(chips: Chips, lgpio: FakeLgpio, pins: KnobPins) -> None:
    chips.add(0, "pinctrl-bcm2835")
    header = open_header()
    parts = open_knob(pins, header.factory, Tray(), HandClock())
    assert set(lgpio.callbacks) == {17, 27}
    for part in parts:
        part.close()
    assert lgpio.callbacks == {}
    header.factory.close()


def test_edges_are_dead_once_lgpios_thread_is(chips: Chips, lgpio: FakeLgpio) -> None:
    chips.add(0, "pinctrl-bcm2835")
    thread = NotifyThread()
    header = open_header()
    assert header.alive()
    thread.die()
    assert not header.alive()
    header.factory.close()


def test_a_chip_that_cannot_be_opened_is_named(chips: Chips, lgpio: FakeLgpio) -> None:
    chips.add(3, "pinctrl-rp1")
    lgpio.closed_chip = True
    with pytest.raises(
        ChipNotFoundError, match=r"expected to open .*/gpiochip3, got 'can not open gpiochip'"
    ):
        open_header()


def test_a_missing_lgpio_says_how_to_get_it(chips: Chips, monkeypatch: pytest.MonkeyPatch) -> None:
    chips.add(0, "pinctrl-bcm2835")
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(LibraryMissingError, match="sudo apt install python3-lgpio"):
        open_header()


def test_an_lgpio_that_cannot_make_its_pipe_says_where_it_tried(
    chips: Chips, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips.add(0, "pinctrl-bcm2835")
    (tmp_path / "lgpio.py").write_text("open('/nowhere/.lgd-nfy-3', 'rb')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "lgpio", raising=False)
    with pytest.raises(LibraryMissingError, match=r"its pipe in \(set LG_WD to one\), got .*lgd-nfy-3"):
        open_header()


def test_ticks_far_from_the_monotonic_clock_are_degraded(
    chips: Chips, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips.add(0, "pinctrl-bcm2835")
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory.ticks", staticmethod(lambda: 1e9))
    header = open_header()
    assert header.degraded is not None
    assert header.degraded.startswith("expected stamps within 1 s of the monotonic clock, got ")
    header.factory.close()


def test_a_forced_factory_is_used_and_degraded(chips: Chips, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.setattr(Device, "pin_factory", None)
    header = open_header()
    assert isinstance(header.factory, MockFactory)
    assert header.degraded == "GPIOZERO_PIN_FACTORY is mock: edges have no kernel stamp"
    assert header.alive()


def test_forcing_lgpio_forces_nothing(
    chips: Chips, lgpio: FakeLgpio, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips.add(12, "pinctrl-rp1")
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "LGPIO")
    header = open_header()
    assert lgpio.opened == [12]
    assert header.degraded is None
    header.factory.close()


def test_a_forced_factory_nobody_knows_is_one_line(chips: Chips, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "abacus")
    monkeypatch.setattr(Device, "pin_factory", None)
    with pytest.raises(LibraryMissingError, match=r"got GPIOZERO_PIN_FACTORY=abacus: .*'abacus'"):
        open_header()
