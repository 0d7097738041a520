"""What lies over the table until it is left: the rules, the keyboard, an editor."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pygame import Rect, Surface
from pygame.event import Event

from companion.window.keys import Action
from companion.window.scale import Scale, finger
from companion.window.table.button import draw_lettered, write_label
from companion.window.theme import SIZES
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


@dataclass(frozen=True, slots=True)
class Act:
    """It is done with; this is what hands asked for there."""

    action: Action


Answer: TypeAlias = Leave | Send | Pick | Act
"""What a touch or a key leads to; None: it stays."""


class Overlay(Protocol):
    """Covers the whole table; gets every touch and key while it is there."""

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


@dataclass(frozen=True, slots=True)
class Head:
    """The upper end of what lies over the table.

    Attributes:
        title: what it is.
        close: the button that leaves it.
        body: what is left below.
    """

    title: Rect
    close: Rect
    body: Rect


def lay_out_head(rect: Rect, scale: Scale) -> Head:
    """Place it within the whole sheet."""
    gap, tall = scale.gap, finger(scale.unit)
    close = Rect(rect.right - 3 * tall, rect.y, 3 * tall, tall)
    title = Rect(rect.x, rect.y, close.x - rect.x - 2 * gap, tall)
    return Head(title, close, Rect(rect.x, close.bottom + gap, rect.width, rect.bottom - close.bottom - gap))


def draw_head(target: Surface, scale: Scale, head: Head, title: str, say: Say) -> None:
    """Draw the title and the button, whose key is Esc."""
    draw_lettered(target, scale, head.close, say("Close"), aside=2 * scale.pad)
    height, ink = scale.letters(SIZES.value), scale.palette.ink
    write_label(target, scale, head.title, title, colour=ink, height=height, left=True)
