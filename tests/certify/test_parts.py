"""Parts that are played in blocks: what they plan, and what they make of what was told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware.events import NS_PER_MS, Edge, Line, Seat, Within
from firmware.fakes.hand_clock import HandClock
from firmware.presses.contact import reader
from firmware.times import Times
from tests.certify import head, phones, pins, stamps, usb
from tests.certify.at_table import Table, split, told
from tests.certify.judging import judge
from tests.certify.part import Block, Part
from tests.certify.record import Record

MS = NS_PER_MS
LONG = 100 * MS
"""So long after the last edge all is judged."""

PARTS: list[Part] = [pins, stamps, usb, head, phones]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.NAME)
def test_a_parts_blocks_are_all_its_races_and_each_is_drawn_from_its_seed(part: Part) -> None:
    blocks = part.blocks(part.RACES)
    assert part.RACES <= sum(block.races for block in blocks) < part.RACES * 1.1
    assert len({block.name for block in blocks}) == len(blocks)
    few = part.blocks(100)[0]
    planned = part.planned(few, "00ff")
    assert len(planned) == few.races
    assert planned == part.planned(few, "00ff") == json.loads(json.dumps(planned))
    assert planned != part.planned(few, "ff00")


def test_nobody_at_a_head_lets_go_so_soon_that_it_is_taken_for_a_pulse() -> None:
    for race in head.races(Block("0", 200), "00ff"):
        touched = {change.seat: change.at for change in reversed(race.changes) if change.closed}
        opened = {change.seat: change.at for change in race.changes if not change.closed}
        near = sum(at - min(touched.values()) <= 100_000 for at in touched.values())
        held = min(opened[seat] - at for seat, at in touched.items())
        assert held > (20 * MS if near > 2 else 8 * MS)


# -- a table -----------------------------------------------------------------------------------------------


class Fingers:
    """A table of three pins and a device's button; time passes as it is told."""

    def __init__(self) -> None:
        self._clock = HandClock(0)
        self._closed: set[Line] = set()
        read = reader(self._closed.__contains__, self._clock)
        self.table = Table.of([1, 2, 3, 4], Times(), read, 0)
        self.table.plugged(4, Within(10 * MS, 0, 8 * MS, "usb"))

    def play(self, *edges: tuple[float, Seat, bool]) -> None:
        """Edges: ms, whose, closed."""
        for ms, seat, closed in edges:
            at = round(ms * MS)
            self._judge(at)
            self._clock.advance(at - self._clock.now())
            self.table.woke(at)
            (self._closed.add if closed else self._closed.discard)(seat)
            self.table.feed(Edge(seat, closed, at), at)
        self._judge(self._clock.now() + LONG)

    def _judge(self, until: int) -> None:
        while (due := self.table.deadline) is not None and due < until:
            self._clock.advance(due - self._clock.now())
            self.table.woke(due)
            self.table.judge(due)


def record(**touches: float) -> Record:
    """Seats and when they touched (ms)."""
    at = {int(seat[1:]): round(ms * MS) for seat, ms in touches.items()}
    kinds = {seat: "usb" if seat == 4 else "pin" for seat in at}
    return Record("usb", "a", 0, kinds, Times().tie, {seat: (ms, ms) for seat, ms in at.items()})


def test_a_table_judges_one_race_after_another_and_tells_each_by_itself() -> None:
    fingers = Fingers()
    fingers.play((5, 2, True), (9, 1, True), (30, 2, False), (31, 1, False))
    fingers.play((200, 3, True), (200.4, 1, True), (230, 3, False), (231, 1, False))
    one, two = split(fingers.table.kept, [5 * MS, 200 * MS])
    first, second = told(record(s2=5, s1=9), one), told(record(s3=200, s1=200.4), two)
    assert (first.winner, first.tied, first.order, first.presses) == (2, (), (2, 1), {1: 1, 2: 1})
    assert (second.winner, second.tied, second.stamps) == (None, (1, 3), {3: 200 * MS, 1: 200_400_000})
    assert [len(each.edges) for each in (first, second)] == [4, 4]
    assert not any({**judge(first).faults, **judge(second).faults}.values())


def test_how_unsure_a_devices_button_is_told_with_its_edges_and_its_press() -> None:
    fingers = Fingers()
    fingers.play((5, 1, True), (9, 4, True), (40, 1, False), (41, 4, False))
    (only,) = split(fingers.table.kept, [0])
    one = told(record(s1=5, s4=4), only)
    assert one.tied == (1, 4)
    assert one.widths == {4: (10 * MS, 0, 8 * MS, "usb")}
    assert [width for *_, width in one.edges] == [None, one.widths[4]] * 2
    assert not any(judge(one).faults.values())


def test_whoever_presses_once_all_have_let_go_was_heard_in_the_race_all_the_same() -> None:
    fingers = Fingers()
    fingers.play((5, 1, True), (20, 1, False), (25, 4, True), (60, 4, False))
    (only,) = split(fingers.table.kept, [0])
    one = told(record(s1=5, s4=20), only)
    assert (one.winner, one.order) == (1, (1, 4))


# -- what was left behind ----------------------------------------------------------------------------------


def test_a_guests_races_are_told_but_those_that_the_machine_spoilt(tmp_path: Path) -> None:
    block = usb.blocks(1)[0]
    work = usb.job(block, "00ff")
    truths = []
    fingers = Fingers()
    for number, race in enumerate(work.races()[:3]):
        began, second = 1000 * number, race.order[1]
        fingers.play((began, 1, True), (began + 5, second % 3 + 1, True))
        fingers.play((began + 50, 1, False), (began + 51, second % 3 + 1, False))
        closed = {f"{seat}": [began * MS, began * MS] for seat in race.order}
        truths.append({"table": 0, "race": race.number, "spoilt": number == 1, "closed": closed})
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, truths)))
    (tmp_path / "0.json").write_text(json.dumps(fingers.table.kept))
    records = list(usb.records(block, work, tmp_path))
    assert [one.number for one in records] == [0, 2]
    assert [one.under for one in records] == [usb.planned(block, "00ff")[number] for number in (0, 2)]
    assert [one.stamps[1] for one in records] == [0, 2000 * MS]


def pages_told(came: int) -> list[dict[str, Any]]:
    """A race of two phones: glass of 5 and 35 ms, clocks known to 0.1 ms; the second is here at ``came``."""
    all_of: list[dict[str, Any]] = [{"what": "table", "name": "two", "alike": False}]
    for seat, touch in ((1, 35), (2, 5)):
        who = {"device": f"phone-{seat}"}
        all_of += [
            {"what": "phone", "seat": seat, "touch_ms": touch, "ppm": 0, "zero": [-100_000, 100_000]},
            {"what": "sit", "seat": seat, "step": 0, **who},
            {"what": "ask", "n": 1, "asked": 0, **who},
            {"what": "answer", "n": 1, "received": 0, "answered": 0, "heard": 0, "apart": 0, **who},
        ]
    width = {"before": 36 * MS, "after": 0, "apart": 17 * MS}
    all_of.append({"what": "race", "gap_ms": 40})
    for closed, later in ((True, 0), (False, 60)):
        for seat, at in ((1, 35), (2, 45)):
            edge = {"what": "edge", "seat": seat, "closed": closed, "at": (at + later) * MS}
            all_of.append({**edge, **width, "of": f"phone-{seat}"})
        if closed:
            for seat, at in ((1, 36), (2, came)):
                press = {"what": "press", "device": f"phone-{seat}", "seat": seat, "closed": True, "there": 0}
                all_of.append({**press, "believed": True, "arrived": at * MS})
    ruling = {"what": "ruling", "ruled": 100 * MS, "winner": None, "tied": [1, 2], "late": []}
    stamps = {1: [35 * MS], 2: [45 * MS]}
    touched = {"what": "touched", "stamps": stamps, "counted": {1: 1, 2: 1}}
    return [*all_of, ruling, {**touched, "order": [1, 2], "late": []}]


def test_a_race_of_phones_is_held_against_fingers_not_against_what_pages_were_told() -> None:
    (one,) = phones.records(Block("table-1", 1), {7: {}}, pages_told(45))
    assert one.number == 7
    middles = {seat: (before + after) // 2 for seat, (before, after) in one.touches.items()}
    assert middles == {1: 0, 2: 40 * MS}
    assert (one.tied, one.stamps, len(one.edges)) == ((1, 2), {1: 35 * MS, 2: 45 * MS}, 4)
    judged = judge(one)
    assert not any(judged.faults.values())
    assert [error.inside for error in judged.errors] == [True, True]


def test_a_phone_that_stood_still_for_longer_than_is_waited_for_says_nothing_about_the_box() -> None:
    told = [list(phones.records(Block("table-1", 1), {7: {}}, pages_told(came))) for came in (299, 301)]
    assert [len(each) for each in told] == [1, 0]
