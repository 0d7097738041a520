"""A whole game of 17 on real lines, from the menu to its winner: the host has a knob, each of four a button.

Every call is judged by the injector's clock; the tokens follow from the calls and the rules of the game.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from firmware.events import NS_PER_MS, NS_PER_US, Seat
from tests.kernel.guest.box_hands import BUTTONS, CHIP, contact, press, spike
from tests.kernel.guest.box_stage import ATTEMPTS, BOX, Box, contactless
from tests.kernel.guest.injector import Injector, Pull

US, MS = NS_PER_US, NS_PER_MS

WORN = tuple(us * US for us in (90, 250, 400, 600, 900, 1100))

JOURNAL = Path(os.environ["RIG"]) / "seventeen"
"""Left for whoever started the guest to look into."""


class SpoiltError(Exception):
    """A busy machine pulled too late: what came of it says nothing about the box."""


def lay(box: Box, seat: Seat) -> None:
    """Whose turn it is lays a card and says so; calls come a while after."""
    box.play(press(seat, bounces=WORN, letting_go=WORN), contactless(220 * MS))
    box.told("phase", phase="window")


def call(box: Box, *parts: Iterable[Pull], by: list[Seat], winner: Seat, how: str = "time") -> None:
    """SPRAWDZAM! by these seats, in this order: so it was truly pulled, and so it is ruled."""
    truth = box.play(*parts, contactless(100 * MS))
    if not truth.as_planned(by):
        raise SpoiltError
    assert truth.order(by) == by
    ruling = box.ruled(by)
    truth.check(ruling)
    assert (ruling["order"], ruling["winner"], ruling["by"]) == (by, winner, how)


def count(box: Box, total: int, phase: str) -> None:
    """The row is counted and its sum given by the knob, which begins one step below 17; ok settles it."""
    box.play(contactless(600 * MS))  # a press so soon after a call is taken for a call, too
    if total == 16:
        box.turn(1)
    box.turn(total - 16 or -1)
    box.quiet_ok()
    box.ok(phase)


def a_game(box: Box) -> None:
    """Six rounds; seat 3 wins the third composure in the last."""
    box.begin("seventeen", [1, 2, 3, 4], "turn")
    assert box.lit() == {1}

    # Three call, and the first has the worst button. The sum is right: a composure for 3, a nerve for 1.
    lay(box, 1)
    assert box.lit() - {1} == {2, 3, 4}  # who laid blinks
    call(
        box,
        press(3, bounces=WORN, letting_go=WORN),
        press(2, 1 * MS),
        press(4, 3 * MS, bounces=WORN),
        by=[3, 2, 4],
        winner=3,
    )
    count(box, 17, "turn")

    # 3 lays, presses again for "drew, done", and 4 is on. Two calls within the tie, a spike before: seat 1 is
    # nearer the left of seat 4, though 3 was 60 us before it.
    lay(box, 3)
    box.play(press(3))
    box.told("phase", phase="turn", turn=4)
    box.play(contactless(220 * MS))
    lay(box, 4)
    call(box, spike(2), press(3, 5 * MS), press(1, 5 * MS + 60 * US), by=[3, 1], winner=1, how="left")
    count(box, 18, "turn")

    # 1 lays, the host's ok ends the turn. 2 holds its button, a call on its own turn; 4 is too late.
    # 1 has two nerves now, and gives them back with its composure.
    lay(box, 1)
    box.ok("turn")
    call(box, press(2, held=1000 * MS, bounces=WORN), press(4, 200 * MS), by=[2, 4], winner=2)
    count(box, 17, "turn")

    # Everyone calls; the sum is right again.
    lay(box, 2)
    call(
        box,
        press(3, bounces=WORN),
        press(1, 700 * US, bounces=WORN),
        press(4, 1400 * US),
        by=[3, 1, 4],
        winner=3,
    )
    count(box, 20, "turn")

    # The sum is too small: a nerve for 2, which gives its two back with its composure; a composure for 4.
    lay(box, 3)
    box.ok("turn")
    lay(box, 4)
    call(box, press(2), by=[2], winner=2)
    count(box, 16, "turn")

    lay(box, 4)
    call(box, press(3, letting_go=WORN), press(1, 2 * MS), by=[3, 1], winner=3)
    count(box, 17, "over")


def test_a_game_of_seventeen_from_the_menu_to_its_winner(tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(BOX)
    for attempt in range(ATTEMPTS):
        journal = tmp_path / str(attempt)
        Injector().play(contact(BUTTONS[6], 0))  # somebody leans on a button that doesn't play
        with Box(tmp_path / "box.toml", journal) as box:
            try:
                a_game(box)
            except SpoiltError:
                continue
            snapshot = box.stop()
        break
    Injector().play([Pull(CHIP, BUTTONS[6], 0, closed=False)])
    tokens = {seat: (one["composure"], one["nerves"]) for seat, one in snapshot["players"].items()}
    assert snapshot["winners"] == [3]
    assert tokens == {"1": (0, 0), "2": (0, 0), "3": (3, 0), "4": (0, 0)}
    assert (snapshot["late"], snapshot["interference"], snapshot["faults"]) == (0, 0, ["stuck 6"])
    assert {seat for seat, line in snapshot["lines"].items() if not line["presses"]} == {"5", "6", "7", "8"}
    shutil.copytree(journal, JOURNAL)
