"""What is promised of buttons whose sources tell how unsure each press is, and that breaking it is found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.budget import guard, interval
from firmware.budget_parts import Kind
from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.certify.judging import judge
from tests.certify.record import Record, Width

MS, US = NS_PER_MS, NS_PER_US
TIE = 500 * US
USB: Width = (18 * MS, 0, 8 * MS, "usb-1")
HEAD: Width = (100 * US, 100 * US, 10 * US, "pico-1")


def race(kinds: dict[Seat, str], widths: dict[Seat, Width], apart: int, stamps: dict[Seat, int]) -> Record:
    """Seat 1 touched, and seat 2 so much later (ns); nothing is said of who was first."""
    touches = {1: (0, 0), 2: (apart, apart)}
    presses = dict.fromkeys(touches, 1)
    return Record("usb", "a", 0, kinds, TIE, touches, None, (), (1, 2), presses, stamps, widths)


def faults(record: Record) -> set[str]:
    return {name for name, count in judge(record).faults.items() if count}


def tie(record: Record) -> Record:
    return replace(record, tied=(1, 2))


def win(record: Record) -> Record:
    return replace(record, winner=1)


@pytest.mark.parametrize(
    ("width", "of"),
    [(USB, Kind.USB), ((10 * MS, 0, MS, "usb-1"), Kind.USB), (HEAD, Kind.HEAD)],
    ids=["asked every 8 ms", "asked every 1 ms", "a head"],
)
def test_of_one_device_a_tie_is_no_wider_than_its_stamps_may_be_apart_and_wrong_by(
    width: Width, of: Kind
) -> None:
    most = width[2] + min(width[2], guard(of).above)
    for apart, found in ((most, set()), (most + 1, {"false_ties"})):
        one = race({1: of, 2: of}, {1: width, 2: width}, apart, {1: 5 * MS, 2: 5 * MS + apart})
        assert faults(tie(one)) == found
        assert faults(win(one)) == set()


def test_two_lines_of_a_head_closer_than_its_guard_leaves_open_are_always_a_tie() -> None:
    least = HEAD[2] - guard(Kind.HEAD).below
    for apart, found in ((least - 1, {"missed_ties"}), (least, set())):
        one = race({1: "head", 2: "head"}, {1: HEAD, 2: HEAD}, apart, {1: 0, 2: apart})
        assert faults(win(one)) == found
        assert faults(tie(one)) == set()


def test_a_pin_and_a_device_are_a_tie_only_where_what_was_told_of_it_leaves_it_open() -> None:
    """Its stamp may be 18 ms late: the pin's touch before it is no further off, half a tie and the pin's own
    lateness besides."""
    pin_first = {Seat(1): "pin", Seat(2): "usb"}
    most = TIE // 2 + USB[0] + interval(Kind.PIN)[1]
    for apart, found in ((most, set()), (most + 1, {"false_ties"})):
        assert faults(tie(race(pin_first, {2: USB}, apart, {1: 0, 2: apart}))) == found
    near = race(pin_first, {2: USB}, TIE // 2 - 1, {1: 0, 2: 19 * MS})
    assert faults(win(near)) == {"missed_ties"}


def test_a_device_that_pressed_before_a_pin_is_no_winner_if_it_may_have_been_later() -> None:
    one = race({1: "usb", 2: "pin"}, {1: USB}, 100 * US, {1: 5 * MS, 2: 100 * US})
    assert faults(tie(one)) == set()
    assert faults(replace(one, winner=2)) == {"wrong_winners", "missed_ties"}


@pytest.mark.parametrize(
    ("late", "inside"), [(0, True), (18 * MS, True), (18 * MS + 1, False), (-1, False)], ids=str
)
def test_a_stamp_is_wrong_by_no_more_than_was_told_of_it(late: int, inside: bool) -> None:
    one = race({1: "usb", 2: "pin"}, {1: USB}, 30 * MS, {1: late, 2: 30 * MS})
    assert [error.inside for error in judge(one).errors] == [inside, True]
