"""Buttons of the table window: plates that say whether they can be pressed, are pressed, or call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from pygame import Color, Rect, Surface

from companion.window.scale import Scale
from companion.window.table.fit import cut, fitted, words_of, wrapped
from companion.window.table.icons import draw_icon
from companion.window.theme import SIZES, plate

_ON_ONE = 0.9
"""Of a label's letters: where one line were smaller, there are two."""

_PITCH, _HALF = 0.92, 0.5
"""From one line to the next in letter heights; a line's share of the place where there are two."""

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
    """Nothing would follow: flat, and faint."""


def draw_face(target: Surface, scale: Scale, rect: Rect, tone: Tone = Tone.PLAIN) -> Color:
    """Draw a button's plate; the colour to write on it with."""
    palette = scale.palette
    face, edge, ink = {
        Tone.PLAIN: (palette.panel, palette.panel_rim, palette.ink),
        Tone.CALL: (palette.accent, palette.accent, palette.accent_ink),
        Tone.MARKED: (palette.ink, palette.ink, palette.ground),
        Tone.DOWN: (palette.sunk, palette.accent, palette.ink),
        Tone.OFF: (palette.ground, palette.panel, palette.faint),
    }[tone]
    breadth = scale.rim * (2 if tone is Tone.DOWN else 1)
    plate(target, face, edge, rect, radius=scale.radius, breadth=breadth)
    return ink


def draw_lettered(
    target: Surface,
    scale: Scale,
    rect: Rect,
    text: str,
    *,
    aside: int,
    tone: Tone = Tone.PLAIN,
    height: int = 0,
) -> None:
    """Draw a button with a word on it, or several, that leave so much room at their sides (px)."""
    ink = draw_face(target, scale, rect, tone)
    write_label(target, scale, rect.inflate(-aside, 0), text, colour=ink, height=height)


def draw_ok(target: Surface, scale: Scale, rect: Rect, text: str, tone: Tone, *, height: int = 0) -> None:
    """Draw the button that is the knob: a check mark, and what ok does beside it."""
    ink = draw_face(target, scale, rect, tone)
    inside, across = rect.inflate(-scale.pad, 0), ok_width(scale, rect)
    room = (inside.width - across, inside.height)
    size, lines = set_label(scale, text, room, height or label_height(scale, rect))
    wide = min(room[0], max(scale.type.width(line, size) for line in lines))
    mark = across - scale.pad * 2 // 3
    left = inside.centerx - (across + wide) // 2
    draw_icon(target, "ok", colour=ink, centre=(left + mark // 2, inside.centery), size=mark)
    beside = Rect(left + across, inside.y, wide + 1, inside.height)
    write_label(target, scale, beside, text, colour=ink, height=size)


def ok_width(scale: Scale, rect: Rect) -> int:
    """How wide the check mark on a button is, with the room beside it (px)."""
    return min(round(rect.height * 0.5), rect.width // 5) + scale.pad // 3


def write_label(
    target: Surface,
    scale: Scale,
    rect: Rect,
    text: str,
    *,
    colour: Color,
    height: int = 0,
    left: bool = False,
) -> None:
    """Write on a button: on one line or, sooner than cut or in small letters, on two.

    ``height``: of the letters (px), if they fit; 0: as large as a button's are. ``left``: not centred.
    """
    size, lines = set_label(scale, text, rect.size, height or label_height(scale, rect))
    pitch = round(size * _PITCH)
    y = rect.centery - (len(lines) - 1) * pitch // 2
    for line in lines:
        shown = cut(scale, line, size, rect.width)
        x = rect.x if left else rect.centerx - scale.type.width(shown, size) / 2
        scale.type.write(target, shown, size, colour, (x, y))
        y += pitch


def set_label(scale: Scale, text: str, room: tuple[int, int], height: int) -> tuple[int, list[str]]:
    """A label's letter height (px; at most ``height``) and its lines, one or two, in so much room (px)."""
    least = scale.least
    size = fitted(scale, text, max(least, min(height, room[1])), room[0])
    if size < height and " " in text:
        two = max(least, min(height, round(room[1] * _HALF)))
        half, lines = wrapped(scale, text, two, room[0], 2)
        if size < max(least, round(half * _ON_ONE)) and half > size:
            return max(half, least), lines
    return max(size, least), [text]


def one_height(scale: Scale, labels: Iterable[tuple[str, Rect]], aside: int) -> int:
    """The height of letters (px) that all these buttons have room for, ``aside`` px left at their sides."""
    placed = [(text, (rect.width - aside, rect.height), label_height(scale, rect)) for text, rect in labels]
    height = min(set_label(scale, text, room, height)[0] for text, room, height in placed)
    return min(set_label(scale, text, room, height)[0] for text, room, _ in placed)


def narrowest(scale: Scale, text: str) -> int:
    """The least width (px) in which a label can be written out, on two lines."""
    words = words_of(text)
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words) + 1)]
    return min(max(scale.type.width(half, scale.least) for half in both) for both in halves) + 1


def draw_pictured(
    target: Surface, scale: Scale, rect: Rect, picture: str, *, share: float = 0.5, tone: Tone = Tone.PLAIN
) -> None:
    """Draw a button with one of `ICONS` on it, that takes this share of its height."""
    ink = draw_face(target, scale, rect, tone)
    draw_icon(target, picture, colour=ink, centre=rect.center, size=round(rect.height * share))


def label_height(scale: Scale, rect: Rect) -> int:
    """The height of letters on a button (px), if they fit: never small on a button a finger hits."""
    return max(scale.letters(SIZES.button), round(rect.height * 0.55))


def share_out(rect: Rect, shares: Sequence[float], gap: int) -> list[Rect]:
    """Cut a row into places side by side, as wide as their shares, ``gap`` (px) between them."""
    room = rect.width - gap * (len(shares) - 1)
    ends = [round(room * sum(shares[: n + 1]) / sum(shares)) for n in range(len(shares))]
    starts = [0, *ends][: len(ends)]
    return [
        Rect(rect.x + start + gap * n, rect.y, end - start, rect.height)
        for n, (start, end) in enumerate(zip(starts, ends, strict=True))
    ]
