"""A whole game of 17 with two buttons on pins and two on an encoder board, from the menu to its winner."""

from __future__ import annotations

from pathlib import Path

from firmware.events import NS_PER_MS, Seat
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Button, Polled, Touch
from tests.kernel.guest.usb_kinds import ENCODER
from tests.kernel.guest.usb_stage import Table, pin, port, tap, unspoilt

MS = NS_PER_MS


def lay(table: Table, seat: Seat) -> None:
    """Whose turn it is lays a card and says so; calls come a while after."""
    table.touch(tap(seat))
    table.told("phase", phase="window")
    table.rest(250)


def call(table: Table, *touches: Touch, winner: Seat, tied: tuple[Seat, ...] = ()) -> None:
    """SPRAWDZAM! by these seats; who was first is certain, or their stamps leave it to the rulebook."""
    ruling = table.race(*touches)
    assert (ruling["winner"], ruling["tied"]) == (winner, sorted(tied))
    assert ruling["by"] == ("left" if tied else "time")
    table.rest(100)


def count(table: Table, total: int, phase: str) -> None:
    """The row is counted and its sum given by the knob, which begins one step below 17; ok settles it."""
    table.rest(600)  # a press so soon after a call is taken for a call, too
    if total == 16:
        table.turn(1)
    table.turn(total - 16 or -1)
    table.quiet_ok()
    table.ok(phase)


@unspoilt
def test_two_pins_and_two_encoder_buttons_play_a_game_of_seventeen(tmp_path: Path) -> None:
    with Device(ENCODER, port(2)) as device:
        encoder = Polled(device, 8 * MS, 3 * MS)
        buttons = {1: pin(1), 2: pin(2), 3: Button(encoder, "BTN_TRIGGER"), 4: Button(encoder, "BTN_BASE6")}
        with Table(tmp_path, buttons) as table:
            table.join("seventeen", [1, 2, 3, 4])
            table.ok("turn")

            lay(table, 1)  # an encoder's button is first, a pin 30 ms later: certain
            call(table, tap(3), tap(2, 30 * MS), winner=3)
            count(table, 17, "turn")

            lay(table, 3)
            table.touch(tap(3))
            table.told("phase", phase="turn", turn=4)
            table.rest(250)
            lay(table, 4)  # the pin was first by 2 ms, which nobody can know; 1 sits nearer the left of 4
            call(table, tap(1), tap(3, 2 * MS), winner=1, tied=(1, 3))
            count(table, 18, "turn")

            lay(table, 1)
            table.ok("turn")
            lay(table, 2)  # two of one report: 3 sits nearer the left of 2
            call(table, tap(4), tap(3), winner=3, tied=(3, 4))
            count(table, 17, "turn")

            lay(table, 3)
            table.ok("turn")
            lay(table, 4)  # a pin, and more than one round and the longest delay after it an encoder's button
            call(table, tap(2), tap(3, 30 * MS), winner=2)
            count(table, 16, "turn")

            lay(table, 4)
            call(table, tap(3), tap(1, 30 * MS), winner=3)
            count(table, 17, "over")
            snapshot = table.stop()
    assert snapshot["winners"] == [3]
    assert (snapshot["late"], snapshot["faults"]) == (0, [])
