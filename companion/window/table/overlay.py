"""What lies over the table until it is left: the rules, the keyboard, an editor."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pygame import Rect, Surface
from pygame.event import Event

from companion.window.scale import Scale
from companion.words import Say


@dataclass(frozen=True, slots=True)
class Leave:
    """It is done with, and nothing follows."""


@dataclass(frozen=True, slots=True)
class Send:
    """It is done with; the host has typed ``text``."""

    text: str


@dataclass(frozen=True, slots=True)
class Pick:
    """It is done with; of the choices it was opened with, this one was touched."""

    index: int


Answer: TypeAlias = Leave | Send | Pick
"""What a touch or a key leads to; None: it stays."""


class Overlay(Protocol):
    """Drawn over all but the window's edges; gets every touch and key while it is there."""

    @property
    def state(self) -> Hashable:
        """What it shows depends on this: drawn anew when it changes."""
        ...

    def draw(self, target: Surface, scale: Scale, rect: Rect, say: Say) -> None:
        """Draw it into ``rect``, and remember where what can be touched is."""
        ...

    def touch(self, x: int, y: int) -> Answer | None:
        """A finger or the left mouse button went down at a point of the window."""
        ...

    def key(self, event: Event) -> Answer | None:
        """A key went down, or text was typed (pygame's ``KEYDOWN`` and ``TEXTINPUT``)."""
        ...
