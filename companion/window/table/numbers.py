"""Numbers on the table: digits as tiles, a list of claims."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.table.parts import Claim, Claims, Digits, Standing
from companion.window.scale import Scale
from companion.window.sign import draw_judged, draw_sign
from companion.window.table.fit import fitted, write_figure, write_line
from companion.window.theme import SIZES, centred, plate, rounded

_TILE_TALL = 1.25
"""A tile's height to its width."""

_TALLEST_LINE = 84
"""A line's height in a window of 1280 x 720 (px): a list of one needn't fill the table."""


def draw_digits(target: Surface, scale: Scale, rect: Rect, part: Digits) -> None:
    """The tiles, as large as their place allows; those to come are empty places."""
    gap = scale.gap
    room = rect.inflate(-2 * gap, -gap)
    width = min((room.width - (part.places - 1) * gap) // part.places, round(room.height / _TILE_TALL))
    if width < 8:
        return
    height = round(width * _TILE_TALL)
    left = rect.centerx - (part.places * (width + gap) - gap) // 2
    for place in range(part.places):
        tile = Rect(left + place * (width + gap), rect.centery - height // 2, width, height)
        _draw_tile(target, scale, tile, part.digits[place] if place < len(part.digits) else None)


def _draw_tile(target: Surface, scale: Scale, tile: Rect, digit: int | None) -> None:
    palette, radius = scale.palette, min(scale.radius, tile.width // 5)
    breadth = scale.rim
    if digit is None:
        plate(target, palette.sunk, palette.panel_rim, tile, radius=radius, breadth=breadth)
        centred(target, scale.type.ink("?", tile.height * 3 // 5, palette.faint), tile.center)
        return
    rounded(target, palette.ground_edge.lerp("black", 0.35), tile.move(0, 2 * breadth), radius)
    plate(target, palette.card, palette.card_rim, tile, radius=radius, breadth=breadth)
    write_figure(target, scale, tile, str(digit), share=0.8, tall=1.15, colour=palette.card_ink)


# -- claims


def draw_claims(target: Surface, scale: Scale, rect: Rect, part: Claims) -> None:
    """The list, from the top."""
    if not part.claims:
        return
    gap = max(2, scale.gap // 3)
    height = min((rect.height + gap) // len(part.claims) - gap, scale.px(_TALLEST_LINE))
    if height < 8:
        return
    whole = len(part.claims) * (height + gap) - gap
    top = rect.y + (rect.height - whole) // 2
    for line, claim in enumerate(part.claims):
        place = Rect(rect.x + gap, top + line * (height + gap), rect.width - 2 * gap, height)
        _draw_claim(target, scale, place, claim)


def _draw_claim(target: Surface, scale: Scale, place: Rect, claim: Claim) -> None:
    """A seat's sign, its number, how it came in; a mark once it is judged."""
    palette, pad = scale.palette, max(2, place.height // 8)
    asked, gone = claim.standing is Standing.ASKED, claim.standing is Standing.WITHDRAWN
    face = palette.accent if asked else palette.panel
    ink = palette.accent_ink if asked else palette.faint if gone else palette.ink
    rim = palette.accent if asked else palette.panel_rim
    plate(target, face, rim, place, radius=min(scale.radius, place.height // 3), breadth=scale.rim)
    radius = min(place.height // 2 - pad, place.width // 7)
    draw_sign(target, scale, (place.x + pad + radius, place.centery), claim.seat, radius=radius, ground=face)
    left = place.x + 2 * pad + 2 * radius
    right = place.right - pad
    if claim.standing in {Standing.RIGHT, Standing.WRONG}:
        right -= 2 * radius
        good = claim.standing is Standing.RIGHT
        draw_judged(target, scale, (right + radius, place.centery), radius * 0.8, right=good)
    words = Rect(left, place.y, max(0, right - left), place.height)
    if claim.note:
        words.height = round(place.height * 0.66)
        note = Rect(left, words.bottom - pad // 2, words.width, place.bottom - words.bottom - pad // 2)
        height = min(scale.letters(SIZES.note), round(note.height * 1.3))
        faint = ink if asked else palette.faint
        write_line(target, scale, note, claim.note, height=height, colour=faint, left=True)
    size = fitted(scale, claim.what, round(words.height * 1.15), words.width)
    number = scale.type.ink(claim.what, size, ink)
    at = number.get_rect(midleft=(words.x, words.centery))
    target.blit(number, at)
    if gone:
        pygame.draw.line(target, palette.bad, (left, at.centery), (at.right, at.centery), scale.px(3))
