"""What the recording I2C adapter (tests/kernel/module/i2crec.c) recorded, and what it makes a panel show."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from typing import NamedTuple

from firmware.fakes.oled_bench import OledMemory

RECORD = struct.Struct("<QHH")
COMMAND, DATA = 0x00, 0x40
"""The controllers' control bytes: what the bytes after it are."""


class Write(NamedTuple):
    """One write on the bus.

    Attributes:
        at_ns: when it was asked for, CLOCK_MONOTONIC.
        address: who it was for.
        data: the bytes after the address.
    """

    at_ns: int
    address: int
    data: bytes


def parse(recorded: bytes) -> list[Write]:
    """The writes that ``/dev/i2crec`` gave, oldest first.

    Raises:
        struct.error: if it is cut off in the middle.
    """
    writes, place = [], 0
    while place < len(recorded):
        at_ns, address, length = RECORD.unpack_from(recorded, place)
        place += RECORD.size + length
        writes.append(Write(at_ns, address, recorded[place - length : place]))
    return writes


def feed(glass: OledMemory, writes: Iterable[Write]) -> None:
    """Let a panel take the writes for its address, in their order.

    Raises:
        ValueError: if a write begins with neither control byte.
        OledCommandError: if the controller has no such command.
    """
    for write in writes:
        if write.address != glass.settings.address:
            continue
        control, payload = write.data[0], write.data[1:]
        if control == COMMAND:
            glass.command(*payload)
        elif control == DATA:
            glass.data(payload)
        else:
            raise ValueError(f"expected control byte 0x00 or 0x40, got {control:#04x}")
