"""Faces with light on them, and the table they lie on."""

from __future__ import annotations

import pygame
import pytest
from pygame import Color, Rect, Surface

from companion.window.cloth import table_top
from companion.window.scale import safe
from companion.window.surfaces import draw_raised, draw_shadow
from companion.window.theme import PALETTES

GROUND = Color("#ff00ff")
FACE = Color("#808080")


def drawn(rect: Rect, *, flat: bool = False, depth: int = 0) -> Surface:
    target = Surface((200, 160))
    target.fill(GROUND)
    draw_shadow(target, rect, 12, depth)
    draw_raised(target, FACE, rect, 12, flat=flat)
    return target


def inked(target: Surface) -> Rect:
    mask = pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255))
    mask.invert()
    boxes = mask.get_bounding_rects()
    return boxes[0].unionall(boxes[1:]) if boxes else Rect(0, 0, 0, 0)


def test_light_falls_on_a_face_from_above_and_a_flat_one_has_one_colour() -> None:
    rect = Rect(20, 20, 120, 80)
    raised, flat = drawn(rect), drawn(rect, flat=True)
    assert raised.get_at((80, 22)).g > FACE.g > raised.get_at((80, 97)).g
    assert {tuple(flat.get_at((80, y))) for y in range(20, 100)} == {tuple(FACE)}
    assert inked(raised) == inked(flat) == rect


@pytest.mark.parametrize("size", [(1, 1), (3, 40), (120, 6), (0, 10)])
def test_a_face_however_small_keeps_to_its_place(size: tuple[int, int]) -> None:
    rect = Rect((20, 20), size)
    seen = inked(drawn(rect))
    assert rect.contains(seen) or not seen.width


def test_a_shadow_falls_below_and_at_the_sides_never_above() -> None:
    rect = Rect(40, 30, 100, 60)
    seen = inked(drawn(rect, depth=6))
    assert seen.top >= rect.top
    assert rect.left - 6 <= seen.left < rect.left
    assert rect.bottom < seen.bottom <= rect.bottom + 12


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_the_rail_keeps_clear_of_what_lies_on_the_felt(theme: str, size: tuple[int, int]) -> None:
    palette = PALETTES[theme]
    top, felt = table_top(size, palette, 5), table_top(size, palette, 0)
    assert top.get_size() == felt.get_size() == size
    inner = safe(size, 5)
    for x, y in (inner.topleft, inner.midtop, inner.midleft, inner.center):
        ground, seen = felt.get_at((x, y)), top.get_at((x, y))
        assert max(abs(a - b) for a, b in zip(ground, seen, strict=True)) < 60
    assert top.get_at((size[0] // 2, 6)) != felt.get_at((size[0] // 2, 6))
