"""One class per fault, under one root; each is also the builtin a caller would expect."""

from __future__ import annotations

from collections.abc import Sequence


class PierwszyError(Exception):
    """Root of every fault this project raises on purpose; its text is one line for the user."""

    @property
    def lines(self) -> Sequence[str]:
        """What is said of it: a line, or one for each fault of several."""
        return (str(self),)


class SettingsError(PierwszyError, ValueError):
    """Raised when a box file is wrong; `faults` holds every fault found, one line each."""

    def __init__(self, source: str, faults: list[str]) -> None:
        self.source = source
        self.faults = tuple(faults)
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> Sequence[str]:
        """Each fault with the file's name."""
        return [f"{self.source}: {fault}" for fault in self.faults]


class BadEventError(PierwszyError, ValueError):
    """Raised when an event is built from values that can't be: a seat 0, a time before the epoch."""


class ChipNotFoundError(PierwszyError, OSError):
    """Raised when no GPIO chip of this machine carries the label of a Pi's header."""


class PinBusyError(PierwszyError, OSError):
    """Raised when a pin is held by another program."""


class PanelError(PierwszyError, OSError):
    """Raised when a panel can't be built or written to: absent, unplugged, wrong address."""


class LibraryMissingError(PierwszyError, ImportError):
    """Raised when an optional library is needed and not installed; the text says how to get it."""


class OledCommandError(PierwszyError, ValueError):
    """Raised by the fake OLED when it is sent a byte its controller has no such command for."""
