"""A quiz for two with an emulated Buzz! set, from the menu to its end; the lamps are seen in what it is
sent."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from firmware.events import NS_PER_MS, Seat
from tests.kernel.guest.uhid import Device, wait_for
from tests.kernel.guest.usb_hand import Button, Polled
from tests.kernel.guest.usb_kinds import BUZZ, BUZZ_RED, WIRELESS_BUZZ
from tests.kernel.guest.usb_stage import PLAY_TO, Table, port, tap, unspoilt

MS = NS_PER_MS
ROUND = 10 * MS


@contextmanager
def quiz(folder: Path, device: Device, seats: Sequence[Seat]) -> Iterator[Table]:
    """A quiz for these, its options still to be set."""
    buzz = Polled(device, ROUND, 4 * MS)
    with Table(folder, {seat: Button(buzz, BUZZ_RED[seat]) for seat in seats}) as table:
        table.join("buzzer", seats)
        yield table


def lit(device: Device) -> set[Seat]:
    """Whose lamps burn, as the device was told last."""
    return {seat for seat, on in enumerate(device.lamps[-1][2:6], 1) if on}


def lamp(device: Device, seat: Seat) -> bool:
    return seat in lit(device)


@unspoilt
def test_a_quiz_for_two_is_played_to_its_end(tmp_path: Path) -> None:
    with Device(BUZZ, port(1)) as device, quiz(tmp_path, device, [1, 2]) as table:
        table.turn(PLAY_TO)
        table.quiet_ok()  # to five points
        table.turn(-PLAY_TO)
        table.ok("idle")
        wait_for(lambda: not lit(device), "every lamp dark")

        for question, winner in enumerate((1, 2, 1, 1, 1, 1), 1):
            table.ask()
            ruling = table.race(tap(winner), tap(3 - winner, 30 * MS))
            assert (ruling["winner"], ruling["order"], ruling["by"]) == (winner, [winner, 3 - winner], "time")
            wait_for(partial(lamp, device, winner), f"the lamp of {winner} lit")
            table.rest(600)  # an ok just after a press may have been meant for what was there before
            if question == 6:
                table.ok("over")  # right, and that makes five
            else:
                table.quiet_ok()  # right
                table.ok("idle")
        snapshot = table.stop()
    assert {seat: one["points"] for seat, one in snapshot["players"].items()} == {"1": 5, "2": 1}
    assert (snapshot["winners"], snapshot["faults"], snapshot["late"]) == ([1], [], 0)


@unspoilt
def test_what_one_report_tells_is_a_tie_also_to_a_program_that_was_stopped(tmp_path: Path) -> None:
    with Device(WIRELESS_BUZZ, port(1)) as device, quiz(tmp_path, device, [1, 2, 3, 4]) as table:
        table.ok("idle")
        for stopped in (False, True):
            table.ask()
            if stopped:
                table.signal(signal.SIGSTOP)
                awake = threading.Timer(2, table.signal, [signal.SIGCONT])
                awake.start()
            ruling = table.race(tap(4), tap(2), tap(3, 30 * MS), tap(1, 60 * MS))
            assert (ruling["tied"], ruling["order"][2:]) == ([2, 4], [3, 1])
            assert (ruling["winner"], ruling["by"], ruling["late"]) == (None, "table", [])
            table.next_question()
        table.stop()
