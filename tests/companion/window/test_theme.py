"""Both themes can be read, and seats told apart without their colours."""

from __future__ import annotations

import pygame
import pytest

from companion.window.sign import STANDS_OUT, contrast
from companion.window.surfaces import draw_raised
from companion.window.symbols import corners
from companion.window.theme import BOX, PALETTES, rounded
from firmware.drawing.shapes import outline
from firmware.views import SIGNS

READ = 4.5
"""The contrast letters need against their ground (WCAG 2.2, 1.4.3)."""

INKS = {
    "ink": ("ground", "ground_edge", "panel", "sunk", "shade"),
    "faint": ("ground", "ground_edge", "panel", "sunk"),
    "accent_ink": ("accent",),
    "good": ("ground", "ground_edge", "sunk"),
    "bad": ("ground", "ground_edge", "sunk"),
    "card_ink": ("card",),
    "ground": ("ink",),
}
"""Colours of letters, and what they stand on."""


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("ink", INKS)
def test_letters_stand_out_from_every_ground_they_are_written_on(theme: str, ink: str) -> None:
    palette = PALETTES[theme]
    for ground in INKS[ink]:
        assert contrast(getattr(palette, ink), getattr(palette, ground)) >= READ, f"{ink} on {ground}"


@pytest.mark.parametrize("theme", PALETTES)
def test_letters_stand_out_where_light_falls_on_a_plate_and_at_its_foot(theme: str) -> None:
    palette = PALETTES[theme]
    for ink, face in (("ink", "panel"), ("faint", "panel"), ("accent_ink", "accent")):
        target = pygame.Surface((40, 80))
        draw_raised(target, getattr(palette, face), target.get_rect(), 4)
        seen = [contrast(getattr(palette, ink), target.get_at((20, y))) for y in (0, 40, 79)]
        assert min(seen) >= READ, f"{ink} on {face}: {seen}"


@pytest.mark.parametrize("theme", PALETTES)
def test_right_and_wrong_stand_out_from_a_plate(theme: str) -> None:
    """They are a tick and a cross there, not letters."""
    palette = PALETTES[theme]
    assert min(contrast(palette.good, palette.panel), contrast(palette.bad, palette.panel)) >= STANDS_OUT


@pytest.mark.parametrize("tall", [1, 2, 3, 20, 21])
def test_a_bar_with_round_ends_fills_its_place_and_nothing_more(tall: int) -> None:
    target, place = pygame.Surface((100, 60)), pygame.Rect(20, 20, 50, tall)
    rounded(target, pygame.Color("white"), place, tall // 2)
    drawn = pygame.mask.from_threshold(target, (255, 255, 255), (250, 250, 250))
    assert drawn.get_bounding_rects() == [place]


def test_the_box_can_be_read() -> None:
    assert contrast(BOX.ink, BOX.bar) >= READ
    assert contrast(BOX.faint, BOX.body) >= READ
    assert contrast(BOX.cap_ink, BOX.cap) >= READ


def test_no_two_seats_have_the_same_shape() -> None:
    assert len({outline(seat) for seat in SIGNS}) == len(SIGNS)
    middle = pygame.Vector2(0, 0)
    assert len({tuple(map(tuple, corners(outline(seat), middle, 100))) for seat in SIGNS}) == len(SIGNS)
