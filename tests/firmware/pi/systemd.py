"""What systemd is to a service: a socket that hears it. Only what it says is looked at, not what it means."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path

SOON = 10.0
"""Seconds; only something broken ever waits this long."""


class Systemd:
    """The hearing end of sd_notify(3).

    Args:
        folder: where its socket is made.
        patience_us: the unit's ``WatchdogSec``.
    """

    def __init__(self, folder: Path, patience_us: int = 20_000_000) -> None:
        self.address = folder / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.address))
        self.environment = {"NOTIFY_SOCKET": str(self.address), "WATCHDOG_USEC": str(patience_us)}

    def heard(self) -> list[str]:
        """Every line told since the last time, without waiting."""
        lines = []
        self.socket.setblocking(False)
        with suppress(BlockingIOError):
            while True:
                lines += self.socket.recv(4096).decode().splitlines()
        return lines

    def hears(self, timeout: float = SOON) -> list[str] | None:
        """The lines told next; None after so many seconds without a word."""
        self.socket.settimeout(timeout)
        try:
            return self.socket.recv(4096).decode().splitlines()
        except TimeoutError:
            return None

    def close(self) -> None:
        """Hear nothing more."""
        self.socket.close()
        self.address.unlink(missing_ok=True)
