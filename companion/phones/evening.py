"""What outlives a restart of the box, for one evening: codes, and who has which seat."""

from __future__ import annotations

import logging
import time
from pathlib import Path

from companion.store.folder import state_folder

EVENING_S = 12 * 3600
"""What is older is of another evening, whose codes have had their day."""

log = logging.getLogger("pierwszy.phones")


def _file() -> Path:
    return state_folder() / "phones.json"


def kept() -> str:
    """What was kept this evening; empty: nothing."""
    try:
        file = _file()
        return file.read_text() if time.time() - file.stat().st_mtime < EVENING_S else ""
    except (OSError, ValueError):
        return ""


def keep(text: str) -> None:
    """Keep this instead, for nobody else to read; a power cut may take it."""
    file = _file()
    beside = file.with_suffix(".new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.touch(0o600)
        beside.write_text(text)
        beside.replace(file)
    except OSError as fault:
        log.warning("phones would have to join anew after a restart: %s", fault)
