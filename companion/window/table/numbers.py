"""Numbers on the table: one alone, digits as tiles, claims as chips."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.table.parts import Claim, Claims, Digits, Figure, Standing
from companion.window.scale import Scale
from companion.window.sign import draw_judged, draw_sign
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.fit import captioned, fitted, write_figure, write_line
from companion.window.table.rows import in_chips
from companion.window.theme import SIZES, centred, plate, rounded

_TILE_TALL, _TALLEST = 1.25, 1.5
"""A tile's height to its width, at least and, where there is room, at most."""

_DIGITS = 3

_CHIP_LEAST, _CHIP_MOST = 1.4, 2.0
"""How wide a claim is for its height."""


def draw_figure(target: Surface, scale: Scale, rect: Rect, part: Figure) -> None:
    """The number right over its caption, both together halfway up."""
    if part.text:
        size = fitted(scale, part.text, round(rect.height * 1.2), round(rect.width * 0.92), strong=True)
        high = min(rect.height, round(size * 0.75) + scale.letters(SIZES.text))
        place = captioned(target, scale, rect.inflate(0, high - rect.height), (part.caption,))
        write_figure(target, scale, place, part.text, share=0.92, tall=1.2, colour=scale.palette.ink)


def draw_digits(target: Surface, scale: Scale, rect: Rect, part: Digits) -> tuple[Spot[Typed], ...]:
    """The tiles, as large as their place allows; those to come are empty places."""
    gap = min(scale.gap, rect.width // 30)
    room = rect.inflate(-gap, -4 * scale.rim)
    width = min((room.width - (_DIGITS - 1) * gap) // _DIGITS, round(room.height / _TILE_TALL))
    if width < 8:
        return ()
    height = min(room.height, round(width * _TALLEST))
    left = rect.centerx - (_DIGITS * (width + gap) - gap) // 2
    for place in range(_DIGITS):
        tile = Rect(left + place * (width + gap), rect.centery - height // 2, width, height)
        _draw_tile(target, scale, tile, part.digits[place] if place < len(part.digits) else None)
    return (Spot(rect, Typed(part.does)),) if part.does else ()


def _draw_tile(target: Surface, scale: Scale, tile: Rect, digit: int | None) -> None:
    palette, radius = scale.palette, min(scale.radius, tile.width // 5)
    breadth = scale.rim
    if digit is None:
        plate(target, palette.sunk, palette.panel_rim, tile, radius=radius, breadth=breadth)
        centred(target, scale.type.ink("?", tile.height * 4 // 5, palette.faint, strong=True), tile.center)
        return
    rounded(target, palette.ground_edge.lerp("black", 0.35), tile.move(0, 2 * breadth), radius)
    plate(target, palette.card, palette.card_rim, tile, radius=radius, breadth=breadth)
    write_figure(target, scale, tile, str(digit), share=0.9, tall=1.15, colour=palette.card_ink)


# -- claims


def draw_claims(target: Surface, scale: Scale, rect: Rect, part: Claims) -> list[Spot[Typed]]:
    """Chips side by side, the first at the left, as large as their place allows."""
    gap = max(3, scale.gap // 2)
    places = in_chips(rect, len(part.claims), gap=gap, least=_CHIP_LEAST, most=_CHIP_MOST)
    drawn = list(zip(places, part.claims, strict=True))
    for place, claim in drawn:
        _draw_claim(target, scale, place, claim)
    return [Spot(place, Typed(claim.does)) for place, claim in drawn if claim.does]


def _draw_claim(target: Surface, scale: Scale, place: Rect, claim: Claim) -> None:
    """A seat's sign and its number, a mark once it is judged; below them how it came in."""
    palette, pad = scale.palette, max(2, place.height // 18)
    asked, gone = claim.standing is Standing.ASKED, claim.standing is Standing.WITHDRAWN
    face, ink = (palette.accent, palette.accent_ink) if asked else (palette.panel, palette.ink)
    rim = palette.accent if asked else palette.panel_rim
    plate(target, face, rim, place, radius=min(scale.radius, place.height // 4), breadth=scale.rim)
    above = place.inflate(-2 * pad, -2 * pad)
    judged = claim.standing in {Standing.RIGHT, Standing.WRONG}
    if claim.note or judged:
        high = max(scale.least, min(scale.letters(SIZES.text), round(place.height * 0.28)))
        above.height -= round(high * 0.85)  # letters needn't all of their line
        foot = Rect(above.x, place.bottom - pad - high, above.width, high)
        if judged:
            right = claim.standing is Standing.RIGHT
            draw_judged(target, scale, foot.center, high * 0.55, right=right)
        else:
            write_line(target, scale, foot, claim.note, height=high, colour=ink)
    tall = above.height > above.width  # then the number stands below the sign
    radius = max(4, min(above.height // (4 if tall else 2), round(above.width * (0.4 if tall else 0.21))))
    room = above.width - (0 if tall else 2 * radius + pad)
    size = fitted(scale, claim.what, round(min(room, above.height) * 1.25), room, strong=True)
    number = scale.type.ink(claim.what, size, palette.faint if gone else ink, strong=True)
    sign = (above.x + (room - number.width) // 2 + radius, above.centery)  # one group in the middle
    at = number.get_rect(midleft=(sign[0] + radius + pad, above.centery))
    if tall:
        sign = (above.centerx, above.centery - radius - pad)
        at = number.get_rect(midtop=(above.centerx, above.centery + pad))
    draw_sign(target, scale, sign, claim.seat, radius=radius, ground=face)
    target.blit(number, at)
    if gone:
        pygame.draw.line(target, palette.bad, (sign[0], at.centery), (at.right, at.centery), scale.px(4))
