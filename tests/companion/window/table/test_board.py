"""The board, claims and digits drawn: inside their place, and what is to be told apart differs by pixels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from pygame import Rect, Surface

from companion.table.honeycomb import Honeycomb, Token
from companion.table.parts import Claim, Claims, Digits, Standing
from companion.table.view import Part
from companion.window.scale import Scale, unit_of
from companion.window.table.drawers import DRAWERS
from companion.window.theme import PALETTES
from companion.window.type import Type

NUMBERS = tuple(19 * number % 55 for number in range(1, 55))
BOARD = Honeycomb(NUMBERS, (Token("A1", 1), Token("C4", 2)), frozenset({"A1"}), 8, ("B3", "C3"))
CLAIMS = Claims(tuple(Claim(seat, "54", "FIRST!", standing) for seat, standing in enumerate(Standing, 1)))
PLACE = Rect(30, 20, 400, 300)


@pytest.fixture
def type_() -> Iterator[Type]:
    pygame.font.init()
    yield Type()
    pygame.font.quit()


def drawn(type_: Type, part: Part, theme: str = "dark", place: Rect = PLACE) -> Surface:
    scale = Scale(PALETTES[theme], type_, unit_of((1280, 720)))
    target = Surface((place.right + 30, place.bottom + 30))
    target.fill(scale.palette.ground)
    DRAWERS[type(part)](target, scale=scale, rect=place, part=part)
    return target


def pixels(surface: Surface) -> bytes:
    return pygame.image.tobytes(surface, "RGB")


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    "part", [BOARD, CLAIMS, Digits((2, 3)), Digits(())], ids=lambda part: type(part).__name__
)
@pytest.mark.parametrize("size", [(400, 300), (90, 300), (300, 60)])
def test_nothing_is_drawn_outside_its_place(
    type_: Type, theme: str, part: Part, size: tuple[int, int]
) -> None:
    place = Rect((30, 20), size)
    surface = drawn(type_, part, theme, place)
    assert pixels(surface) != pixels(drawn(type_, Claims(()), theme, place))
    surface.fill(PALETTES[theme].ground, place)
    assert pixels(surface) == pixels(drawn(type_, Claims(()), theme, place))


@pytest.mark.parametrize(
    "other",
    [
        replace(BOARD, number=9),
        replace(BOARD, number=None),
        replace(BOARD, free=()),
        replace(BOARD, counted=frozenset()),
        replace(BOARD, tokens=(Token("A1", 1), Token("C4", 3))),
        replace(BOARD, tokens=(Token("A1", 1), Token("C4", 2, sure=False))),
        replace(BOARD, numbers=tuple(reversed(NUMBERS))),
    ],
)
def test_whatever_differs_on_a_board_is_seen(type_: Type, other: Honeycomb) -> None:
    assert pixels(drawn(type_, other)) != pixels(drawn(type_, BOARD))


def test_standings_of_a_claim_are_told_apart_without_colour(type_: Type) -> None:
    shown = set()
    for standing in Standing:
        surface = drawn(type_, Claims((Claim(1, "8", "", standing),)))
        shown.add(pixels(pygame.transform.grayscale(surface)))
    assert len(shown) == len(Standing)


def test_claims_digits_and_free_fields_are_touched_where_they_lie(type_: Type) -> None:
    scale, target = Scale(PALETTES["dark"], type_, 1.0), Surface((500, 400))
    claims = Claims((Claim(1, "8", does="number 1 1|"), Claim(2, "9")))
    for part, does in (
        (claims, ["number 1 1|"]),
        (Digits((2, 3, 7), does="digits|"), ["digits|"]),
        (replace(BOARD, does=("1 8 B3", "1 8 C3")), ["1 8 B3", "1 8 C3"]),
    ):
        spots = DRAWERS[type(part)](target, scale=scale, rect=PLACE, part=part) or ()
        assert [spot.does.does for spot in spots] == does
        assert all(PLACE.contains(spot.rect) for spot in spots)


def test_numbers_nobody_would_read_are_left_out_but_the_one_spoken_of(type_: Type) -> None:
    small = Rect(30, 20, 120, 110)
    other = replace(BOARD, numbers=(*NUMBERS[1:], NUMBERS[0]))
    assert pixels(drawn(type_, replace(BOARD, number=None), "dark", small)) == pixels(
        drawn(type_, replace(other, number=None), "dark", small)
    )
    assert pixels(drawn(type_, BOARD, "dark", small)) != pixels(
        drawn(type_, replace(BOARD, number=None), "dark", small)
    )
