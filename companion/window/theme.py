"""The windows' one look, read from ``theme.toml``: colours, type, spacing; and a few ways to draw."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pygame
from pygame import Color, Rect, Surface

from firmware.events import Seat
from firmware.views import SIGNS

FILE = Path(__file__).with_name("theme.toml")
"""The one place of colours, type and spacing."""


@dataclass(frozen=True, slots=True)
class BoxColours:
    """The drawn box, the same in any light."""

    cloth: Color
    cloth_edge: Color
    bar: Color
    ink: Color
    faint: Color
    body: Color
    body_rim: Color
    bezel: Color
    bezel_rim: Color
    glass: Color
    pixel: Color
    knob_skirt: Color
    knob_cap: Color
    knob_cap_edge: Color
    knob_ink: Color
    cap: Color
    cap_edge: Color
    cap_ink: Color


@dataclass(frozen=True, slots=True)
class Palette:
    """The table view's colours, named for what they are for; what each is stands in the file."""

    ground: Color
    ground_edge: Color
    rail: Color
    panel: Color
    panel_rim: Color
    sunk: Color
    ink: Color
    faint: Color
    accent: Color
    accent_ink: Color
    good: Color
    bad: Color
    shade: Color
    card: Color
    card_ink: Color
    card_back: Color
    card_rim: Color
    sand: Color
    glass: Color


@dataclass(frozen=True, slots=True)
class Sizes:
    """Heights of letters in a window of 1280 x 720 (px); below ``small`` nobody reads across a table."""

    title: int
    headline: int
    text: int
    name: int
    value: int
    note: int
    button: int
    small: int


@dataclass(frozen=True, slots=True)
class Space:
    """Distances in a window of 1280 x 720 (px)."""

    gap: int
    pad: int
    radius: int
    rim: int
    finger: int


_FILE: Mapping[str, Any] = tomllib.loads(FILE.read_text(encoding="utf-8"))


def _colours(table: str) -> dict[str, Color]:
    return {name: Color(value) for name, value in _FILE[table].items()}


BOX = BoxColours(**_colours("box"))
PALETTES: Mapping[str, Palette] = {name: Palette(**_colours(name)) for name in ("dark", "light")}
CARDS: Mapping[str, Color] = _colours("cards")
"""Faces of cards by the name of their hue."""
SIZES = Sizes(**_FILE["type"])
SPACE = Space(**_FILE["space"])

BLACK, WHITE = Color("black"), Color("white")
DARK_INK = Color("#14171b")
"""What is written in it on light ground; on dark ground, white."""

SMOOTH = 4
"""Round things are drawn this many times larger and shrunk, which smooths their edges. A power of two:
pygame's smoothscale darkens plain ground by 2 of 255 at any other ratio, and its square would show."""


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one puck: its body, the button unlit and lit, and what is written on it."""

    body: Color
    rim: Color
    pixel: Color
    plunger: Color
    lit: Color
    ink: Color


def is_light(colour: Color) -> bool:
    """Whether dark letters are read better on it."""
    return 0.299 * colour.r + 0.587 * colour.g + 0.114 * colour.b > 125


def seat_colours(seat: Seat, *, playing: bool) -> SeatColours:
    """A seat's colours; a seat that is out of the game is sunk towards the table."""
    full = Color(SIGNS[seat].colour)
    if playing:
        return SeatColours(
            body=BOX.body,
            rim=BOX.body_rim,
            pixel=BOX.pixel,
            plunger=full.lerp(BLACK, 0.16),
            lit=full.lerp(WHITE, 0.12),
            ink=DARK_INK if is_light(full) else WHITE,
        )
    return SeatColours(
        body=BOX.body.lerp(BOX.cloth_edge, 0.6),
        rim=BOX.body_rim.lerp(BOX.cloth_edge, 0.75),
        pixel=BOX.pixel.lerp(BOX.glass, 0.65),
        plunger=full.lerp(BOX.body, 0.78),
        lit=full.lerp(BOX.body, 0.5),
        ink=BOX.body.lerp(WHITE, 0.3),
    )


def enlarged(size: tuple[int, int], fade: Color | None = None) -> Surface:
    """A clear surface `SMOOTH` times as large as a picture, to be drawn on and then `shrunk`.

    Args:
        size: the picture's (px).
        fade: what its smooth edges fade into; None: black.
    """
    large = Surface((size[0] * SMOOTH, size[1] * SMOOTH), pygame.SRCALPHA)
    if fade is not None:
        large.fill((*fade[:3], 0))
    return large


def shrunk(large: Surface) -> Surface:
    """The smooth picture of what was drawn `SMOOTH` times larger."""
    return pygame.transform.smoothscale(large, (large.width // SMOOTH, large.height // SMOOTH))


@contextmanager
def clipped(target: Surface, place: Rect) -> Iterator[None]:
    """Nothing that is drawn meanwhile gets beyond a place."""
    before = target.get_clip()
    target.set_clip(place.clip(before))
    yield
    target.set_clip(before)


def centred(target: Surface, drawn: Surface, centre: tuple[int, int]) -> None:
    """Draw one surface in the middle of a place."""
    target.blit(drawn, drawn.get_rect(center=centre))


def rounded(target: Surface, colour: Color, rect: Rect, radius: int) -> None:
    """A filled rectangle with smooth round corners."""
    radius = max(0, min(radius, (rect.width - 1) // 2, (rect.height - 1) // 2))
    inner = rect.inflate(-2 * radius, -2 * radius)
    for x in (inner.left, inner.right - 1):
        for y in (inner.top, inner.bottom - 1):
            pygame.draw.aacircle(target, colour, (x, y), radius)
    target.fill(colour, rect.inflate(-2 * radius, 0))
    target.fill(colour, rect.inflate(0, -2 * radius))


def plate(target: Surface, face: Color, rim: Color, rect: Rect, *, radius: int, breadth: int) -> None:
    """A rounded plate with a rim."""
    rounded(target, rim, rect, radius)
    rounded(target, face, rect.inflate(-2 * breadth, -2 * breadth), radius - breadth)


def table(size: tuple[int, int], middle: Color = BOX.cloth, edge: Color = BOX.cloth_edge) -> Surface:
    """The table's cloth: its middle as under a lamp, another colour towards the edge."""
    small = Surface((97, 61))
    for x in range(97):
        for y in range(61):
            far = min(1.0, ((x - 48) / 48) ** 2 * 0.62 + ((y - 28) / 33) ** 2 * 0.55)
            small.set_at((x, y), middle.lerp(edge, far))
    return pygame.transform.smoothscale(small, size)


def shadows(size: tuple[int, int], rects: list[Rect], depth: int) -> Surface:
    """Soft shadows of plates on the table, drawn small and stretched: blurring is dear."""
    shrink = 4
    small = Surface((size[0] // shrink + 1, size[1] // shrink + 1), pygame.SRCALPHA)
    for rect in rects:
        low = rect.move(0, depth).inflate(depth // 2, depth // 2)
        spot = Rect(low.x // shrink, low.y // shrink, low.width // shrink, low.height // shrink)
        pygame.draw.rect(small, (0, 0, 0, 130), spot, border_radius=max(2, depth // shrink))
    soft = pygame.transform.box_blur(small, max(1, depth // shrink))
    return pygame.transform.smoothscale(soft, (soft.width * shrink, soft.height * shrink))
