from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from firmware.boxfile.settings_checks import PANEL_SIZES
from firmware.drawing.blocks import Box, Lead
from firmware.drawing.figures import Beside
from firmware.drawing.frames import draw, lay_out
from firmware.drawing.lettering import LIT, digit
from firmware.drawing.scoreboard import NO_DIGITS, PLAIN, SLIM, TINY, Style, Table
from firmware.drawing.slender import Slender, known
from firmware.views import SIGNS, Mood, Score, Screen

LOWEST = (96, 16)
SIZES = [size for size in sorted({*sum(PANEL_SIZES.values(), ())}) if size != LOWEST]
UPRIGHT = [(64, 128), (48, 64)]
MARKS = "0123456789-:.,+?♥"

CLOCKS = r"[0-9]{1,2}:[0-5][0-9]|[0-9]:[0-5][0-9]:[0-5][0-9]|\+[0-9]{1,3},[0-9]"
TEXTS = st.from_regex(rf"-?[0-9]{{1,4}}p?|[0-3]♥[0-3]|{CLOCKS}", fullmatch=True)
LONGEST = st.sampled_from(["1:00:00", "-1000p", "12:34", "100p", "-10p", "0p"])


def boards(texts: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[Score, ...]]:
    scores = st.builds(Score, st.sampled_from(sorted(SIGNS)), texts, st.booleans())
    return st.lists(scores, min_size=1, max_size=8, unique_by=lambda score: score.seat).map(tuple)


SCREENS = st.builds(
    Screen,
    title=st.sampled_from(["", "Quiz", "zatrzymane: ok wznawia"]),
    big=st.sampled_from(["", "NACIŚNIJ!", "Gracz 3", "1:00:00", "12 ←", "Quiz"]),
    sign=st.none() | st.sampled_from(sorted(SIGNS)),
    text=st.lists(st.sampled_from(["+12,4 ms", "twój wynik: 8"]), max_size=2).map(tuple),
    scores=boards(TEXTS | LONGEST),
    hint=st.sampled_from(["", "ok: dalej", "nie teraz: trwa sprawdzanie kart"]),
    mood=st.sampled_from([Mood.CALM, Mood.TURN]),
)
some = settings(deadline=None, max_examples=25)


def table_of(screen: Screen, size: tuple[int, int]) -> tuple[Table, Box]:
    tables = [(part, box) for part, box in lay_out(screen, size).middle.parts if isinstance(part, Table)]
    assert len(tables) == 1, "the scores are gone"
    return tables[0]


def read(picture: Image.Image, table: Table, score: Score, at: tuple[int, int]) -> str:
    """A score's digits and marks, read off its cell of a picture; a comma is a dot: its tail hangs lower."""
    style = table.grid.style
    x, end = at[0] + style.start, at[0] + table.grid.width
    text = ""
    while x < end:
        shown = next((mark for mark in MARKS if _stands(picture, style, score, mark, (x, at[1] + 1))), None)
        if shown is None:
            break
        text += shown
        x += style.written(shown).width + (1 if isinstance(style.size, Slender) else 0)
    return text.replace(",", ".")


def _stands(picture: Image.Image, style: Style, score: Score, mark: str, at: tuple[int, int]) -> bool:
    """Whether that mark begins there, as far as a digit is tall."""
    ink = style.written(mark)
    top = 0 if isinstance(style.size, Slender) else digit(style.size)[0]
    seen = picture.crop((*at, at[0] + ink.width, at[1] + style.tall))
    if score.strong and not style.slim:
        seen = ImageChops.invert(seen)
    return seen.tobytes() == ink.crop((0, top, ink.width, top + style.tall)).tobytes()


def seat_on(picture: Image.Image, style: Style, at: tuple[int, int]) -> Image.Image:
    """What stands on a tag, with its rim."""
    left = at[0] + style.before
    return picture.crop((left, at[1], left + style.tag[0], at[1] + style.tag[1]))


def pixels(picture: Image.Image, mood: Mood) -> Image.Image:
    return ImageChops.invert(picture) if mood is Mood.TURN else picture


@pytest.mark.parametrize("size", [*SIZES, *UPRIGHT], ids=str)
def test_every_score_is_read_on_every_panel_whatever_else_is_shown(size: tuple[int, int]) -> None:
    @some
    @given(SCREENS)
    def holds(screen: Screen) -> None:
        table, box = table_of(screen, size)
        picture = pixels(draw(screen, size), screen.mood)
        style = table.grid.style
        placed = list(table.cells(box))
        assert [score.seat for score, _ in placed] == [score.seat for score in screen.scores]
        assert table.grid.lost < NO_DIGITS
        assert style.tall >= 5
        for score, (_, at) in zip(screen.scores, placed, strict=True):
            assert read(picture, table, score, at) == known(score.text).replace(",", ".")
        assert len({seat_on(picture, style, at).tobytes() for _, at in placed}) == len(placed)

    holds()


@some
@given(boards(st.from_regex(r"-?[0-9]{1,3}", fullmatch=True)))
def test_even_the_lowest_panel_has_a_place_for_eight_short_scores(scores: tuple[Score, ...]) -> None:
    for screen in (Screen(scores=scores), Screen("Koniec!", scores=scores, hint="ok: rewanż")):
        table, box = table_of(screen, LOWEST)
        picture = draw(screen, LOWEST)
        for score, at in table.cells(box):
            assert read(picture, table, score, at) == score.text


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (64, 48), (128, 128), (64, 128)], ids=str)
@pytest.mark.parametrize("big", ["NACIŚNIJ!", "PRESS!", "Gracz 3", "1:00:00", "12:34.5", "12 ←"])
@pytest.mark.parametrize("text", ["1:00:00", "-1000p", "100p", "7"])
def test_the_big_thing_stands_whole_with_eight_scores(size: tuple[int, int], big: str, text: str) -> None:
    scores = tuple(Score(seat, text, strong=seat == 2) for seat in SIGNS)
    screen = Screen("Quiz", big, 2, ("+12,4 ms",), scores, "ok: dalej")
    leads = [part for part, _ in lay_out(screen, size).middle.parts if isinstance(part, Lead | Beside)]
    assert [lead.whole for lead in leads] == [True]
    assert leads[0].digit >= 8


@pytest.mark.parametrize(
    ("big", "texts", "hint"),
    [
        ("NACIŚNIJ!", ["100p", "1p", "0p", "12p", "-10p"], "ok: nikt nie wie"),
        ("12:34", ["12:34"] * 8, ""),
        ("1:00:00", ["1:00:00"] * 4, "ok: dalej"),
        ("1:02.3", ["1:02.3"] * 8, ""),
        ("12 ←", ["2♥1"] * 6, "naciśnij: położyłem"),
    ],
)
def test_the_main_panel_has_scores_as_tall_as_a_small_line(big: str, texts: list[str], hint: str) -> None:
    """What stands on a usual table: nobody there needs a magnifying glass."""
    screen = Screen("Quiz", big, None, (), tuple(map(Score, SIGNS, texts)), hint)
    page = lay_out(screen, (128, 64))
    assert page.tells(15 if big[0].isdigit() else 12)
    assert " ".join(page.hint) == hint
    assert table_of(screen, (128, 64))[0].tall >= 8


def test_four_short_scores_keep_their_shapes() -> None:
    scores = tuple(Score(seat, text) for seat, text in enumerate(["18", "9", "13", "2"], start=1))
    table, _ = table_of(Screen("", "NACIŚNIJ!", scores=scores, hint="zła karta: ok"), (128, 64))
    assert table.grid.style == PLAIN[0]
    assert table.grid.style.sign


@pytest.mark.parametrize("style", [*PLAIN, *TINY, *SLIM])
def test_a_score_is_nearer_to_its_own_seat_than_to_the_next(style: Style) -> None:
    assert style.apart > style.start - style.before - style.tag[0] - (0 if style.slim else 1)


@some
@given(boards(TEXTS), st.sampled_from(SIZES))
def test_seats_stand_dark_on_light_and_scores_never_touch_them(
    scores: tuple[Score, ...], size: tuple[int, int]
) -> None:
    """ "1" and "3" would be read as 13: between them there is always a dark line."""
    screen = Screen(scores=scores)
    table, box = table_of(screen, size)
    picture, style = draw(screen, size), table.grid.style
    for _, at in table.cells(box):
        tag = seat_on(picture, style, at)
        rim = tag.crop((0, 0, 1, tag.height))
        assert rim.getextrema() == (LIT, LIT)
        assert tag.getextrema() == (0, LIT)
        line = at[0] + style.before + style.tag[0]
        beside = picture.crop((line, at[1], line + 1, at[1] + style.tag[1]))
        assert beside.getbbox() is None


@pytest.mark.parametrize("style", [*PLAIN, *TINY])
def test_a_strong_score_is_lit_and_its_seat_apart(style: Style) -> None:
    for strong in (False, True):
        picture = Image.new("1", (128, 40))
        style.paint(ImageDraw.Draw(picture), Score(1, "12", strong), (4, 8), 60)
        lit = picture.crop((4 + style.start, 8, 64, 8 + style.tag[1])).histogram()[LIT]
        area = (60 - style.start) * style.tag[1]
        assert (lit > area * 0.6) == strong
        line = 4 + style.before + style.tag[0]
        assert picture.crop((line, 8, line + 1, 8 + style.tag[1])).getbbox() is None


def test_who_plays_is_told_where_words_have_no_room() -> None:
    scores = tuple(Score(seat, "gra") for seat in SIGNS)
    for size in (*SIZES, LOWEST):
        table, box = table_of(Screen("Kto gra?", "Gramy", scores=scores, hint="naciśnij: gram"), size)
        assert {score.seat for score, _ in table.cells(box)} == set(SIGNS)


def test_a_word_with_a_number_is_cut_to_its_number() -> None:
    scores = tuple(Score(seat, f"Aleksandra {seat * 5}") for seat in SIGNS)
    screen = Screen(scores=scores)
    table, box = table_of(screen, (64, 48))
    picture = draw(screen, (64, 48))
    for score, at in table.cells(box):
        assert read(picture, table, score, at) == str(score.seat * 5)


# -- narrow digits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [Slender(3, 5), Slender(3, 6), Slender(3, 7), Slender(3, 8), Slender(4, 8)])
def test_no_two_narrow_marks_look_the_same(face: Slender) -> None:
    marks = [known(mark) for mark in "0123456789+=×/%?♥✓!:.,-"]
    drawn = {(face.write(mark).size, face.write(mark).tobytes()) for mark in marks}
    assert len(drawn) == len(marks)
    assert all(face.write(mark).height == face.tall for mark in marks)


@given(st.text(MARKS, min_size=1, max_size=9), st.integers(3, 4), st.integers(5, 9))
def test_narrow_text_is_as_wide_as_it_says_with_a_gap_between_marks(text: str, width: int, tall: int) -> None:
    face = Slender(width, tall)
    image = face.write(text)
    assert image.size == (face.length(text), tall)
    for start, end in pairwise(face.length(text[:n]) for n in range(1, len(text) + 1)):
        assert image.crop((start, 0, start + 1, tall)).getbbox() is None
        assert end > start + 1


def test_letters_go_from_narrow_text() -> None:
    assert known("-100p") == "-100"
    assert known("Zażółć 12") == "12"
    assert known("gra") == ""
