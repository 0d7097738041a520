from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from luma.core.error import DeviceNotFoundError
from PIL import Image

from firmware.boxfile.settings import PanelSettings, eight_seats
from firmware.events import NS_PER_MS, NS_PER_S
from firmware.pi.held import NOBODY
from firmware.pi.oled import OpenPort
from firmware.pi.panels import LumaPanels
from firmware.views import PanelId, Rest, Screen
from tests.firmware.fakes.faulty_oled import FaultyBench, FaultyOled

SOON = 10.0
"""Seconds; only a broken worker ever waits this long."""

SEVEN: dict[PanelId, PanelSettings] = {
    "main": PanelSettings("ssd1309", bus=1, address=0x3C),
    1: PanelSettings("ssd1306", bus=1, address=0x3D),
    2: PanelSettings("sh1106", bus=3, address=0x3C, rotate=2),
    3: PanelSettings("sh1106", bus=3, address=0x3D, column_offset=0),
    4: PanelSettings("ssd1306", bus=4, address=0x3C, rotate=1),
    5: PanelSettings("ssd1306", bus=4, address=0x3D, height=32),
    6: PanelSettings("sh1106", bus=5, address=0x3C, rotate=3),
}
MAIN: dict[PanelId, PanelSettings] = {"main": PanelSettings("ssd1306")}
TWO: dict[PanelId, PanelSettings] = {
    "main": PanelSettings("ssd1306"),
    1: PanelSettings("sh1106", address=0x3D),
}


def draw(screen: Screen, size: tuple[int, int]) -> Image.Image:
    """As many lit pixels along the first row as the screen's title says, so a picture names its screen."""
    image = Image.new("1", size)
    for x in range(int(screen.title)):
        image.putpixel((x, 0), 255)
    return image


PAIR: dict[PanelId, PanelSettings] = {
    "main": PanelSettings("ssd1306", address=0x3D),
    1: PanelSettings("ssd1306", mux=0x70, channel=0),
}


def screen(number: int) -> Screen:
    return Screen(title=str(number))


def shown(memory: FaultyOled) -> int:
    """Which screen the glass shows; 0 when it is dark."""
    return memory.picture(upright=True).histogram()[255]


def only(*memories: FaultyOled) -> OpenPort:
    """Opens ways to these panels, and to nobody else."""
    wired = {memory.settings.wires: memory for memory in memories}

    def open_port(settings: PanelSettings) -> FaultyOled:
        if settings.wires not in wired:
            raise DeviceNotFoundError("nobody")
        return wired[settings.wires].open()

    return open_port


class Gate:
    """Holds a panel's worker inside a transfer of data until it is opened."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self._open = threading.Event()

    def open(self) -> None:
        self._open.set()

    def wait(self) -> None:
        self.reached.set()
        assert self._open.wait(SOON)


class GatedMemory(FaultyOled):
    """A fake panel whose data passes a gate, once one is set."""

    gate: Gate | None = None

    def data(self, data: Sequence[int]) -> None:
        gate = self.gate
        if gate is not None:
            gate.wait()
        super().data(data)


class HandClock:
    def __init__(self) -> None:
        self.at = 0

    def now(self) -> int:
        return self.at


@pytest.fixture
def start() -> Iterator[Callable[..., LumaPanels]]:
    """Builds panels that are closed after the test; time stands still unless it brings a clock."""
    built: list[LumaPanels] = []

    def build(bench: FaultyBench, **options: Any) -> LumaPanels:
        settings = {name: memory.settings for name, memory in bench.items()}
        usual = {"draw": draw, "open_port": bench.open_port, "now": HandClock().now}
        panels = LumaPanels(settings, **(usual | options))
        built.append(panels)
        return panels

    yield build
    for panels in built:
        panels.close()


Start = Callable[..., LumaPanels]


def test_seven_panels_on_four_buses_each_show_their_own_screen(start: Start) -> None:
    bench = FaultyBench(SEVEN)
    panels = start(bench)
    panels.show({name: screen(number) for number, name in enumerate(SEVEN, 1)})
    assert panels.flush(SOON)
    assert [shown(bench[name]) for name in SEVEN] == [1, 2, 3, 4, 5, 6, 7]
    assert list(panels.missing()) == []


def test_screens_are_drawn_by_the_worker_of_their_bus_never_by_the_caller(start: Start) -> None:
    drawn_by: dict[str, str] = {}

    def spy(what: Screen, size: tuple[int, int]) -> Image.Image:
        drawn_by[what.title] = threading.current_thread().name
        return draw(what, size)

    panels = start(FaultyBench(SEVEN), draw=spy)
    panels.show({name: screen(number) for number, name in enumerate(SEVEN, 1)})
    assert panels.flush(SOON)
    assert drawn_by == {
        "1": "panels-bus-1",
        "2": "panels-bus-1",
        "3": "panels-bus-3",
        "4": "panels-bus-3",
        "5": "panels-bus-4",
        "6": "panels-bus-4",
        "7": "panels-bus-5",
    }


def test_panels_behind_one_mux_share_the_worker_of_the_bus_it_is_on(start: Start) -> None:
    drawn_by: set[str] = set()

    def spy(what: Screen, size: tuple[int, int]) -> Image.Image:
        drawn_by.add(threading.current_thread().name)
        return draw(what, size)

    settings = eight_seats().panels
    bench = FaultyBench(settings)
    panels = start(bench, draw=spy)
    panels.show({name: screen(number) for number, name in enumerate(settings, 1)})
    assert panels.flush(SOON)
    assert [shown(memory) for memory in bench.values()] == list(range(1, 10))
    assert drawn_by == {"panels-bus-1"}


def test_a_screen_is_drawn_for_the_size_the_reader_sees(start: Start) -> None:
    sizes = set()

    def spy(what: Screen, size: tuple[int, int]) -> Image.Image:
        sizes.add(size)
        return draw(what, size)

    panels = start(FaultyBench(SEVEN), draw=spy)
    panels.show({4: screen(1), 5: screen(1), 2: screen(1)})
    assert panels.flush(SOON)
    assert sizes == {(64, 128), (128, 32), (128, 64)}


def test_a_screen_the_panel_holds_is_not_sent_again(start: Start) -> None:
    bench = FaultyBench(MAIN)
    panels = start(bench)
    panels.show({"main": screen(5)})
    assert panels.flush(SOON)
    sent = bench["main"].sent
    panels.show({"main": Screen(title="5")})
    assert panels.flush(SOON)
    assert bench["main"].sent == sent


def test_screens_of_panels_the_box_has_not_are_ignored(start: Start) -> None:
    bench = FaultyBench(MAIN)
    panels = start(bench)
    panels.show({8: screen(3), "main": screen(2)})
    assert panels.flush(SOON)
    assert shown(bench["main"]) == 2


def gated(settings: PanelSettings, start: Start, **options: Any) -> tuple[GatedMemory, LumaPanels]:
    memory = GatedMemory(settings)
    panels = start(FaultyBench({"main": settings}), open_port=only(memory), **options)
    assert panels.flush(SOON)
    return memory, panels


def test_the_newest_screen_wins_and_those_between_are_never_drawn(start: Start) -> None:
    drawn: list[str] = []

    def spy(what: Screen, size: tuple[int, int]) -> Image.Image:
        drawn.append(what.title)
        return draw(what, size)

    memory, panels = gated(PanelSettings("ssd1306"), start, draw=spy)
    gate = memory.gate = Gate()
    panels.show({"main": screen(1)})
    assert gate.reached.wait(SOON)
    for number in range(2, 101):
        panels.show({"main": screen(number)})
    gate.open()
    assert panels.flush(SOON)
    assert shown(memory) == 100
    assert drawn == ["1", "100"]


def test_flush_gives_up_in_time_while_a_panel_is_busy(start: Start) -> None:
    memory, panels = gated(PanelSettings("ssd1306"), start)
    gate = memory.gate = Gate()
    panels.show({"main": screen(1)})
    assert gate.reached.wait(SOON)
    assert not panels.flush(0.0)
    gate.open()
    assert panels.flush(SOON)


def test_flush_waits_until_a_missing_panel_has_been_named(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    class Held(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            gate.wait()

    gate, bench, held = Gate(), FaultyBench(MAIN), Held()
    bench["main"].unplug()
    logging.getLogger("pierwszy.panels").addHandler(held)
    panels = start(bench)
    panels.show({})
    assert gate.reached.wait(SOON)
    logging.getLogger("pierwszy.panels").removeHandler(held)
    assert not panels.flush(0.0)
    gate.open()
    assert panels.flush(SOON)
    assert len(expected_logs) == 1


def test_panels_that_were_given_no_screen_are_left_as_they_are() -> None:
    """They may be another box's, which has the pins this one wanted."""
    bench = FaultyBench(MAIN)
    first, second = (LumaPanels(MAIN, draw=draw, open_port=bench.open_port) for _ in range(2))
    first.show({"main": screen(4)})
    assert first.flush(SOON)
    sent = bench["main"].sent
    second.close()
    assert bench["main"].sent == sent
    assert shown(bench["main"]) == 4
    first.close()


def test_a_slow_bus_delays_no_other(start: Start) -> None:
    class Telling(FaultyOled):
        def data(self, data: Sequence[int]) -> None:
            super().data(data)
            took.set()

    slow, quick = GatedMemory(PanelSettings("ssd1306", bus=3)), Telling(PanelSettings("ssd1306", bus=1))
    took = threading.Event()
    bench = FaultyBench({1: slow.settings, 2: quick.settings})
    panels = start(bench, open_port=only(slow, quick))
    assert panels.flush(SOON)
    gate = slow.gate = Gate()
    panels.show({1: screen(1)})
    assert gate.reached.wait(SOON)
    took.clear()
    panels.show({2: screen(7)})
    assert took.wait(SOON)
    assert shown(quick) == 7
    gate.open()
    assert panels.flush(SOON)


def test_a_panel_that_hangs_is_named_until_it_goes_on_and_not_those_behind_it(
    start: Start, expected_logs: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, behind = GatedMemory(TWO["main"]), GatedMemory(TWO[1])
    panels = start(FaultyBench(TWO), open_port=only(hangs, behind))
    assert panels.flush(SOON)
    gate = hangs.gate = Gate()
    panels.show({"main": screen(1), 1: screen(2)})
    assert gate.reached.wait(SOON)
    assert panels.missing() == []  # it may only be slow
    monkeypatch.setattr("firmware.pi.panel_bus.HANGS_S", 0.0)
    assert panels.missing() == panels.missing() == ["main"]
    assert [record.getMessage() for record in expected_logs] == [
        "panel main (ssd1306 at 0x3c on bus 1) hangs: nothing new gets to any panel on this bus"
    ]
    gate.open()
    assert panels.flush(SOON)
    assert panels.missing() == []
    assert (shown(hangs), shown(behind)) == (1, 2)


def test_a_panel_absent_at_the_start_is_named_once_and_the_others_go_on(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(TWO)
    bench[1].unplug()
    panels = start(bench)
    panels.show({"main": screen(1), 1: screen(2)})
    assert not panels.flush(SOON)
    assert list(panels.missing()) == [1]
    assert shown(bench["main"]) == 1
    assert [record.getMessage() for record in expected_logs] == [
        "panel 1 (sh1106 at 0x3d on bus 1) doesn't answer: I2C device not found on address: 0x3D"
    ]
    assert expected_logs[0].name == "pierwszy.panels"
    assert not expected_logs[0].exc_info


def test_a_bus_that_is_not_there_is_a_missing_panel(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    panels = start(FaultyBench(MAIN), open_port=FaultyBench({}).open_port)
    panels.show({"main": screen(1)})
    assert not panels.flush(SOON)
    assert list(panels.missing()) == ["main"]
    assert len(expected_logs) == 1


def test_a_missing_panel_is_tried_once_a_second_and_then_shows_the_newest_screen(
    start: Start, expected_logs: list[logging.LogRecord], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "pierwszy.panels")
    bench, clock, tries = FaultyBench(MAIN), HandClock(), []

    def open_port(settings: PanelSettings) -> FaultyOled:
        if settings.address != NOBODY:
            tries.append(clock.at)
        return bench.open_port(settings)

    bench["main"].unplug()
    panels = start(bench, open_port=open_port, now=clock.now)
    for at in (0, NS_PER_S // 2, NS_PER_S - 1, NS_PER_S, 2 * NS_PER_S - 1):
        clock.at = at
        panels.show({"main": screen(at // NS_PER_MS // 100 + 1)})
        assert not panels.flush(SOON)
    assert tries == [0, NS_PER_S]
    bench["main"].plug()
    clock.at = 2 * NS_PER_S
    panels.show({"main": screen(77)})
    assert panels.flush(SOON)
    assert tries == [0, NS_PER_S, 2 * NS_PER_S]
    assert shown(bench["main"]) == 77
    assert list(panels.missing()) == []
    assert bench["main"].handles == 1
    assert len(expected_logs) == 1
    assert caplog.messages[-1] == "panel main (ssd1306 at 0x3c on bus 1) answers again"


def test_a_missing_panel_is_tried_again_with_nobody_calling(
    start: Start, expected_logs: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.pi.panel_bus.RETRY_NS", NS_PER_MS)
    bench, tries, drawn = FaultyBench(MAIN), [], threading.Event()
    bench["main"].unplug()

    def open_port(settings: PanelSettings) -> FaultyOled:
        if settings.address != NOBODY:
            tries.append(settings)
            if len(tries) == 3:
                bench["main"].plug()
        return bench.open_port(settings)

    def spy(what: Screen, size: tuple[int, int]) -> Image.Image:
        drawn.set()
        return draw(what, size)

    panels = start(bench, draw=spy, open_port=open_port, now=time.monotonic_ns)
    panels.show({"main": screen(9)})
    assert drawn.wait(SOON)
    assert panels.flush(SOON)
    assert len(tries) == 3
    assert shown(bench["main"]) == 9
    assert len(expected_logs) == 1


def test_a_panel_unplugged_and_plugged_in_again_is_set_up_anew(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench, clock = FaultyBench(TWO), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({"main": screen(1), 1: screen(2)})
    assert panels.flush(SOON)
    bench[1].unplug()
    panels.show({"main": screen(3), 1: screen(4)})
    assert not panels.flush(SOON)
    assert list(panels.missing()) == [1]
    assert shown(bench["main"]) == 3
    bench[1].plug()
    clock.at = NS_PER_S
    panels.show({1: screen(2)})  # what it held before it lost its memory
    assert panels.flush(SOON)
    assert shown(bench[1]) == 2
    assert bench[1].contrast == 255
    assert bench[1].handles == 1
    assert len(expected_logs) == 1


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106"])
@pytest.mark.parametrize("transfer", [0, 1])
def test_one_spoilt_transfer_is_made_good_at_once(
    start: Start, expected_logs: list[logging.LogRecord], driver: Any, transfer: int
) -> None:
    clock = HandClock()
    bench = FaultyBench({"main": PanelSettings(driver)})
    panels = start(bench, now=clock.now)
    assert panels.flush(SOON)
    bench["main"].glitch(after=transfer)
    panels.show({"main": screen(6)})
    assert panels.flush(SOON)
    assert shown(bench["main"]) == 6
    assert list(panels.missing()) == []
    assert bench["main"].handles == 1
    assert len(expected_logs) == 1


def test_a_panel_that_fails_whenever_it_is_written_to_is_said_once(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    class SetUpOnly(FaultyOled):
        """Takes its set-up and is never heard of again."""

        def data(self, data: Sequence[int]) -> None:
            if any(data):
                raise OSError("Remote I/O error")
            super().data(data)

    memory, clock = SetUpOnly(PanelSettings("ssd1306")), HandClock()
    panels = start(FaultyBench(MAIN), open_port=only(memory), now=clock.now)
    for second in range(4):
        clock.at = second * NS_PER_S
        panels.show({"main": screen(second + 1)})
        assert not panels.flush(SOON)
    assert list(panels.missing()) == ["main"]
    assert len(expected_logs) == 1


def test_a_screen_that_cannot_be_drawn_is_said_once_and_skipped(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(MAIN)
    panels = start(bench)
    panels.show({"main": screen(1)})
    assert panels.flush(SOON)
    for title in ("one", "two"):
        panels.show({"main": Screen(title=title)})
        assert panels.flush(SOON)
    assert shown(bench["main"]) == 1
    assert list(panels.missing()) == []
    assert [record.levelname for record in expected_logs] == ["ERROR"]
    assert "title='one'" in expected_logs[0].getMessage()
    panels.show({"main": screen(2)})
    assert panels.flush(SOON)
    assert shown(bench["main"]) == 2


@pytest.mark.parametrize("wrong", [Image.new("1", (64, 128)), Image.new("L", (128, 64))])
def test_a_picture_of_the_wrong_kind_is_not_sent(
    start: Start, expected_logs: list[logging.LogRecord], wrong: Image.Image
) -> None:
    bench = FaultyBench(MAIN)
    panels = start(bench, draw=lambda screen, size: wrong)
    assert panels.flush(SOON)
    sent = bench["main"].sent
    panels.show({"main": screen(1)})
    assert panels.flush(SOON)
    assert bench["main"].sent == sent
    assert "expected a picture of mode 1, (128, 64)" in str(expected_logs[0].exc_info)


def test_a_worker_outlives_faults_nobody_thought_of(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    class Odd(FaultyOled):
        def data(self, data: Sequence[int]) -> None:
            raise ZeroDivisionError("odd")

    odd, good = Odd(PanelSettings("ssd1306")), FaultyOled(PanelSettings("ssd1306", address=0x3D))
    bench = FaultyBench({1: odd.settings, 2: good.settings})
    panels = start(bench, open_port=only(odd, good))
    for number in (1, 2):
        panels.show({1: screen(number), 2: screen(number)})
        assert not panels.flush(SOON)
        assert shown(good) == number
    assert list(panels.missing()) == [1]
    assert odd.handles == 0
    assert len(expected_logs) == 1
    assert expected_logs[0].exc_info is not None


def test_who_listens_is_told_after_the_glass_changed_and_when_a_panel_goes(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench, seen = FaultyBench(MAIN), []
    panels = start(bench, on_change=lambda: seen.append(shown(bench["main"])))
    assert panels.flush(SOON)
    panels.show({"main": screen(4)})
    assert panels.flush(SOON)
    assert seen == [0, 4]
    bench["main"].unplug()
    panels.show({"main": screen(5)})
    assert not panels.flush(SOON)
    assert seen[-1] == 0
    assert len(expected_logs) == 1


def test_a_listener_that_fails_is_said_once_and_stops_nothing(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    bench = FaultyBench(MAIN)
    panels = start(bench, on_change=fail)
    for number in (1, 2):
        panels.show({"main": screen(number)})
        assert panels.flush(SOON)
        assert shown(bench["main"]) == number
    assert [record.levelname for record in expected_logs] == ["ERROR"]


def lit(memory: FaultyOled) -> list[tuple[int, int]]:
    picture = memory.picture(upright=True)
    return [(x, y) for y in range(64) for x in range(128) if picture.getpixel((x, y))]


@pytest.mark.parametrize("driver", ["ssd1306", "sh1106", "ssd1309"])
def test_a_resting_panel_is_dim_and_its_picture_moved_until_it_is_awake_again(
    start: Start, driver: Any
) -> None:
    bench = FaultyBench({"main": PanelSettings(driver, contrast=200)})
    panels = start(bench)
    panels.show({"main": screen(3)})
    assert panels.flush(SOON)
    panels.show({"main": screen(3)}, Rest(dim=True))
    assert panels.flush(SOON)
    assert (bench["main"].contrast, lit(bench["main"])) == (25, [(0, 0), (1, 0), (2, 0)])
    panels.show({"main": screen(3)}, Rest(dim=True, shift=(2, 1)))
    assert panels.flush(SOON)
    assert (bench["main"].contrast, lit(bench["main"])) == (25, [(2, 1), (3, 1), (4, 1)])
    panels.show({"main": screen(3)}, Rest(shift=(-2, 0)))
    assert panels.flush(SOON)
    assert (bench["main"].contrast, lit(bench["main"])) == (200, [(0, 0)])
    panels.show({"main": screen(3)})
    assert panels.flush(SOON)
    assert lit(bench["main"]) == [(0, 0), (1, 0), (2, 0)]


def test_a_panel_plugged_in_again_while_the_others_rest_is_dimmed_anew(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench, clock = FaultyBench(MAIN), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({"main": screen(3)}, Rest(dim=True))
    assert panels.flush(SOON)
    bench["main"].unplug()
    panels.show({"main": screen(3)}, Rest(dim=True, shift=(2, 0)))
    assert not panels.flush(SOON)
    bench["main"].plug()
    assert bench["main"].contrast != 255 // 8
    clock.at = NS_PER_S
    panels.show({"main": screen(3)}, Rest(dim=True, shift=(2, 2)))
    assert panels.flush(SOON)
    assert (bench["main"].contrast, shown(bench["main"])) == (255 // 8, 3)
    assert len(expected_logs) == 1


# -- looking after panels that are quiet --------------------------------------------------------------------


def second(clock: HandClock, panels: LumaPanels, number: int) -> bool:
    """Let the time be ``number`` seconds, and the workers do what is due then."""
    clock.at = number * NS_PER_S
    return panels.flush(SOON)


def test_a_panel_unplugged_while_its_screen_stays_is_missed_within_a_second_and_lit_again_when_back(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench, clock = FaultyBench(PAIR), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({"main": screen(1), 1: screen(2)})
    assert panels.flush(SOON)
    bench[1].unplug()
    for number in range(1, 61):
        assert not second(clock, panels, number)
        assert list(panels.missing()) == [1]
        assert shown(bench["main"]) == 1
    bench[1].plug()
    assert second(clock, panels, 61)
    assert shown(bench[1]) == 2
    assert list(panels.missing()) == []
    assert len(expected_logs) == 1


@pytest.mark.parametrize("driver", ["ssd1306", "ssd1309", "sh1106"])
def test_a_panel_that_lost_its_power_between_two_screens_is_lit_again_as_it_was(
    start: Start, driver: Any
) -> None:
    bench, clock = FaultyBench({"main": PanelSettings(driver, contrast=200)}), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({"main": screen(3)}, Rest(dim=True))
    assert panels.flush(SOON)
    bench["main"].unplug()
    bench["main"].plug()
    assert second(clock, panels, 9)
    assert not bench["main"].on
    assert second(clock, panels, 10)
    assert (shown(bench["main"]), bench["main"].contrast) == (3, 25)


def test_a_panel_that_lost_its_power_and_gets_new_screens_is_lit_again_as_well(start: Start) -> None:
    bench, clock = FaultyBench(MAIN), HandClock()
    panels = start(bench, now=clock.now)
    assert panels.flush(SOON)
    bench["main"].unplug()
    bench["main"].plug()
    for number in range(1, 11):
        panels.show({"main": screen(number)})
        assert second(clock, panels, number)
    assert shown(bench["main"]) == 10


def test_when_one_panel_fails_the_others_are_told_everything_again(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench = FaultyBench(PAIR)
    panels = start(bench)
    panels.show({"main": screen(1), 1: screen(2)})
    assert panels.flush(SOON)
    for memory in bench.values():  # a dip in the power of both
        memory.unplug()
    bench["main"].plug()
    panels.show({1: screen(3)})
    assert not panels.flush(SOON)
    assert (list(panels.missing()), shown(bench["main"])) == ([1], 1)
    assert len(expected_logs) == 1


def test_a_panel_at_rest_costs_three_bytes_a_second_and_a_whole_picture_every_ten(start: Start) -> None:
    bench, clock = FaultyBench(MAIN), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({"main": screen(1)})
    assert panels.flush(SOON)
    sent = []
    for number in range(1, 11):
        before = bench["main"].sent.wire
        assert second(clock, panels, number)
        sent.append(bench["main"].sent.wire - before)
    assert sent[:9] == [3] * 9
    assert 1034 < sent[9] < 1100


def test_no_two_panels_are_told_everything_again_in_one_second(start: Start) -> None:
    settings = eight_seats().panels
    bench, clock = FaultyBench(settings), HandClock()
    panels = start(bench, now=clock.now)
    panels.show({name: screen(1) for name in settings})
    assert panels.flush(SOON)
    renewed = []
    for number in range(1, 11):
        before = {name: memory.sent.wire for name, memory in bench.items()}
        assert second(clock, panels, number)
        renewed.append([name for name, memory in bench.items() if memory.sent.wire - before[name] > 1000])
    assert renewed == [[1], [2], [3], [4], [5], [6], [7], [8], [], ["main"]]


def test_looking_after_a_panel_that_is_well_wakes_nobody(start: Start) -> None:
    bench, clock, told = FaultyBench(MAIN), HandClock(), []
    panels = start(bench, now=clock.now, on_change=lambda: told.append(clock.at))
    panels.show({"main": screen(1)})
    for number in range(12):
        assert second(clock, panels, number)
    assert set(told) == {0}


def test_a_spoilt_transfer_is_made_good_before_anybody_is_told_that_a_panel_is_missing(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    bench, clock = FaultyBench(MAIN), HandClock()
    missing: list[PanelId] = []
    listening: list[LumaPanels] = []
    told = threading.Event()

    def note() -> None:
        for panels in listening:
            missing.extend(panels.missing())
            told.set()

    panels = start(bench, now=clock.now, on_change=note)
    listening.append(panels)
    panels.show({"main": screen(1)})
    assert panels.flush(SOON)
    told.clear()
    bench["main"].glitch()
    assert second(clock, panels, 1)
    assert shown(bench["main"]) == 1
    assert told.is_set()
    assert missing == []
    assert len(expected_logs) == 1


def test_new_screens_go_before_looking_after_the_others(start: Start) -> None:
    went: list[PanelId] = []
    gate = Gate()

    class Noted(FaultyOled):
        """Notes who is sent data; the seat's passes a gate once."""

        def data(self, data: Sequence[int]) -> None:
            if self.settings is PAIR[1] and not gate.reached.is_set():
                gate.wait()
            went.append("main" if self.settings is PAIR["main"] else 1)
            super().data(data)

    clock = HandClock()
    panels = start(FaultyBench(PAIR), open_port=only(*map(Noted, PAIR.values())), now=clock.now)
    panels.show({})
    assert gate.reached.wait(SOON)  # the main panel is set up, the seat's is about to be
    clock.at = 10 * NS_PER_S
    panels.show({"main": screen(1), 1: screen(2)})
    gate.open()
    assert panels.flush(SOON)
    assert went == ["main", 1, 1, "main", "main"]  # both cleared; both new; only then the main one renewed


def test_a_panel_redrawn_without_a_pause_keeps_no_other_from_coming_back(
    start: Start, expected_logs: list[logging.LogRecord]
) -> None:
    back = threading.Event()

    def restless(what: Screen, size: tuple[int, int]) -> Image.Image:
        if size == (128, 32):
            back.set()
        elif not back.is_set():
            panels.show({"main": screen(int(what.title) % 100 + 1)})
        return draw(what, size)

    box: dict[PanelId, PanelSettings] = {**MAIN, 1: PanelSettings("ssd1306", address=0x3D, height=32)}
    bench, clock = FaultyBench(box), HandClock()
    bench[1].unplug()
    panels = start(bench, draw=restless, now=clock.now)
    assert panels.flush(SOON)
    assert list(panels.missing()) == [1]
    panels.show({"main": screen(1), 1: screen(7)})
    bench[1].plug()
    clock.at = NS_PER_S
    assert back.wait(SOON)
    assert panels.flush(SOON)
    assert shown(bench[1]) == 7
    assert len(expected_logs) == 1


def test_closing_makes_every_panel_dark_before_it_clears_any() -> None:
    dark: list[tuple[bool, bool]] = []

    class Seen(FaultyOled):
        def data(self, data: Sequence[int]) -> None:
            dark.append((memories[0].on, memories[1].on))
            super().data(data)

    memories = [Seen(settings) for settings in PAIR.values()]
    panels = LumaPanels(PAIR, draw=draw, open_port=only(*memories), now=HandClock().now)
    panels.show({"main": screen(1), 1: screen(2)})
    assert panels.flush(SOON)
    dark.clear()
    panels.close()
    assert set(dark) == {(False, False)}


def test_closing_blanks_every_panel_and_closes_its_port() -> None:
    bench = FaultyBench(SEVEN)
    panels = LumaPanels(SEVEN, draw=draw, open_port=bench.open_port)
    panels.show({name: screen(1) for name in SEVEN})
    assert panels.flush(SOON)
    panels.close()
    assert [(memory.on, memory.handles) for memory in bench.values()] == [(False, 0)] * 7
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("panels-bus")]


def test_closing_with_a_panel_gone_closes_its_port_and_says_nothing() -> None:
    bench = FaultyBench(TWO)
    panels = LumaPanels(TWO, draw=draw, open_port=bench.open_port)
    assert panels.flush(SOON)
    bench["main"].unplug()
    panels.close()
    assert [memory.handles for memory in bench.values()] == [0, 0]
    assert not bench[1].on


def test_closing_twice_and_showing_after_it_do_nothing() -> None:
    bench = FaultyBench(MAIN)
    panels = LumaPanels(MAIN, draw=draw, open_port=bench.open_port)
    assert panels.flush(SOON)
    panels.close()
    sent = bench["main"].sent
    panels.show({"main": screen(1)})
    panels.close()
    assert bench["main"].sent == sent


def test_closing_does_not_wait_for_a_bus_that_hangs(
    start: Start, expected_logs: list[logging.LogRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.pi.panels.CLOSE_S", 0.0)
    memory, panels = gated(PanelSettings("ssd1306"), start)
    gate = memory.gate = Gate()
    panels.show({"main": screen(1)})
    assert gate.reached.wait(SOON)
    panels.close()
    assert [record.getMessage() for record in expected_logs] == [
        "bus 1 didn't finish in time; its panels may stay lit"
    ]
    gate.open()
    monkeypatch.undo()
    panels.close()
    assert not memory.on
