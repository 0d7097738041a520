"""Whose button is which: told by ports, or by who presses at *Who plays?*, and remembered."""

from __future__ import annotations

from pathlib import Path
from tempfile import mkdtemp

from firmware.events import NS_PER_MS
from tests.kernel.guest.box_stage import MENU
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Button, Polled
from tests.kernel.guest.usb_kinds import ENCODER, KEYPAD
from tests.kernel.guest.usb_stage import Table, port, tap, unspoilt

MS = NS_PER_MS


@unspoilt
def test_two_boards_that_are_alike_are_told_apart_by_their_ports(tmp_path: Path) -> None:
    with Device(ENCODER, port(1)) as one, Device(ENCODER, port(2)) as other:
        buttons = {
            1: Button(Polled(other, 8 * MS, 0), "BTN_TRIGGER"),
            2: Button(Polled(one, 8 * MS, 5 * MS), "BTN_TRIGGER"),
        }
        with Table(tmp_path, buttons) as table:
            table.join("buzzer", [1, 2])
            table.ok("idle")
            for winner in (1, 2):
                table.ask()
                ruling = table.race(tap(winner), tap(3 - winner, 40 * MS))
                assert (ruling["winner"], ruling["by"]) == (winner, "time")
                table.next_question()
            table.ask()  # what one board knows of the other's presses is less than what it knows of its own
            ruling = table.race(tap(1), tap(2, 3 * MS))
            assert ruling["tied"] == [1, 2]
            assert table.stop()["faults"] == []


@unspoilt
def test_whoever_presses_takes_a_seat_and_has_it_the_next_evening(tmp_path: Path) -> None:
    """A keypad and an encoder board, of which the box file knows nothing; the first to press is seat 1."""
    state = Path(mkdtemp(dir=tmp_path))
    with Device(KEYPAD, port(1)) as keypad, Device(ENCODER, port(2)) as encoder:
        buttons = {
            1: Button(Polled(encoder, 10 * MS, 0), "BTN_BASE6"),
            2: Button(Polled(keypad, 10 * MS, 0), "KEY_7"),
        }
        for evening in ("first", "next"):
            with Table(tmp_path, buttons, named=False, state=state) as table:
                if evening == "next":
                    assert table.says().startswith("pierwszy: waiting: Who's first?")
                    table.turn(1)
                    table.ok("menu")  # not what was played last
                    table.turn(-len(MENU))
                table.join("buzzer", [1, 2] if evening == "first" else [])  # who played last are in again
                table.ok("idle")
                table.ask()
                ruling = table.race(tap(2), tap(1, 60 * MS))
                assert (ruling["winner"], ruling["order"]) == (2, [2, 1])
                snapshot = table.stop()
            assert {seat: one["code"] for seat, one in snapshot["buttons"].items()} == {
                "1": "BTN_BASE6",
                "2": "KEY_7",
            }
