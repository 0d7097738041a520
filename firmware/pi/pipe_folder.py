"""A folder for the pipe lgpio makes while it is imported.

lgpio makes a named pipe ``.lgd-nfyN`` in ``$LG_WD``, or where the program stands, and opens both ends; its
name is never needed again (lgNotify.c, and the end of lgpio.py). A service may stand where nothing can be
written, and a second program in the same folder would first delete the first one's pipe. It also changes the
working directory to ``$LG_WD``, so that relative paths would lead elsewhere from then on.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

VARIABLE = "LG_WD"

PREFERRED = ("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR")
"""systemd's folder for a service and for a user; both are in memory."""


@contextmanager
def pipe_folder() -> Iterator[None]:
    """Give lgpio a folder of its own while it is imported, and leave nothing of it behind.

    Raises:
        OSError: if no folder can be written to; the text says which were tried.
    """
    if VARIABLE in os.environ:
        yield  # somebody knows better
        return
    with ExitStack() as stack:
        here = os.open(".", os.O_PATH | os.O_DIRECTORY)
        stack.callback(os.close, here)
        os.environ[VARIABLE] = stack.enter_context(_new_folder())
        stack.callback(os.fchdir, here)
        stack.callback(os.environ.pop, VARIABLE)
        yield


def _new_folder() -> tempfile.TemporaryDirectory[str]:
    for variable in PREFERRED:
        folder = os.environ.get(variable, "").partition(":")[0]
        if folder and os.access(folder, os.W_OK | os.X_OK):
            return tempfile.TemporaryDirectory(prefix="pierwszy-", dir=folder)
    return tempfile.TemporaryDirectory(prefix="pierwszy-")
