"""A glass in a wooden frame, with sand that runs: only the sand is drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

import pygame
from pygame import Color, Rect, Surface

from companion.table.parts import Glass
from companion.window.scale import Scale
from companion.window.table import sand
from companion.window.table.fit import fitted
from companion.window.theme import BLACK, SMOOTH, WHITE, centred, rounded
from companion.window.type import Type

_WIDE = 0.62
"""A glass's width to its height, frame included."""

_LID = 0.055
"""Each lid's height to the whole glass's."""

_BESIDE = 0.8
"""The time left stands beside the glass where the place is at least so wide for its height."""

_AT_MOST = 0.36
"""Of the width, the glass's then: the time left is read from afar."""

_FALL_NS = 260_000_000
"""How long a grain falls from the neck to the floor."""


class _Blown(NamedTuple):
    """A glass without sand, and sand without a glass; all pictures of one size.

    Attributes:
        back: the frame and what is seen through the empty glass.
        sand: both bulbs full to their walls.
        front: the walls, and the light on them.
        inside: the bulbs' place in the pictures.
    """

    back: Surface
    sand: Surface
    front: Surface
    inside: Rect


def draw_glass(target: Surface, scale: Scale, rect: Rect, part: Glass) -> None:
    """The glass, and the time left beside it, or below where the place is narrow."""
    room = rect.inflate(-scale.pad, -scale.pad)
    if not part.text:
        _stand(target, scale, _standing(room), part)
        return
    if room.width >= room.height * _BESIDE:
        wide = min(round(room.height * _WIDE), round(room.width * _AT_MOST))
        glass = _standing(Rect(room.x, room.y, wide, room.height))
        left = glass.right + scale.gap // 2
        digits = Rect(left, room.y, room.right - left, room.height)
        tallest = round(room.height * 1.2)
    else:
        tallest = round(room.height * 0.4)
        glass = _standing(Rect(room.x, room.y, room.width, room.height - tallest))
        digits = Rect(room.x, glass.bottom, room.width, room.bottom - glass.bottom)
    number = _number(scale, part, digits.size, tallest)
    if glass.bottom <= digits.top:
        place = number.get_rect(center=digits.center)
    else:  # as one group in the middle of the place
        spare = (digits.width - number.width) // 2
        glass.x += spare
        place = number.get_rect(midleft=(digits.x + spare, digits.centery))
    _stand(target, scale, glass, part)
    target.blit(number, place)


def _standing(room: Rect) -> Rect:
    """The largest glass in the middle of a place."""
    height = min(room.height, round(room.width / _WIDE))
    return Rect(0, 0, round(height * _WIDE), height).move_to(center=room.center)


def _number(scale: Scale, part: Glass, room: tuple[int, int], tallest: int) -> Surface:
    """The time left; in the last seconds on a plate, so that it is told by more than its colour."""
    palette, pad = scale.palette, scale.pad // 2
    wide = "0" * max(2, len(part.text))  # from 10 to 9 nothing moves
    height = fitted(scale, wide, min(tallest, round(room[1] * 1.2) - 2 * pad), room[0] - 3 * pad, strong=True)
    size = scale.type.width(wide, height, strong=True) + 3 * pad, round(height * 0.62) + 2 * pad
    return _written(
        scale.type,
        part.text,
        height,
        size=size,
        ink=int(palette.accent_ink if part.last else palette.ink),
        ground=int(palette.accent) if part.last else 0,
        radius=scale.radius,
    )


@lru_cache(maxsize=16)
def _written(
    type_: Type, text: str, height: int, *, size: tuple[int, int], ink: int, ground: int, radius: int
) -> Surface:
    """A text in the middle of a picture of that size, on a plate where there is a colour for one."""
    picture = Surface(size, pygame.SRCALPHA)
    if ground:
        rounded(picture, Color(ground), picture.get_rect(), radius)
    centred(picture, type_.ink(text, height, Color(ink), strong=True), picture.get_rect().center)
    return picture


# -- sand


def _stand(target: Surface, scale: Scale, place: Rect, part: Glass) -> None:
    palette = scale.palette
    if place.height < 8:
        return
    blown = _blow(place.height, int(palette.sand), int(palette.glass), int(palette.card_back))
    target.blit(blown.back, place)
    inside = blown.inside.move(place.topleft)
    surfaces = sand.above(part.share), sand.below(part.share)
    target.blits(list(_columns(blown, place, surfaces)), doreturn=False)
    _edges(target, palette.sand, inside, surfaces)
    if part.moving:
        _stream(target, scale, inside, part, surfaces[1](0))
    target.blit(blown.front, place)


def _columns(
    blown: _Blown, place: Rect, surfaces: tuple[sand.Surface, sand.Surface]
) -> Iterator[tuple[Surface, tuple[int, int], tuple[int, int, int, int]]]:
    """The sand, cut out of the full glass column by column."""
    inside, neck, step = blown.inside, blown.inside.centery, _step(blown.inside)
    half = inside.width / 2
    for left in range(inside.left, inside.centerx + 1, step):
        across = (inside.centerx - left - step / 2) / half
        mirrored = 2 * inside.centerx + 1 - left - step
        for surface, low in zip(surfaces, (neck, inside.bottom), strict=True):
            top = _down(inside, surface(across))
            if top < low:
                for x in (left, mirrored):
                    yield blown.sand, (place.x + x, place.y + top), (x, top, step, low - top)


def _step(inside: Rect) -> int:
    """How broad a column is: the line along the sand's edge is as thick, and hides its steps."""
    return max(1, inside.width // 90)


def _down(inside: Rect, y: float) -> int:
    return round(inside.centery + y * inside.height / 2)


def _edges(target: Surface, colour: Color, inside: Rect, surfaces: tuple[sand.Surface, sand.Surface]) -> None:
    """Smooth lines where the sand ends, a little lighter: light falls on it."""
    edge = colour.lerp(WHITE, 0.35)
    above, below = surfaces
    for surface, reach in (
        (above, _reach(lambda x: -above(x) > sand.neck_side(x))),
        (below, _reach(lambda x: 1 > below(x) > sand.neck_side(x))),
    ):
        middle = inside.centerx, _down(inside, surface(0))
        for side in (-reach, reach) if reach else ():  # to the wall, or nowhere once none is left
            end = round(inside.centerx + side * inside.width / 2), _down(inside, surface(reach))
            pygame.draw.aaline(target, edge, middle, end, _step(inside))


def _reach(is_sand: Callable[[float], bool]) -> float:
    """How far from the middle there is sand, on a grid fine enough for a line's end."""
    reach = 0
    while reach < 64 and is_sand(reach / 64):
        reach += 1
    return max(0, reach - 1) / 64


def _stream(target: Surface, scale: Scale, inside: Rect, part: Glass, floor: float) -> None:
    """The thread of falling sand; its grains fall with the time that runs."""
    colour, breadth = scale.palette.sand, max(2, round(inside.width * sand.NECK * 0.7))
    top, low = inside.centery - breadth, _down(inside, floor)
    target.fill(colour, Rect(inside.centerx - breadth // 2, top, breadth, low - top))
    if scale.still:
        return
    phase = (part.total - part.left) / _FALL_NS
    step = max(4, inside.height // 28)
    dark = colour.lerp(BLACK, 0.16)
    for y in range(top - step + round(phase % 1 * step), low, step):
        grain = Rect(inside.centerx - breadth // 2, y, breadth, max(1, step // 3))
        target.fill(dark, grain.clip(Rect(grain.x, top, breadth, low - top)))
    for jump in range(6):  # grains that jump off the heap
        flight = (phase * 0.7 + jump / 6) % 1
        way = (-1 if jump % 2 else 1) * (0.6 + 0.4 * (jump * 5 % 7) / 7)
        x = inside.centerx + round(way * flight * inside.width * 0.11)
        y = low + round((flight * flight * 1.6 - flight) * inside.height * 0.05)
        pygame.draw.circle(target, colour, (x, y), max(1, breadth // 3))


# -- glass


@lru_cache(maxsize=4)
def _blow(height: int, sand_colour: int, glass_colour: int, wood_colour: int) -> _Blown:
    """Everything of a glass that stands still, ``height`` px tall."""
    colour, glass, wood = Color(sand_colour), Color(glass_colour), Color(wood_colour)
    size = (round(height * _WIDE), height)
    smooth = SMOOTH if height < 600 else 2
    large = (size[0] * smooth, size[1] * smooth)
    lid = round(height * _LID)
    inside = Rect(0, 0, round(size[0] * 0.78) | 1, height - 2 * lid)
    inside.center = size[0] // 2, height // 2
    big = Rect(*(value * smooth for value in inside))
    back, full, front = (Surface(large, pygame.SRCALPHA) for _ in range(3))
    bulbs = _outline(big)
    _frame(back, wood, lid * smooth)
    pygame.draw.polygon(back, (*glass[:3], 46), bulbs)
    pygame.draw.polygon(full, colour, bulbs)
    _wall(front, glass, big, max(2, round(height * smooth / 110)))
    shrunk = [pygame.transform.smoothscale(picture, size) for picture in (back, full, front)]
    _grain(shrunk[1], colour)
    return _Blown(shrunk[0], shrunk[1], shrunk[2], inside)


def _outline(place: Rect) -> list[tuple[float, float]]:
    """Both bulbs as one polygon."""
    steps = [step / 60 for step in range(-60, 61)]
    half, tall = place.width / 2, place.height / 2
    right = [(place.centerx + sand.wall(abs(y)) * half, place.centery + y * tall) for y in steps]
    left = [(2 * place.centerx - x, y) for x, y in reversed(right)]
    return right + left


def _frame(target: Surface, wood: Color, lid: int) -> None:
    """Two lids and two posts."""
    width, height = target.size
    post = max(2, width // 20)
    for x in (width * 0.055, width * 0.945):
        place = Rect(round(x - post / 2), lid // 2, post, height - lid)
        pygame.draw.rect(target, wood.lerp(BLACK, 0.2), place)
        shine = Rect(place.x + post // 5, place.y, post // 4, place.height)
        pygame.draw.rect(target, wood.lerp(WHITE, 0.3), shine)
    for y in (0, height - lid):
        place = Rect(0, y, width, lid)
        pygame.draw.rect(target, wood.lerp(BLACK, 0.25), place, border_radius=lid // 2)
        pygame.draw.rect(target, wood, Rect(0, y, width, round(lid * 0.78)), border_radius=lid // 2)
        shine = Rect(lid, y + lid // 6, width - 2 * lid, max(1, lid // 6))
        pygame.draw.rect(target, wood.lerp(WHITE, 0.35), shine, border_radius=lid // 8)


def _wall(target: Surface, glass: Color, place: Rect, breadth: int) -> None:
    """The glass itself, and a window's light on each bulb."""
    pygame.draw.lines(target, glass, True, _outline(place), breadth)
    for point in _outline(place):  # joints of thick lines have gaps
        pygame.draw.circle(target, glass, point, breadth / 2)
    for start in (-0.86, 0.42):
        for y in (start + step * 0.02 for step in range(20)):
            x = place.centerx - sand.wall(abs(y)) * place.width * 0.40
            light = x, place.centery + y * place.height / 2
            pygame.draw.circle(target, (255, 255, 255, 120), light, breadth * 0.9)


def _grain(target: Surface, colour: Color) -> None:
    """Sand isn't one colour: lighter and darker grains, always the same ones."""
    width, height = target.size
    grain = max(1, height // 260)
    chance = Random(60)
    inks = [colour.lerp(BLACK, 0.22), colour.lerp(BLACK, 0.1), colour.lerp(WHITE, 0.3)]
    for _ in range(width * height // (28 * grain * grain)):
        spot = chance.randrange(grain, width - grain), chance.randrange(grain, height - grain)
        if target.get_at(spot).a == 255:
            target.fill(chance.choice(inks), (*spot, grain, grain))
