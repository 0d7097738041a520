from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from pygame import Color, Rect, Surface

from companion.table.view import Plate, Stack, TokenKind, Tokens
from companion.window.scale import Scale, unit_of
from companion.window.sign import STANDS_OUT, contrast, draw_sign
from companion.window.table.fit import cut, fitted, wrapped
from companion.window.table.plates import draw_plate
from companion.window.table.table_layout import lay_out
from companion.window.table.tokens import draw_stack, draw_tokens
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.views import Mood

GROUND = Color("#ff00ff")
PLATE = Plate(
    3,
    "Maksymilian1",
    value="-1000p",
    note="place 3, +912.4 ms",
    tokens=(Tokens(TokenKind.HEART, 3), Tokens(TokenKind.CROSS, 12)),
    stack=Stack(9, 18),
    bar=600,
)
TALL, FLAT = Rect(20, 20, 275, 170), Rect(20, 20, 275, 79)


@pytest.fixture(scope="module", params=["dark", "light"])
def scale(request: pytest.FixtureRequest) -> Scale:
    pygame.font.init()
    return Scale(PALETTES[request.param], Type(), 1.0)


def blank(size: tuple[int, int] = (320, 210)) -> Surface:
    target = Surface(size)
    target.fill(GROUND)
    return target


def drawn(scale: Scale, plate: Plate, rect: Rect = TALL, *, lit: bool = False) -> Surface:
    target = blank()
    draw_plate(target, scale=scale, rect=rect, plate=plate, lit=lit)
    return target


def count(target: Surface, colour: Color, within: Rect | None = None) -> int:
    part = target if within is None else target.subsurface(within)
    return pygame.mask.from_threshold(part, colour, (24, 24, 24, 255)).count()  # in any light


def same(one: Surface, other: Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def inked(target: Surface, rect: Rect) -> Rect:
    """The bounds of whatever isn't ground, moved so that ``rect`` begins at 0, 0."""
    mask = pygame.mask.from_threshold(target, GROUND, (1, 1, 1, 255))
    mask.invert()
    return mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects()) if mask.count() else Rect(rect)


@pytest.mark.parametrize("rect", [TALL, FLAT, Rect(20, 20, 137, 38), Rect(20, 20, 172, 52)])
@pytest.mark.parametrize("lit", [False, True])
def test_everything_on_a_plate_stays_on_it(scale: Scale, rect: Rect, lit: bool) -> None:
    small = Scale(scale.palette, scale.type, rect.width / 275)
    target = drawn(small, PLATE, rect, lit=lit)
    assert rect.contains(inked(target, rect))


def test_who_must_act_lies_on_the_accent_and_who_waits_does_not(scale: Scale) -> None:
    accent, inside = scale.palette.accent, TALL.inflate(-60, -60)
    turn, calm, wait = (
        count(drawn(scale, Plate(1, "Ania", value="3", mood=mood)), accent, inside)
        for mood in (Mood.TURN, Mood.CALM, Mood.WAIT)
    )
    assert turn > inside.width * inside.height // 2
    assert calm == wait == 0


def test_whoever_the_moment_is_about_has_a_thick_rim(scale: Scale) -> None:
    plain, strong = (
        count(drawn(scale, Plate(1, "Ania", strong=strong)), scale.palette.accent) for strong in (False, True)
    )
    assert plain == 0
    assert strong > 6 * (TALL.width + TALL.height)


def test_a_lit_lamp_is_seen(scale: Scale) -> None:
    assert not same(drawn(scale, PLATE), drawn(scale, PLATE, lit=True))


def test_the_bar_shrinks_with_what_is_left(scale: Scale) -> None:
    full, half, none = (
        count(drawn(scale, Plate(1, "Ania", value="3", bar=bar)), scale.palette.bad) for bar in (1000, 500, 0)
    )
    assert none == 0
    assert 0.45 * full < half < 0.55 * full


def test_a_stack_is_as_high_as_what_is_left_of_it(scale: Scale) -> None:
    def paper(left: int) -> int:
        target, rect = blank(), Rect(20, 20, 60, 100)
        draw_stack(target, scale=scale, rect=rect, stack=Stack(left, 18))
        assert rect.contains(inked(target, rect))
        return count(target, scale.palette.card) + count(target, scale.palette.card_rim)

    heights = [paper(left) for left in (0, 5, 10, 18)]
    assert heights == sorted(heights)
    assert len(set(heights)) == 4


def test_pieces_that_fit_are_all_drawn_and_more_become_one_with_a_number(scale: Scale) -> None:
    rect = Rect(20, 20, 250, 24)

    def wide(n: int) -> int:
        ink = scale.palette.ink
        tokens = (Tokens(TokenKind.HEART, n),)
        return draw_tokens(
            blank(), scale=scale, rect=rect, tokens=tokens, ink=ink, ground=scale.palette.panel
        )

    widths = [wide(n) for n in range(1, 9)]
    assert widths == sorted(widths)
    assert widths[7] > 7 * 24
    assert wide(10) < widths[3]
    assert wide(0) == 0


def test_many_kinds_of_pieces_shrink_into_their_place(scale: Scale) -> None:
    rect = Rect(20, 20, 270, 30)
    target = blank()
    tokens = tuple(Tokens(kind, 12) for kind in TokenKind)
    used = draw_tokens(
        target, scale=scale, rect=rect, tokens=tokens, ink=scale.palette.ink, ground=scale.palette.panel
    )
    assert used <= rect.width
    assert rect.inflate(2, 2).contains(inked(target, rect))


@pytest.mark.parametrize("seat", range(1, 9))
def test_a_sign_keeps_within_its_radius_and_stands_out_from_any_ground(scale: Scale, seat: int) -> None:
    for radius in (10, 40):
        for ground in (scale.palette.panel, scale.palette.accent, scale.palette.ground, GROUND):
            target = Surface((120, 120))
            target.fill(ground)
            draw_sign(target, scale=scale, centre=(60, 60), radius=radius, seat=seat, ground=ground)
            mask = pygame.mask.from_threshold(target, ground, (1, 1, 1, 255))
            mask.invert()
            box = mask.get_bounding_rects()[0].unionall(mask.get_bounding_rects())
            assert Rect(60 - radius, 60 - radius, 2 * radius, 2 * radius).contains(box)
            edge = [target.get_at((x, y)) for x in range(120) for y in range(120) if mask.get_at((x, y))]
            assert any(contrast(colour, ground) >= STANDS_OUT for colour in edge)


def test_letters_are_as_large_as_fits_and_no_larger(scale: Scale) -> None:
    for text in ("PRESS!", "Maksymilian1", "i"):
        for width in (40, 90, 400):
            height = fitted(scale, text, 72, width)
            assert scale.type.width(text, height) <= width
            assert height == 72 or scale.type.width(text, height + 1) > width


def test_what_does_not_fit_is_cut_with_an_ellipsis(scale: Scale) -> None:
    short = cut(scale, "Maksymilian", 30, 80)
    assert short.endswith("…")
    assert "Maksymilian".startswith(short[:-1])
    assert scale.type.width(short, 30) <= 80
    assert cut(scale, "Ola", 30, 80) == "Ola"


def test_a_long_text_is_wrapped_between_words_but_not_before_a_unit(scale: Scale) -> None:
    size, lines = wrapped(scale, "First: Seat 1, by 12.4\u00a0ms", 40, 220, 2)
    assert len(lines) == 2
    assert all(scale.type.width(line, size) <= 220 for line in lines)
    assert lines[-1].endswith("12.4\u00a0ms")


def test_a_plate_without_anything_but_a_name_is_whole(scale: Scale) -> None:
    assert TALL.contains(inked(drawn(scale, Plate(8, "Zośka")), TALL))
    assert not same(drawn(scale, Plate(8, "Zośka")), drawn(scale, replace(Plate(8, "Zośka"), seat=7)))


def test_pieces_are_as_large_with_a_note_as_without(scale: Scale) -> None:
    hearts = Plate(3, "Ola", tokens=(Tokens(TokenKind.HEART, 2),))
    one, other = (count(drawn(scale, it), scale.palette.bad) for it in (hearts, replace(hearts, note="now")))
    assert one == other > 0


def test_a_value_is_smaller_rather_than_that_a_name_is_cut() -> None:
    pygame.font.init()
    letters = Heard()
    scale = Scale(PALETTES["dark"], letters, unit_of((800, 480)))
    place = lay_out((800, 480), range(1, 9), races=True).plates[2]
    heights = {}
    for name in ("Ola", "Aleksandra"):
        letters.written.clear()
        draw_plate(Surface((800, 480)), scale, place, Plate(2, name, "10p"), lit=False)
        said = {text: height for height, text in letters.written}
        assert name in said
        heights[name] = said["10p"]
    assert heights["Ola"] > heights["Aleksandra"] > scale.least


class Heard(Type):
    """Keeps what was written, and how large."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[tuple[int, str]] = []

    def write(
        self,
        target: Surface,
        text: str,
        height: int,
        colour: Color,
        at: tuple[float, int],
        *,
        strong: bool = False,
    ) -> None:
        self.written.append((height, text))
        super().write(target, text, height, colour, at, strong=strong)


BUSY = (
    Plate(1, "Gracz 1 · Lisy", "12p", "Gracz 2: falstart!", mood=Mood.TURN),
    Plate(2, "Bożydar Łukaszew", "1:30:00", "ruch 12"),
    Plate(3, "Ola", "10+10", "1. · 1000 ms, zwykle 1200", strong=True),
    Plate(4, "Krystyna", "20", "do nowego pytania", mood=Mood.WAIT, stack=Stack(9, 18)),
    Plate(5, "Gracz 5", "7", "rzuca", tokens=(Tokens(TokenKind.STAR, 2),), stack=Stack(3, 7)),
    Plate(6, "Maksymilian Żół6", note="kładzie karty: 2", tokens=(Tokens(TokenKind.HEART, 3),)),
    Plate(7, "Jl", "−1000p", bar=600, strong=True, mood=Mood.TURN),
    Plate(8, "Zośka", "0:05", "3. +912,4 ms", mood=Mood.WAIT, tokens=(Tokens(TokenKind.HEART, 12),)),
)
"""As much as games say about a seat."""


@pytest.mark.parametrize("larger", [1.0, 2.0])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("seats", range(1, 9))
def test_all_that_is_known_of_a_seat_is_read_in_any_window_and_type(
    seats: int, size: tuple[int, int], larger: float
) -> None:
    pygame.font.init()
    letters = Heard()
    scale = Scale(PALETTES["dark"], letters, unit_of(size), larger=larger)
    layout = lay_out(size, range(1, seats + 1), races=True, turns=True)
    for plate in BUSY[:seats]:
        letters.written.clear()
        draw_plate(Surface(size), scale, layout.plates[plate.seat], plate, lit=True)
        said = " ".join(text for _, text in letters.written).replace("\N{NO-BREAK SPACE}", " ")
        assert [word for word in (plate.name, plate.value, plate.note) if word not in said] == [], said
        assert min(height for height, _ in letters.written) >= scale.least
