"""The zero test on real lines: it is asked for as the box file says nothing else, and finds what is so."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from firmware.events import NS_PER_MS, Seat
from tests.kernel.guest.box_hands import press
from tests.kernel.guest.box_stage import BOX, JOIN_NS, MENU, Box, contactless

ASKS = BOX.replace("[check]\nzero = false\n", "")
MS = NS_PER_MS


def _asked(folder: Path, seats: Iterable[Seat]) -> Box:
    """A box that asks these seats."""
    (folder / "box.toml").write_text(ASKS)
    box = Box(folder / "box.toml", folder)
    box.turn(MENU.index("buzzer"))
    box.ok("seats")
    box.play(*(press(seat, number * JOIN_NS) for number, seat in enumerate(seats)))
    box.ok("options")
    box.ok("zero")
    return box


def test_a_game_begins_by_itself_once_all_have_pressed(tmp_path: Path) -> None:
    with _asked(tmp_path, [1, 2, 3]) as box:
        box.play(press(2), press(1, 20 * MS), press(3, 38 * MS))
        box.told("phase", phase="idle")
        snapshot = box.stop()
    assert (snapshot["game"], snapshot["ruling"]) == ("buzzer", None)


def test_who_never_pressed_is_missing(tmp_path: Path) -> None:
    with _asked(tmp_path, [1, 2, 3]) as box:
        box.play(press(2), press(1, 20 * MS))
        box.play(contactless(10_500 * MS))
        zero = box.stop()["zero"]
    assert (zero["missing"], zero["passed"], zero["waiting"]) == ([3], [1, 2], [])
