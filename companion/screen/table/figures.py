"""Which kind of thing in the middle of the table is drawn by what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from pygame import Rect, Surface

from companion.screen.look import Look


class Drawer(Protocol):
    """Draws one part into ``rect`` and nowhere else, on clean ground; ``now`` (ns) is for what moves."""

    def __call__(self, target: Surface, *, look: Look, rect: Rect, part: Any, now: int) -> None:
        """Draw it."""
        ...


DRAWERS: Mapping[type, Drawer] = {}
