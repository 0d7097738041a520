"""What happens on eight lines comes to the host: when it happened, and in the order it did."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.head.emulated import Head
from tests.head.races import Score, run
from tests.head.usb_host import MS, US


def test_races_are_told_in_the_order_of_contact(head: Head) -> None:
    score = Score()
    run(head, 150, seed=1, score=score)
    assert score.wrong == []
    assert score.apart[1100] == score.pairs[1100] > 10
    assert -200 < min(score.errors) < max(score.errors) < 1100


@pytest.mark.parametrize("lines", [0b11, 0b1000_0001, 0b1111_1111])
def test_lines_that_close_at_once_are_one_record(head: Head, lines: int) -> None:
    head.repeat(20, 100.05 * US, lambda: head.flip(lines))
    head.run(5 * MS)
    assert [record.what for record in head.told()] == [lines] * 20


def test_an_edge_is_at_the_host_within_a_millisecond(head: Head) -> None:
    head.repeat(20, 401.7 * US, lambda: head.flip(1))
    head.run(10 * MS)
    waits = [record.at - at for record, (at, _) in zip(head.told(), head.changes, strict=True)]
    assert max(waits) < MS


def test_a_burst_beyond_the_bus_is_kept_and_told_to_the_last_edge(head: Head) -> None:
    count, step = 3000, 3
    head.repeat(count, step * US, lambda: head.put(head.closed + 1 & 0xFF))
    head.run_until(lambda: len(head.told()) == count, within_ms=120)
    told = head.told()
    assert told[-1].at - told[-1].time * US > 20 * MS  # the bus was that far behind
    assert {after.time - before.time for before, after in pairwise(told)} == {step}
    assert [record.sequence for record in told] == list(range(count))
    assert [record.lines for record in told] == [i + 1 & 0xFF for i in range(count)]


def test_what_finds_no_room_is_counted_and_said(head: Head) -> None:
    head.usb.read(False)
    head.repeat(5000, 4 * US, lambda: head.flip(0x10))
    head.run(25 * MS)
    head.usb.read(True)
    head.run(100 * MS)
    head.put(0x80)
    head.run(20 * MS)
    told = head.told()
    ((place, fault),) = [(place, record) for place, record in enumerate(told) if record.kind == "F"]
    assert fault.what & 0xFF == 1
    assert 0 < fault.what >> 8 == 5000 - place == fault.sequence - told[place - 1].sequence - 1
    assert told[-1].lines == 0x80
    assert [record.sequence for record in told[:place]] == list(range(place))


def test_a_line_that_screams_takes_nothing_from_what_comes_after(head: Head) -> None:
    head.repeat(40_000, 1.01 * US, lambda: head.flip(0x02))
    head.run_until(lambda: len(head.changes) == 40_000, within_ms=120)
    head.run(150 * MS)
    head.usb.came.clear()
    head.changes.clear()
    run(head, 5, seed=2, score=(score := Score()))
    assert score.wrong == []
    head.say(b"TIME")
    asked = head.now
    head.run(MS)
    assert asked - US <= head.told("C")[-1].time * US <= head.now


@pytest.mark.parametrize("ppm", [-100, 100])
def test_a_host_whose_clock_drifts_has_bounds_that_hold_the_truth(head: Head, ppm: int) -> None:
    def hosts(ns: float) -> float:
        return 5e9 + ns * (1 + ppm / 1e6)

    def the_heads(ns: float) -> float:
        return (ns - 5e9) / (1 + ppm / 1e6)

    lower, upper = [], []
    for i in range(30):
        head.run(i * 37 * US)
        asked = hosts(head.now)
        head.say(b"TIME", i)
        head.run_until(lambda: head.told("C"), within_ms=3)
        answer = head.told("C")[-1]
        lower.append((hosts(answer.at), answer.time * US - hosts(answer.at)))
        upper.append((asked, (answer.time + 1) * US - asked))
        head.usb.came.clear()
    now, rho = hosts(head.now), 2e-4
    low = max(bound - rho * (now - at) for at, bound in lower)
    high = min(bound + rho * (now - at) for at, bound in upper)
    truth = the_heads(now) - now
    assert low <= truth <= high
    assert high - low < 300 * US
