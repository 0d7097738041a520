"""An unmodified box whose seats have buttons of plugged-in devices, or pins, and hands on all of them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import wraps
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, ParamSpec

from firmware.events import NS_PER_MS, Seat
from tests.kernel.guest.box_hands import BUTTONS, CHIP, HELD_NS, KNOB_A, KNOB_B, KNOB_OK
from tests.kernel.guest.box_stage import ATTEMPTS, JOIN_NS, MENU, Box, contactless
from tests.kernel.guest.usb_hand import Button, Hand, Played, Touch

SOON_NS = 5 * NS_PER_MS

TOO_LATE_NS = 3 * NS_PER_MS
"""No plan here is spoilt by a report less late than this."""

PLAY_TO = 5
"""How far the knob is turned from *Start!* to how many points a quiz is played."""


P = ParamSpec("P")


class SpoiltError(Exception):
    """A busy machine reported too late: what came of it says nothing about the box."""


def unspoilt(test: Callable[P, None]) -> Callable[P, None]:
    """The same test, begun anew if the machine has spoilt it."""

    @wraps(test)
    def begun_anew(*args: P.args, **kwargs: P.kwargs) -> None:
        for _ in range(ATTEMPTS):
            with suppress(SpoiltError):
                return test(*args, **kwargs)
        raise AssertionError(f"expected a machine that reports in time, got none in {ATTEMPTS} attempts")

    return begun_anew


def port(number: int) -> str:
    """A port to plug something in."""
    return f"usb-0000:01:00.0-1.{number}"


def pin(seat: Seat) -> Button:
    """A button on this seat's usual pin."""
    return Button(None, CHIP, BUTTONS[seat])


def box_file(
    folder: Path, buttons: Mapping[Seat, Button], *, knob: bool, named: bool, more: Iterable[str] = ()
) -> Path:
    """The box file of these buttons, with a knob or without; says whose they are, or leaves it open."""
    lines = ['language = "en"', "[check]\nzero = false"]
    if knob:
        lines.append(f"[knob]\na = {KNOB_A}\nb = {KNOB_B}\nok = {KNOB_OK}")
    for seat, button in buttons.items():
        lines.append(f"[seats.{seat}]")
        if button.of is None:
            lines.append(f"button = {button.line}")
        elif not named:
            lines.append('button = "usb"')
        else:
            of, ms = button.of.device.phys.partition("/")[0], button.of.period // NS_PER_MS
            lines.append(f'button = {{ input = "{of}", code = "{button.code}", poll_ms = {ms} }}')
    file = folder / "box.toml"
    file.write_text("\n".join([*lines, *more, ""]))
    return file


def tap(seat: Seat, at: int = 0, held: int = HELD_NS) -> Touch:
    """A finger on a seat's button, ``at`` ns after the hand begins."""
    return Touch(seat, at, held)


class Table(Box):
    """Such a box.

    Args:
        folder: for its box file and journal.
        buttons: what each seat has.
        knob: whether there is one.
        named: whether the box file says which device's button is whose.
        state: the folder of its journal; None for a new one.
        more: further lines of its box file.

    Attributes:
        hand: on the buttons.
    """

    def __init__(
        self,
        folder: Path,
        buttons: Mapping[Seat, Button],
        *,
        knob: bool = True,
        named: bool = True,
        state: Path | None = None,
        more: Iterable[str] = (),
    ) -> None:
        self.buttons = dict(buttons)
        self.hand = Hand()
        file = box_file(folder, buttons, knob=knob, named=named, more=more)
        super().__init__(file, state or Path(mkdtemp(dir=folder)))

    def __enter__(self) -> Table:
        return self

    def touch(self, *touches: Touch) -> Played:
        """Do this, and return when it is done."""
        starts = time.monotonic_ns() + SOON_NS
        moved = [Touch(touch.seat, starts + touch.at, touch.held) for touch in touches]
        played = self.hand.touch(self.buttons, moved)
        self.hand.work()
        return played

    def rest(self, ms: int) -> None:
        """Nothing happens for so long."""
        self.play(contactless(ms * NS_PER_MS))

    def wakings(self, s: float) -> int:
        """How often any thread of the box wakes from now on for so long."""
        before = self._slept()
        time.sleep(s)
        return self._slept() - before

    def _slept(self) -> int:
        statuses = Path(f"/proc/{self._process.pid}/task").glob("*/status")
        told = "".join(status.read_text() for status in statuses)
        return sum(map(int, re.findall(r"^voluntary_ctxt_switches:\s*(\d+)", told, re.MULTILINE)))

    def join(self, game: str, seats: Iterable[Seat]) -> None:
        """From the menu to a game's options: choose it, these seats join."""
        self.turn(MENU.index(game))
        self.ok("seats")
        self.touch(*(tap(seat, number * JOIN_NS) for number, seat in enumerate(seats)))
        self.rest(100)
        self.ok("options")

    def ask(self) -> None:
        """A question is read and opened."""
        self.ok("armed")
        self.ok("open")

    def race(self, *touches: Touch) -> dict[str, Any]:
        """Somebody presses to an open question; the ruling.

        Raises:
            SpoiltError: the machine was too busy for that.
        """
        if self.touch(*touches).late > TOO_LATE_NS:
            raise SpoiltError
        return self.ruled({touch.seat for touch in touches})
