"""Dice on the table: they tumble, each on a way of its own, and land where they lie."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import degrees
from typing import TypeAlias

import pygame
from pygame import Rect, Surface

from companion.table.parts import AT_REST, Dice, Die
from companion.window.scale import Scale
from companion.window.sign import ink_on
from companion.window.table import tumble
from companion.window.table.button import Spot
from companion.window.table.choice_row import Typed
from companion.window.table.die_pictures import CORNERS, crossed_out, padlock, picture
from companion.window.table.fit import write_line
from companion.window.table.rows import in_rows
from companion.window.theme import BLACK, SIZES, centred, rounded
from firmware.views import Face

_DICE_GAP = 0.28
"""Between dice, in widths of one."""

_LARGEST_DIE = 300
"""A die's width in a window of 1280 x 720 (px)."""

_ASIDE = 0.76
"""Of its place, a die that doesn't count."""

_CORNERED = 1.25
"""How far a turned square with round corners reaches, against one that lies straight."""

Reach: TypeAlias = tuple[float, float, float, float]


def draw_dice(target: Surface, scale: Scale, rect: Rect, part: Dice) -> tuple[Spot[Typed], ...]:
    """The dice in as many rows as make them largest, their words below them."""
    words = any(die.face.word for die in part.dice)
    rim = scale.px(_LARGEST_DIE / 18)  # of one that is kept
    below = scale.letters(SIZES.text) + rim if words else 0
    places = in_rows(
        rect, len(part.dice), gap=(_DICE_GAP, _DICE_GAP / 2), below=below, widest=scale.px(_LARGEST_DIE)
    )
    lying = [number for number, die in enumerate(part.dice) if die.face.still or not part.moving]
    for number, die in enumerate(part.dice):
        if number in lying:
            continue
        if scale.still:
            _lie(target, scale, _blank(die), places[number])
        else:
            pose = tumble.pose(part.rolled / AT_REST, number, part.throw)
            _tumble(target, scale, die, rect, places[number], pose=pose)
    for number in lying:  # nothing that tumbles covers them
        die, place = part.dice[number], places[number]
        _lie(target, scale, die, place)
        if die.face.word:
            under = Rect(place.x, place.bottom + rim, place.width, below - rim)
            under.inflate_ip(place.width * _DICE_GAP * 0.8, 0)
            _word(target, scale, die.face.word, under, lies_on=part.moving)
    dice = zip(part.dice, places, strict=True)
    return tuple(Spot(place, Typed(die.does)) for die, place in dice if die.does)


def _blank(die: Die) -> Die:
    """A die nobody is to read yet."""
    return Die(Face("", crossed=die.face.crossed), die.sides)


def _lie(target: Surface, scale: Scale, die: Die, place: Rect) -> None:
    palette, side = scale.palette, place.width
    if not (die.face.crossed or die.dropped):  # between the arms of a cross the table is seen
        _shadow(target, place.center, side, 0.0, round_=die.sides in CORNERS)
    if die.face.still:
        rim = place.inflate(side // 9, side // 9)
        pygame.draw.rect(target, palette.accent, rim, max(2, side // 28), border_radius=rim.width // 5)
    if die.dropped:
        _lie_aside(target, scale, die, place)
    else:
        target.blit(picture(scale, die, side), place)
    if die.face.still:
        sign = padlock(max(12, side // 3), int(palette.accent_ink), int(palette.accent))
        centred(target, sign, (place.right, place.top + side // 12))


def _lie_aside(target: Surface, scale: Scale, die: Die, place: Rect) -> None:
    """A die that doesn't count: smaller, without a shadow, of another body, a cross at its corner."""
    small = place.scale_by(_ASIDE)
    target.blit(picture(scale, die, small.width), small)
    radius = max(6, place.width // 8)
    sign = crossed_out(2 * radius, int(ink_on(scale.palette.bad)), int(scale.palette.bad))
    centred(target, sign, (small.right - radius // 3, small.bottom - radius // 3))


def _word(target: Surface, scale: Scale, word: str, place: Rect, *, lies_on: bool) -> None:
    """What a die shows, below it; on ground of its own where one that tumbles may be under it."""
    if lies_on:
        wide = min(place.width, scale.type.width(word, place.height) + place.height)
        rounded(target, scale.palette.ground, place.inflate(wide - place.width, 0), place.height // 3)
    write_line(target, scale, place, word, height=place.height, colour=scale.palette.ink)


# -- under way


def _inside(rect: Rect, centre: tumble.Flat, reach: Reach) -> tuple[tumble.Flat, float]:
    """Where and how large something is that reaches so far around its middle, kept wholly in a place."""
    rect, (left, top, right, bottom) = rect.inflate(-4, -4), reach  # smooth edges take a pixel
    fit = min(1.0, rect.width / (right - left), rect.height / (bottom - top))
    x = min(max(centre[0], rect.left - left * fit), rect.right - right * fit)
    y = min(max(centre[1], rect.top - top * fit), rect.bottom - bottom * fit)
    return (x, y), fit


def _tumble(target: Surface, scale: Scale, die: Die, rect: Rect, place: Rect, *, pose: tumble.Pose) -> None:
    """One die in the air above where it will lie, its shadow below it, both where dice may be."""
    side, round_ = place.width, die.sides in CORNERS
    ground = place.centerx + pose.away[0] * side, place.centery + pose.away[1] * side
    half = side * (1.06 + 0.35 * pose.high) / 2
    (x, y), _ = _inside(rect, ground, (-half, -half, half, half))
    _shadow(target, (round(x), round(y)), side, pose.high, round_=round_)
    above = ground[0], ground[1] - pose.high * side * 0.45
    grown = 1 + pose.high * 0.15
    if die.sides in {0, 6}:
        _cube(target, scale, die, rect, above, half=side / 2 / tumble.INSET * grown, turns=pose.turns)
        return
    half = side * grown / 2 * (1 if round_ else _CORNERED)
    centre, fit = _inside(rect, above, (-half, -half, half, half))
    blank = picture(scale, _blank(die), side)
    turned = pygame.transform.rotozoom(blank, -degrees(pose.turns[2]) * 2, grown * fit)
    centred(target, turned, (round(centre[0]), round(centre[1])))


def _cube(
    target: Surface,
    scale: Scale,
    die: Die,
    rect: Rect,
    centre: tumble.Flat,
    *,
    half: float,
    turns: tumble.Spatial,
) -> None:
    palette, crossed = scale.palette, die.face.crossed
    body, rim = (palette.panel, palette.faint) if crossed else (palette.card, palette.card_rim)
    seen = tumble.sides(turns)
    outline = tumble.hull([point for side in seen for point in side.outline])
    across, down = [x * half for x, _ in outline], [y * half for _, y in outline]
    centre, fit = _inside(rect, centre, (min(across), min(down), max(across), max(down)))
    half *= fit

    left, top = centre

    def at(points: Iterable[tumble.Flat]) -> list[tumble.Flat]:
        return [(left + x * half, top + y * half) for x, y in points]

    edge = at(outline)
    pygame.draw.polygon(target, rim, edge)
    for side in seen:
        colour = body.lerp(BLACK, 0.38 * (1 - side.light))
        points = at(side.outline)
        pygame.draw.polygon(target, colour, points)
        # between two nearly equal colours a line of one between them is smooth enough, and a tenth as dear
        pygame.draw.lines(target, rim.lerp(colour, 0.4), True, points)
        for start, end in map(at, side.arms if crossed else ()):
            pygame.draw.aaline(target, rim, start, end, max(2, round(half / 4.5)))
    pygame.draw.aalines(target, rim, True, edge)


def _shadow(target: Surface, centre: tuple[int, int], side: int, high: float, *, round_: bool) -> None:
    """Below a die; wider and fainter the higher it is."""
    reach = round(side * (1.06 + 0.35 * high))
    dark = _soft(reach // 4 * 4, round(max(30, 110 - 70 * high)) // 10 * 10, round_=round_)
    centred(target, dark, (centre[0], centre[1] + round(side * 0.07)))


@lru_cache(maxsize=64)
def _soft(side: int, strength: int, *, round_: bool) -> Surface:
    """A soft spot of shade."""
    small = Surface((40, 40), pygame.SRCALPHA)
    spot = Rect(4, 4, 32, 32).inflate(-6 if round_ else 0, -6 if round_ else 0)
    pygame.draw.rect(small, (0, 0, 0, strength), spot, border_radius=16 if round_ else 8)
    return pygame.transform.smoothscale(pygame.transform.box_blur(small, 2), (side, side))
