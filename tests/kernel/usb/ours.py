"""Ours: the box's own source of plugged-in buttons, its pins, arbiter and race: ``... TABLE MS FILE``.

Says ``ready``, plays until its standard input ends, and writes down what `tests.certify.at_table` has kept.
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
from firmware.events import Edge
from firmware.pi.buttons import ButtonLine
from firmware.pi.clock import MonotonicClock
from firmware.pi.factory import open_header
from firmware.pi.inputs import Inputs
from firmware.plugged import Found
from firmware.presses.contact import reader
from tests.certify.at_table import Table
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


class Box:
    """A table with its device and its pin.

    Attributes:
        table: where races are judged.
        mailbox: where its edges come from.
    """

    def __init__(self, settings: Settings) -> None:
        self.mailbox = Mailbox()
        self._clock = MonotonicClock()
        self._inputs = Inputs(settings.inputs, self.mailbox, self._found, self._clock, given=settings.inputs)
        self._pin = ButtonLine(PIN, settings.seats[PIN].button, open_header(CHIP).factory, self.mailbox)
        read = reader(self._closed, self._clock)
        self.table = Table.of(settings.every_seat, settings.times, read, self._clock.now())

    def _found(self, found: Found) -> None:
        if found.seat is not None:
            self.mailbox.put(found)

    def _closed(self, line: int | str) -> bool:
        assert isinstance(line, int)
        return self._pin.closed() if line == PIN else self._inputs.closed(line)

    def step(self) -> None:
        """Wait for something, and judge what is due."""
        due = self.table.deadline
        self.mailbox.wait(10**9 if due is None else due - self._clock.now())
        now = self._clock.now()
        self.table.woke(now)
        for item in self.mailbox.drain():
            if isinstance(item, Edge):
                self.table.feed(item, self._clock.now())
            elif isinstance(item, Found):
                assert item.seat is not None
                self.table.plugged(item.seat, item.button.within)
        self.table.judge(now)

    def close(self) -> None:
        """Devices and pin are free."""
        self._inputs.close()
        self._pin.close()


def main(table: int, period_ms: int, file: Path) -> None:
    swap_soon()
    box = Box(settings(table, period_ms))
    over = threading.Event()
    threading.Thread(target=_wait, args=(over, box.mailbox.put), daemon=True).start()
    while len(box.table.arbiter.within) < len(CODES):
        box.step()
    print("ready", flush=True)
    while not over.is_set():
        box.step()
    box.close()
    file.write_text(json.dumps(box.table.kept))


def _wait(over: threading.Event, wake: Callable[[None], object]) -> None:
    sys.stdin.read()
    over.set()
    wake(None)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
