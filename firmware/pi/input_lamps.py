"""Lamps in plugged-in buttons: those of PlayStation's Buzz! controllers.

The kernel's driver (drivers/hid/hid-sony.c) makes four LEDs of a set's lamps, ``*::buzz1`` to ``buzz4``,
whose files in sysfs are root's until a udev rule opens them. Writing may take as long as the device does, so
a thread of its own writes, the newest only.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path

from firmware.events import Seat

log = logging.getLogger("pierwszy.inputs")

REDS = {0x2C0: 1, 0x2C5: 2, 0x2CA: 3, 0x2CF: 4}
"""The button beside each lamp: BTN_TRIGGER_HAPPY1, 6, 11 and 16."""

TRIES = 3
AGAIN_S = 0.5
"""udev may not be done with a device's lamps when its buttons can be heard already."""

END_S = 0.5


def lamps_of(folder: Path) -> dict[int, Path]:
    """The lamps of a HID device, by the button beside each."""
    found = {code: sorted(folder.glob(f"leds/*:buzz{number}/brightness")) for code, number in REDS.items()}
    return {code: files[0] for code, files in found.items() if files}


class InputLamps:
    """The lamps of all devices that have some; dark until they are shown."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._lamps: Collection[Path] = ()
        self._of: Mapping[Seat, Path] = {}
        self._lit: Collection[Seat] = ()
        self._tried: dict[Path, bool] = {}
        self._failed: Counter[Path] = Counter()
        self._said = False
        self._closing = False
        self._thread: threading.Thread | None = None

    def fit(self, lamps: Collection[Path], of: Mapping[Seat, Path]) -> None:
        """From now on there are these lamps; some are beside a seat's button."""
        with self._changed:
            self._lamps, self._of = lamps, of
            if lamps and self._thread is None:
                self._thread = threading.Thread(target=self._run, name="input lamps", daemon=True)
                self._thread.start()
            self._changed.notify()

    def show(self, lit: Collection[Seat]) -> None:
        """Light exactly these seats' lamps; returns at once."""
        with self._changed:
            self._lit = lit
            self._changed.notify()

    def failing(self) -> Collection[Seat]:
        """The seats whose lamp can't be switched."""
        return [seat for seat, lamp in self._of.items() if self._failed[lamp] >= TRIES]

    def close(self) -> None:
        """All dark."""
        self.show(())
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(END_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                due = self._due()
                if not due:
                    if self._closing:
                        return
                    self._changed.wait()
                    continue
            if not all({lamp: self._write(lamp, on) for lamp, on in due.items()}.values()):
                with self._changed:
                    self._changed.wait(AGAIN_S)

    def _due(self) -> dict[Path, bool]:
        """What is to be written: what changes, and what has failed, a few times."""
        lit = {self._of.get(seat) for seat in self._lit}
        again = range(1, 1 if self._closing else TRIES)
        return {
            lamp: lamp in lit
            for lamp in self._lamps
            if self._tried.get(lamp) is not (lamp in lit) or self._failed[lamp] in again
        }

    def _write(self, lamp: Path, on: bool) -> bool:
        wake = lamp not in self._tried or self._failed[lamp]
        self._tried[lamp] = on
        try:
            if wake:
                lamp.write_text("1")  # a wireless set sleeps until something is sent, and 0 is what it has
            lamp.write_text(str(int(on)))
        except OSError as fault:
            self._failed[lamp] += 1
            if self._failed[lamp] == TRIES and not self._said:
                self._said = True
                log.warning("%s can't be lit: %s; 60-pierwszy.rules lets the group input", lamp, fault)
            return False
        del self._failed[lamp]
        return True
