"""Opening pins: one error for a pin that can't be had, whatever the library below calls it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from firmware.errors import PinBusyError


@contextmanager
def opening(pin: int, user: str) -> Iterator[None]:
    """Turn whatever goes wrong inside into one line that names the pin and its user.

    Raises:
        PinBusyError: if the pin can't be had: gpiozero, lgpio and the kernel each have errors of their own.
    """
    try:
        yield
    except Exception as exc:
        raise PinBusyError(
            f"expected GPIO {pin} free for {user}, got {exc}: gpioinfo tells what holds it"
        ) from exc
