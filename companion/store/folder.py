"""The folder in which a box remembers: where it is, and who is at work in it."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import JournalBusyError
from companion.session.played import moment
from companion.store.archive import JOURNAL

LOCK = "journal.lock"
"""The file whoever writes here holds; in it stands who that is, since when, and since when in vain."""

SERVICE_FOLDER = Path("/var/lib/pierwszy")
"""The state directory of `hardware/pierwszy.service`."""

NO_HOME = Path(os.devnull, "no-home-folder")
"""A folder that can't be made."""


def state_folder() -> Path:
    """Where what is remembered lives: systemd's state directory, else the XDG state folder."""
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given)
    xdg = os.environ.get("XDG_STATE_HOME")
    try:
        return (Path(xdg) if xdg else Path.home() / ".local" / "state") / "pierwszy"
    except RuntimeError:  # nobody says where it would be: nothing is recorded, and this is told as the reason
        return NO_HOME


def folder_to_read() -> Path:
    """Where to look for games: where the service writes on an installed box, else where they are written."""
    if os.environ.get("STATE_DIRECTORY") or not (SERVICE_FOLDER / JOURNAL).exists():
        return state_folder()
    return SERVICE_FOLDER


def refuse_second(folder: Path) -> None:
    """Nothing, unless another program keeps its games in this folder; leaves the folder as it is.

    Raises:
        JournalBusyError: it does.
    """
    try:
        os.close(_locked(folder / LOCK, os.O_RDONLY))
    except JournalBusyError:
        raise
    except OSError:  # nobody is there, or nothing can be recorded there: no reason not to play
        pass


class Lock:
    """A folder taken for this program alone.

    Args:
        folder: which.

    Attributes:
        in_vain_since: since when (``19:42``) nothing of who had it before was recorded to its end, or None.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        self._held: int | None = None
        self._began = now_told()
        self.in_vain_since: str | None = None

    def take(self) -> None:
        """Take it until `release`, if it isn't taken yet.

        Raises:
            JournalBusyError: somebody else has it.
            OSError: it can't be had.
        """
        if self._held is not None:
            return
        self._held = _locked(self._path, os.O_RDWR | os.O_CREAT)
        _, _, since = [*os.pread(self._held, 100, 0).decode(errors="replace").split(), "", "", ""][:3]
        self.in_vain_since = _clock(since)
        self.note()

    def note(self, in_vain_since: str = "") -> None:
        """Tell whoever starts next since when nothing is recorded, if it can be told; nothing: it is."""
        told = f"{os.getpid()} {self._began} {in_vain_since}".encode()
        if self._held is None:
            return
        with suppress(OSError):
            os.pwrite(self._held, told.ljust(100), 0)  # always as long: a full disk has room for it

    def release(self) -> None:
        """Leave it to others."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def now_told() -> str:
    """The time, UTC, ISO 8601."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _locked(path: Path, how: int) -> int:
    descriptor = os.open(path, how | os.O_CLOEXEC, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        told = os.read(descriptor, 100).decode(errors="replace").split()
        os.close(descriptor)
        raise JournalBusyError(_at_work(path.parent, told)) from None
    return descriptor


def _at_work(folder: Path, told: list[str]) -> str:
    """What people are told who start a second one: which is at work, and what to do."""
    since, how = "", ""
    if len(told) >= len(("process", "since")):
        began = _clock(told[1])
        since = "" if began is None else f" since {began}"
        how = f" (process {told[0]})"
    close = "close that one first"
    if folder == SERVICE_FOLDER:
        close = "stop that one first: sudo systemctl stop pierwszy"
    return f"already running here{since}{how}: {close}"


def _clock(told: str) -> str | None:
    at = moment(told)
    return None if at is None else f"{at.astimezone():%H:%M}"
