from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from companion.window.scale import Look
from companion.window.table.caption import draw_caption
from companion.window.theme import PALETTES
from companion.window.type import Type

GROUND = (1, 2, 3)
PLACE = Rect(40, 20, 400, 40)


@pytest.fixture
def look() -> Look:
    pygame.font.init()
    return Look(PALETTES["dark"], Type(), 1.0)


def drawn(look: Look, text: str, place: Rect = PLACE) -> Surface:
    target = Surface((480, 80))
    target.fill(GROUND)
    draw_caption(target, look=look, rect=place, text=text)
    return target


def changed(look: Look, text: str, place: Rect = PLACE) -> Rect:
    """Where a caption changes the ground."""
    mask = pygame.mask.from_threshold(drawn(look, text, place), GROUND, (1, 1, 1, 255))
    mask.invert()
    first, *rest = mask.get_bounding_rects()
    return first.unionall(rest)


def test_a_caption_stands_in_the_middle_of_its_place_and_is_as_wide_as_its_words(look: Look) -> None:
    short, long = changed(look, "tyk"), changed(look, "grzechoczą kości")
    assert PLACE.contains(short)
    assert PLACE.contains(long)
    assert short.width < long.width
    assert abs(short.centerx - PLACE.centerx) <= 1


@pytest.mark.parametrize("width", [60, 150, 400])
def test_a_caption_too_long_for_its_place_is_cut(look: Look, width: int) -> None:
    place = Rect(40, 20, width, 40)
    assert place.contains(changed(look, "Krystyna Katarzyna: za wcześnie, o wiele za wcześnie", place))


def test_before_the_words_there_is_a_note(look: Look) -> None:
    target = drawn(look, "")
    faint = PALETTES["dark"].faint
    note = pygame.mask.from_threshold(target, faint, (30, 30, 30, 255)).get_bounding_rects()
    assert note
    assert PLACE.contains(note[0])
