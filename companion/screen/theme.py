"""The window's one look: colours, type, and the few ways anything is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pygame
from pygame import Color, Rect, Surface

from firmware.events import Seat
from firmware.views import SIGNS

TABLE_MIDDLE = Color("#2f6b58")
TABLE_EDGE = Color("#173a31")
"""Card-table green, lit from above."""

BODY = Color("#2a2e35")
BODY_RIM = Color("#4a515c")
BEZEL = Color("#101216")
BEZEL_RIM = Color("#3a4049")
GLASS = Color("#04060a")
PIXEL = Color("#d6ecff")
"""What a white OLED's pixels look like: a little blue."""

KNOB_SKIRT = Color("#15181d")
KNOB_CAP = Color("#c9ced6")
KNOB_CAP_EDGE = Color("#8f97a3")
KNOB_INK = Color("#22262c")
BAR = Color("#0e2620")
INK = Color("#eef3f1")
FAINT = Color("#a9c2b9")
CAP = Color("#f3f1e8")
CAP_EDGE = Color("#b9b4a4")
CAP_INK = Color("#23272d")
TYPING = Color("#ffffff")

SMOOTH = 4
"""Round things are drawn this many times larger and shrunk, which smooths their edges. A power of two:
pygame's smoothscale darkens plain ground by 2 of 255 at any other ratio, and its square would show."""


@dataclass(frozen=True, slots=True)
class SeatColours:
    """The colours of one puck: its body, the button unlit and lit, and what is written on the button."""

    body: Color
    rim: Color
    pixel: Color
    plunger: Color
    lit: Color
    ink: Color
    cap: Color
    cap_ink: Color


def _mix(one: Color, other: Color, share: float) -> Color:
    return one.lerp(other, share)


def seat_colours(seat: Seat, *, playing: bool) -> SeatColours:
    """A seat's colours; a seat that is out of the game is sunk towards the table."""
    full = Color(SIGNS[seat].colour)
    black, white = Color("black"), Color("white")
    light = 0.299 * full.r + 0.587 * full.g + 0.114 * full.b > 125
    colours = SeatColours(
        body=BODY,
        rim=BODY_RIM,
        pixel=PIXEL,
        plunger=_mix(full, black, 0.16),
        lit=_mix(full, white, 0.12),
        ink=Color("#14171b") if light else white,
        cap=CAP,
        cap_ink=CAP_INK,
    )
    if playing:
        return colours
    return replace(
        colours,
        body=_mix(BODY, TABLE_EDGE, 0.6),
        rim=_mix(BODY_RIM, TABLE_EDGE, 0.75),
        pixel=_mix(PIXEL, GLASS, 0.65),
        plunger=_mix(full, BODY, 0.78),
        lit=_mix(full, BODY, 0.5),
        ink=_mix(BODY, white, 0.3),
        cap=_mix(CAP, BODY, 0.7),
    )


class Type:
    """The window's letters: the font that comes with pygame-ce, which has every Polish letter, by size."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}

    def _font(self, height: int) -> pygame.font.Font:
        if height not in self._fonts:
            self._fonts[height] = pygame.font.Font(None, height)
        return self._fonts[height]

    def width(self, text: str, height: int) -> int:
        """How wide a text is, pixels."""
        return self._font(height).size(text)[0]

    def ink(self, text: str, height: int, colour: Color) -> Surface:
        """A text with nothing around its ink, so that it can be centred by eye; 1 x 1 if it has none."""
        drawn = self._font(height).render(text, True, colour)
        box = drawn.get_bounding_rect()
        return drawn.subsurface(box) if box.width and box.height else Surface((1, 1), pygame.SRCALPHA)

    def write(self, target: Surface, text: str, height: int, colour: Color, at: tuple[float, int]) -> None:
        """Write a text from a point rightwards; capitals are centred on it, so neighbours share a line."""
        font = self._font(height)
        capital = font.render("E", True, colour).get_bounding_rect()
        target.blit(font.render(text, True, colour), (round(at[0]), at[1] - capital.centery))


def centred(target: Surface, drawn: Surface, centre: tuple[int, int]) -> None:
    """Draw one surface in the middle of a place."""
    target.blit(drawn, drawn.get_rect(center=centre))


def rounded(target: Surface, colour: Color, rect: Rect, radius: int) -> None:
    """A filled rectangle with smooth round corners."""
    radius = max(1, min(radius, rect.width // 2, rect.height // 2))
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


def table(size: tuple[int, int]) -> Surface:
    """The table's cloth: lighter in the middle, as under a lamp."""
    small = Surface((97, 61))
    for x in range(97):
        for y in range(61):
            far = min(1.0, ((x - 48) / 48) ** 2 * 0.62 + ((y - 28) / 33) ** 2 * 0.55)
            small.set_at((x, y), TABLE_MIDDLE.lerp(TABLE_EDGE, far))
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
