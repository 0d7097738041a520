"""The window of a box, in a process of its own: `companion.window.far_desk` tells why."""

from __future__ import annotations

import ctypes
import logging
import signal
import socket
import sys
from contextlib import suppress

from companion.errors import DisplayMissingError
from companion.streams import standard_streams
from companion.window import run
from companion.window.far_desk import FarDesk, Wire

GONE = 3
"""The exit code of a window that nobody closed: its display has gone, or there is none."""

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def main(descriptor: int) -> int:
    """Be the window of the box at the other end of this socket; returns the exit code.

    0 if people closed it or the box has ended, `GONE` if its display went away or there is none.
    """
    _end_with_the_box()
    with socket.socket(fileno=descriptor) as end:
        desk = FarDesk(Wire(end))
        logging.basicConfig(format="pierwszy: %(message)s", level=desk.hello.log_level, stream=sys.stderr)
        settings, buffer = desk.hello.settings, desk.hello.sound_buffer
        try:
            closed = run(desk, settings=settings, sound_buffer=buffer, show=desk.show)
        except DisplayMissingError as missing:
            desk.send(str(missing))
            return GONE
        return 0 if closed or desk.stopped() else GONE


def _end_with_the_box() -> None:
    """End with it however that ends, as this may hang."""
    with suppress(AttributeError, OSError):  # Linux's alone
        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)


if __name__ == "__main__":
    with standard_streams():
        sys.exit(main(int(sys.argv[1])))
