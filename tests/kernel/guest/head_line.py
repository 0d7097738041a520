"""The head on the guest's USB, spoken to without the program: what the kernel's own drivers make of it."""

from __future__ import annotations

import errno
import os
import select
import time
import tty
from collections.abc import Iterator
from itertools import pairwise, permutations
from pathlib import Path

import pytest

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from tests.head.emulated import UNIQUE_ID, Record, command, records_in
from tests.kernel.guest.head_usb import Change, Plug
from tests.kernel.guest.uhid import wait_for

NODE = Path("/dev/ttyACM0")
DEVICES = Path("/sys/class/tty")
QUIET_S = 0.02
PPM = 40


def described(what: str, node: Path = NODE) -> str:
    """What the kernel knows of the device behind a serial line."""
    return (DEVICES / node.name / "device" / ".." / what).read_text().strip()


def opened(node: Path = NODE) -> int:
    wait_for(node.exists, f"{node}")
    file = os.open(node, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(file)
    return file


def heard(file: int) -> list[Record]:
    """The records that come until it is quiet."""
    came = b""
    while select.select([file], [], [], QUIET_S)[0]:
        came += os.read(file, 4096)
    records, skipped = records_in(came)
    assert skipped == 0
    return records


def answer(file: int, word: bytes, argument: int = 0) -> Record:
    os.write(file, command(word, argument))
    assert select.select([file], [], [], 1)[0]
    ((record,), _) = records_in(os.read(file, 4096))
    return record


@pytest.fixture(scope="module")
def plug() -> Iterator[Plug]:
    with Plug(ppm=PPM) as plug:
        yield plug


@pytest.fixture
def line(plug: Plug) -> Iterator[int]:
    file = opened()
    yield file
    os.close(file)


def test_the_kernel_takes_it_for_a_serial_line_and_knows_its_product(plug: Plug, line: int) -> None:
    told = [described(what) for what in ("idVendor", "idProduct", "product", "serial")]
    assert told == ["1209", "0001", "Pierwszy button head", UNIQUE_ID.hex().upper()]
    who = answer(line, b"WHO?")
    assert (who.kind, who.what & 0xFF) == ("I", 1)


def test_its_clock_is_told_between_question_and_answer(plug: Plug, line: int) -> None:
    for number in range(20):
        asked = time.monotonic_ns()
        told = answer(line, b"TIME", number)
        answered = time.monotonic_ns()
        assert (told.kind, told.what) == ("C", number)
        assert asked - NS_PER_US <= plug.guests(told.time * NS_PER_US) <= answered
        assert answered - asked < NS_PER_MS
        time.sleep(0.003)


def test_lamps_are_lit(plug: Plug, line: int) -> None:
    os.write(line, command(b"LAMP", 0xA5))
    wait_for(lambda: plug.lamps() == 0xA5, "four lamps")


def test_they_are_dark_for_whoever_opens_the_port_next(plug: Plug, line: int) -> None:
    assert plug.lamps() == 0


def test_three_lines_12_us_apart_are_told_in_their_order_with_their_times(plug: Plug, line: int) -> None:
    for order in permutations((1, 4, 8)):
        closings = [Change(place * 12 * NS_PER_US, number, True) for place, number in enumerate(order)]
        openings = [Change(NS_PER_MS, number, False) for number in order]
        began = plug.play([*closings, *openings])
        *edges, opened = heard(line)
        assert [edge.what for edge in edges] == [1 << number - 1 for number in order]
        for place, edge in enumerate(edges):
            assert -200 <= plug.guests(edge.time * NS_PER_US) - began - place * 12 * NS_PER_US <= 1200
        assert (opened.lines, opened.what) == (0, 0b1000_1001)


def test_a_burst_beyond_the_bus_comes_whole(plug: Plug, line: int) -> None:
    plug.play([Change(number * 3 * NS_PER_US, 2, number % 2 == 0) for number in range(1200)])
    told = heard(line)
    assert len(told) == 1200
    assert {after.time - before.time for before, after in pairwise(told)} == {3}
    assert {after.sequence - before.sequence for before, after in pairwise(told)} == {1}


@pytest.mark.parametrize("power_kept", [True, False])
def test_pulled_out_the_line_is_dead_and_plugged_in_again_it_is_there(plug: Plug, power_kept: bool) -> None:
    file = opened()
    before = answer(file, b"TIME")
    plug.pull_out()
    wait_for(lambda: not NODE.exists(), "no serial line")
    with pytest.raises(OSError) as fault:  # noqa: PT011  # its number is looked at
        os.write(file, command(b"TIME"))
    assert fault.value.errno in (errno.EIO, errno.ENODEV)
    os.close(file)
    plug.plug_in(power_kept=power_kept)
    file = opened()
    after = answer(file, b"TIME")
    now = plug.head.now / NS_PER_US
    assert after.time == pytest.approx(now, abs=NS_PER_S / NS_PER_US)
    assert (after.time > before.time) is power_kept
    os.close(file)


def test_another_device_with_the_same_id_is_told_by_its_product(plug: Plug) -> None:
    with Plug(port=1, product=b"Some thermometer"):
        wait_for(Path("/dev/ttyACM1").exists, "a second serial line")
        assert described("product", Path("/dev/ttyACM1")).strip() == "Some thermometer"
        assert described("product") == "Pierwszy button head"
