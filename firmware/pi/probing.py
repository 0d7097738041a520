"""Looks whether a panel answers somewhere, and why its bus can't be reached; for the self-test."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from pathlib import Path

from luma.core.error import Error as LumaError

from firmware.boxfile.settings import PanelSettings
from firmware.errors import PanelError
from firmware.pi.mux import bus_number
from firmware.pi.oled import NOP, OpenPort

DEV = Path("/dev")


def answers(settings: PanelSettings, open_port: OpenPort) -> bool:
    """Whether anything answers where a panel is said to be; it is sent a command that does nothing."""
    with suppress(LumaError, OSError), ExitStack() as stack:
        port = open_port(settings)
        stack.callback(port.cleanup)
        port.command(NOP)
        return True
    return False


def why_closed(settings: PanelSettings) -> str | None:
    """Why a panel's bus can't be opened on this machine.

    Returns:
        ``"bus"``: there is none of that number; ``"mux"``: there is no such mux, or it has no such channel;
        ``"permission"``: it may not be opened by whoever runs this; None if it can be opened.
    """
    if not (DEV / f"i2c-{settings.bus}").exists():
        return "bus"
    try:
        path = DEV / f"i2c-{bus_number(settings)}"
    except PanelError:
        return "mux"
    return None if os.access(path, os.R_OK | os.W_OK) else "permission"
