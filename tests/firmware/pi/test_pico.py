from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, Within
from firmware.pi.input_faults import OVERRUN_NS
from firmware.pi.input_roster import input_devices
from firmware.pi.pico import ASK_AT_FIRST_NS, ASK_NS, AT_FIRST
from tests.firmware.pi.head_layer import LOST, NAME, TIE_US, FakeHead, mask
from tests.firmware.pi.head_table import DEVICE, SEATS, HeadTable, each, holds, line, open_here, within_of
from tests.firmware.pi.test_inputs import Table

SLEW_PPM = 500
"""The most by which the kernel makes CLOCK_MONOTONIC run faster or slower for NTP (MAXFREQ,
include/linux/timex.h)."""

OTHER = "0123456789ABCDEF"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadTable]:
    table = HeadTable(tmp_path)
    yield table
    table.close()


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
    head.skip(7)
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
