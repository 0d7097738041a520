"""What may go wrong with a head; seats 1 and 2 have lines of it, seat 3 a pin, and the quiz has to go on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US
from tests.kernel.guest.head_line import NODE, described
from tests.kernel.guest.head_stage import HeadTable
from tests.kernel.guest.head_usb import Change, Plug
from tests.kernel.guest.uhid import wait_for
from tests.kernel.guest.usb_stage import tap

MS, US = NS_PER_MS, NS_PER_US
IDLE_S = 2.0


@contextmanager
def quiz(folder: Path, plug: Plug) -> Iterator[HeadTable]:
    wait_for(NODE.exists, "a serial line")
    with HeadTable(folder, plug, {1: 1, 2: 2}, pins=[3]) as table:
        table.join("buzzer", [1, 2, 3])
        table.ok("idle")
        table.ask()
        yield table


def presses(snapshot: dict[str, Any]) -> list[int]:
    """How often each seat has pressed."""
    return [snapshot["lines"][seat]["presses"] for seat in ("1", "2", "3")]


def test_pulled_out_in_mid_race_it_is_missed_by_its_seats_only_and_back_within_a_second(
    tmp_path: Path,
) -> None:
    with Plug() as plug, quiz(tmp_path, plug) as table:
        plug.plan(time.monotonic_ns() + 2 * MS, [Change(0, 1, True)])
        time.sleep(0.01)  # it is still held, and nothing ruled
        plug.pull_out()
        assert table.ruled([1])["order"] == [1]
        table.next_question()
        table.ask()
        assert table.race(tap(3))["order"] == [3]
        plug.plan(time.monotonic_ns(), [Change(0, 1, False)])
        table.next_question()
        table.ask()
        plugged = time.monotonic_ns()
        plug.plug_in(power_kept=False)
        table.rest(900)
        assert time.monotonic_ns() - plugged < NS_PER_S
        ruling = table.race(tap(2), tap(1, 12 * US), tap(3, 3 * MS))
        assert (ruling["order"], ruling["by"]) == ([2, 1, 3], "time")
        snapshot = table.stop()
        assert (presses(snapshot), snapshot["faults"]) == ([3, 2, 3], [])  # each has joined by one


def test_another_device_on_its_port_is_left_alone(tmp_path: Path) -> None:
    with Plug() as plug, quiz(tmp_path, plug) as table:
        plug.pull_out()
        with Plug(product=b"Some thermometer") as other:
            wait_for(NODE.exists, "another device's line")
            assert described("product").strip() == "Some thermometer"
            table.rest(500)
            assert table.race(tap(3))["order"] == [3]
            assert not other.opened()
        snapshot = table.stop()
        assert (presses(snapshot), snapshot["faults"]) == ([1, 1, 2], ["unplugged 1", "unplugged 2"])


def test_who_rests_is_woken_to_ask_for_the_time_and_no_more(tmp_path: Path) -> None:
    with Plug() as plug:
        wait_for(NODE.exists, "a serial line")
        with HeadTable(tmp_path, plug, {1: 1, 2: 2}, knob=False) as table:
            table.rest(1000)
            woken = table.wakings(IDLE_S)
            print("woken", woken, "times in", IDLE_S, "s")
            table.stop()
    assert woken <= 3 * IDLE_S
