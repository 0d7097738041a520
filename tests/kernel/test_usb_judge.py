from __future__ import annotations

from firmware.events import NS_PER_MS, Seat
from tests.kernel.usb.judge import Truth, Verdict, by_arrival, judge
from tests.kernel.usb.plan import Race, Side

MS = NS_PER_MS
PERIOD = 8 * MS
MOMENT = 20_000
"""How long it takes to write a report, or to pull a pin (ns)."""


def truth(side: Side, closed: dict[Seat, float], stamped: dict[Seat, float]) -> Truth:
    """Contacts that closed, and were stamped, at these ms."""

    def spans(at: dict[Seat, float]) -> dict[Seat, tuple[int, int]]:
        return {seat: (round(ms * MS), round(ms * MS) + MOMENT) for seat, ms in at.items()}

    return Truth(Race(0, side, 0, tuple(closed)), 0, spans(closed), spans(stamped))


def test_whoever_declares_another_than_the_first_is_wrong() -> None:
    one = truth(Side.DEVICE, {1: 0, 2: 3}, {1: 5, 2: 13})
    assert judge(one, Verdict((1,)), PERIOD).wrong == 0
    assert judge(one, Verdict((2,)), PERIOD).wrong == 1
    assert judge(one, Verdict((1, 2)), PERIOD).wrong == 0
    assert judge(one, Verdict((2, 3)), PERIOD).wrong == 1
    assert judge(one, Verdict(), PERIOD).none == 1


def test_what_one_report_tells_has_to_be_a_tie() -> None:
    one = truth(Side.DEVICE, {1: 0, 2: 3}, {1: 5, 2: 5})
    assert judge(one, Verdict((1,)), PERIOD).parted == 1
    assert judge(one, Verdict((1, 2)), PERIOD).parted == 0


def test_a_tie_of_one_device_is_no_wider_than_two_rounds() -> None:
    assert judge(truth(Side.DEVICE, {1: 0, 2: 15}, {1: 5, 2: 21}), Verdict((1, 2)), PERIOD).far == 0
    assert judge(truth(Side.DEVICE, {1: 0, 2: 17}, {1: 5, 2: 21}), Verdict((1, 2)), PERIOD).far == 1


def test_others_go_by_arrival_or_by_their_own_stamps() -> None:
    log = [(1, 100, 7.2), (2, 110, 7.1)]
    assert by_arrival(log, "pygame") == by_arrival(log, "arrival") == Verdict((1,))
    assert by_arrival(log, "stamp") == Verdict((2,))
    assert by_arrival([], "stamp") == Verdict()
