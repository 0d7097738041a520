"""One button of the table window: a plate that says whether it can be pressed, is pressed, or calls."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from pygame import Color, Rect, Surface

from companion.window import theme
from companion.window.scale import Scale
from companion.window.theme import SIZES, SPACE


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


def draw_face(target: Surface, *, scale: Scale, rect: Rect, tone: Tone = Tone.PLAIN) -> Color:
    """Draw a button's plate; the colour to write on it with."""
    palette, rim = scale.palette, scale.px(SPACE.rim)
    face, edge, ink = {
        Tone.PLAIN: (palette.panel, palette.panel_rim, palette.ink),
        Tone.CALL: (palette.accent, palette.accent, palette.accent_ink),
        Tone.MARKED: (palette.ink, palette.ink, palette.ground),
        Tone.DOWN: (palette.sunk, palette.accent, palette.ink),
        Tone.OFF: (palette.ground, palette.panel, palette.faint.lerp(palette.ground, 0.45)),
    }[tone]
    breadth = 2 * rim if tone is Tone.DOWN else rim
    theme.plate(target, face, edge, rect, radius=scale.px(SPACE.radius), breadth=breadth)
    return ink


def label_height(scale: Scale, rect: Rect) -> int:
    """The height of letters on a button (px), if they fit: never small on a button a finger hits."""
    return max(scale.px(SIZES.button), round(rect.height * 0.45))


def share_out(rect: Rect, shares: Sequence[float], gap: int) -> list[Rect]:
    """Cut a row into places side by side, as wide as their shares, ``gap`` (px) between them."""
    room = rect.width - gap * (len(shares) - 1)
    ends = [round(room * sum(shares[: n + 1]) / sum(shares)) for n in range(len(shares))]
    starts = [0, *ends][: len(ends)]
    return [
        Rect(rect.x + start + gap * n, rect.y, end - start, rect.height)
        for n, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]
