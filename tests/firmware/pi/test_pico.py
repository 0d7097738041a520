from __future__ import annotations

import fcntl
import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from firmware.boxfile.settings import HeadButton, InputButton
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Edge, Seat, Within
from firmware.fakes.hand_clock import HandClock
from firmware.far_clock import Clocks
from firmware.pi.input_faults import OVERRUN_NS
from firmware.pi.input_keys import FLOOD
from firmware.pi.input_roster import READABLE_BY_NS, REST_NS
from firmware.pi.inputs import Inputs, input_devices
from firmware.pi.pico import ASK_AT_FIRST_NS, ASK_NS, AT_FIRST, SILENT
from tests.firmware.pi.head_layer import (
    CLOCK,
    LATE,
    LOST,
    NAME,
    SERIAL,
    TIE_US,
    FakeHead,
    HeadLayer,
    framed,
    mask,
)
from tests.firmware.pi.test_inputs import Table

SLEW_PPM = 500
"""The most by which the kernel makes CLOCK_MONOTONIC run faster or slower for NTP (MAXFREQ,
include/linux/timex.h)."""

DEVICE = f"pico-{SERIAL}"
OTHER = "0123456789ABCDEF"


def line(number: int, head: str = "pico") -> InputButton:
    return HeadButton(head, number).button


SEATS = {1: line(1), 2: line(2), 3: line(3)}


def each(fault: str) -> list[str]:
    """That fault at each seat."""
    return [f"{fault} {seat}" for seat in SEATS]


class HostClock(HandClock):
    """The host's clocks: CLOCK_MONOTONIC is set by hand, CLOCK_MONOTONIC_RAW isn't slewed with it."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self._slewed = at, 10 * at, 0

    def raw(self) -> int:
        """CLOCK_MONOTONIC_RAW."""
        at, raw, ppm = self._slewed
        return raw + (self.now() - at) * 1_000_000 // (1_000_000 + ppm)

    def both(self) -> Clocks:
        at = self.now()
        return Clocks(at, self.raw(), 0)

    def slew(self, ppm: int) -> None:
        """From now on CLOCK_MONOTONIC is so much faster than it should be."""
        self._slewed = self.now(), self.raw(), ppm


class HeadTable(Table):
    """A table with button heads."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.clock: HostClock = HostClock(self.clock.now())
        self._said = Within(0, 0)
        self.heads = HeadLayer(self.layer.dev.parent, self.layer.sys, self.clock.raw)

    def open(self, given: Mapping[Seat, InputButton] | None = None, **more: Any) -> Inputs:
        return super().open(given, clocks=self.clock.both, **more)

    def close(self) -> None:
        super().close()
        self.heads.close()

    def settle(self) -> None:
        super().settle()
        while self.heads.turn():
            super().settle()

    def known(self) -> None:
        """Let heads be asked for their time as often as it takes until seats may have them."""
        self.settle()
        for _ in range(AT_FIRST - 1):
            self.later(ASK_AT_FIRST_NS)

    def seated(self, **about: Any) -> FakeHead:
        """A head whose first three lines are the first three seats'."""
        head = self.heads.plug(**about)
        self.open(SEATS)
        self.known()
        assert {self.finding().seat for _ in SEATS} == set(SEATS)  # they aren't there yet
        assert self.said().before < NS_PER_MS
        head.forget()
        return head

    def said(self) -> Within:
        """How unsure presses are said to be since this was last asked."""
        found = [self.finding() for _ in range(self.found.qsize())]
        self._said = found[-1].button.within if found else self._said
        return self._said

    def exchange(self, head: FakeHead, up: int, down: int) -> None:
        """Answer a question that took so long to come by hand; the answer takes so long (ns)."""
        number = head.told(b"TIME")
        self.clock.advance(up)
        head.sends = False
        head.answer(b"TIME", number)
        self.clock.advance(down)
        head.sends = True
        head.deliver()
        self.settle()

    def got(self, count: int) -> list[tuple[object, bool, int]]:
        """So many edges: whose, closed, and when, µs after the first of them."""
        edges = [self.seats_edge() for _ in range(count)]
        first = edges[0].at
        assert all((one.at - first) % NS_PER_US == 0 for one in edges)
        return [(one.line, one.closed, (one.at - first) // NS_PER_US) for one in edges]

    def seats_edge(self) -> Edge:
        edge = self.edge()
        assert isinstance(edge, Edge)
        return edge


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadTable]:
    table = HeadTable(tmp_path)
    yield table
    table.close()


def within_of(edge: Edge) -> Within:
    assert edge.within is not None
    return edge.within


def holds(edge: Edge, contact: int) -> bool:
    """Whether a contact at that moment (ns) may have had this stamp."""
    return edge.at - within_of(edge).before <= contact <= edge.at + within_of(edge).after


# --- presses ----------------------------------------------------------------------------------------------


def test_a_press_is_stamped_by_the_head_and_says_how_unsure_it_is_beside_others(table: HeadTable) -> None:
    head = table.seated()
    contact = table.clock.now()
    head.edge(1)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, holds(edge, contact)) == (1, True, True)
    assert within_of(edge) == Within(within_of(edge).before, within_of(edge).before, 10_000, DEVICE)
    assert within_of(edge).before < 20 * NS_PER_US  # it is asked in no time, here
    assert table.inputs.closed(1)
    table.later(NS_PER_MS)
    head.edge(1)
    assert table.seats_edge().closed is False
    assert not table.inputs.closed(1)


def test_a_seats_button_says_how_unsure_its_presses_will_be(table: HeadTable) -> None:
    head = table.heads.plug()
    table.open({3: line(8)})
    away = Within(*table.finding().button.within[:3], "pico")
    table.known()
    found = table.finding()
    assert (found.seat, found.button.code, found.button.name) == (3, "LINE8", NAME)
    head.edge(8)
    within = within_of(table.seats_edge())
    assert within.before <= found.button.within.before <= away.before
    assert found.button.within.apart == within.apart == away.apart == TIE_US * NS_PER_US


def test_lines_of_one_picture_share_a_stamp(table: HeadTable) -> None:
    head = table.seated()
    head.edge(1, 2, 3)
    assert sorted(table.got(3), key=str) == [(1, True, 0), (2, True, 0), (3, True, 0)]


def test_edges_are_as_far_apart_as_the_head_says_whatever_its_clock_is_learnt_to_be_between(
    table: HeadTable,
) -> None:
    head = table.heads.plug()
    head.answers = False
    table.open(SEATS)
    head.answer(b"WHO?", head.told(b"WHO?"))
    for _ in range(AT_FIRST):
        table.exchange(head, 20 * NS_PER_MS, 0)  # so that it seems 10 ms later than it is
        table.later(ASK_AT_FIRST_NS)
    us = head.edge(3)
    table.settle()
    table.exchange(head, 0, 0)
    head.edge(1, at=us + 12)
    table.settle()
    head.edge(2, at=us + 13)
    assert table.got(3) == [(3, True, 0), (1, True, 12), (2, True, 13)]


def test_what_is_told_late_keeps_its_stamps(table: HeadTable) -> None:
    head = table.seated()
    contact = table.clock.now()
    head.sends = False
    us = head.edge(2)
    head.edge(1, at=us + 1)
    table.later(30 * NS_PER_MS)
    head.edge(2)
    head.deliver(30)
    table.later(20 * NS_PER_MS)
    head.deliver()
    edges = [table.seats_edge() for _ in range(3)]
    assert [(one.line, one.closed) for one in edges] == [(2, True), (1, True), (2, False)]
    assert edges[1].at - edges[0].at == NS_PER_US
    assert abs(edges[2].at - edges[0].at - 30 * NS_PER_MS) <= 6 * NS_PER_US  # its clock is learnt
    assert holds(edges[0], contact)


def test_a_process_that_is_stopped_for_two_seconds_hears_the_same_stamps(table: HeadTable) -> None:
    head = table.seated()
    head.sends = False
    contact = table.clock.now()
    us = head.edge(3)
    head.edge(1, at=us + 12)
    head.edge(2, at=us + 24)
    table.clock.advance(2 * NS_PER_S)
    head.deliver()
    edges = [table.seats_edge() for _ in range(3)]
    assert [(one.line, one.at - edges[0].at) for one in edges] == [(3, 0), (1, 12_000), (2, 24_000)]
    assert holds(edges[0], contact)
    assert within_of(edges[0]).before <= 2 * NS_PER_MS


@pytest.mark.parametrize("ppm", [100, -100])
@pytest.mark.parametrize("slewed", [SLEW_PPM, -SLEW_PPM])
def test_a_contact_is_within_its_stamp_while_clocks_drift_and_are_slewed(
    table: HeadTable, ppm: int, slewed: int
) -> None:
    head = table.seated()
    head.run_at(ppm)
    table.clock.slew(slewed)
    for second in range(12):
        contact = table.clock.now()
        head.sends = False
        head.edge(1)
        table.clock.advance(3 * NS_PER_MS * second)
        head.sends = True
        head.deliver()
        edge = table.seats_edge()
        assert holds(edge, contact)
        assert within_of(edge).before <= table.said().before
        table.later(ASK_NS)


def test_every_byte_goes_through_as_it_is(table: HeadTable) -> None:
    head = table.seated(sequence=(1 << 16) - 20)
    us = head.time()
    table.clock.advance(NS_PER_MS)
    for more in range(300):
        head.edge(1, at=us + more)
    assert table.got(300) == [(1, not more % 2, more) for more in range(300)]
    table.later(ASK_NS)
    assert table.inputs.faults() == []


def test_nobodys_press_is_found_and_whoever_takes_a_seat_with_it_has_made_it(table: HeadTable) -> None:
    head = table.heads.plug()
    table.open()
    table.known()
    contact = table.clock.now()
    head.edge(5)
    found = table.finding()
    assert (found.seat, found.button.code, found.button.device) == (None, "LINE5", DEVICE)
    table.inputs.give({4: found.button})
    edge = table.seats_edge()
    assert (edge.line, edge.closed) == (4, True)
    assert abs(edge.at - contact) <= found.button.within.before


def test_a_line_that_was_closed_before_is_down_but_no_press(table: HeadTable) -> None:
    head = table.seated(closed=mask(1))
    assert table.inputs.closed(1)
    head.edge(1)
    edge = table.seats_edge()
    assert (edge.line, edge.closed) == (1, False)
    table.quiet()


def test_what_was_told_to_whoever_had_the_port_before_is_forgotten(table: HeadTable) -> None:
    head = table.heads.plug()
    head.answers = False
    table.open(SEATS)
    number = head.told(b"WHO?")
    head.edge(1)
    head.edge(2)
    head.fault(LOST, 3, closed=mask(1, 2))
    table.settle()
    head.answer(b"WHO?", number)
    head.answers = True
    table.known()
    table.settle()
    assert table.edges.empty()
    assert table.inputs.faults() == []
    assert table.inputs.closed(1)


# --- its clock --------------------------------------------------------------------------------------------


def test_it_is_asked_each_second_and_more_often_while_somebody_plays(table: HeadTable) -> None:
    head = table.seated()
    idle = asked_in(table, head, 10 * NS_PER_S)
    head.edge(1)
    plays = asked_in(table, head, 10 * NS_PER_S)
    asked_in(table, head, 20 * NS_PER_S)
    assert 8 <= idle <= 12
    assert 40 <= plays <= 60
    assert 8 <= asked_in(table, head, 10 * NS_PER_S) <= 12


def asked_in(table: HeadTable, head: FakeHead, ns: int) -> int:
    """How often a head is asked in such a time."""
    before = head.asked
    for _ in range(ns // (200 * NS_PER_MS)):
        table.later(200 * NS_PER_MS)
    return head.asked - before


def test_after_the_computer_has_slept_nothing_is_made_up_and_all_is_heard_again(table: HeadTable) -> None:
    head = table.seated()
    head.edge(1)
    assert table.seats_edge().closed
    table.later(NS_PER_S)
    head.run_at(0, head.time() + 1_800_000_000)  # its clock went on, the computer's stood still
    head.edge(1)
    head.edge(2)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, edge.at) == (1, False, table.clock.now())
    head.run_at(0, head.time() + 1_800_000_000)
    head.edge(2)
    for _ in range(3):
        table.later(ASK_NS)
    while not table.edges.empty():
        assert not table.seats_edge().closed
    contact = table.clock.now()
    head.edge(3)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, holds(edge, contact)) == (3, True, True)
    assert within_of(edge).before < NS_PER_MS
    table.clock.advance(OVERRUN_NS)
    assert table.inputs.faults() == []


def test_a_clock_that_runs_wrong_is_one_line_and_a_fault(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.seated()
    head.run_at(250)
    for _ in range(60):
        table.later(ASK_NS)
        if table.inputs.faults():
            break
    assert table.inputs.faults() == each("clock")
    (record,) = expected_logs
    assert record.getMessage().startswith(f"{NAME} at {DEVICE} has a clock that runs wrong")
    assert not open_here(head)


def test_a_head_that_answers_slower_is_said_to_be_less_sure_before_a_press_is(table: HeadTable) -> None:
    head = table.seated()
    head.answers = False
    for _ in range(25):
        table.later(ASK_NS)
        table.exchange(head, 20 * NS_PER_MS, 20 * NS_PER_MS)
    said = table.said()
    contact = table.clock.now()
    head.edge(1)
    edge = table.seats_edge()
    assert holds(edge, contact)
    assert 20 * NS_PER_MS <= within_of(edge).before <= said.before
    head.answers = True
    table.exchange(head, 0, 0)
    assert table.said() == said  # not while somebody plays
    for _ in range(3):
        table.later(ASK_NS)
    assert table.said().before < NS_PER_MS


# --- what may go wrong ------------------------------------------------------------------------------------


def open_here(head: FakeHead) -> bool:
    """Whether anybody in this process but the head itself has its port open."""
    opened = []
    for fd in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # that of this folder itself
            opened.append(fd.readlink())
    return opened.count(head.terminal) > 1


@pytest.mark.parametrize(
    "about", [{"product": "Debug Probe"}, {"ids": ("2e8a", "000a")}, {"product": "Pierwszy button head 2"}]
)
def test_what_isnt_called_a_head_is_left_alone(table: HeadTable, about: dict[str, Any]) -> None:
    other = table.heads.plug(**about)
    table.open(SEATS)
    table.settle()
    assert not open_here(other)
    assert table.inputs.faults() == each("unplugged")
    assert [told.device for told in input_devices(table.layer.dev, table.layer.sys)] == ["heart"]


def test_another_protocol_is_one_line_and_the_head_is_left_alone(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.heads.plug(protocol=2)
    table.open(SEATS)
    head.told(b"WHO?")
    table.settle()
    assert table.inputs.faults() == each("firmware")
    (record,) = expected_logs
    assert "speaks protocol 2, expected 1" in record.getMessage()
    assert not open_here(head)


def test_another_firmware_of_this_protocol_is_heard(table: HeadTable) -> None:
    head = table.seated(firmware=9)
    head.edge(1)
    assert table.seats_edge().closed


def test_half_a_record_waits_for_its_rest(table: HeadTable) -> None:
    head = table.seated()
    head.sends = False
    us = head.edge(1)
    head.edge(2, at=us + 7)
    for _ in range(39):
        head.deliver(1)
        table.settle()
    head.deliver()
    assert table.got(2) == [(1, True, 0), (2, True, 7)]


def test_what_is_no_record_is_passed_over(table: HeadTable) -> None:
    head = table.seated()
    head.send(b"E" + bytes(range(255)) + b"ECIF")
    us = head.edge(1)
    head.send(framed(b"E\xff\x00\x00")[:7])
    head.edge(2, at=us + 7)
    assert table.got(2) == [(1, True, 0), (2, True, 7)]
    assert table.inputs.faults() == []


def test_a_spoilt_record_is_lost_no_press_is_made_up_and_that_is_said_for_a_while(table: HeadTable) -> None:
    head = table.seated()
    head.edge(1)
    assert table.seats_edge().closed
    head.sends = False
    head.edge(1)
    head.spoil()
    head.edge(2)
    head.spoil()
    head.sends = True
    head.deliver()
    table.later(ASK_NS)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, edge.at) == (1, False, table.clock.now())
    table.quiet()
    assert table.inputs.closed(2)
    assert table.inputs.faults() == each("overrun")
    table.clock.advance(OVERRUN_NS)
    assert table.inputs.faults() == []
    head.edge(2)
    edge = table.seats_edge()
    assert (edge.line, edge.closed) == (2, False)


def test_what_comes_after_a_loss_is_heard(table: HeadTable) -> None:
    head = table.seated()
    head.edge(2)
    assert table.seats_edge().closed
    head.skip(1)
    head.closed = mask(3)  # 2 has opened, 3 closed
    contact = table.clock.now()
    head.edge(1, 2)
    edges = [table.seats_edge() for _ in range(3)]
    assert [(one.line, one.closed) for one in edges] == [(2, False), (1, True), (2, True)]
    assert all(holds(one, contact) for one in edges[1:])
    table.quiet()
    assert table.inputs.closed(3)
    assert table.inputs.faults() == each("overrun")


@pytest.mark.parametrize(("code", "amount"), [(LOST, 40), (LATE, 31_000), (CLOCK, 0xFFFFFF)])
def test_what_the_head_has_lost_is_no_press_and_is_said_for_a_while(
    table: HeadTable, code: int, amount: int
) -> None:
    head = table.seated()
    head.edge(1)
    assert table.seats_edge().closed
    head.fault(code, amount, closed=mask(2))
    edge = table.seats_edge()
    assert (edge.line, edge.closed) == (1, False)
    table.quiet()
    assert table.inputs.closed(2)
    assert table.inputs.faults() == each("overrun")
    contact = table.clock.now()
    head.edge(3)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, holds(edge, contact)) == (3, True, True)
    table.clock.advance(OVERRUN_NS)
    assert table.inputs.faults() == []


def test_a_head_that_falls_silent_is_one_line_and_asked_again_after_a_minute(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.seated()
    head.edge(1)
    table.seats_edge()
    table.settle()
    head.answers = False
    for _ in range(SILENT + 2):
        table.later(ASK_NS)
    assert not table.seats_edge().closed
    assert table.inputs.faults() == each("unplugged")
    (record,) = expected_logs
    assert record.getMessage().startswith(f"{NAME} at {DEVICE} doesn't answer")
    assert not open_here(head)
    head.answers = True
    table.later(REST_NS)
    table.known()
    assert table.inputs.faults() == []


def test_what_never_says_who_it_is_is_one_line(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.heads.plug()
    head.answers = False
    table.open(SEATS)
    for _ in range(SILENT + 1):
        table.later(ASK_NS)
    assert table.inputs.faults() == each("unplugged")
    assert len(expected_logs) == 1


def scream(table: HeadTable, head: FakeHead, edges: int) -> None:
    """Line 1 changes so often at once."""
    for number in range(edges):
        head.edge(1)
        if number % 100 == 0:  # a terminal's buffer is read in so many turns
            table.settle()
    table.settle()


def test_a_line_that_screams_is_muted_and_the_others_are_heard(table: HeadTable) -> None:
    head = table.seated()
    scream(table, head, FLOOD + 101)
    edges = [table.seats_edge() for _ in range(table.edges.qsize())]
    assert len(edges) <= FLOOD + 1
    assert not edges[-1].closed  # it is no press that lasts
    assert not table.inputs.closed(1)
    assert table.inputs.faults() == ["flood 1"]
    contact = table.clock.now()
    head.edge(2)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, holds(edge, contact)) == (2, True, True)


@pytest.mark.parametrize("looks", [10, 0])
def test_a_line_that_has_screamed_is_heard_from_its_first_press(table: HeadTable, looks: int) -> None:
    head = table.seated()
    scream(table, head, 2 * FLOOD)
    while not table.edges.empty():
        table.edge()
    for _ in range(looks):
        table.later(NS_PER_S)
    table.clock.advance(NS_PER_S * (10 - looks))
    assert table.inputs.faults() == ([] if looks else ["flood 1"])
    head.edge(1)
    edge = table.seats_edge()
    assert (edge.line, edge.closed) == (1, True)


def test_a_port_that_another_program_has_is_named_and_tried_again(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.heads.plug()
    with head.terminal.open("rb", buffering=0) as theirs:
        fcntl.flock(theirs, fcntl.LOCK_EX)
        table.open(SEATS)
        table.settle()
        assert table.inputs.faults() == each("grabbed")
    assert len(expected_logs) == 1
    table.later(REST_NS)
    table.known()
    assert table.inputs.faults() == []


def test_a_port_that_may_not_be_read_is_named_with_the_group_until_it_may(
    table: HeadTable, expected_logs: list[logging.LogRecord]
) -> None:
    head = table.heads.plug()
    head.node.unlink()
    head.node.symlink_to("/proc/sys/kernel/ostype")  # refused to everybody who wants to write
    table.open(SEATS)
    table.later(READABLE_BY_NS)
    (record,) = expected_logs
    assert record.getMessage() == "can't be read: ttyACM0; expected to be in the group input"
    head.node.unlink()
    head.node.symlink_to(head.terminal)
    table.known()
    assert table.inputs.faults() == []


# --- plugged in and pulled out ----------------------------------------------------------------------------


def test_pulled_out_while_held_the_press_is_over_and_the_seat_is_back_with_the_head(table: HeadTable) -> None:
    head = table.seated()
    head.edge(1)
    table.seats_edge()
    table.later(NS_PER_S)
    table.heads.unplug(head)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, edge.at) == (1, False, table.clock.now())
    assert [table.finding().button.here for _ in SEATS] == [False] * 3
    table.settle()
    assert (table.inputs.faults(), table.inputs.closed(1)) == (
        each("unplugged"),
        False,
    )
    head = table.heads.plug()
    table.known()
    assert [table.finding().button.here for _ in SEATS] == [True] * 3
    assert table.inputs.faults() == []
    contact = table.clock.now()
    head.edge(1)
    edge = table.seats_edge()
    assert (edge.line, edge.closed, holds(edge, contact)) == (1, True, True)


def test_a_head_pulled_out_before_it_has_answered_leaves_nothing_behind(table: HeadTable) -> None:
    head = table.heads.plug()
    head.answers = False
    table.open(SEATS)
    head.told(b"WHO?")
    table.heads.unplug(head)
    table.settle()
    assert table.inputs.faults() == each("unplugged")


def test_two_heads_are_told_apart_by_their_serial_numbers(table: HeadTable) -> None:
    left, right = table.heads.plug(), table.heads.plug(serial=OTHER)
    right.run_at(100, 1)
    table.open({1: line(1, DEVICE), 2: line(1, f"pico-{OTHER}"), 3: line(2)})
    table.known()
    contact = table.clock.now()
    right.edge(1)
    edges = [table.seats_edge()]
    left.edge(1)
    edges.append(table.seats_edge())
    left.edge(2)  # whichever has that line is meant: the first
    edges.append(table.seats_edge())
    assert [one.line for one in edges] == [2, 1, 3]
    assert all(holds(one, contact) for one in edges)
    assert [within_of(one).of for one in edges] == [f"pico-{OTHER}", DEVICE, DEVICE]
    table.heads.unplug(left)
    table.settle()
    assert "unplugged 1" in table.inputs.faults()
    assert "unplugged 2" not in table.inputs.faults()


# --- lamps ------------------------------------------------------------------------------------------------


def test_seats_lamps_are_lit_on_their_heads(table: HeadTable) -> None:
    left, right = table.heads.plug(), table.heads.plug(serial=OTHER)
    table.open({1: line(1, DEVICE), 2: line(4, DEVICE), 3: line(2, f"pico-{OTHER}")})
    table.known()
    table.inputs.show({2, 3})
    assert (left.told(b"LAMP"), right.told(b"LAMP")) == (mask(4), mask(2))
    table.inputs.show({1, 2})
    assert (left.told(b"LAMP"), right.told(b"LAMP")) == (mask(1, 4), 0)
    table.heads.unplug(left)
    left = table.heads.plug()
    table.settle()
    table.known()
    assert left.told(b"LAMP") == mask(1, 4)


def test_closed_the_port_is_free_and_the_thread_is_gone(table: HeadTable) -> None:
    head = table.seated()
    Table.close(table)
    assert not open_here(head)
    os.close(os.open(head.terminal, os.O_RDWR | os.O_NOCTTY))


# --- lists ------------------------------------------------------------------------------------------------


def test_heads_are_listed_with_their_lines(table: HeadTable) -> None:
    table.heads.plug()
    (told,) = input_devices(table.layer.dev, table.layer.sys)
    assert (told.device, told.name, told.node, told.why_not) == (DEVICE, NAME, "ttyACM0", "")
    assert told.codes == tuple(f"LINE{number}" for number in range(1, 9))
