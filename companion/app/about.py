"""What a bug report has to say of program, machine and box file."""

from __future__ import annotations

import os
import platform
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Any

from firmware.boxfile.settings import Settings
from firmware.errors import ChipNotFoundError
from firmware.events import NS_PER_US
from firmware.pi.factory import HEADER_LABELS, chip_label, find_chip

PACKAGES = ("gpiozero", "lgpio", "luma.oled", "luma.core", "smbus2", "pillow")
MODEL = Path("/proc/device-tree/model")
RELEASE = Path("/etc/os-release")


def about(settings: Settings, *, mock: bool) -> dict[str, Any]:
    """Versions, the Pi's model, kernel, the GPIO chip's label, the box file: as JSON."""
    return {
        "pierwszy": _version("pierwszy"),
        "packages": {name: _version(name) for name in PACKAGES},
        "python": platform.python_version(),
        "machine": {
            "model": _text(MODEL),
            "system": _system(),
            "kernel": platform.release(),
            "architecture": platform.machine(),
            "cores": os.cpu_count(),
            "chip": "mock" if mock else _chip(settings),
        },
        "box": {
            "file": settings.source,
            "seats": list(settings.every_seat),
            "language": settings.language,
            "tie_us": settings.times.tie / NS_PER_US,
            "certificate": None if settings.certificate is None else settings.certificate.as_data(),
        },
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _text(path: Path) -> str | None:
    """A file's text, without the zero byte a device tree ends it by; None if there is none."""
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n")
    return None


def _system() -> str | None:
    lines = (_text(RELEASE) or "").splitlines()
    named = (line.partition("=") for line in lines)
    return next((name.strip('"') for key, _, name in named if key == "PRETTY_NAME"), None)


def _chip(settings: Settings) -> str | None:
    with suppress(ChipNotFoundError, OSError):
        number = find_chip((settings.chip,) if settings.chip else HEADER_LABELS)
        return f"gpiochip{number} ({chip_label(Path(f'/dev/gpiochip{number}'))})"
    return None
