"""The tables of a guest: where each one's device is plugged in, what it calls itself, which line its pin
is."""

from __future__ import annotations

from tests.kernel.rig import PI_4

CHIP = PI_4.label

LINES = (5, 6, 13, 19)


def port(table: int) -> str:
    """Where its device is plugged in."""
    return f"usb-0000:01:00.0-1.{table + 1}"


def name(table: int) -> str:
    """What its device calls itself, so that programs which know no ports can tell them apart."""
    return f"Encoder of table {table}"


def line(table: int) -> int:
    """The line of its pin."""
    return LINES[table]
