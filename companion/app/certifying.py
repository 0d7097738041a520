"""The box's certificate on disk, and what tells this machine, kernel, program and box file from others.

It lies beside the journal. Whatever stands there instead, people play: with the tie the box file says, and
without anything that vouches for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import firmware
from companion.session.played import PROGRAM_MADE
from companion.store.folder import folder_to_read
from firmware.boxfile.settings import Settings
from firmware.certificate import Certificate, Doubt, Facts, Standing, read
from firmware.whole_file import read_whole, write_whole

FILE = "certificate.json"

MACHINE = (Path("/etc/machine-id"), Path("/proc/device-tree/serial-number"))
"""The system's own number and the Pi's: a card has the one with it wherever it is put."""

JUDGES = ("events.py", "times.py", "presses/*.py", "pi/buttons.py", "pi/clock.py", "pi/factory.py")
"""The files of `firmware` on the way from an edge to a ruling."""


def with_standing(settings: Settings, *, mock: bool = False) -> Settings:
    """A box that knows what vouches for its tie; of files read only if there is a certificate."""
    return replace(settings, certificate=Standing(Doubt.MOCK) if mock else _standing(settings))


def _standing(settings: Settings) -> Standing:
    if not settings.seats:
        return Standing(Doubt.NO_PINS)
    found = _found(folder_to_read() / FILE)
    if isinstance(found, Doubt):
        return Standing(found)
    return Standing.of(found, facts(settings), datetime.now(UTC).date(), settings.times.tie)


def certify(settings: Settings, measured: Mapping[str, Any]) -> Certificate:
    """Write down what was measured of this box just now.

    Args:
        settings: the box, as its file is now.
        measured: as `firmware.presses.loopback.Loopback.as_data` tells it.

    Raises:
        ValueError: the machine doesn't know which it is, or what day.
        OSError: it can't be written; one that was there is as it was.
    """
    now, here, folder = datetime.now(UTC), facts(settings), folder_to_read()
    if not here.box:
        raise ValueError(f"expected {' or '.join(map(str, MACHINE))} to tell this machine from others")
    if now < PROGRAM_MADE:
        raise ValueError(f"expected a machine that knows the date, got {now.date()}")
    made = Certificate(now.date(), here, settings.source, measured)
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / FILE, made.text())
    return made


def _found(path: Path) -> Certificate | Doubt:
    try:
        return read(read_whole(path, "a certificate"))
    except ValueError:
        return Doubt.UNREADABLE if os.path.lexists(path) else Doubt.NEVER


def facts(settings: Settings) -> Facts:
    """What holds here and now."""
    system, house = os.uname(), Path(firmware.__file__).parent
    judges = (path.read_bytes() for named in JUDGES for path in sorted(house.glob(named)))
    return Facts(
        box=_hash(*_numbers()),
        kernel=f"{system.release} {system.version}",
        program=_hash(*judges),
        box_file=_hash(settings.text.encode()),
    )


def _numbers() -> list[bytes]:
    numbers = []
    for path in MACHINE:
        with suppress(OSError):
            numbers.append(path.read_bytes())
    return [number for number in numbers if number.strip()]


def _hash(*parts: bytes) -> str:
    """A hash of these parts, which nobody tells the parts from; empty if there are none."""
    from hashlib import sha256  # noqa: PLC0415 - a box without a certificate starts without it

    whole = sha256(b"pierwszy")
    for part in parts:
        whole.update(sha256(part).digest())
    return whole.hexdigest()[:16] if parts else ""
