"""PROTOCOL.md, record for record and command for command."""

from __future__ import annotations

import struct

import pytest

from tests.head.emulated import FLASH, UNIQUE_ID, Head, command, records_in
from tests.head.usb_host import MS, US


def test_it_says_who_it_is(head: Head) -> None:
    head.put(0b1000_0001)
    head.run(MS)
    head.say(b"WHO?")
    head.run(MS)
    (told,) = head.told("I")
    protocol, firmware, tie_us, restarted = told.what.to_bytes(4, "little")
    assert (protocol, firmware, tie_us, restarted) == (1, 1, 10, 0)
    assert told.lines == 0b1000_0001
    assert told.time.to_bytes(8, "little") == UNIQUE_ID


def test_it_tells_the_time_with_the_number_that_was_asked_with(head: Head) -> None:
    for nonce in (0, 1, 0xFFFFFFFF, 77):
        asked = head.now
        head.say(b"TIME", nonce)
        head.run(MS)
        told = head.told("C")[-1]
        assert told.what == nonce
        assert asked - US <= told.time * US <= told.at


def test_what_changed_before_a_time_comes_before_the_answer(head: Head) -> None:
    head.repeat(200, 10 * US, lambda: head.flip(1 << len(head.changes) % 8))
    head.repeat(8, 250 * US, lambda: head.say(b"TIME"))
    head.run(10 * MS)
    told, times = head.told(), 0
    for place, answer in enumerate(told):
        if answer.kind == "C":
            times += 1
            assert [edge for edge in told[place:] if edge.kind == "E" and edge.time < answer.time - 16] == []
    assert times == 8


def test_it_lights_lamps_and_its_own_led_while_the_port_is_open(head: Head) -> None:
    assert (head.lamps, head.board_led) == (0, True)
    for lamps in (0b1010_0101, 0xFF, 0):
        head.say(b"LAMP", lamps)
        head.run(MS)
        assert head.lamps == lamps
    head.say(b"LAMP", 0b11)
    head.run(MS)
    head.close_port()
    head.run(MS)
    assert (head.lamps, head.board_led) == (0, False)


def test_nothing_is_said_while_nothing_happens(head: Head) -> None:
    head.run(30 * MS)
    assert head.usb.came == []


def test_records_are_numbered_without_a_gap(head: Head) -> None:
    head.repeat(50, 20 * US, lambda: head.flip(4))
    head.repeat(50, 21 * US, lambda: head.say(b"TIME"))
    head.run(5 * MS)
    assert [record.sequence for record in head.told()] == list(range(100))


@pytest.mark.parametrize(
    "rubbish",
    [b"\0", b"TIME", b"\r\nAT\r\n", command(b"TIME", 5)[:11], command(b"TIME", 5)[1:], b"\xff" * 200],
    ids=lambda rubbish: f"{len(rubbish)} bytes",
)
def test_what_is_no_command_is_skipped_to_the_next_one(head: Head, rubbish: bytes) -> None:
    head.usb.send(rubbish)
    head.say(b"TIME", 6)
    head.run(5 * MS)
    assert [record.what for record in head.told()] == [6]


def test_a_spoilt_or_unknown_command_does_nothing(head: Head) -> None:
    for place in range(12):
        spoilt = bytearray(command(b"TIME", 5))
        spoilt[place] ^= 0x10
        head.usb.send(bytes(spoilt))
    head.usb.send(command(b"SING", 5))
    head.run(5 * MS)
    assert head.told() == []


def test_a_command_may_come_in_pieces(head: Head) -> None:
    for byte in command(b"TIME", 9):
        head.usb.send(bytes([byte]))
        head.run(MS / 5)
    assert [record.what for record in head.told()] == [9]


def test_a_stream_is_read_again_after_bytes_that_are_missing(head: Head) -> None:
    head.repeat(12, 100 * US, lambda: head.flip(1))
    head.run(3 * MS)
    stream = b"".join(packet for _, packet in head.usb.came)
    for cut in (1, 7, 19, 20, 21, 45):
        records, skipped = records_in(stream[cut:])
        assert [record.sequence for record in records] == list(range(-(-cut // 20), 12))
        assert skipped == -cut % 20
    assert records_in(struct.pack("20x")) == ([], 20)


def test_it_becomes_the_drive_that_takes_a_new_image(head: Head) -> None:
    resets: list[int] = []
    head.chip.watchdog.on_watchdog_trigger = lambda: resets.append(head.chip.core.pc)
    head.say(b"BOOT")
    head.run_until(lambda: resets or head.chip.core.pc < 0x4000)
    assert (resets or [head.chip.core.pc])[0] < 0x4000 < FLASH  # the boot ROM's own code
    assert head.chip.watchdog.scratch_data[0] == 0  # whatever resets it now is no fault
