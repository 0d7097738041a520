"""Draws rows and piles of cards (`companion.table.card_parts`)."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from companion.table.card_parts import Pile, Row
from companion.window.scale import Scale
from companion.window.symbols import ARROW, CROSS, smooth
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.fit import captioned, fitted, write_line
from companion.window.table.playing_card import TALL, card, height_of, shade_of, shadow
from companion.window.theme import SIZES, centred, plate

_SHOWN = 0.36
"""So much of a card's width should be seen of one that another lies on: its corner with the heart."""

_LEAST_SHARE = 0.6
"""Cards of a long row aren't made smaller than this share of what the height allows: they overlap more."""

_HIGHEST = 0.22
"""A pile of `_MANY` cards is higher than one card by this share of a card's height."""

_MANY = 60

_ARROWED, _SHADED = 1.64, 1.24
"""How broad a pile is with its arrow, and with its shadow alone, in widths of a card."""


def draw_row(target: Surface, scale: Scale, rect: Rect, part: Row) -> tuple[Spot[Typed], ...]:
    """A row of cards: the word between them, those that leave it crossed out."""
    place = captioned(target, scale, rect, (part.caption,))
    count = len(part.cards)
    if not count:
        return ()
    word = scale.letters(SIZES.text)
    beside = scale.type.width(part.between, word) + word if part.between else 0
    width, step = _row_sizes(place, count, beside)
    drawn = {face: card(scale, face, width) for face in set(part.cards)}
    top, margin = place.y + (place.height - height_of(width)) // 2, shade_of(width)
    left = place.x + (place.width - width - round(step * (count - 1))) // 2
    gone = smooth(scale.palette.bad, [CROSS], max(3, width // 3), rim=scale.palette.card)
    for number, face in enumerate(part.cards):
        x = left + round(step * number)
        target.blit(drawn[face], (x - margin, top - margin))
        if number >= count - part.gone:
            seen = width if number == count - 1 else min(width, step)
            centred(target, gone, (x + round(seen / 2), top + height_of(width) // 2))
        if part.between and number:
            at = (x - round((step - width + scale.type.width(part.between, word)) / 2), place.centery)
            scale.type.write(target, part.between, word, scale.palette.ink, at)
    last = Rect(left + round(step * (count - 1)), top, width, height_of(width))
    return (Spot(last, Typed(part.does)),) if part.does else ()


def _row_sizes(place: Rect, count: int, beside: int) -> tuple[int, float]:
    """How wide the cards of a row are, and how far from each other they begin (px)."""
    tallest = _widest(place)
    if beside:
        width = max(4, min(tallest, (place.width - 2 * shade_of(tallest) - beside * (count - 1)) // count))
        return width, width + beside
    whole = round(place.width / (1 + _SHOWN * (count - 1)))
    width = max(4, min(tallest, max(whole, round(tallest * _LEAST_SHARE)), place.width))
    apart = width + shade_of(width)
    return width, min(apart, (place.width - width - 2 * shade_of(width)) / max(1, count - 1))


def _widest(place: Rect) -> int:
    """The widest card whose height and shadow fit."""
    return max(4, round(place.height / (TALL + 0.22)))


def draw_pile(target: Surface, scale: Scale, rect: Rect, part: Pile) -> tuple[Spot[Typed], ...]:
    """A pile: its top card, the edges of those below, the way it goes; its words beside it, or below."""
    broad = _ARROWED if part.way else _SHADED
    grows = 0.0 if part.way and not part.under else _HIGHEST  # some piles never grow

    def widest(room: Rect, aside: int = 0) -> int:
        tallest = round((room.height - 6) / (TALL * (1 + grows) + 0.25))
        return max(4, min(tallest, round((room.width - aside) / broad)))

    line = max(scale.least, min(scale.letters(SIZES.text), rect.height // 6)) if part.caption else 0
    place = Rect(rect.x, rect.y, rect.width, rect.height - line)
    width, beside = widest(place), widest(rect, scale.type.width(part.caption, line) + scale.gap)
    if part.way or beside < width:  # of two piles that go somewhere, both have their words below
        foot = Rect(rect.x, place.bottom, rect.width, line)
        write_line(target, scale, foot, part.caption, height=line, colour=scale.palette.ink)
    else:
        width = beside
        place = _beside(target, scale, rect, part.caption, round(width * broad))
    height = height_of(width)
    high = max(3, round(height * _HIGHEST * min(1.0, part.under / _MANY))) if part.under else 0
    left = place.centerx - width // 2 + (round(width * 0.2) if part.way else 0)
    top = place.y + (place.height - height + round(height * grows)) // 2 - high
    if part.way:
        beside_it = Rect(left - round(width * 0.46), top, round(width * 0.36), height + high)
        _arrow(target, scale, beside_it, part.way)
    lies = Rect(left, top, width, height)
    if part.top is None:
        face, rim, breadth = scale.palette.sunk, scale.palette.panel_rim, max(1, width // 40)
        plate(target, face, rim, lies, radius=width // 9, breadth=breadth)
    else:
        if high:
            _edges(target, scale, lies, high)
        margin = shade_of(width)
        target.blit(card(scale, part.top, width, shaded=not part.under), (left - margin, top - margin))
    return (Spot(lies, Typed(part.does)),) if part.does else ()


def _beside(target: Surface, scale: Scale, rect: Rect, words: str, broad: int) -> Rect:
    """Write words at the right of a pile that is so broad (px), as one in the middle; the pile's place."""
    room = rect.width - broad - scale.gap // 2
    size = max(scale.least, fitted(scale, words, scale.letters(SIZES.text), room))
    left = rect.x + (room - scale.type.width(words, size)) // 2
    scale.type.write(target, words, size, scale.palette.ink, (left + broad, rect.centery))
    return Rect(left, rect.y, broad, rect.height)


def _edges(target: Surface, scale: Scale, place: Rect, high: int) -> None:
    """Cards below the top one, a few pixels each, the lowest first."""
    pitch, radius, margin = max(2, scale.px(3)), place.width // 9, shade_of(place.width)
    whole = Rect(margin, margin, place.width, place.height + high)
    dark = shadow(whole.inflate(2 * margin, 2 * margin).size, whole, margin)
    target.blit(dark, place.move(-margin, -margin))
    for down in range(high, 0, -pitch):
        edge = place.move(0, down)
        pygame.draw.rect(target, scale.palette.card_rim, edge, border_radius=radius)
        pygame.draw.rect(target, scale.palette.card, edge.move(0, -max(1, pitch // 3)), border_radius=radius)


def _arrow(target: Surface, scale: Scale, place: Rect, way: int) -> None:
    radius = min(place.height * 2 // 5, round(place.width / 2 / 0.62))
    points = tuple((x, y * way) for x, y in ARROW)
    centred(target, smooth(scale.palette.ink, [points], max(3, radius)), place.center)
