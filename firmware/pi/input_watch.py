"""Hears when devices are plugged in, pulled out, or may be read: inotify(7) on their folder."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress
from pathlib import Path

_ATTRIB, _CREATE, _DELETE = 0x4, 0x100, 0x200
"""include/uapi/linux/inotify.h. A device's node is there before its group and mode are what they will be."""


class Watch:
    """Tells that something has changed in a folder, which may come and go itself, or in the one it is in.

    Args:
        folder: the folder; the one it is in must be there.

    Attributes:
        fd: is readable once something has changed.

    Raises:
        OSError: whoever runs this watches too much already.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._libc = ctypes.CDLL(None, use_errno=True)
        self.fd: int = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self.fd < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        self._renew()

    def drain(self) -> None:
        """Forget what has changed; what changes from now on is told again."""
        with suppress(BlockingIOError):
            while os.read(self.fd, 65536):
                pass
        self._renew()

    def close(self) -> None:
        """Hear nothing any more."""
        os.close(self.fd)

    def _renew(self) -> None:
        """Watch both; the folder itself once it is there."""
        for folder in (self._folder.parent, self._folder):
            self._add(folder, _ATTRIB | _CREATE | _DELETE)

    def _add(self, folder: Path, mask: int) -> None:
        self._libc.inotify_add_watch(self.fd, os.fsencode(folder), ctypes.c_uint32(mask))
