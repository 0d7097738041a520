from __future__ import annotations

import pygame
import pytest
from pygame import Rect, Surface

from companion.window.scale import Scale
from companion.window.table.top_line import draw_caption, draw_top
from companion.window.theme import PALETTES
from companion.window.type import Type

GROUND = (1, 2, 3)
PLACE = Rect(40, 20, 400, 40)


@pytest.fixture
def scale() -> Scale:
    pygame.font.init()
    return Scale(PALETTES["dark"], Type(), 1.0)


def drawn(scale: Scale, text: str, place: Rect = PLACE) -> Surface:
    target = Surface((480, 80))
    target.fill(GROUND)
    draw_caption(target, scale=scale, rect=place, text=text)
    return target


def changed(scale: Scale, text: str, place: Rect = PLACE) -> Rect:
    """Where a caption changes the ground."""
    mask = pygame.mask.from_threshold(drawn(scale, text, place), GROUND, (1, 1, 1, 255))
    mask.invert()
    first, *rest = mask.get_bounding_rects()
    return first.unionall(rest)


def test_a_caption_stands_at_the_right_of_its_place_and_is_as_wide_as_its_words(scale: Scale) -> None:
    short, long = changed(scale, "tyk"), changed(scale, "grzechoczą kości")
    assert PLACE.contains(short)
    assert PLACE.contains(long)
    assert short.width < long.width
    assert short.right == long.right == PLACE.right


@pytest.mark.parametrize("width", [60, 150, 400])
def test_a_caption_too_long_for_its_place_is_cut(scale: Scale, width: int) -> None:
    place = Rect(40, 20, width, 40)
    assert place.contains(changed(scale, "Krystyna Katarzyna: za wcześnie, o wiele za wcześnie", place))


def test_before_the_words_there_is_a_note(scale: Scale) -> None:
    target = drawn(scale, "")
    faint = PALETTES["dark"].faint
    note = pygame.mask.from_threshold(target, faint, (30, 30, 30, 255)).get_bounding_rects()
    assert note
    assert PLACE.contains(note[0])


def test_a_warning_in_the_title_has_the_warning_colour(scale: Scale) -> None:
    def title(text: str) -> int:
        target = Surface((600, 44))
        target.fill(scale.palette.ground)
        draw_top(target, scale, Rect(0, 0, 600, 44), text)
        return pygame.mask.from_threshold(target, scale.palette.bad, (40, 40, 40, 255)).count()

    assert title("! seat 3 stuck") > 0
    assert title("Question 3") == 0


def test_a_long_title_leaves_captions_their_room(scale: Scale) -> None:
    target, rect = Surface((600, 44)), Rect(10, 2, 580, 40)
    target.fill(GROUND)
    draw_top(target, scale, rect, "! nothing is recorded: the card is full, and nobody knows why", ("tick",))
    free = [x for x in range(600) if all(target.get_at((x, y))[:3] == GROUND for y in range(44))]
    assert any(300 < x < 500 for x in free)
