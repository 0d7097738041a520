"""Ours: the box's own source of plugged-in buttons, its pins, arbiter and race: ``... TABLE MS FILE``.

What a game would do is done here: a race is open until it is ruled and everybody has let go, then the next
one. Says ``ready``, plays until its standard input ends, and writes down the rulings: ``[firsts, stamp of
the first, order, when it was ruled]``.
"""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app.threads import swap_soon
from companion.loop.mailbox import Mailbox
from firmware.boxfile.settings import Settings, load
from firmware.events import Edge, Press, Release, Seat, Tick
from firmware.pi.buttons import ButtonLine
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import open_header
from firmware.pi.inputs import Inputs
from firmware.plugged import Found
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import reader
from firmware.presses.race import NO_RACE, Race
from tests.kernel.usb.plan import CODES, PIN
from tests.kernel.usb.tables import CHIP, line, port


def settings(table: int, period_ms: int) -> Settings:
    """The table's box, read from a box file."""
    seats = [
        f'[seats.{seat}]\nbutton = {{ input = "{port(table)}", code = "{code}", poll_ms = {period_ms} }}'
        for seat, code in CODES.items()
    ]
    with TemporaryDirectory() as folder:
        file = Path(folder) / "box.toml"
        file.write_text("\n".join([*seats, f"[seats.{PIN}]\nbutton = {line(table)}\n"]))
        return load(file)


class Table:
    """Races at one table, one after another.

    Attributes:
        rulings: what came of them.
        arbiter: orders what happens.
        mailbox: where it comes from.
    """

    def __init__(self, settings: Settings) -> None:
        self.rulings: list[tuple[tuple[Seat, ...], int, tuple[Seat, ...], int]] = []
        self.mailbox = Mailbox()
        self._clock = MonotonicClock()
        self._tie = settings.times.tie
        self._inputs = Inputs(settings.inputs, self.mailbox, self._found, self._clock, given=settings.inputs)
        self._pin = ButtonLine(PIN, settings.seats[PIN].button, open_header(CHIP).factory, self.mailbox)
        seats = settings.every_seat
        self.arbiter = Arbiter(seats, settings.times, reader(self._closed, self._clock), self._clock.now())
        self._race = NO_RACE
        self._down: set[Seat] = set()
        self._ruled = 0
        self._open(self._clock.now())

    def _found(self, found: Found) -> None:
        if found.seat is not None:
            self.mailbox.put(found)

    def _closed(self, line: int | str) -> bool:
        assert isinstance(line, int)
        return self._pin.closed() if line == PIN else self._inputs.closed(line)

    def _plugged(self, found: Found) -> None:
        assert found.seat is not None
        self.arbiter.within[found.seat] = found.button.within
        self._open(self._clock.now())

    def _open(self, at: int) -> None:
        reach = max((within.before for within in self.arbiter.within.values()), default=0)
        self._race = Race(at, self._tie, reach=reach)

    def step(self) -> None:
        """Wait for something, and judge what is due."""
        due = self.arbiter.deadline(self._race.due)
        self.mailbox.wait(10**9 if due is None else due - self._clock.now())
        now = self._clock.now()
        self.arbiter.woke(now, self._race.due)
        for item in self.mailbox.drain():
            if isinstance(item, Edge):
                self.arbiter.feed(item, self._clock.now())
            elif isinstance(item, Found):
                self._plugged(item)
        for event in self.arbiter.events(now, lambda: self._race.due):
            if isinstance(event, Press):
                self._race = self._race.enter(event)
                self._down.add(event.seat)
            elif isinstance(event, Tick):
                self._race = self._race.rule()
                self._ruled = self._clock.now()
            elif isinstance(event, Release):
                self._let_go(event)

    def _let_go(self, event: Release) -> None:
        self._down.discard(event.seat)
        ruling = self._race.ruling
        if ruling is not None and not self._down:
            firsts = ruling.tied if ruling.winner is None else (ruling.winner,)
            first = ruling.opened + ruling.reaction
            self.rulings.append((firsts, first, ruling.order, self._ruled))
            self._open(event.at)

    def close(self) -> None:
        """Devices and pin are free."""
        self._inputs.close()
        self._pin.close()


def main(table: int, period_ms: int, file: Path) -> None:
    swap_soon()
    own = Table(settings(table, period_ms))
    over = threading.Event()
    threading.Thread(target=_wait, args=(over, own.mailbox.put), daemon=True).start()
    while len(own.arbiter.within) < len(CODES):
        own.step()
    print("ready", flush=True)
    while not over.is_set():
        own.step()
    own.close()
    file.write_text(json.dumps(own.rulings))


def _wait(over: threading.Event, wake: Callable[[None], object]) -> None:
    sys.stdin.read()
    over.set()
    wake(None)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
