"""The self-test in the guest, on a box with planted faults: hands follow what is asked, wires are pulled.

Prints the report: one JSON object.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_MS
from tests.kernel.guest.injector import Injector, Pull

CHIP = "pinctrl-bcm2711"
BOX = eight_seats()
"""Its main panel is right on the bus; the guest has no mux."""

CLOSES: Mapping[int, int | None] = {1: 1, 2: 3, 3: 2, 4: 4, 5: None, 6: 6, 7: 7, 8: 8}
"""Which line each seat's button closes: 2 and 3 are swapped, 5 is cut."""

FINGER_NS = 80 * NS_PER_MS
BOUNCE_NS = NS_PER_MS // 2
QUARTER_NS = 6 * NS_PER_MS
READS_NS = 400 * NS_PER_MS
"""So long somebody reads before doing anything."""


def press(injector: Injector, gpio: int) -> None:
    """A finger, whose contact bounces once on either way."""
    edges = [(0, True), (BOUNCE_NS, False), (2 * BOUNCE_NS, True)]
    edges += [(FINGER_NS, False), (FINGER_NS + BOUNCE_NS, True), (FINGER_NS + 2 * BOUNCE_NS, False)]
    injector.play([Pull(CHIP, gpio, READS_NS + at, closed) for at, closed in edges])


def turn(injector: Injector, first: int, second: int) -> None:
    """Five clicks of an encoder."""
    click = ((first, True), (second, True), (first, False), (second, False))
    injector.play(
        [
            Pull(CHIP, gpio, READS_NS + number * QUARTER_NS, closed)
            for number, (gpio, closed) in enumerate(click * 5)
        ]
    )


def do(injector: Injector, asked: str, check: subprocess.Popen[str]) -> None:
    """What somebody does who reads this line."""
    knob = BOX.knob
    assert knob is not None
    assert knob.a is not None
    assert knob.b is not None
    assert check.stdin is not None
    for seat, line in CLOSES.items():
        if f"Press button {seat}." in asked or f"Press button {seat} once more." in asked:
            if line is None:
                check.stdin.write("n\n")
                check.stdin.flush()
            else:
                press(injector, BOX.seats[line].button)
    if "Turn the knob to the right" in asked:
        turn(injector, knob.b, knob.a)  # its phases are swapped
    elif "Now turn it to the left" in asked:
        turn(injector, knob.a, knob.b)
    elif "Push the knob in" in asked or "Look at the main panel" in asked:
        press(injector, knob.ok)


def run() -> None:
    """Lead the self-test through and print what it says."""
    command = [
        str(Path(sys.executable).with_name("pierwszy")),
        "--lang",
        "en",
        "check",
        "--settings",
        str(Path(__file__).parents[3] / "hardware" / BOX.source),
        "buttons",
        "knob",
        "panels",
    ]
    injector = Injector()
    with subprocess.Popen(
        [*command, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as check:
        assert check.stderr is not None
        for line in check.stderr:
            sys.stderr.write(line)
            do(injector, line, check)
        assert check.stdout is not None
        sys.stdout.write(check.stdout.read())


if __name__ == "__main__":
    run()
