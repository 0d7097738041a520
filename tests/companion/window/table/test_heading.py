from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Color, Rect, Surface

from companion.table.view import TableView
from companion.window.scale import Scale
from companion.window.table.heading import draw_heading, draw_rail
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.views import Mood

GROUND = Color("#ff00ff")
RECT = Rect(40, 20, 620, 160)
LONG = TableView(
    headline="Choose how many dice each of you throws",
    text=("3 +900.0 ms", "1 +912.4 ms", "4 +912.8 ms", "5 came too late"),
    hint="Expected right, wrong, first SEAT or SEAT +N",
)


@pytest.fixture(scope="module", params=["dark", "light"])
def scale(request: pytest.FixtureRequest) -> Scale:
    pygame.font.init()
    return Scale(PALETTES[request.param], Type(), 1.0)


def drawn(scale: Scale, view: TableView, rect: Rect = RECT) -> Surface:
    target = Surface((rect.right + 40, rect.bottom + 20))
    target.fill(GROUND)
    draw_heading(target, scale=scale, rect=rect, view=view)
    return target


def count(target: Surface, colour: Color) -> int:
    """How much has a colour, with more light on it or less."""
    return pygame.mask.from_threshold(target, colour, (24, 24, 24, 255)).count()


def bounds(target: Surface) -> Rect:
    mask = pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255))
    mask.invert()
    return mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())


@pytest.mark.parametrize("mood", Mood)
@pytest.mark.parametrize("size", [(300, 70), (620, 160), (640, 400), (2000, 600)])
def test_a_heading_stays_in_its_place_however_much_it_says(
    scale: Scale, mood: Mood, size: tuple[int, int]
) -> None:
    scaled = Scale(scale.palette, scale.type, max(0.5, size[0] / 700))
    rect = Rect((40, 20), size)
    for view in (LONG, TableView(headline="Bartłomiej11", sign=2, hint="ok"), TableView(headline="17")):
        assert rect.contains(bounds(drawn(scaled, replace(view, mood=mood), rect)))


def test_act_now_is_bright_and_wait_is_outlined(scale: Scale) -> None:
    def bright(mood: Mood) -> int:
        return count(drawn(scale, TableView(headline="PRESS!", mood=mood)), scale.palette.accent)

    assert bright(Mood.TURN) > RECT.width * 80
    assert bright(Mood.CALM) == bright(Mood.WAIT) == 0
    outline = count(drawn(scale, TableView(headline="WAIT", mood=Mood.WAIT)), scale.palette.faint)
    assert outline > 2 * RECT.width


def test_the_headline_is_the_largest_thing(scale: Scale) -> None:
    alone = bounds(drawn(scale, TableView(headline="PRESS!")))
    line = bounds(drawn(scale, TableView(text=("PRESS!",))))
    assert alone.height > 2 * line.height


@pytest.mark.parametrize("mood", [Mood.TURN, Mood.WAIT])
@pytest.mark.parametrize("text", [(), ("the table decides",)])
def test_the_headline_stands_in_the_middle_of_its_plate_clear_of_the_rim(
    scale: Scale, mood: Mood, text: tuple[str, ...]
) -> None:
    rect = Rect(40, 20, 460, 400)
    target = drawn(scale, TableView(headline="CZEKAJ", text=text, mood=mood), rect)
    ink = scale.palette.accent_ink if mood is Mood.TURN else scale.palette.ink
    middle = target.subsurface(Rect(rect.x + 8, rect.centery, rect.width - 16, 1))  # inside the outline
    letters = pygame.mask.from_threshold(middle, ink, (24, 24, 24, 255)).get_bounding_rects()
    row = letters[0].unionall(letters)
    assert min(row.left, middle.width - row.right) > 0.015 * rect.width
    plate = bounds(drawn(scale, TableView(headline="CZEKAJ", mood=mood), rect))
    assert abs(plate.centery - rect.centery) <= 4


def test_nothing_to_say_draws_nothing(scale: Scale) -> None:
    assert count(drawn(scale, TableView()), GROUND) == 700 * 200


@pytest.mark.parametrize("right", [False, True])
def test_the_arrows_of_a_side_turn_with_the_way_turns_go(scale: Scale, right: bool) -> None:
    rect = Rect(10, 10, 34, 300)

    def rail(way: int) -> Surface:
        target = Surface((54, 320))
        target.fill(scale.palette.ground)
        draw_rail(target, scale=scale, rect=rect, right=right, way=way)
        return target

    clockwise, other = rail(1), rail(-1)
    turned = pygame.transform.flip(other, False, True)

    def heads(target: Surface) -> list[int]:
        mask = pygame.mask.from_threshold(target, scale.palette.ink, (40, 40, 40, 255))
        return [mask.overlap_area(pygame.Mask((54, 1), True), (0, y)) for y in range(320)]

    assert heads(clockwise) != heads(other)
    assert sum(abs(a - b) for a, b in zip(heads(clockwise), heads(turned), strict=True)) < 60
