from __future__ import annotations

import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from firmware.boxfile.settings import InputButton
from firmware.button_codes import number_of
from firmware.events import NS_PER_MS, NS_PER_S, Edge, HostEvent, Seat, Within
from firmware.fakes.hand_clock import HandClock
from firmware.pi.input_faults import OVERRUN_NS
from firmware.pi.input_keys import EV_KEY, FLOOD
from firmware.pi.input_roster import READABLE_BY_NS, REST_NS, input_devices
from firmware.pi.inputs import GRAB_AGAIN_NS, UNTOLD_NS, Inputs
from firmware.plugged import Found, Plugged
from tests.firmware.pi.input_layer import InputLayer, Pad, dropped, event, report

SOON = 10.0
"""Seconds; only what is broken waits so long."""

START = 100 * NS_PER_S
PORT = "usb-0000:01:00.0-1.2"
ENCODER = Within(20 * NS_PER_MS, 0, 10 * NS_PER_MS, f"{PORT}/input0")
TRIGGER, THUMB = Plugged("BTN_TRIGGER", ENCODER, "DragonRise"), Plugged("BTN_THUMB", ENCODER, "DragonRise")
SEAT_1 = {1: InputButton(PORT, "BTN_TRIGGER")}
KEYBOARD = (*(f"KEY_{key}" for key in "QWERTYUIOPAB1"), "KEY_ENTER", "KEY_POWER")


class Table:
    """Plugged-in buttons, and what is heard of them."""

    def __init__(self, folder: Path) -> None:
        self.layer = InputLayer(folder)
        self.clock = HandClock(START)
        self.edges: queue.Queue[Edge | HostEvent] = queue.Queue()
        self.found: queue.Queue[Found] = queue.Queue()
        self._beats: queue.Queue[Found] = queue.Queue()
        self._heart: Pad | None = None
        self._stack = ExitStack()
        self.inputs: Inputs

    def open(self, given: Mapping[Seat, InputButton] | None = None, **more: Any) -> Inputs:
        folders: dict[str, Any] = {"dev": self.layer.dev, "sys": self.layer.sys, "ioctl": self.layer.ioctl}
        self.inputs = Inputs(
            range(1, 9), self.edges, self._hear, self.clock, given=given or {}, **folders, **more
        )
        self._stack.enter_context(closing(self.inputs))
        return self.inputs

    def close(self) -> None:
        self._stack.close()

    def _hear(self, found: Found) -> None:
        (self._beats if found.button.device == "heart" else self.found).put(found)

    def edge(self) -> Edge | HostEvent:
        return self.edges.get(timeout=SOON)

    def finding(self) -> Found:
        return self.found.get(timeout=SOON)

    def settle(self) -> None:
        """Return once all that has happened is seen to: a press that came afterwards is heard, twice."""
        if self._heart is None:
            self._heart = self.layer.plug(["BTN_0"], port="heart", name="Heart", event_number=0)
        for _ in range(2):
            self._heart.send(report(self.clock.now(), BTN_0=1) + report(self.clock.now(), BTN_0=0))
            self._beats.get(timeout=SOON)

    def later(self, ns: int) -> None:
        """Let time pass, and the thread see that."""
        self.clock.advance(ns)
        self.look()

    def look(self) -> None:
        """Let the thread look what is plugged in."""
        os.utime(self.layer.dev)
        self.settle()

    def quiet(self) -> None:
        """Nothing was heard that no test has asked for."""
        self.settle()
        assert (self.edges.empty(), self.found.empty()) == (True, True)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


Stamp: TypeAlias = int


def press(pad: Pad, code: str, at: Stamp) -> None:
    pad.send(report(at, **{code: 1}))


def release(pad: Pad, code: str, at: Stamp) -> None:
    pad.send(report(at, **{code: 0}))


# --- presses ----------------------------------------------------------------------------------------------


def test_a_box_files_button_is_found_and_its_edges_carry_the_kernels_stamps(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open(SEAT_1)
    assert table.finding() == Found(TRIGGER, 1)
    press(pad, "BTN_TRIGGER", START + 5000)
    assert table.edge() == Edge(1, True, START + 5000)
    assert inputs.closed(1)
    release(pad, "BTN_TRIGGER", START + 9000)
    assert table.edge() == Edge(1, False, START + 9000)
    assert not inputs.closed(1)
    table.quiet()


def test_the_least_that_a_device_takes_is_subtracted_and_the_rest_is_how_unsure_it_is(table: Table) -> None:
    pad = table.layer.plug()
    table.open({2: InputButton(f"{PORT}/input0", 0x120, poll_ms=8, delay_ms=(3, 4.5))})
    within = Within(9_500_000, 0, 8 * NS_PER_MS, f"{PORT}/input0")
    assert table.finding().button == Plugged("BTN_TRIGGER", within, "DragonRise")
    press(pad, "BTN_TRIGGER", START + 7 * NS_PER_MS)
    assert table.edge() == Edge(2, True, START + 4 * NS_PER_MS)


def test_stamps_are_put_earlier_by_no_more_than_the_arbiter_waits(table: Table) -> None:
    pad = table.layer.plug()
    table.open({2: InputButton(PORT, "BTN_TRIGGER", poll_ms=8, delay_ms=(60, 80))})
    assert table.finding().button.within == Within(78 * NS_PER_MS, 0, 8 * NS_PER_MS, f"{PORT}/input0")
    press(pad, "BTN_TRIGGER", START + 70 * NS_PER_MS)
    assert table.edge() == Edge(2, True, START + 60 * NS_PER_MS)


def test_what_the_box_file_says_of_a_device_goes_for_all_its_buttons(table: Table) -> None:
    pad = table.layer.plug(("BTN_TRIGGER", "BTN_THUMB", "BTN_TOP"))
    one = InputButton(PORT, "BTN_TRIGGER", poll_ms=8, delay_ms=(5, 6))
    inputs = table.open({1: one, 2: InputButton(f"{PORT}/input0", "BTN_THUMB", delay_ms=(3, 4))})
    inputs.give({3: replace(TRIGGER, code="BTN_TOP")})
    within = Within(11 * NS_PER_MS, 0, 8 * NS_PER_MS, f"{PORT}/input0")
    assert {table.finding().button.within for _ in range(3)} == {within}
    pad.send(report(START + 7 * NS_PER_MS, BTN_TRIGGER=1, BTN_THUMB=1, BTN_TOP=1))
    stamps = {table.edge() for _ in range(3)}
    assert stamps == {Edge(seat, True, START + 4 * NS_PER_MS) for seat in (1, 2, 3)}


def test_two_seats_of_one_report_share_a_stamp(table: Table) -> None:
    pad = table.layer.plug()
    table.open({1: InputButton(PORT, "BTN_TRIGGER"), 2: InputButton(PORT, "BTN_THUMB")})
    pad.send(report(START + 5000, BTN_THUMB=1, BTN_TRIGGER=1))
    assert {table.edge(), table.edge()} == {Edge(1, True, START + 5000), Edge(2, True, START + 5000)}


def test_a_button_of_nobodys_is_found_by_its_press_and_only_that(table: Table) -> None:
    pad = table.layer.plug()
    table.open()
    press(pad, "BTN_THUMB", START + 5000)
    assert table.finding() == Found(THUMB, None)
    release(pad, "BTN_THUMB", START + 9000)
    table.quiet()


def test_whoever_takes_a_seat_with_a_press_has_made_it_at_its_own_stamp(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open()
    press(pad, "BTN_THUMB", START + 5000)
    inputs.give({3: table.finding().button})
    assert table.finding() == Found(THUMB, 3)
    assert table.edge() == Edge(3, True, START + 5000)
    assert inputs.closed(3)
    release(pad, "BTN_THUMB", START + 9000)
    assert table.edge() == Edge(3, False, START + 9000)
    inputs.give({3: THUMB})
    table.quiet()


def test_a_press_that_is_over_when_the_seat_is_given_is_told_with_its_end(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open()
    press(pad, "BTN_THUMB", START + 5000)
    release(pad, "BTN_THUMB", START + 9000)
    table.settle()
    inputs.give({3: THUMB})
    assert [table.edge(), table.edge()] == [Edge(3, True, START + 5000), Edge(3, False, START + 9000)]


def test_a_press_of_long_ago_is_told_only_while_it_lasts(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open()
    press(pad, "BTN_THUMB", START)
    release(pad, "BTN_THUMB", START + 9000)
    press(pad, "BTN_TRIGGER", START)
    table.settle()
    table.clock.advance(UNTOLD_NS + 1)
    inputs.give({3: THUMB, 4: TRIGGER})
    assert table.edge() == Edge(4, True, START)
    table.settle()
    assert table.edges.empty()


def test_a_button_taken_away_while_down_is_open_and_its_release_is_nobodys(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open()
    inputs.give({3: THUMB})
    table.finding()
    press(pad, "BTN_THUMB", START + 5000)
    table.edge()
    inputs.give({})
    assert table.edge() == Edge(3, False, START)
    release(pad, "BTN_THUMB", START + 9000)
    table.quiet()


def test_the_box_file_wins_over_what_a_table_says(table: Table) -> None:
    pad = table.layer.plug()
    table.open(SEAT_1).give({1: THUMB})
    press(pad, "BTN_TRIGGER", START)
    assert table.edge() == Edge(1, True, START)


def test_a_button_nobody_knows_is_never_there(table: Table) -> None:
    table.layer.plug()
    table.open().give({1: Plugged("BTN_NONE", ENCODER), 2: Plugged("BTN_TOP", ENCODER)})
    table.quiet()
    assert table.inputs.faults() == []


def test_a_button_held_since_before_is_down_but_no_press(table: Table) -> None:
    pad = table.layer.plug()
    pad.hold("BTN_TRIGGER")
    inputs = table.open(SEAT_1)
    table.finding()
    assert inputs.closed(1)
    release(pad, "BTN_TRIGGER", START + 5000)
    assert table.edge() == Edge(1, False, START + 5000)
    press(pad, "BTN_TRIGGER", START + 9000)
    assert table.edge() == Edge(1, True, START + 9000)


# --- plugged in and pulled out ----------------------------------------------------------------------------


def test_pulled_out_while_held_the_press_is_over_and_the_seat_is_missed_until_it_is_back(
    table: Table,
) -> None:
    pad = table.layer.plug()
    inputs = table.open(SEAT_1)
    table.finding()
    press(pad, "BTN_TRIGGER", START + 5000)
    table.edge()
    table.clock.advance(NS_PER_S)
    table.layer.unplug(pad)
    assert table.edge() == Edge(1, False, START + NS_PER_S)
    assert table.finding() == Found(replace(TRIGGER, here=False), 1)
    table.settle()
    assert (inputs.faults(), inputs.closed(1)) == (["unplugged 1"], False)
    pad = table.layer.plug()
    assert table.finding() == Found(TRIGGER, 1)
    table.settle()
    assert inputs.faults() == []
    press(pad, "BTN_TRIGGER", START + 2 * NS_PER_S)
    assert table.edge() == Edge(1, True, START + 2 * NS_PER_S)


def test_plugged_in_again_under_the_same_node_it_is_another_device(table: Table) -> None:
    pad = table.layer.plug(event_number=5)
    table.open(SEAT_1)
    table.finding()
    table.layer.unplug(pad)
    pad = table.layer.plug(event_number=5)
    while not table.finding().button.here:
        pass
    press(pad, "BTN_TRIGGER", START)
    assert table.edge() == Edge(1, True, START)


def test_a_box_files_button_is_missed_from_the_start_a_remembered_one_once_it_was_there(table: Table) -> None:
    inputs = table.open(SEAT_1)
    inputs.give({2: THUMB})
    table.settle()
    assert inputs.faults() == ["unplugged 1"]
    within = ENCODER._replace(of=PORT)
    assert table.finding() == Found(Plugged("BTN_TRIGGER", within, here=False), 1)
    pad = table.layer.plug()
    assert {table.finding().seat, table.finding().seat} == {1, 2}
    table.layer.unplug(pad)
    table.settle()
    assert inputs.faults() == ["unplugged 1", "unplugged 2"]
    inputs.give({})
    table.settle()
    assert inputs.faults() == ["unplugged 1"]


def test_a_device_is_heard_once_udev_has_made_it_readable(table: Table) -> None:
    pad = table.layer.plug(mode=0)
    refused = _refused(table, pad)
    table.open(SEAT_1)
    table.settle()
    assert table.inputs.faults() == ["unplugged 1"]
    refused.clear()
    pad.node.chmod(0o640)
    assert table.finding().seat == 1
    table.later(2 * READABLE_BY_NS)
    assert table.inputs.faults() == []


def test_what_stays_unreadable_is_one_line_with_the_group(
    table: Table, expected_logs: list[logging.LogRecord]
) -> None:
    pads = [table.layer.plug(), table.layer.plug(port="other")]
    _refused(table, *pads)
    table.open()
    table.later(READABLE_BY_NS)
    table.later(READABLE_BY_NS)
    (record,) = expected_logs
    assert record.getMessage() == "can't be read: event1, event2; expected to be in the group input"


def test_the_folder_of_devices_may_come_and_go(table: Table) -> None:
    table.layer.dev.rmdir()
    table.open(SEAT_1)
    table.layer.dev.mkdir()
    pad = table.layer.plug()
    assert table.finding().seat == 1
    table.layer.unplug(pad)
    table.settle()
    assert table.inputs.faults() == ["unplugged 1"]


def test_without_the_kernels_word_it_is_looked_every_second(
    table: Table, monkeypatch: pytest.MonkeyPatch, expected_logs: list[logging.LogRecord]
) -> None:
    def none_left(_: Path) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("firmware.pi.input_roster.Watch", none_left)
    monkeypatch.setattr("firmware.pi.input_roster.LOOK_NS", NS_PER_MS)
    table.open(SEAT_1)
    table.layer.plug()
    assert table.finding().seat == 1
    assert [record.levelname for record in expected_logs] == ["WARNING"]


def test_two_equal_boards_are_told_apart_by_their_ports(table: Table) -> None:
    left, right = table.layer.plug(port="usb-1.1/input0"), table.layer.plug(port="usb-1.2/input0")
    table.open({1: InputButton("usb-1.2", "BTN_TRIGGER"), 2: InputButton("usb-1.1", "BTN_TRIGGER")})
    press(left, "BTN_TRIGGER", START)
    assert table.edge() == Edge(2, True, START)
    press(right, "BTN_TRIGGER", START)
    assert table.edge() == Edge(1, True, START)


def test_the_first_part_of_a_device_that_has_the_button_is_meant(table: Table) -> None:
    table.layer.plug(["KEY_1"])
    pad = table.layer.plug()
    table.open(SEAT_1)
    assert table.finding().button.device == f"{PORT}/input0#2"
    press(pad, "BTN_TRIGGER", START)
    assert table.edge() == Edge(1, True, START)


# --- what may go wrong ------------------------------------------------------------------------------------


def test_what_was_lost_is_said_for_a_while_and_is_no_press(table: Table) -> None:
    pad = table.layer.plug()
    inputs = table.open({1: InputButton(PORT, "BTN_TRIGGER"), 2: InputButton(PORT, "BTN_THUMB")})
    press(pad, "BTN_TRIGGER", START + 5000)
    table.edge()
    pad.hold("BTN_THUMB")
    table.clock.advance(NS_PER_S)
    pad.send(dropped(START + NS_PER_S) + report(START + NS_PER_S, BTN_THUMB=1))
    assert table.edge() == Edge(1, False, START + NS_PER_S)
    table.settle()
    assert inputs.faults() == ["overrun 1", "overrun 2"]
    assert inputs.closed(2)
    table.clock.advance(OVERRUN_NS)
    assert inputs.faults() == []
    release(pad, "BTN_THUMB", START + 20 * NS_PER_S)
    assert table.edge() == Edge(2, False, START + 20 * NS_PER_S)


def test_a_device_with_a_seats_button_is_grabbed_and_let_go_with_it(table: Table) -> None:
    pad, other = table.layer.plug(), table.layer.plug(port="other")
    inputs = table.open(SEAT_1)
    table.settle()
    assert (pad.grabs, other.grabs) == ([1], [])
    inputs.give({2: Plugged("BTN_THUMB", Within(0, 0, 0, "other"))})
    table.settle()
    assert (pad.grabs, other.grabs) == ([1], [1])
    inputs.give({})
    table.settle()
    assert (pad.grabs, other.grabs) == ([1], [1, 0])


def test_it_isnt_grabbed_while_a_button_is_down_that_a_console_would_repeat_for_ever(table: Table) -> None:
    pad = table.layer.plug(["KEY_1", "KEY_2"])
    inputs = table.open()
    press(pad, "KEY_1", START)
    inputs.give({1: table.finding().button})
    table.settle()
    assert pad.grabs == []
    release(pad, "KEY_1", START)
    table.settle()
    assert pad.grabs == [1]


def test_grabbed_by_another_program_it_is_named_and_tried_again(table: Table) -> None:
    pad = table.layer.plug()
    pad.grab_fails = True
    inputs = table.open(SEAT_1)
    table.settle()
    assert inputs.faults() == ["grabbed 1"]
    pad.grab_fails = False
    table.later(GRAB_AGAIN_NS)
    assert (inputs.faults(), pad.grabs) == ([], [1])


def flood(pad: Pad, at: Stamp) -> None:
    thumb = number_of("BTN_THUMB")
    twice = event(EV_KEY, thumb, 1, at) + event(EV_KEY, thumb, 0, at)
    for _ in range(0, FLOOD + 1, 100):  # a pipe takes so many at once whole
        pad.send(twice * 50)


def test_a_flood_is_one_line_and_the_device_is_heard_again_after_a_minute(
    table: Table, expected_logs: list[logging.LogRecord]
) -> None:
    pad, other = table.layer.plug(), table.layer.plug(port="other")
    inputs = table.open({1: InputButton(PORT, "BTN_TRIGGER"), 2: InputButton("other", "BTN_TRIGGER")})
    press(pad, "BTN_TRIGGER", START)
    table.edge()
    flood(pad, START + 5000)
    assert table.edge() == Edge(1, False, START)
    table.settle()
    assert inputs.faults() == ["flood 1"]
    (record,) = expected_logs
    assert record.getMessage() == (
        f"DragonRise at {PORT}/input0 sends more than 1000 presses and releases a second; "
        "not heard for a minute, or until plugged in again"
    )
    press(other, "BTN_TRIGGER", START)
    assert table.edge() == Edge(2, True, START)
    while (found := table.finding()).button.here:
        pass
    assert found == Found(replace(TRIGGER, here=False), 1)
    with suppress(BlockingIOError):
        os.read(pad.fd, 1 << 20)
    table.later(REST_NS)
    assert table.finding().seat == 1
    table.settle()
    assert inputs.faults() == []


def test_plugged_in_again_a_device_that_flooded_is_heard_at_once(
    table: Table, expected_logs: list[logging.LogRecord]
) -> None:
    pad = table.layer.plug()
    inputs = table.open(SEAT_1)
    flood(pad, START)
    table.settle()
    table.layer.unplug(pad)
    table.settle()
    assert inputs.faults() == ["unplugged 1"]
    table.layer.plug()
    table.settle()
    assert inputs.faults() == []
    assert len(expected_logs) == 1


def test_a_device_that_cant_be_asked_is_one_line_and_the_others_go_on(
    table: Table, expected_logs: list[logging.LogRecord]
) -> None:
    broken, pad = table.layer.plug(port="broken", name="Broken\n\x1b[31m"), table.layer.plug()
    kernels = table.layer.ioctl

    def ioctl(fd: int, request: int, argument: int | bytes | bytearray) -> int:
        if os.fstat(fd).st_ino == broken.node.stat().st_ino:
            raise OSError(22, "Invalid argument")
        return kernels(fd, request, argument)

    table.layer.ioctl = ioctl  # type: ignore[method-assign]
    table.open({1: InputButton("broken", "BTN_TRIGGER"), 2: InputButton(PORT, "BTN_TRIGGER")})
    press(pad, "BTN_TRIGGER", START)
    assert table.edge() == Edge(2, True, START)
    table.settle()
    assert table.inputs.faults() == ["unplugged 1"]
    (record,) = expected_logs
    assert record.getMessage() == (
        "Broken [31m at broken can't be opened: [Errno 22] Invalid argument; "
        "not heard for a minute, or until plugged in again"
    )


def test_a_fault_of_ours_leaves_every_seat_named(
    table: Table, expected_logs: list[logging.LogRecord]
) -> None:
    class Broken(queue.Queue[Any]):
        def put(self, item: object, block: bool = True, timeout: float | None = None) -> None:
            raise RuntimeError("full")

    pad = table.layer.plug()
    table.edges = Broken()
    inputs = table.open(SEAT_1)
    thread = next(thread for thread in threading.enumerate() if thread.name == "inputs")
    press(pad, "BTN_TRIGGER", START)
    thread.join(SOON)
    assert (inputs.faults(), inputs.closed(1)) == (["unplugged 1"], False)
    assert [record.getMessage() for record in expected_logs] == [
        "no plugged-in button is heard any more, by a fault of ours"
    ]


def test_closed_nothing_is_open_any_more(table: Table) -> None:
    pad = table.layer.plug()
    table.open(SEAT_1)
    table.settle()
    before = threading.active_count()
    table.close()
    assert threading.active_count() == before - 1
    opened = []
    for fd in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # that of this folder itself
            opened.append(fd.readlink())
    assert pad.node not in opened


def test_a_buzzers_lamp_is_lit_with_its_seat_and_dark_at_the_end(table: Table) -> None:
    pad = table.layer.plug([f"BTN_TRIGGER_HAPPY{number}" for number in range(1, 21)])
    lamp = (
        next(table.layer.sys.glob("devices/**/input")).parent
        / "leds"
        / "0003:054C:0002.0001::buzz2"
        / "brightness"
    )
    lamp.parent.mkdir(parents=True)
    os.mkfifo(lamp)
    fd = os.open(lamp, os.O_RDWR)
    written = b""
    inputs = table.open()
    press(pad, "BTN_TRIGGER_HAPPY6", START)
    inputs.give({5: table.finding().button})
    inputs.show({5})
    while written.count(b"1") < 2:  # one to wake it, and one that stays
        written += os.read(fd, 1)
    table.close()
    assert os.read(fd, 9)[-1:] == b"0"
    os.close(fd)


# --- the desk ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("codes", [KEYBOARD, ("BTN_LEFT", "BTN_RIGHT"), ("BTN_LEFT", "BTN_TOOL_FINGER")])
def test_a_desks_own_devices_are_left_alone_unless_one_is_a_seats(
    table: Table, codes: tuple[str, ...]
) -> None:
    pad = table.layer.plug(codes)
    inputs = table.open(spare_typing=True)
    press(pad, codes[1], START)
    table.quiet()
    os.read(pad.fd, 1000)
    inputs.give({1: Plugged(codes[0], ENCODER)})
    assert table.finding().seat == 1
    table.settle()
    assert pad.grabs == [1]
    press(pad, codes[0], START + 5000)
    press(pad, codes[1], START + 6000)
    assert table.edge() == Edge(1, True, START + 5000)
    table.quiet()


def test_a_boxs_keyboard_has_buttons_like_any_other(table: Table) -> None:
    pad = table.layer.plug(KEYBOARD)
    table.open()
    press(pad, "KEY_A", START)
    assert table.finding().button.code == "KEY_A"


def test_at_a_desk_nobody_is_told_that_devices_cant_be_read(table: Table) -> None:
    _refused(table, table.layer.plug())
    table.open(spare_typing=True)
    table.later(READABLE_BY_NS)
    table.quiet()


# --- lists ------------------------------------------------------------------------------------------------


def test_what_is_plugged_in_is_listed_with_why_it_cant_be_heard(table: Table) -> None:
    table.layer.plug(["BTN_TRIGGER", "700"])
    gone = table.layer.plug(["KEY_1"], port="", name=" A\x1b[31m\tkey  pad " + "x" * 99, mode=0o600)
    gone.node.unlink()
    devices = input_devices(table.layer.dev, table.layer.sys)
    assert [(one.device, one.name, one.node, one.codes, one.why_not) for one in devices] == [
        (f"{PORT}/input0", "DragonRise", "event1", ("BTN_TRIGGER", "700"), ""),
        (
            "A_[31m_key_pad_" + "x" * 65,
            "A [31m key pad " + "x" * 25,
            "event2",
            ("KEY_1",),
            "No such file or directory",
        ),
    ]
    assert [(one.poll_ms, one.polled_by) for one in devices] == [(10, "assumed")] * 2


def test_without_an_input_layer_nothing_is_plugged_in(tmp_path: Path) -> None:
    assert input_devices(tmp_path / "dev", tmp_path / "sys") == ()


def _refused(table: Table, *pads: Pad) -> list[Path]:
    """Let these be opened by nobody, not even by root, until the list is emptied."""
    refused = [pad.node for pad in pads]
    kernels: Callable[..., int] = table.layer.ioctl

    def ioctl(fd: int, request: int, argument: int | bytes | bytearray) -> int:
        if Path(f"/proc/self/fd/{fd}").readlink() in refused:
            raise PermissionError(1, "Operation not permitted")
        return kernels(fd, request, argument)

    table.layer.ioctl = ioctl  # type: ignore[method-assign]
    return refused
