"""What the box tells systemd that runs it as a service: that it is ready, alive, stopping, and what it does.

The loop's own thread calls `Service.turn`, so a loop that hangs tells nothing more: systemd kills it after
``WatchdogSec`` and starts it anew (sd_notify(3), sd_watchdog_enabled(3)). Of systemd-watchdog its ``ping``
isn't used: it goes by the wall clock, which a Pi without a battery sets forth or back while it runs.
"""

from __future__ import annotations

import logging
import os
import socket
from typing import TYPE_CHECKING

from firmware.errors import LibraryMissingError
from firmware.events import NS_PER_US
from firmware.ports import Clock

if TYPE_CHECKING:
    from systemd_watchdog import WatchDog

log = logging.getLogger("pierwszy.service")

READING_US = 300_000_000
"""A million damaged events take a PC 15 s; a Raspberry Pi may take ten times as long."""

KIND = socket.SOCK_DGRAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC


class Service:
    """The box as systemd sees it; tells nobody anything when systemd hasn't started it.

    Nothing here waits or raises once it is made: telling systemd never delays a ruling.

    Args:
        clock: the time.

    Attributes:
        heartbeat: the longest the loop may sleep, ns: half of systemd's patience. None without a service.

    Raises:
        LibraryMissingError: if systemd is to be told, and the library for it is not there.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._socket = socket.socket(socket.AF_UNIX, KIND)
        try:
            self._watchdog = _watchdog(self._socket) if os.environ.get("NOTIFY_SOCKET") else None
        except LibraryMissingError:
            self._socket.close()
            raise
        self.heartbeat = None if self._watchdog is None else self._watchdog.timeout * NS_PER_US // 2
        self._told: int | None = None
        self._doing = ""
        self._failing = False

    def turn(self, doing: str) -> None:
        """The loop is alive, and has done all there was to do; the first time: it is ready.

        Args:
            doing: what the box does, one line for ``systemctl status``.
        """
        if self._watchdog is None or self.heartbeat is None:
            return
        now = self._clock.now()
        try:
            if self._told is None:
                self._watchdog.ready()
                self._told = now
            elif now - self._told >= self.heartbeat // 2:  # a table at play turns far more often
                self._watchdog.notify()
                self._told = now
            if doing != self._doing:
                self._watchdog.status(doing)
                self._doing = doing
        except OSError as exc:
            self._fail(exc)
        else:
            self._failing = False

    def reading(self) -> None:
        """What was played is read: where a long journal is to be salvaged, it isn't ready for minutes."""
        self._tell(f"reading the journal\nEXTEND_TIMEOUT_USEC={READING_US}")

    def stopping(self, why: str) -> None:
        """The box ends, and why, in one line."""
        self._tell(f"{why}\nSTOPPING=1")

    def _tell(self, status: str) -> None:
        """With words the library has none of its own for."""
        if self._watchdog is None:
            return
        try:
            self._watchdog.status(status)
        except OSError as exc:
            self._fail(exc)

    def close(self) -> None:
        """Nothing more is to be told."""
        self._watchdog = None
        self._socket.close()

    def _fail(self, exc: OSError) -> None:
        """Say it once; the next turn tries again."""
        if not self._failing:
            log.warning("systemd can't be told: %s", exc)
        self._failing = True


def _watchdog(sock: socket.socket) -> WatchDog:
    try:
        from systemd_watchdog import WatchDog  # noqa: PLC0415 - only a service has it
    except ImportError as exc:
        raise LibraryMissingError(
            f"expected the library that talks to systemd, got {exc}: pip install systemd-watchdog"
        ) from exc
    return WatchDog(sock=sock)
