"""Buttons of the table window: plates that say whether they can be pressed, are pressed, or call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from pygame import Color, Rect, Surface

from companion.window.scale import Scale
from companion.window.table.fit import write_line
from companion.window.table.icons import draw_icon
from companion.window.theme import SIZES, plate

Does = TypeVar("Does")


@dataclass(frozen=True, slots=True)
class Spot(Generic[Does]):
    """Something that can be touched.

    Attributes:
        rect: its place (px).
        does: what a touch stands for.
    """

    rect: Rect
    does: Does


def touched(spots: Iterable[Spot[Does]], x: int, y: int) -> Does | None:
    """What a touch at a point stands for; None beside everything."""
    return next((spot.does for spot in spots if spot.rect.collidepoint(x, y)), None)


class Tone(Enum):
    """How a button looks; none of them is told by its colour alone."""

    PLAIN = "plain"
    CALL = "call"
    """Press it now: filled."""
    MARKED = "marked"
    """Where the knob stands, or what is on: inverse."""
    DOWN = "down"
    """A finger is on it: sunk, its rim twice as broad."""
    OFF = "off"
    """Nothing would follow: hardly there."""


def draw_face(target: Surface, scale: Scale, rect: Rect, tone: Tone = Tone.PLAIN) -> Color:
    """Draw a button's plate; the colour to write on it with."""
    palette = scale.palette
    face, edge, ink = {
        Tone.PLAIN: (palette.panel, palette.panel_rim, palette.ink),
        Tone.CALL: (palette.accent, palette.accent, palette.accent_ink),
        Tone.MARKED: (palette.ink, palette.ink, palette.ground),
        Tone.DOWN: (palette.sunk, palette.accent, palette.ink),
        Tone.OFF: (palette.ground, palette.panel, palette.faint.lerp(palette.ground, 0.45)),
    }[tone]
    breadth = scale.rim * (2 if tone is Tone.DOWN else 1)
    plate(target, face, edge, rect, radius=scale.radius, breadth=breadth)
    return ink


def draw_lettered(
    target: Surface, scale: Scale, rect: Rect, text: str, *, aside: int, tone: Tone = Tone.PLAIN
) -> None:
    """Draw a button with a word on it, or several, that leave so much room at their sides (px)."""
    ink = draw_face(target, scale, rect, tone)
    height = label_height(scale, rect)
    write_line(target, scale, rect.inflate(-aside, 0), text, height=height, colour=ink)


def draw_pictured(
    target: Surface, scale: Scale, rect: Rect, picture: str, *, share: float = 0.5, tone: Tone = Tone.PLAIN
) -> None:
    """Draw a button with one of `ICONS` on it, that takes this share of its height."""
    ink = draw_face(target, scale, rect, tone)
    draw_icon(target, picture, colour=ink, centre=rect.center, size=round(rect.height * share))


def draw_sheet_ground(target: Surface, scale: Scale, rect: Rect) -> None:
    """Draw what anything that lies over the table stands on."""
    ground, rim = scale.palette.ground, scale.palette.panel_rim
    plate(target, ground, rim, rect, radius=scale.radius, breadth=scale.rim)


def label_height(scale: Scale, rect: Rect) -> int:
    """The height of letters on a button (px), if they fit: never small on a button a finger hits."""
    return max(scale.letters(SIZES.button), round(rect.height * 0.45))


def share_out(rect: Rect, shares: Sequence[float], gap: int) -> list[Rect]:
    """Cut a row into places side by side, as wide as their shares, ``gap`` (px) between them."""
    room = rect.width - gap * (len(shares) - 1)
    ends = [round(room * sum(shares[: n + 1]) / sum(shares)) for n in range(len(shares))]
    starts = [0, *ends][: len(ends)]
    return [
        Rect(rect.x + start + gap * n, rect.y, end - start, rect.height)
        for n, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]
