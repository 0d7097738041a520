"""Which program was judged: a hash of what turns edges into rulings, file by file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from tests.kernel.build import ROOT

JUDGES = (
    "firmware/events.py",
    "firmware/times.py",
    "firmware/clock_bounds.py",
    "firmware/far_clock.py",
    "firmware/several_inputs.py",
    "firmware/plugged.py",
    "firmware/presses/*.py",
    "firmware/pi/buttons.py",
    "firmware/pi/clock.py",
    "firmware/pi/evdev.py",
    "firmware/pi/factory.py",
    "firmware/pi/head_*.py",
    "firmware/pi/input*.py",
    "firmware/pi/key_stamps.py",
    "firmware/pi/open_device.py",
    "firmware/pi/pico.py",
    "companion/loop/driver.py",
    "companion/loop/line_log.py",
    "companion/loop/loop.py",
    "companion/loop/mailbox.py",
    "companion/phones/source.py",
    "companion/phones/wire.py",
)
"""From an edge's stamp to its ruling. What is around it, games, screens, sounds, may change without another
certificate."""


def files(root: Path = ROOT) -> dict[str, str]:
    """The hash of each file that judges."""
    paths = sorted({path for pattern in JUDGES for path in root.glob(pattern)})
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in paths}


def program(known: Mapping[str, str] | None = None) -> str:
    """One hash of all of them."""
    lines = "".join(f"{path} {code}\n" for path, code in sorted((known or files()).items()))
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def changed(known: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The files that aren't as they were."""
    return sorted(path for path in known.keys() | now.keys() if known.get(path) != now.get(path))
