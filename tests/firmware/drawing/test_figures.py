from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from firmware.drawing.dieface import draw_die, draw_rolling
from firmware.drawing.figures import Beside, Drawn, fit_figure, fit_leading
from firmware.drawing.frames import draw
from firmware.drawing.lettering import LIT
from firmware.drawing.sandglass import LEAST, TALLEST, draw_sand
from firmware.views import Dice, Face, Figure, Sand, Screen

RED, YELLOW = Face("C", "czerwony"), Face("Ż", "żółty")
GREEN, ORANGE = Face("Z", "zielony", crossed=True), Face("P", "pomarańczowy", crossed=True)
LETTERS = "CPŻZNF"
STEPS = [step * 1000 // 60 for step in range(60, -1, -1)]

TIMES = st.from_regex(r"[0-9]{1,3}|[0-9]{1,2}:[0-5][0-9]|[0-9]:[0-5][0-9]:[0-5][0-9]", fullmatch=True)

SIDES = pytest.mark.parametrize("side", [14, 15, 16, 20, 24, 28, 36, 48])


def lit(image: Image.Image) -> int:
    return image.histogram()[LIT]


def fitted(figure: Figure, width: int, height: int) -> Drawn:
    drawn = fit_figure(figure, width, height)
    assert drawn is not None
    return drawn


def apart(one: Image.Image, other: Image.Image) -> float:
    """The share of pixels in which two pictures differ."""
    return lit(ImageChops.logical_xor(one, other)) / (one.width * one.height)


def halves(image: Image.Image) -> Iterable[Image.Image]:
    width, height = image.size
    for box in (
        (0, 0, width // 2, height),
        (width // 2, 0, width, height),
        (0, 0, width, height // 2),
        (0, height // 2, width, height),
    ):
        yield image.crop(box)


# -- one die -------------------------------------------------------------------------------------------------


@SIDES
def test_any_half_of_a_die_tells_with_from_without(side: int) -> None:
    """Of *with* most is lit, of *without* most is dark: whatever the letter, whichever half is seen."""
    for letter in LETTERS:
        for shown, crossed in zip(
            halves(draw_die(letter, side, crossed=False)),
            halves(draw_die(letter, side, crossed=True)),
            strict=True,
        ):
            area = shown.width * shown.height
            assert lit(shown) / area > 0.6
            assert lit(crossed) / area < 0.55


@SIDES
def test_a_cross_runs_out_over_the_corners_of_its_die(side: int) -> None:
    for letter in LETTERS:
        die = draw_die(letter, side, crossed=True)
        corners = [(0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1)]
        assert [die.getpixel(corner) for corner in corners] == [LIT] * 4
        assert die.getpixel((side // 2, 0)) == 0
        assert die.getpixel((0, side // 2)) == 0


@SIDES
def test_the_arms_of_a_cross_are_bold(side: int) -> None:
    edge = draw_die("", side, crossed=True).crop((0, 0, side, 1))
    assert lit(edge) >= side // 7


@SIDES
@pytest.mark.parametrize("crossed", [False, True])
def test_no_two_letters_look_the_same_on_a_die(side: int, crossed: bool) -> None:
    dice = [draw_die(letter, side, crossed=crossed) for letter in LETTERS]
    assert all(lit(ImageChops.logical_xor(one, other)) >= 2 for one, other in combinations(dice, 2))


@SIDES
def test_a_rolling_die_is_like_none_that_lies(side: int) -> None:
    for rolling in (draw_rolling(side, leans_left=True), draw_rolling(side, leans_left=False)):
        assert rolling.getpixel((0, 0)) == 0
        for letter in "?" + LETTERS:
            assert apart(rolling, draw_die(letter, side, crossed=False)) > 0.3
            assert apart(rolling, draw_die(letter, side, crossed=True)) > 0.15


# -- dice in a space -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "size", "side"),
    [
        ((RED,), (124, 60), 60),
        ((RED, ORANGE), (124, 60), 48),
        ((RED, YELLOW, GREEN), (124, 60), 38),
        ((RED, YELLOW, GREEN, ORANGE), (124, 60), 28),
        ((RED, ORANGE), (60, 44), 28),
        ((RED, ORANGE), (124, 28), 28),
        ((RED, YELLOW, GREEN, ORANGE), (60, 44), 20),
        ((RED, YELLOW, GREEN, ORANGE), (124, 28), 16),
    ],
)
def test_dice_are_this_large(faces: tuple[Face, ...], size: tuple[int, int], side: int) -> None:
    assert fitted(Dice(faces), *size).tall == side


@given(
    st.lists(st.sampled_from([RED, YELLOW, GREEN, ORANGE, Face("6"), Face("12")]), min_size=1, max_size=4),
    st.integers(1, 140),
    st.integers(1, 70),
    st.booleans(),
)
def test_a_figure_never_leaves_its_space(faces: list[Face], width: int, height: int, rolling: bool) -> None:
    for figure in (Dice(tuple(faces), rolling), Sand(500)):
        drawn = fit_figure(figure, width, height)
        if drawn is not None:
            assert drawn.image.width <= width
            assert drawn.image.height <= height


def test_words_tell_two_dice_apart_that_show_much_the_same_letter() -> None:
    yellow, green = replace(GREEN, text="Ż", word="żółty"), GREEN
    for width, height in ((124, 60), (124, 28), (60, 44)):
        one, other = (fitted(Dice((RED, face)), width, height) for face in (yellow, green))
        same_letter = fitted(Dice((RED, replace(yellow, text="Z"))), width, height)
        assert apart(one.image, other.image) > 0
        assert apart(same_letter.image, other.image) > 0


def test_a_word_without_room_is_shortened_to_four_letters_or_more() -> None:
    four = (RED, YELLOW, GREEN, ORANGE)
    spelled = fitted(Dice(tuple(replace(face, word=face.word[:4]) for face in four)), 124, 40)
    assert fitted(Dice(four), 124, 40).image.tobytes() == spelled.image.tobytes()


def test_words_go_where_not_even_four_letters_have_room_and_that_is_told() -> None:
    four = fitted(Dice((RED, YELLOW, GREEN, ORANGE)), 60, 44)
    bare = fitted(Dice(tuple(replace(face, word="") for face in (RED, YELLOW, GREEN, ORANGE))), 60, 44)
    assert four.image.tobytes() == bare.image.tobytes()
    assert (four.whole, bare.whole) == (False, True)


def test_dice_that_roll_don_t_show_what_they_showed() -> None:
    rolls = [fitted(Dice(faces, rolling=True), 124, 48) for faces in ((RED, GREEN), (YELLOW, ORANGE))]
    assert rolls[0].image.tobytes() == rolls[1].image.tobytes()
    assert rolls[0].spots == ()


def test_a_die_that_stays_while_others_roll_lies_still() -> None:
    still = replace(YELLOW, still=True)
    drawn = fitted(Dice((RED, still, GREEN), rolling=True), 124, 48)
    assert [spot.face for spot in drawn.spots] == [still]
    _, x, y, side = drawn.spots[0]
    assert (
        drawn.image.crop((x, y, x + side, y + side)).tobytes() == draw_die("Ż", side, crossed=False).tobytes()
    )


def test_dice_without_any_room_are_none() -> None:
    assert fit_figure(Dice((RED,)), 13, 40) is None
    assert fit_figure(Dice((RED,)), 40, 13) is None
    assert fit_figure(Dice(()), 124, 60) is None


# -- sand ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("height", [LEAST, 36, TALLEST])
@pytest.mark.parametrize("running", [True, False])
def test_each_sixtieth_of_the_sand_is_seen_to_fall(height: int, running: bool) -> None:
    pictures = [draw_sand(left, running, height) for left in STEPS]
    assert all(apart(one, other) > 0 for one, other in pairwise(pictures))


@pytest.mark.parametrize("height", [LEAST, 36, TALLEST])
def test_sand_sinks_above_and_grows_below(height: int) -> None:
    above = [lit(draw_sand(left, False, height).crop((0, 0, 99, height // 2))) for left in STEPS]
    below = [lit(draw_sand(left, False, height).crop((0, height // 2, 99, height))) for left in STEPS]
    assert all(before > after for before, after in pairwise(above))
    assert all(before < after for before, after in pairwise(below))


def test_a_thread_falls_while_it_runs_and_there_is_sand() -> None:
    assert lit(draw_sand(500, True, 36)) > lit(draw_sand(500, False, 36))
    assert draw_sand(0, True, 36).tobytes() == draw_sand(0, False, 36).tobytes()


def test_the_last_grain_is_seen() -> None:
    assert lit(draw_sand(1, False, LEAST)) > lit(draw_sand(0, False, LEAST).crop((0, 0, 99, LEAST // 2)))
    top = [draw_sand(left, False, LEAST).crop((0, 0, 99, LEAST // 2)) for left in (0, 1)]
    assert lit(top[1]) == lit(top[0]) + 1


# -- with the big thing --------------------------------------------------------------------------------------


@given(TIMES, st.integers(61, 124), st.integers(20, 60))
def test_an_hourglass_never_makes_a_time_less_than_30_px_tall(time: str, width: int, height: int) -> None:
    screen = Screen(big=time)
    plain = fit_leading(screen, width, height)
    fitted = fit_leading(replace(screen, figure=Sand(500)), width, height)
    if plain is not None:
        assert fitted is not None
        assert fitted.digit >= min(30, plain.digit)
        assert fitted.whole == plain.whole


@pytest.mark.parametrize("big", ["0", "7", "14", "60", "1:05", "9:59"])
def test_a_time_up_to_ten_minutes_has_its_hourglass_between_title_and_hint(big: str) -> None:
    leading = fit_leading(Screen(big=big, figure=Sand(500)), 124, 36)
    assert isinstance(leading, Beside)
    assert leading.drawn.tall >= 28
    assert leading.digit >= 30


def test_a_longer_time_goes_without_its_hourglass_rather_than_get_small() -> None:
    with_sand = Screen(title="sypie się", big="10:00", figure=Sand(500), hint="ok: pauza")
    assert draw(with_sand).tobytes() == draw(replace(with_sand, figure=None)).tobytes()


def test_on_the_smallest_panel_the_seconds_have_their_hourglass_and_15_px() -> None:
    leading = fit_leading(Screen(big="14", figure=Sand(500)), 60, 32)
    assert isinstance(leading, Beside)
    assert leading.digit >= 15


def test_dice_stay_where_big_text_and_sign_have_no_room() -> None:
    dice = Dice((RED, ORANGE))
    for screen in (Screen(big="2/3", figure=dice), Screen(sign=3, figure=dice)):
        assert draw(screen, (64, 48)).tobytes() == draw(Screen(figure=dice), (64, 48)).tobytes()


def test_words_that_would_be_cut_to_the_same_letters_are_left_out() -> None:
    faces = (Face("?", "with"), Face("?", "without", crossed=True))
    wordless = tuple(replace(face, word="") for face in faces)
    for width in (60, 64):
        cut = fit_figure(Dice(faces), width, 45)
        bare = fit_figure(Dice(wordless), width, 45)
        assert cut is not None
        assert bare is not None
        assert cut.image.tobytes() == bare.image.tobytes()
        assert not cut.whole
    whole = fit_figure(Dice(faces), 124, 45)
    assert whole is not None
    assert whole.whole


@pytest.mark.parametrize("tens", range(1, 6))
def test_a_glass_stays_where_it_is_while_the_seconds_beside_it_run(tens: int) -> None:
    frames = [draw(Screen("it runs", f"{tens}{unit}", figure=Sand(500))) for unit in range(10)]
    for before, after in pairwise(frames):
        changed = ImageChops.logical_xor(before, after).getbbox()
        assert changed is not None
        assert changed[0] >= 84, "more has moved than the last digit"
