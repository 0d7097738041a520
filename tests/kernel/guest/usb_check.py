"""The self-test in the guest, on plugged-in buttons: what is there is told, then hands follow what is asked.

Prints, as one JSON object, what `pierwszy wiring` and the self-test report.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from firmware.events import NS_PER_MS
from tests.kernel.guest.uhid import Device
from tests.kernel.guest.usb_hand import Button, Hand, Polled, Touch
from tests.kernel.guest.usb_kinds import ENCODER, GAMEPAD

BOARD, PAD = "usb-0000:01:00.0-1.2", "usb-0000:01:00.0-1.3"
BOX = f"""
[seats.1]
button = {{ input = "{BOARD}", code = "BTN_TRIGGER", poll_ms = 8 }}
[seats.2]
button = {{ input = "{BOARD}", code = "BTN_TOP", poll_ms = 8 }}
[seats.3]
button = "usb"
"""
"""The board is asked less often than that says; seat 3's button is whichever is pressed."""

ASKED_NS = 10 * NS_PER_MS
READS_NS = 400 * NS_PER_MS
"""So long somebody reads before doing anything."""

FINGER_NS = 93 * NS_PER_MS


def do(hand: Hand, buttons: dict[int, Button], asked: str) -> None:
    """What somebody does who reads this line."""
    at = time.monotonic_ns() + READS_NS
    touches = [Touch(seat, at, FINGER_NS) for seat in buttons if f"Press button {seat}." in asked]
    if "Hold all of these buttons" in asked:
        touches = [Touch(seat, at + seat * FINGER_NS, 900 * NS_PER_MS) for seat in buttons]
    for name, seat in ((ENCODER.name.split()[0], 1), (GAMEPAD.name.split()[0], 3)):
        if f"Press buttons of {name}" in asked:
            touches = [Touch(seat, at + turn * 3 * FINGER_NS, FINGER_NS) for turn in range(30)]
    if touches:
        hand.touch(buttons, touches)
        hand.work()


def run(box: Path) -> None:
    """Lead the self-test through and print what it says."""
    box.write_text(BOX)
    pierwszy = [str(Path(sys.executable).with_name("pierwszy")), "--lang", "en", "--settings", str(box)]
    with Device(ENCODER, BOARD) as board, Device(GAMEPAD, PAD) as pad:
        told = subprocess.run([*pierwszy, "wiring"], capture_output=True, text=True, check=True).stdout
        of = {device: Polled(device, ASKED_NS, 3 * NS_PER_MS) for device in (board, pad)}
        codes = ((board, "BTN_TRIGGER"), (board, "BTN_TOP"), (pad, "BTN_EAST"))
        buttons = {seat: Button(of[device], code) for seat, (device, code) in enumerate(codes, 1)}
        hand = Hand()
        with subprocess.Popen(
            [*pierwszy, "check", "buttons", "usb", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as check:
            assert check.stderr is not None
            assert check.stdout is not None
            for line in check.stderr:
                sys.stderr.write(line)
                do(hand, buttons, line)
            print(json.dumps({"wiring": told, "check": json.load(check.stdout)}))


if __name__ == "__main__":
    run(Path("box.toml"))
