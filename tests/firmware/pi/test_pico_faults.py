from __future__ import annotations

import fcntl
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.events import NS_PER_S
from firmware.pi.input_faults import OVERRUN_NS
from firmware.pi.input_keys import FLOOD
from firmware.pi.input_roster import READABLE_BY_NS, REST_NS, input_devices
from firmware.pi.pico import ASK_NS, SILENT
from tests.firmware.pi.head_layer import CLOCK, LATE, LOST, NAME, FakeHead, framed, mask
from tests.firmware.pi.head_table import DEVICE, SEATS, HeadTable, each, holds, open_here


@pytest.fixture
def table(tmp_path: Path) -> Iterator[HeadTable]:
    table = HeadTable(tmp_path)
    yield table
    table.close()


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
