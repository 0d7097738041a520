from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterator, Mapping
from itertools import count

import pytest
from gpiozero import LED
from PIL import Image

from firmware.boxfile.settings import PanelSettings, Settings, default, middle
from firmware.errors import PinBusyError
from firmware.events import NS_PER_S, Seat
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.i2c_wires import I2cWires, acknowledged
from firmware.fakes.pins import StampedFactory
from firmware.pi.held import held
from firmware.pi.mux_reset import MuxReset, mux_reset
from firmware.pi.panels import LumaPanels
from firmware.pi.probing import answers
from firmware.views import PanelId, Screen
from tests.firmware.fakes.faulty_oled import FaultyBench

SOON = 10.0
"""Seconds; only a broken worker ever waits this long."""

SEVEN = default().panels
ON_THE_BUS: dict[PanelId, PanelSettings] = {**SEVEN, "main": PanelSettings("ssd1306", address=0x3D)}
RESET = 7


class Table:
    """A box's panels on wires that may be held low.

    Args:
        panels: those of the box.
        slow: a transfer on held wires takes a second and fails, as on a Pi 5; otherwise it seems to arrive.
        reset: the muxes' reset is wired.
        disconnects: the kernel disconnects each channel after it was used.
    """

    def __init__(
        self,
        panels: Mapping[PanelId, PanelSettings],
        *,
        slow: bool = False,
        reset: bool = True,
        disconnects: bool = False,
    ) -> None:
        self.clock = HandClock(NS_PER_S)
        self.factory = StampedFactory(self.clock)
        self.bench = FaultyBench(panels)
        self.lost = 0
        while_held = self._time_out if slow else acknowledged
        self.wires = I2cWires(self.bench.open_port, while_held, disconnects=disconnects)
        self.pin = None
        if reset:
            self.wires.wire_reset(self.factory, RESET)
            self.pin = MuxReset(RESET, panels.values(), self.factory, self.wires.open_port)
        self.panels = LumaPanels(
            panels, draw=self._draw, open_port=self.wires.open_port, now=self.clock.now, reset=self.pin
        )
        self.on_draw: Callable[[], None] = lambda: None
        self._numbers = count(1)

    def _time_out(self) -> None:
        self.clock.advance(NS_PER_S)
        self.lost += NS_PER_S
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    def _draw(self, screen: Screen, size: tuple[int, int]) -> Image.Image:
        self.on_draw()
        picture = Image.new("1", size)
        picture.paste(255, (0, 0, int(screen.title), 1))
        return picture

    def show(self) -> int:
        """A new screen on all panels; returns its number."""
        number = next(self._numbers)
        self.panels.show(dict.fromkeys(self.bench, Screen(title=str(number))))
        self.panels.flush(SOON)
        return number

    def seconds(self, number: int = 1) -> None:
        """Let so many seconds pass."""
        for _ in range(number):
            self.clock.advance(NS_PER_S)
            self.panels.flush(SOON)

    def showing(self, number: int) -> set[PanelId]:
        """The panels whose glass shows that screen."""
        return {
            name for name, one in self.bench.items() if one.picture(upright=True).histogram()[255] == number
        }

    def close(self) -> None:
        self.panels.close()
        if self.pin is not None:
            self.pin.close()


Set = Callable[..., Table]


@pytest.fixture
def table() -> Iterator[Set]:
    made: list[Table] = []

    def build(panels: Mapping[PanelId, PanelSettings] = SEVEN, **options: bool) -> Table:
        made.append(Table(panels, **options))
        made[-1].show()
        return made[-1]

    yield build
    for each in made:
        each.close()


def told(records: list[logging.LogRecord]) -> list[str]:
    return [record.getMessage() for record in records]


HOLDS_3 = "panel 3 (ssd1306 at 0x3c on bus 1, channel 2 of mux 0x70) holds SDA or SCL low: "


@pytest.mark.parametrize("slow", [False, True], ids=["acknowledges", "times out"])
@pytest.mark.parametrize("disconnects", [False, True], ids=["channels stay", "channels are disconnected"])
@pytest.mark.parametrize("panels", [SEVEN, ON_THE_BUS], ids=["all behind the mux", "the main one on the bus"])
def test_a_puck_that_holds_the_wires_is_cut_off_and_named_once_and_the_others_go_on(
    table: Set,
    slow: bool,
    disconnects: bool,
    panels: Mapping[PanelId, PanelSettings],
    expected_logs: list[logging.LogRecord],
) -> None:
    box = table(panels, slow=slow, disconnects=disconnects)
    box.wires.hold(SEVEN[3])
    for _ in range(5):
        number = box.show()
        assert box.showing(number) == set(panels) - {3}
        assert list(box.panels.missing()) == list(box.panels.holding()) == [3]
        box.seconds()
    assert list(box.panels.held_buses()) == []
    assert told(expected_logs) == [HOLDS_3 + "its mux was reset, and the others go on"]


@pytest.mark.parametrize("slow", [False, True], ids=["acknowledges", "times out"])
@pytest.mark.parametrize("disconnects", [False, True], ids=["channels stay", "channels are disconnected"])
def test_a_puck_that_lets_go_comes_back(
    table: Set, slow: bool, disconnects: bool, expected_logs: list[logging.LogRecord]
) -> None:
    box = table(slow=slow, disconnects=disconnects)
    box.wires.hold(SEVEN[3])
    number = box.show()
    box.wires.let_go(SEVEN[3])
    box.seconds(200)
    assert box.showing(number) == set(SEVEN)
    assert [*box.panels.missing(), *box.panels.holding()] == []
    assert expected_logs


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_only_panel_behind_a_mux_comes_back_though_the_kernel_takes_its_channel_for_selected(
    table: Set, seat: Seat, expected_logs: list[logging.LogRecord]
) -> None:
    box = table({seat: SEVEN[seat]})
    box.wires.hold(SEVEN[seat])
    number = box.show()
    box.wires.let_go(SEVEN[seat])
    box.seconds(2)
    assert box.showing(number) == {seat}
    assert expected_logs


@pytest.mark.parametrize("last", SEVEN)
def test_wires_held_while_nothing_is_said_are_held_by_the_panel_spoken_to_last(
    table: Set, last: PanelId, expected_logs: list[logging.LogRecord]
) -> None:
    box = table()
    box.panels.show({last: Screen(title="99")})
    box.panels.flush(SOON)
    box.wires.hold(SEVEN[last])
    box.seconds()
    assert list(box.panels.missing()) == [last]
    assert len(expected_logs) == 1


def test_what_was_said_to_another_while_the_wires_were_held_is_said_again(
    table: Set, expected_logs: list[logging.LogRecord]
) -> None:
    box = table(ON_THE_BUS)
    box.panels.show({6: Screen(title="99")})
    box.panels.flush(SOON)
    box.on_draw = lambda: box.wires.hold(SEVEN[6])  # seat 6's is connected, the main one is spoken to
    box.panels.show({"main": Screen(title="77")})
    box.panels.flush(SOON)
    assert (box.showing(77), list(box.panels.holding())) == ({"main"}, [6])
    assert len(expected_logs) == 1


def test_two_pucks_that_hold_the_wires_are_both_cut_off(
    table: Set, expected_logs: list[logging.LogRecord]
) -> None:
    box = table()
    box.wires.hold(SEVEN[2])
    box.wires.hold(SEVEN[5])
    number = box.show()
    assert box.showing(number) == set(SEVEN) - {2, 5}
    assert list(box.panels.holding()) == [2, 5]
    assert len(expected_logs) == 2


@pytest.mark.parametrize("slow", [False, True], ids=["acknowledges", "times out"])
def test_without_a_reset_it_is_named_and_all_come_back_once_it_lets_go(
    table: Set, slow: bool, expected_logs: list[logging.LogRecord]
) -> None:
    box = table(slow=slow, reset=False)
    before = box.showing(1)
    box.wires.hold(SEVEN[3])
    box.panels.show({3: Screen(title="33")})
    box.panels.flush(SOON)
    number = box.show()
    box.seconds(3)
    assert box.showing(number) == set()
    assert (box.showing(1), list(box.panels.missing())) == (before, list(SEVEN))
    assert (list(box.panels.holding()), list(box.panels.held_buses())) == ([3], [1])
    assert told(expected_logs) == [HOLDS_3 + "nothing gets to any panel on bus 1"]
    box.wires.let_go(SEVEN[3])
    box.seconds(2)
    assert box.showing(number) == set(SEVEN)
    assert [*box.panels.missing(), *box.panels.holding(), *box.panels.held_buses()] == []


def test_wires_held_by_what_is_not_behind_a_mux_are_nobodys_and_a_reset_frees_nothing(
    table: Set, expected_logs: list[logging.LogRecord]
) -> None:
    box = table(ON_THE_BUS)
    box.wires.hold(ON_THE_BUS["main"])
    number = box.show()
    box.seconds(3)
    assert (box.showing(number), list(box.panels.holding())) == (set(), [])
    assert list(box.panels.missing()) == list(ON_THE_BUS)
    assert told(expected_logs) == ["something holds SDA or SCL low: nothing gets to any panel on bus 1"]
    box.wires.let_go(ON_THE_BUS["main"])
    box.seconds(2)
    assert box.showing(number) == set(ON_THE_BUS)


@pytest.mark.parametrize("disconnects", [False, True], ids=["channels stay", "channels are disconnected"])
def test_a_puck_that_holds_the_wires_costs_the_others_two_per_cent_of_their_time_at_most(
    table: Set, disconnects: bool, expected_logs: list[logging.LogRecord]
) -> None:
    box = table(slow=True, disconnects=disconnects)
    box.wires.hold(SEVEN[3])
    box.show()
    began, lost = box.clock.now(), box.lost
    assert lost > 0
    while box.wires.resets < 6:
        box.seconds()
    assert 0.01 < (box.lost - lost) / (box.clock.now() - began) <= 0.02
    assert expected_logs


def test_all_are_blank_at_the_end_but_the_one_that_holds_the_wires(
    table: Set, expected_logs: list[logging.LogRecord]
) -> None:
    box = table()
    box.wires.hold(SEVEN[3])
    box.show()
    box.close()
    assert {name for name, memory in box.bench.items() if memory.on} == {3}
    assert expected_logs


# -- what is asked of the wires ------------------------------------------------------------------------------


def test_wires_are_free_if_nobody_answers_where_nobody_is() -> None:
    wires = I2cWires(FaultyBench(SEVEN).open_port)
    assert not held(1, wires.open_port)
    wires.hold(ON_THE_BUS["main"])
    assert held(1, wires.open_port)
    assert not held(3, wires.open_port)


@pytest.mark.parametrize("number", [errno.ETIMEDOUT, errno.EAGAIN, errno.EIO])
def test_wires_are_held_if_the_controller_gives_up(number: int) -> None:
    def gives_up() -> None:
        raise OSError(number, "no")

    wires = I2cWires(FaultyBench(SEVEN).open_port, gives_up)
    wires.hold(ON_THE_BUS["main"])
    assert held(1, wires.open_port)


def test_wires_that_can_not_be_asked_are_not_said_to_be_held() -> None:
    assert not held(1, FaultyBench({}).open_port)


def test_a_spike_that_is_taken_for_an_answer_is_no_hold() -> None:
    main = ON_THE_BUS["main"]
    wires = I2cWires(FaultyBench({}).open_port, lambda: wires.let_go(main))
    wires.hold(main)
    assert not held(1, wires.open_port)


# -- the pin -------------------------------------------------------------------------------------------------


def test_the_pin_is_high_but_for_the_pulse_and_an_input_after_the_end() -> None:
    factory = StampedFactory(HandClock())
    wires = I2cWires(FaultyBench(SEVEN).open_port)
    wires.wire_reset(factory, RESET)
    reset, pin = MuxReset(RESET, SEVEN.values(), factory, wires.open_port), factory.pin(RESET)
    assert (pin.function, bool(pin.state), wires.resets) == ("output", True, 0)
    reset()
    assert (bool(pin.state), wires.resets) == (True, 1)
    reset.close()
    assert pin.function == "input"
    reset()  # a pin that is gone changes nothing, and raises nothing
    assert wires.resets == 1


def test_a_reset_that_is_wired_silences_a_panel_and_one_that_is_not_does_not() -> None:
    for wired in (True, False):
        factory, bench = StampedFactory(HandClock()), FaultyBench(SEVEN)
        wires = I2cWires(bench.open_port)
        if wired:
            wires.wire_reset(factory, RESET)
        reset = MuxReset(RESET, SEVEN.values(), factory, wires.open_port)
        assert reset.silences(SEVEN[3]) is wired
        assert answers(SEVEN[3], wires.open_port)
        reset.close()


@pytest.mark.parametrize("settings", [default(), middle()], ids=["six", "middle"])
def test_a_reset_whose_pin_is_taken_is_only_said_and_a_box_without_one_has_none(
    settings: Settings, expected_logs: list[logging.LogRecord]
) -> None:
    factory = StampedFactory(HandClock())
    lamp = LED(RESET, pin_factory=factory)
    with mux_reset(settings, factory, FaultyBench({}).open_port) as reset:
        assert reset is None
    lamp.close()
    assert [line.split(", got")[0] for line in told(expected_logs)] == (
        [] if settings.mux_reset is None else ["expected GPIO 7 free for the muxes' reset"]
    )


def test_a_pin_that_is_taken_is_named() -> None:
    factory = StampedFactory(HandClock())
    lamp = LED(RESET, pin_factory=factory)
    with pytest.raises(PinBusyError, match="expected GPIO 7 free for the muxes' reset"):
        MuxReset(RESET, SEVEN.values(), factory, FaultyBench(SEVEN).open_port)
    lamp.close()
