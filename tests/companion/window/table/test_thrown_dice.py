from __future__ import annotations

import pygame
import pytest
from pygame import Color, Rect

from companion.games.faces import SHADES, colour_face
from companion.i18n import speaker
from companion.table.parts import AT_REST, Dice, Die
from companion.window.sign import contrast
from companion.window.table.choice_row import Typed
from companion.window.table.thrown_dice import draw_dice
from firmware.views import Face
from tests.companion.window.table.drawing import draw, scale_of

POLISH = speaker("pl")
WIDE = (660, 320)


def d6(*numbers: int, rolled: int = AT_REST, kept: int = 0) -> Dice:
    return Dice(tuple(Die(Face(str(n), still=n == kept), 6) for n in numbers), rolled)


@pytest.mark.parametrize("number", range(1, 7))
def test_six_sides_have_as_many_pips_as_they_show(number: int) -> None:
    scale = scale_of()
    drawn = draw(d6(number), scale, (240, 240))
    pips = drawn.of(scale.palette.card_ink.lerp(Color("white"), 0.12)).connected_components(20)
    assert len(pips) == number


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("colour", SHADES)
def test_kezao_s_dice_have_their_colour_and_without_is_hollow(theme: str, colour: str) -> None:
    scale = scale_of(theme)
    with_, without = (
        draw(Dice((Die(colour_face(kind, colour, POLISH)),)), scale, WIDE) for kind in ("with", "without")
    )
    shade = Color(SHADES[colour])
    middle = (with_.place.centerx, with_.box(shade).centery)
    assert with_.count(shade) > 1.5 * without.count(shade) > 0
    hollow = without.of(scale.palette.sunk)
    assert hollow.count() > 1000
    assert with_.box(shade).collidepoint(middle)


def test_faces_can_t_be_read_while_dice_tumble() -> None:
    scale = scale_of()
    for rolled in (0, 300, 700, 990):
        assert (
            draw(d6(1, 2, rolled=rolled), scale, WIDE).bytes
            == draw(d6(5, 6, rolled=rolled), scale, WIDE).bytes
        )


def test_dice_that_tumble_are_elsewhere_in_each_frame_and_each_throw() -> None:
    scale = scale_of()
    frames = {draw(d6(1, 2, rolled=rolled), scale, WIDE).bytes for rolled in range(0, 850, 50)}
    assert len(frames) == 17
    throws = {draw(Dice(d6(1).dice, 300, throw), scale, WIDE).bytes for throw in range(3)}
    assert len(throws) == 3


def test_a_kept_die_lies_readable_among_those_that_tumble() -> None:
    scale = scale_of()
    rest = draw(d6(1, 5, 3, kept=5), scale, WIDE)
    lock = rest.box(scale.palette.accent)
    face = lock.inflate(-lock.width // 3, -lock.height // 3)
    shown = pygame.image.tobytes(rest.surface.subsurface(face), "RGB")
    for rolled in (0, 400, 800):
        drawn = draw(d6(2, 5, 4, rolled=rolled, kept=5), scale, WIDE)
        assert pygame.image.tobytes(drawn.surface.subsurface(face), "RGB") == shown


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("still", [False, True])
def test_a_die_that_does_not_count_is_smaller_and_of_another_body(theme: str, still: bool) -> None:
    scale = scale_of(theme)
    counts, dropped = (
        draw(Dice((Die(Face("3", still=still), 6, dropped=dropped),)), scale, (240, 240))
        for dropped in (False, True)
    )
    assert counts.count(scale.palette.card) > 1000
    assert dropped.count(scale.palette.card) == 0
    assert dropped.count(scale.palette.bad) > 50 > counts.count(scale.palette.bad)
    assert (dropped.count(scale.palette.accent) > 100) == still


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_die_that_does_not_count_is_read_as_well_as_the_others(theme: str) -> None:
    scale = scale_of(theme)
    dropped = draw(Dice((Die(Face("3"), 6, dropped=True),)), scale, (240, 240))
    pips = dropped.of(scale.palette.ink.lerp(Color("white"), 0.12)).connected_components(20)
    assert len(pips) == 3
    assert contrast(scale.palette.ink, scale.palette.sunk) >= 4.5


@pytest.mark.parametrize("kind", [0, 6, 7, 20])
@pytest.mark.parametrize("size", [(900, 200), (300, 300), (800, 90)])
def test_dice_that_tumble_are_never_cut_off(kind: int, size: tuple[int, int]) -> None:
    scale = scale_of()
    for throw in range(4):
        for rolled in range(0, AT_REST, 90):
            dice = tuple(Die(Face("3"), kind) for _ in range(3))
            drawn = draw(Dice(dice, rolled, throw), scale, size)
            assert drawn.place.inflate(size[1] // 4, size[1] // 4).contains(drawn.ink)  # its shadow
            body = drawn.box(scale.palette.card)
            assert not body or drawn.place.contains(body)


@pytest.mark.parametrize("sides", [0, 4, 8, 10, 12, 20, 100])
def test_numbers_on_other_dice_are_told_apart(sides: int) -> None:
    scale = scale_of()
    assert (
        draw(Dice((Die(Face("3"), sides),)), scale).bytes != draw(Dice((Die(Face("4"), sides),)), scale).bytes
    )


@pytest.mark.parametrize("count", [1, 2, 4, 7, 10])
@pytest.mark.parametrize("size", [(320, 220), (1400, 700), (200, 120)])
def test_dice_that_lie_stay_in_their_place(count: int, size: tuple[int, int]) -> None:
    drawn = draw(d6(*[1 + n % 6 for n in range(count)]), scale_of(), size)
    assert drawn.place.inflate(8, 8).contains(drawn.ink)


def test_only_dice_that_do_something_can_be_touched() -> None:
    rect = Rect(0, 0, 600, 200)
    dice = Dice((Die(Face("1"), 6, does="lock 1"), Die(Face("2"), 6)))
    (spot,) = draw_dice(pygame.Surface(rect.size), scale_of(), rect, dice)
    assert spot.does == Typed("lock 1")
    assert rect.contains(spot.rect)
    assert spot.rect.centerx < rect.centerx
