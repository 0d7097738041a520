"""One class per fault of what is played and shown; the box's own are in `firmware.errors`."""

from __future__ import annotations

from collections.abc import Sequence

from firmware.errors import PierwszyError


class OptionError(PierwszyError, ValueError):
    """Raised when a game can't be set up as asked: unknown game, option, seat, or a bad value."""


class ThingError(PierwszyError, ValueError):
    """Raised when things kept for a game are wrong; `faults` has every fault of all, ``file: fault``."""

    def __init__(self, faults: list[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))

    @property
    def lines(self) -> Sequence[str]:
        """Each fault."""
        return self.faults


class ScriptError(PierwszyError, ValueError):
    """Raised when a table script can't be read; the text names file, line and what was expected."""


class JournalError(PierwszyError, OSError):
    """Raised when a journal can't be opened or read; one line with the reason."""


class JournalBusyError(JournalError):
    """Raised when another program keeps its games in the same folder: since when, and what to do."""


class DisplayMissingError(PierwszyError, OSError):
    """Raised when a window was asked for and there is no display to put it on."""
