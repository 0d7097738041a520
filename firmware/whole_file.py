"""Files written whole or not at all, whatever happens meanwhile; and read whole or not at all."""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

MOST_MB = 8
"""No larger file of ours is anything that somebody wrote."""


def read_whole(path: Path, expected: str, *, stream: bool = False) -> str:
    """What stands in a text file, with or without a byte-order mark, whatever its lines end with.

    Args:
        path: the file.
        expected: what it should be, for messages: ``a box file``.
        stream: it may be a pipe or a device, which may be waited for, since people have named it just now.

    Raises:
        ValueError: it can't be read; one line with the reason.
    """
    try:
        if not stream and path.exists() and not path.is_file() and not path.is_dir():
            raise OSError(errno.EINVAL, "a pipe or a device")  # noqa: TRY301 - as if it couldn't be opened
        with path.open("rb") as file:
            read = file.read(MOST_MB * 2**20 + 1)
    except (OSError, ValueError) as error:  # ValueError: no name of a file at all
        reason = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"expected {expected}, got {reason[:1].lower()}{reason[1:]}") from error
    if len(read) > MOST_MB * 2**20:
        raise ValueError(f"expected {expected}, got more than {MOST_MB} MB")
    try:
        text = read.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"expected {expected} in UTF-8, got byte {read[error.start]:#04x}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


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
