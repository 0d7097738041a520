"""Whether phones can come to a table, and shall from the start; nothing of what serves them is imported."""

from __future__ import annotations

import socket
import sys
from dataclasses import replace
from importlib.util import find_spec

from companion.errors import OptionError
from firmware.boxfile.settings import Settings
from firmware.errors import LibraryMissingError
from firmware.events import SEATS

LIBRARIES = ("websockets", "segno")
BARRED = "phones stay off: this service may use no network; sudo hardware/install.sh --phones"


def with_phones(settings: Settings, *, asked: bool, scripted: bool) -> Settings:
    """Settings whose menu offers phones, if what serves them is installed and there may be a network.

    A script plays without any; a service that is kept from networks says so, and plays without them, too.

    Args:
        settings: how the box is built.
        asked: phones are on from the start, whatever the box file says.
        scripted: a table script is played.

    Raises:
        LibraryMissingError: they are to be on, and can't be.
        OptionError: a script's table is to have some.
    """
    if scripted:
        if asked:
            raise OptionError("expected --phones or --script, got both: a script plays without phones")
        return settings
    missing = [library for library in LIBRARIES if find_spec(library) is None]
    phones = replace(settings.phones, on=asked or settings.phones.on)
    if missing and phones.on:
        raise LibraryMissingError(
            f'phones need {" and ".join(missing)}: pip install "pierwszy[phones]", or leave them off'
        )
    if not _may_listen():
        if phones.on:
            sys.stderr.write(f"pierwszy: {BARRED}\n")
        return settings
    if phones.on:  # whoever comes by phone needs a seat, and no wire to it
        more = {seat: None for seat in SEATS if seat not in settings.every_seat}
        settings = replace(settings, inputs={**settings.inputs, **more})
    return replace(settings, phones=phones, offers_phones=not missing)


def _may_listen() -> bool:
    """Whether this process may open sockets of a network: its service may be kept from it."""
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True
