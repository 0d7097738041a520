"""The others: buzzer programs as they are usually written with gpiozero. ``python -m ... PROGRAM LOAD FILE``.

- *callbacks*: ``when_pressed`` of a plain ``Button``; keeps arrival order, and ``time.monotonic()`` with it.
- *debounced*: the same with ``bounce_time=0.02``.
- *polling*: looks at ``is_pressed`` seat after seat, over and over: one loop every 1 ms, another every 20 ms.

A program says ``ready``, waits for a line, keeps itself as busy as LOAD says, and plays until its standard
input ends; each line of that is answered with how many presses it has seen. Then it writes down whom it saw
pressed, and when, as ``{"log": [[seat, ns], ...]}``.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

from gpiozero import Button

from firmware.events import NS_PER_S, Seat
from firmware.pi.factory import open_header
from tests.kernel.fairness.chips import Program
from tests.kernel.fairness.loads import bother
from tests.kernel.fairness.plan import LINES, Load

BOUNCE_S = 0.02
EVERY_S = {"polling 1 ms": 0.001, "polling 20 ms": 0.02}

Log = list[tuple[Seat, int]]


class Callbacks:
    """``when_pressed`` of each button notes whose it was, and when."""

    def __init__(self, chip: str, bounce_time: float | None) -> None:
        factory = open_header(chip).factory
        self.log: Log = []
        self._seats: dict[Button, Seat] = {}
        for seat, line in LINES.items():
            button = Button(line, bounce_time=bounce_time, pin_factory=factory)
            self._seats[button] = seat
            button.when_pressed = self._pressed

    def _pressed(self, button: Button) -> None:
        self.log.append((self._seats[button], round(time.monotonic() * NS_PER_S)))


def poll(buttons: dict[Seat, Button], every_s: float, log: Log) -> None:
    """Look at the seats in order; whoever is found pressed and wasn't before has pressed."""
    pressed = dict.fromkeys(buttons, False)
    while True:
        for seat, button in buttons.items():
            was, pressed[seat] = pressed[seat], button.is_pressed  # type: ignore[attr-defined] # an alias made later
            if pressed[seat] and not was:
                log.append((seat, round(time.monotonic() * NS_PER_S)))
        time.sleep(every_s)


def polling(chip: str) -> dict[str, Log]:
    """Two loops over the same buttons, each in a thread of its own."""
    factory = open_header(chip).factory
    buttons = {seat: Button(line, pin_factory=factory) for seat, line in LINES.items()}
    logs: dict[str, Log] = {}
    for name, every_s in EVERY_S.items():
        logs[name] = []
        threading.Thread(target=poll, args=(buttons, every_s, logs[name]), daemon=True).start()
    return logs


def main(program: Program, load: Load, file: Path) -> None:
    match program:
        case Program.POLLING:
            logs = polling(program)
        case Program.DEBOUNCED:
            callbacks = Callbacks(program, BOUNCE_S)
            logs = {"bounce_time": callbacks.log}
        case _:
            callbacks = Callbacks(program, None)
            logs = {"arrival": callbacks.log}
    print("ready", flush=True)
    sys.stdin.readline()
    bother(load)
    print("gone", flush=True)
    for _ in sys.stdin:
        print(sum(map(len, logs.values())), flush=True)
    file.write_text(json.dumps(logs))


if __name__ == "__main__":
    main(Program(sys.argv[1]), Load(sys.argv[2]), Path(sys.argv[3]))
