"""A serial line over USB, as USB 2.0 and CDC want it; what the host does to it, cable and all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.head.emulated import SET_CONTROL_LINES, UNIQUE_ID, Head
from tests.head.usb_host import MS, US, StalledError

GET_DESCRIPTOR, IN, OUT = (0x80, 6), 0x82, 0x02
CLEAR_FEATURE = (0x02, 1)


def text(head: Head, index: int) -> str:
    said = head.control(*GET_DESCRIPTOR, 0x300 | index, data=255, index=0x409)
    assert said[:2] == bytes([len(said), 3])
    return said[2:].decode("utf-16-le")


def test_it_is_a_serial_line_with_the_test_id_and_the_flash_chips_number(head: Head) -> None:
    device = head.control(*GET_DESCRIPTOR, 0x100, data=64)
    assert device[:2] == b"\x12\x01"
    assert device[8:14] == bytes.fromhex("0912 0100 0001")
    assert [text(head, index) for index in device[14:17]] == [
        "Pierwszy",
        "Pierwszy button head",
        UNIQUE_ID.hex().upper(),
    ]
    head_only = head.control(*GET_DESCRIPTOR, 0x200, data=9)
    whole = head.control(*GET_DESCRIPTOR, 0x200, data=255)
    assert int.from_bytes(head_only[2:4], "little") == len(whole)
    kinds, place = [], 0
    while place < len(whole):
        kinds.append(whole[place + 1])
        place += whole[place]
    assert kinds == [2, 11, 4, 0x24, 0x24, 0x24, 0x24, 5, 4, 5, 5]


def test_it_takes_a_line_coding_and_gives_it_back(head: Head) -> None:
    coding = bytes.fromhex("80 25 00 00 02 01 07")
    head.control(0x21, 0x20, data=coding)
    assert head.control(0xA1, 0x21, data=7) == coding


@pytest.mark.parametrize(
    ("kind", "request_", "value"), [(0x80, 6, 0x600), (0xC0, 0x33, 0), (0x21, 0x7F, 0), (0x80, 6, 0x304)]
)
def test_what_it_does_not_know_it_refuses_and_goes_on(
    head: Head, kind: int, request_: int, value: int
) -> None:
    with pytest.raises(StalledError):
        head.control(kind, request_, value, data=18 if kind & 0x80 else 0)
    assert text(head, 1) == "Pierwszy"


def test_a_transfer_that_the_host_gives_up_does_not_disturb_the_next(head: Head) -> None:
    for delay in (1, 5, 10, 12, 15, 30):
        head.usb.control(bytes([0x80, 6, 0, 2, 0, 0, 255, 0]))
        head.run(delay * US)
        assert text(head, 1) == "Pierwszy"


def test_an_endpoint_whose_halt_is_cleared_begins_anew_and_loses_nothing(head: Head) -> None:
    head.put(1)
    head.run(MS)
    head.usb.read(False)
    head.put(3)
    head.run(MS)
    head.control(*CLEAR_FEATURE, index=IN)
    head.control(*CLEAR_FEATURE, index=OUT)
    head.usb.read(True)
    head.say(b"TIME")
    head.run(2 * MS)
    assert [(record.kind, record.lines) for record in head.told()] == [("E", 1), ("E", 3), ("C", 3)]


def test_a_port_that_is_opened_begins_with_what_happens_then(new_head: Callable[[], Head]) -> None:
    head = new_head()
    head.enumerate()
    head.put(1)
    head.run(2 * MS)
    head.open_port()
    head.put(5)
    head.run(2 * MS)
    head.close_port()
    head.put(4)
    head.run(2 * MS)
    head.open_port()
    head.say(b"WHO?")
    head.run(2 * MS)
    assert [(record.kind, record.lines, record.sequence) for record in head.told()] == [
        ("E", 5, 0),
        ("I", 4, 1),
    ]


def test_what_waits_while_nobody_reads_comes_when_somebody_does(head: Head) -> None:
    head.usb.read(False)
    for _ in range(20):
        head.flip(2)
        head.run(MS)
    head.usb.read(True)
    head.run(2 * MS)
    assert [record.sequence for record in head.told()] == list(range(20))


def test_a_host_that_sleeps_gets_dark_lamps_and_later_every_edge(head: Head) -> None:
    head.say(b"LAMP", 0x0F)
    head.run(MS)
    head.usb.suspend()
    head.run(5 * MS)
    assert (head.lamps, head.board_led) == (0, False)
    asleep = head.now
    head.put(8)
    head.run(50 * MS)
    head.usb.resume()
    head.run(2 * MS)
    assert head.lamps == 0x0F
    ((kind, lines, _, _, when, _),) = head.told()
    assert (kind, lines) == ("E", 8)
    assert when * US == pytest.approx(asleep, abs=1100)


@pytest.mark.parametrize("busy", [False, True], ids=["quiet", "in a burst"])
def test_unplugged_and_plugged_in_again_it_is_found_anew(head: Head, busy: bool) -> None:
    head.repeat(400 if busy else 1, 25 * US, lambda: head.flip(1))
    head.say(b"LAMP", 1)
    head.run(5 * MS)
    head.usb.suspend()  # what a pulled plug looks like to a head with power of its own
    head.run(10 * MS)
    head.put(0)
    head.run(MS)
    head.usb.reset()
    head.plug_in()
    head.usb.came.clear()
    assert head.lamps == 0
    head.say(b"WHO?")
    head.put(0x40)
    head.run(2 * MS)
    assert sorted(record.kind for record in head.told()) == ["E", "I"]
    assert head.told("E")[0].lines == 0x40


def test_two_heads_on_one_host_are_told_apart(new_head: Callable[[], Head]) -> None:
    ours, other = new_head(), new_head()
    other.unique_id = bytes(range(8))
    for head in (ours, other):
        head.plug_in()
    assert text(ours, 3) != text(other, 3) == "0001020304050607"


def test_control_lines_other_than_dtr_do_nothing(head: Head) -> None:
    head.put(1)
    head.run(MS)
    head.control(*SET_CONTROL_LINES, 0b11)
    head.put(3)
    head.run(MS)
    assert [record.sequence for record in head.told()] == [0, 1]
