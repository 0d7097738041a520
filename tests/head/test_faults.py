"""What goes wrong inside the head is said, and nothing is made up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.head.emulated import FLASH, Head, Record
from tests.head.usb_host import MS, US

LOST, LATE, CLOCK = 1, 2, 3
FOREVER, NOWHERE = b"\xfe\xe7", 0x20030000
"""An instruction that jumps to itself, and where nothing else lies."""


def faults(head: Head) -> list[tuple[int, int]]:
    return [(record.what & 0xFF, record.what >> 8) for record in head.told("F")]


def holds_true(head: Head) -> None:
    """From now on times and edges are right."""
    head.usb.came.clear()
    head.changes.clear()
    begun = head.chip.timer._epoch_nanos
    asked = head.now - begun
    head.say(b"TIME")
    head.run(MS)
    for _ in range(3):
        head.run(77.7 * US)
        head.flip(0x42)
    head.run(MS)
    answer, *edges = head.told()
    assert asked - US <= answer.time * US <= answer.at - begun
    assert [edge.kind for edge in edges] == ["E"] * 3
    for edge, (at, closed) in zip(edges, head.changes, strict=True):
        assert edge.lines == closed
        assert -200 <= begun + edge.time * US - at <= 1100


def test_a_processor_that_stands_still_for_less_than_the_ring_lasts_loses_nothing(head: Head) -> None:
    at = []
    for i in range(30):
        head.stand_still(997)
        head.put(i % 8 + 1)
        at.append(head.now)
    head.run(5 * MS)
    told: list[Record] = head.told()
    assert [record.lines for record in told] == [i % 8 + 1 for i in range(30)]
    assert all(-1100 <= record.time * US - was <= 1100 for record, was in zip(told, at, strict=True))
    head.usb.faults.clear()  # it couldn't see how old its frames were


@pytest.mark.parametrize("us", [31_000, 32_768, 32_775, 40_000, 65_536, 70_000])
def test_pictures_that_nobody_looked_at_in_time_are_a_fault_and_no_edges(head: Head, us: int) -> None:
    head.stand_still(us - 500)
    head.put(0x21)
    head.stand_still(500)
    head.run(2 * MS)
    (late,) = head.told()
    assert (late.kind, late.what & 0xFF, late.lines) == ("F", LATE, 0x21)
    assert us <= late.what >> 8 <= us + 1500
    assert late.time * US == pytest.approx(head.now, abs=2 * MS)
    holds_true(head)


def test_pictures_that_find_no_way_into_the_ring_are_a_fault(head: Head) -> None:
    dma = head.chip.dma
    served, dma.set_dreq = dma.set_dreq, lambda number: None
    dma.clear_dreq(4)
    head.run(100 * US)
    dma.set_dreq = served
    head.run(3 * MS)
    assert [code for code, _ in faults(head)] == [CLOCK]
    holds_true(head)


@pytest.mark.parametrize("more", [-1, 1, -25])
def test_pictures_that_come_too_fast_or_too_slow_are_a_fault(head: Head, more: int) -> None:
    program = head.chip.pio[0].instructions
    program[3] += more << 8  # cycles that its last instruction waits
    head.run(5 * MS)
    assert [code for code, _ in faults(head)] == [CLOCK]
    holds_true(head)


def test_a_timer_that_goes_wrong_is_a_fault(head: Head) -> None:
    head.chip.timer._epoch_nanos -= 20 * US
    head.run(3 * MS)
    ((code, unseen),) = faults(head)
    assert code == CLOCK
    assert unseen == pytest.approx(1020, abs=20)


def test_a_head_that_hangs_starts_anew_and_says_so(head: Head) -> None:
    head.say(b"LAMP", 0xFF)
    head.run(MS)
    head.chip.sram[NOWHERE & 0xFFFFF : (NOWHERE & 0xFFFFF) + 2] = FOREVER
    head.chip.core.pc = NOWHERE
    head.run(99 * MS)
    was_there = head.usb.ready
    head.run(3 * MS)
    assert (was_there, head.usb.ready, head.lamps) == (True, False, 0)
    head.usb.came.clear()
    head.plug_in()
    head.say(b"WHO?")
    head.run(MS)
    assert head.told("I")[-1].what >> 24 == 1
    holds_true(head)


def test_it_runs_for_more_than_an_hour_of_the_timers_lower_half(new_head: Callable[[], Head]) -> None:
    head = new_head()
    head.chip.timer._epoch_nanos = -(2**32 * US - 50 * MS)

    def reset() -> None:  # as the emulator's, but from there on
        head.chip.timer._epoch_nanos = head.now - (2**32 * US - 50 * MS)

    head.chip.timer.reset = reset
    head.plug_in()
    head.run(25 * MS)
    for _ in range(4):
        head.flip(1)
        head.run(5 * MS)
    head.say(b"TIME")
    head.run(MS)
    times = [record.time for record in head.told()]
    assert faults(head) == []
    assert times == sorted(times)
    assert times[0] < 2**32 < times[-1]
    assert times[-1] - times[0] == pytest.approx(20_000, abs=100)


def test_addresses_are_where_the_image_lies(image: bytes) -> None:
    assert len(image) < 16 * 1024  # the cache, so that nothing waits for the flash
    assert FLASH <= int.from_bytes(image[0x104:0x108], "little") < FLASH + len(image)
