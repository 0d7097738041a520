"""Files written whole or not at all, whatever happens meanwhile."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Put a new file, once it is on the disk, in an old one's place, with its owner and mode.

    Args:
        path: the file; its folder must be there.
        text: what is to be in it, to the byte.

    Raises:
        OSError: it can't be written; what was there is as it was.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            if path.exists():
                shutil.copymode(path, beside)
                with suppress(PermissionError):  # only root may give a file away; others own it already
                    os.chown(beside, path.stat().st_uid, path.stat().st_gid)
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    sync(path.parent)  # the name, too


def sync(path: Path, how: Callable[[int], None] = os.fsync) -> None:
    """Return once a file, or a folder's list of names, is on the disk.

    Args:
        path: the file or folder.
        how: does it to a descriptor.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        how(descriptor)
    finally:
        os.close(descriptor)
