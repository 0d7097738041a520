"""Opening pins: one error for a pin that can't be had, whatever the library below calls it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.errors import PinBusyError

SERVICE_RUNS = Path("/run/pierwszy")
"""The runtime directory of `hardware/pierwszy.service`."""


@contextmanager
def opening(pin: int, user: str) -> Iterator[None]:
    """Turn whatever goes wrong inside into one line that names the pin and its user.

    Raises:
        PinBusyError: if the pin can't be had: gpiozero, lgpio and the kernel each have errors of their own.
    """
    try:
        yield
    except Exception as exc:
        raise PinBusyError(f"expected GPIO {pin} free for {user}, got {exc}: {_remedy()}") from exc


def _remedy() -> str:
    """What to do about a pin that is taken: systemd keeps the service's folder as long as that runs."""
    if SERVICE_RUNS.is_dir() and "RUNTIME_DIRECTORY" not in os.environ:
        return "the box runs as a service, so sudo systemctl stop pierwszy first"
    return "gpioinfo tells what holds it"
