from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageOps

from firmware.drawing.lettering import (
    LIT,
    SMALL,
    cell,
    cells,
    clean,
    cut,
    digit,
    draw_sign,
    enlarge,
    enlarge_rows,
    shortened,
    wrap,
    write,
)
from firmware.views import SIGNS


def test_cells_are_those_of_terminus() -> None:
    sizes = (12, 14, 16, 18, 20, 22, 24, 28, 32)
    assert [cell(size) for size in sizes] == [6, 8, 8, 10, 10, 11, 12, 14, 16]
    assert [digit(size)[1] for size in sizes] == [8, 10, 10, 12, 13, 14, 15, 18, 20]


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize("size", [12, 14, 16, 18, 20, 22, 24, 28, 32])
def test_polish_letters_are_all_there_at_every_size(size: int, bold: bool) -> None:
    letters = sorted({*"zażółćgęśląjaźńZAŻÓŁĆGĘŚLĄJAŹŃ", *"acelnoszACELNOSZ"})
    pictures = set()
    for letter in [*letters, "😀"]:  # Terminus hasn't got it: a box stands for what is missing
        image = Image.new("1", (cell(size), size))
        write(ImageDraw.Draw(image), (0, 0), letter, size, bold=bold, ink=LIT)
        pictures.add(image.tobytes())
    assert len(pictures) == len(letters) + 1


@given(st.text(max_size=60))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean(text)
    assert clean(once) == once
    assert once == once.strip()
    assert "\n" not in once


@given(st.text(max_size=60).map(clean), st.integers(0, 30))
def test_cut_text_fits_and_what_fits_is_not_cut(text: str, room: int) -> None:
    short = cut(text, room)
    assert cells(short) <= room
    assert (short == text) == (cells(text) <= room)
    assert short == text or room == 0 or short.endswith("…")


@given(st.text(max_size=60).map(clean), st.integers(1, 30), st.integers(0, 4))
def test_a_shortened_text_fits_and_what_fits_is_whole(text: str, room: int, rows: int) -> None:
    short = shortened(text, room, rows)
    assert len(short) <= rows
    assert all(cells(row) <= room for row in short)
    wrapped = wrap(text, room)
    if len(wrapped) <= rows and all(cells(row) <= room for row in wrapped):
        assert list(short) == wrapped


@pytest.mark.parametrize(
    ("text", "rows", "short"),
    [
        ("twój wynik: 8", 2, ("twój", "wynik: 8")),
        ("twój wynik: 8", 1, ("twój wy… 8",)),
        ("grupa gracza ● 1", 1, ("grup… ● 1",)),
        ("zablok. 1 3", 1, ("zablo… 1 3",)),
        ("your number: -12", 1, ("your… -12",)),
        ("Masz wynik? Wciśnij!", 2, ("Wciśnij!",)),
        ("naciśnij: położyłem", 1, ("naciśnij:…",)),
        ("nie podawaj liczb!", 1, ("nie podaw…",)),
    ],
)
def test_verb_and_value_outlast_what_stands_between(text: str, rows: int, short: tuple[str, ...]) -> None:
    assert shortened(text, 10, rows) == short


@given(st.text(max_size=60).map(clean), st.integers(1, 30))
def test_wrapping_loses_no_word(text: str, room: int) -> None:
    rows = wrap(text, room)
    assert " ".join(rows) == text
    assert all(cells(row) <= room or " " not in row for row in rows)


@settings(deadline=None)
@given(st.text(max_size=30).map(clean), st.integers(-5, 130), st.integers(-5, 64))
def test_big_letters_never_leave_their_box(text: str, width: int, height: int) -> None:
    big = enlarge(text, width, height)
    if big is not None:
        assert 0 < big.image.width <= width
        assert 0 < big.image.height <= height


def test_words_take_more_rows_to_be_larger_and_numbers_do_not() -> None:
    words, numbers = enlarge("Gra liczbowa", 124, 61), enlarge("17 + 25 + 1", 124, 61)
    assert words is not None
    assert numbers is not None
    assert words.image.height > 2 * words.digit
    assert numbers.image.height <= numbers.digit


def test_rows_stay_as_they_are_however_small_that_makes_them() -> None:
    piles = enlarge_rows(("↓ zielona 2", "↑ niebieska 7"), 124, 36)
    assert piles is not None
    assert piles.digit == 13
    assert enlarge_rows(("↓ zielona 2", "↑ niebieska 7", "ok"), 124, 20) is None
    assert enlarge_rows(("0" * 30,), 124, 36) is None
    assert enlarge_rows((), 124, 36) is None


def test_a_longer_text_is_never_larger() -> None:
    heights = [big.digit for n in range(1, 21) if (big := enlarge("8" * n, 124, 61))]
    assert len(heights) == 20
    assert heights == sorted(heights, reverse=True)
    assert heights[0] == 60


def test_a_sign_in_a_text_is_the_same_shape_as_everywhere() -> None:
    missing = enlarge("😀", 124, 30)
    assert missing is not None
    pictures = {big.image.tobytes() for sign in SIGNS.values() if (big := enlarge(sign.shape, 124, 30))}
    assert len(pictures) == len(SIGNS)
    assert missing.image.tobytes() not in pictures


@pytest.mark.parametrize("seat", SIGNS)
def test_a_sign_is_symmetric_at_every_size(seat: int) -> None:
    for side in range(9, 62):
        image = Image.new("1", (side, side))
        draw_sign(ImageDraw.Draw(image), (0, 0), seat, side, ink=LIT)
        twin = ImageOps.flip(image) if SIGNS[seat].name == "moon" else ImageOps.mirror(image)
        assert image.getbbox() is not None
        assert image.tobytes() == twin.tobytes()


def test_signs_differ_at_the_smallest_size_drawn() -> None:
    pictures = []
    for seat in SIGNS:
        image = Image.new("L", (SMALL - 3, SMALL - 3))
        draw_sign(ImageDraw.Draw(image), (0, 0), seat, SMALL - 3, ink=LIT)
        pictures.append(image.tobytes())
    for number, one in enumerate(pictures):
        for other in pictures[:number]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= 8
