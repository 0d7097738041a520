"""The others: buzzer programs as they are usually written. ``python -m ... PROGRAM TABLE FILE``.

- *pygame*: ``JOYBUTTONDOWN`` in a loop of 60 frames a second; whoever's event comes first has won.
- *evdev*: reads ``/dev/input/event*`` as soon as there is something; keeps ``time.monotonic()`` then, or the
  stamp an event has by itself, which is of ``time.time()``.

Pins beside them are gpiozero's ``when_pressed``. A program says ``ready``, plays until its standard input
ends, and writes down whom it saw pressed, and when: ``[seat, time.monotonic_ns(), stamp in s]``, in the
order of arrival.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import threading
import time
from pathlib import Path

from gpiozero import Button

from firmware.pi.factory import open_header
from tests.kernel.guest.uhid import INPUTS
from tests.kernel.usb.plan import CODES, PIN, Program
from tests.kernel.usb.tables import CHIP, line, name

EVENT = struct.Struct("qqHHi")
KEY = 1
FIRST_CODE = 0x120
FRAMES = 60

Log = list[tuple[int, int, float]]


def note(log: Log, seat: int, stamp: float | None = None) -> None:
    log.append((seat, time.monotonic_ns(), time.time() if stamp is None else stamp))


def evdev(table: int, log: Log) -> None:
    """Blocks in ``read``, as a thread of its own would."""
    (node,) = [
        node for node in INPUTS.glob("event*") if (node / "device/name").read_text().strip() == name(table)
    ]
    with Path("/dev/input", node.name).open("rb", buffering=0) as file:
        print("ready", flush=True)
        while True:
            for s, us, kind, code, value in EVENT.iter_unpack(file.read(64 * EVENT.size)):
                if kind == KEY and value == 1:
                    note(log, code - FIRST_CODE + 1, s + us / 1e6)


def pygame(table: int, log: Log) -> None:
    """Every joystick is open, as pygame has it; events of other tables' are passed over."""
    os.environ |= {
        "SDL_VIDEODRIVER": "dummy",
        "SDL_AUDIODRIVER": "dummy",
        "SDL_JOYSTICK_DISABLE_UDEV": "1",
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    import pygame as pg  # noqa: PLC0415 - of that program only

    pg.init()
    joysticks = [pg.joystick.Joystick(number) for number in range(pg.joystick.get_count())]
    (own,) = [joystick for joystick in joysticks if joystick.get_name() == name(table)]
    clock = pg.time.Clock()
    pg.event.get()
    print("ready", flush=True)
    while True:
        for event in pg.event.get():
            if event.type == pg.JOYBUTTONDOWN and event.instance_id == own.get_instance_id():
                note(log, event.button + 1)
        clock.tick(FRAMES)


def main(program: Program, table: int, file: Path) -> None:
    log: Log = []
    button = Button(line(table), bounce_time=None, pin_factory=open_header(CHIP).factory)
    button.when_pressed = lambda: note(log, PIN)
    reader = evdev if program is Program.EVDEV else pygame
    threading.Thread(target=reader, args=(table, log), daemon=True).start()
    sys.stdin.read()
    assert max(CODES) < PIN
    file.write_text(json.dumps(log))


if __name__ == "__main__":
    main(Program(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
