from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw

from firmware.drawing.blocks import Lead, Lines
from firmware.drawing.dieface import draw_die
from firmware.drawing.frames import dice_on, draw, lay_out
from firmware.drawing.lettering import LIT, draw_sign
from firmware.drawing.pages import Middle, Page
from firmware.views import SIGNS, Dice, Face, Mood, Sand, Score, Screen

SIZES = ((128, 64), (128, 32), (64, 48))
PICTURES = Path(__file__).parent / "snapshots"
POLISH = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"


class Compare(Protocol):
    def __call__(self, img: Image.Image, img_path: Path) -> None: ...


def _scores(*texts: str, strong: int = 0) -> tuple[Score, ...]:
    return tuple(Score(seat, text, seat == strong) for seat, text in enumerate(texts, start=1))


RED, YELLOW = Face("C", "czerwony"), Face("Ż", "żółty")
NOT_GREEN, NOT_ORANGE = Face("Z", "zielony", crossed=True), Face("P", "pomarańczowy", crossed=True)

SCREENS: dict[str, Screen] = {
    "dice-one": Screen(title="rzut 4", figure=Dice((YELLOW,)), hint="połóż i naciśnij"),
    "dice-two": Screen(title="rzut 4", figure=Dice((RED, NOT_ORANGE)), text=("2/3",)),
    "dice-two-turn": Screen(figure=Dice((YELLOW, NOT_GREEN)), hint="połóż i naciśnij", mood=Mood.TURN),
    "dice-three": Screen(title="rzut 4", figure=Dice((RED, YELLOW, NOT_GREEN))),
    "dice-four": Screen(
        title="rzut 4", figure=Dice((RED, YELLOW, NOT_GREEN, NOT_ORANGE)), hint="zablok. 1 3"
    ),
    "dice-rolling": Screen(
        title="rzut 5",
        figure=Dice((RED, replace(YELLOW, still=True), NOT_GREEN, NOT_ORANGE), rolling=True),
        mood=Mood.WAIT,
    ),
    "dice-reason": Screen(
        title="STOP", figure=Dice((RED, NOT_GREEN)), hint="kości już leżą, karta za późno", mood=Mood.WAIT
    ),
    "dice-beside": Screen(big="2/3", figure=Dice((RED, NOT_GREEN)), hint="połóż i naciśnij"),
    "dice-sign": Screen(sign=6, figure=Dice((YELLOW, NOT_GREEN)), hint="rzuca ★ 6"),
    "sand": Screen(title="sypie się", big="14", figure=Sand(950), hint="ok: pauza"),
    "sand-text": Screen(title="mam!", big="9", figure=Sand(600), text=("◆ 4 ● 1",), hint="ok: dalej"),
    "sand-minutes": Screen(title="sypie się", big="1:05", figure=Sand(550), hint="ok: pauza"),
    "sand-paused": Screen(title="stoi", big="7", figure=Sand(466, running=False), mood=Mood.WAIT),
    "sand-last": Screen(big="1", figure=Sand(16), mood=Mood.TURN),
    "sand-alone": Screen(figure=Sand(300), hint="ok: pauza"),
    "seventeen-turn": Screen(
        title="17 · runda 2",
        big="7 →",
        scores=_scores("2♥1", "0♥1", "1♥0", "2♥0", strong=2),
        hint="ok: dalej",
    ),
    "seventeen-turn-six": Screen(
        title="17 · round 2",
        big="12 ←",
        sign=6,
        scores=_scores("2♥1", "0♥1", "1♥0", "2♥0", "1♥1", "0♥0", strong=6),
        hint="press: card laid",
    ),
    "seventeen-window": Screen(
        title="SPRAWDZAM?", big="17?", sign=2, text=("odwrotka",), hint="gracz 2: dobrałem"
    ),
    "ruling": Screen(title="Pierwszy!", big="2", sign=2, text=("+12,4 ms",), hint="ok: dalej"),
    "ruling-name": Screen(title="First!", big="Zuzia", sign=8, text=("+0,9 ms przed ◆ 4",), hint="ok"),
    "ruling-order": Screen(
        big="Bartłomiej",
        sign=4,
        scores=(Score(4, "0", True), Score(1, "+12,4"), Score(7, "+88,0"), Score(8, "+131")),
        hint="dobrze · źle",
    ),
    "tie": Screen(
        title="Remis", big="1 = 3", text=("bliżej niż 0,5 ms", "stół rozstrzyga"), hint="ok: kto pierwszy"
    ),
    "refused": Screen(title="17 · runda 2", big="9 →", hint="nie teraz: trwa sprawdzanie"),
    "clock": Screen(big="0:14.3"),
    "hourglass": Screen(title="Klepsydra", big="0:14.3", hint="ok: pauza"),
    "last-second": Screen(big="3", hint="stop"),
    "dice": Screen(title="3k6", big="4 2 6", text=("razem 12",), hint="naciśnij: rzut"),
    "rachmistrz": Screen(
        title="Rachmistrz", big="2 3 7", text=("1 2 3 5 6 7 8 11 12",), hint="pierwszy: mam!"
    ),
    "kezao": Screen(title="Kezao", big="+czerwony −żółty", hint="połóż i naciśnij"),
    "the-game": Screen(
        title="The Game · 31 left", big="↑7 ↓42", text=("red 7 fits falling",), hint="turn: choose · ok"
    ),
    "menu": Screen(title="Gra", big="Gra liczbowa 7 Ate 9", hint="obrót: wybór · ok"),
    "menu-option": Screen(title="Options 3/7", big="Answer clock", text=("no limit",), hint="ok: change"),
    "seat-turn": Screen(title="Twoja kolej", sign=1, big="Kasia", hint="połóż i naciśnij", mood=Mood.TURN),
    "seat-wait": Screen(title="Poczekaj", sign=3, hint="gra ◆ 4", mood=Mood.WAIT),
    "seat-barred": Screen(title="Too early", big="250 ms", sign=5, mood=Mood.WAIT),
    "seat-cards": Screen(sign=7, big="18", text=("kart",)),
    "over": Screen(title="Koniec!", scores=_scores("3♥0", "1♥1", "2♥1", "0♥1", strong=1), hint="ok: rewanż"),
    "over-names": Screen(
        title="Wyniki",
        scores=_scores(
            "Zażółć 12", "Gęślą 9", "Jaźń 7", "Aleksandra 5", "Ola 4", "Jan 4", "Ćma 2", "Łoś 0", strong=2
        ),
    ),
    "eight-scores": Screen(title="Quiz", big="12", scores=_scores(*"12345678", strong=8), hint="ok: pytanie"),
    "quiz-five": Screen(
        title="pytanie 12",
        big="NACIŚNIJ!",
        scores=_scores("100p", "1p", "0p", "12p", "-10p", strong=1),
        hint="ok: nikt nie wie",
    ),
    "clocks-eight": Screen(big="12:34", sign=5, scores=_scores(*["12:34"] * 8, strong=5)),
    "clocks-hours": Screen(
        big="1:00:00", sign=2, scores=_scores(*["1:00:00"] * 4, strong=2), hint="ok: dalej"
    ),
    "laps-eight": Screen(
        title="stoi", big="1:02,3", scores=_scores(*["1:02,3"] * 8, strong=3), mood=Mood.WAIT
    ),
    "self-test": Screen(
        title="Box check", text=("seat 3: stuck closed", "seat 5: noisy", "loop-back 38 µs"), hint="ok"
    ),
    "message": Screen(text=("Pociągnij za kabel", "i włącz ponownie.")),
    "empty": Screen(),
    "empty-wait": Screen(mood=Mood.WAIT),
}

SMALL_PANELS = (
    "dice-one",
    "dice-two",
    "dice-two-turn",
    "dice-three",
    "dice-four",
    "dice-rolling",
    "dice-beside",
    "sand",
    "sand-minutes",
    "sand-alone",
    "seventeen-turn",
    "ruling",
    "ruling-name",
    "refused",
    "hourglass",
    "menu",
    "seat-turn",
    "seat-wait",
    "over",
    "quiz-five",
    "clocks-eight",
    "clocks-hours",
    "laps-eight",
    "eight-scores",
)

# Latin and Polish letters, signs of seats, marks, controls and emoji: what people type and what they paste.
texts = st.text(
    st.one_of(
        st.sampled_from(POLISH + "abgjyŹ 0123456789:.,→←♥●▲■◆✚★⬟☾\n\t\u200d\ufe0f\u0301😀👩"), st.characters()
    ),
    max_size=40,
)
dice = st.builds(
    Dice,
    st.lists(
        st.builds(Face, texts.map(lambda text: text[:2]), texts, crossed=st.booleans(), still=st.booleans()),
        min_size=1,
        max_size=4,
    ).map(tuple),
    st.booleans(),
)
screens = st.builds(
    Screen,
    figure=st.none() | dice | st.builds(Sand, st.integers(0, 1000), st.booleans()),
    title=texts,
    big=texts,
    sign=st.none() | st.sampled_from(sorted(SIGNS)),
    text=st.lists(texts, max_size=4).map(tuple),
    scores=st.lists(st.builds(Score, st.sampled_from(sorted(SIGNS)), texts, st.booleans()), max_size=8).map(
        tuple
    ),
    hint=texts,
)
some = settings(deadline=None, max_examples=150)


def same(one: Image.Image, other: Image.Image) -> bool:
    return one.size == other.size and one.tobytes() == other.tobytes()


def ink(image: Image.Image, top: int, bottom: int) -> tuple[int, int]:
    """Width and height of what is lit between two rows."""
    left, upper, right, lower = image.crop((0, top, image.width, bottom)).getbbox() or (0, 0, 0, 0)
    return right - left, lower - upper


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, image_snapshot: Compare) -> None:
    image_snapshot(draw(SCREENS[name]), PICTURES / f"{name}.png")


@pytest.mark.parametrize("size", SIZES[1:], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SMALL_PANELS)
def test_a_small_panel_looks_as_it_did(name: str, size: tuple[int, int], image_snapshot: Compare) -> None:
    image_snapshot(draw(SCREENS[name], size), PICTURES / f"{name}-{size[0]}x{size[1]}.png")


@some
@given(screens, st.sampled_from(SIZES))
def test_nothing_is_drawn_into_the_margin_whatever_is_shown(screen: Screen, size: tuple[int, int]) -> None:
    image = draw(screen, size)
    assert (image.mode, image.size) == ("1", size)
    width, height = size
    box = image.getbbox()
    if box:
        assert box[0] >= 2
        assert box[1] >= 1
        assert box[2] <= width - 2
        assert box[3] <= height - 2


@some
@given(screens, st.sampled_from(SIZES))
def test_a_turn_is_the_exact_inverse_of_calm(screen: Screen, size: tuple[int, int]) -> None:
    turn = draw(replace(screen, mood=Mood.TURN), size)
    assert same(ImageChops.logical_xor(draw(screen, size), turn), Image.new("1", size, LIT))


@some
@given(screens, st.sampled_from(SIZES))
def test_waiting_only_adds_a_frame(screen: Screen, size: tuple[int, int]) -> None:
    frame = draw(Screen(mood=Mood.WAIT), size)
    assert frame.getbbox() == (0, 0, *size)
    expected = ImageChops.logical_or(draw(screen, size), frame)
    assert same(draw(replace(screen, mood=Mood.WAIT), size), expected)


@given(st.integers(16, 80), st.integers(32, 140))
@settings(deadline=None, max_examples=60)
def test_odd_panel_sizes_keep_their_margin_too(height: int, width: int) -> None:
    box = draw(SCREENS["seventeen-turn-six"], (width, height)).getbbox()
    assert box is not None
    assert box[0] >= 2
    assert box[2] <= width - 2
    assert box[1] >= 1
    assert box[3] <= height - 2


def _inks(page: Page, size: tuple[int, int]) -> list[Image.Image]:
    """Each part of a page on a picture of its own."""
    bare = Middle((), 0, 0)
    alone = [
        page._replace(hint=(), middle=bare),
        page._replace(title="", middle=bare),
        *(page._replace(title="", hint=(), middle=Middle((part,), 0, 0)) for part in page.middle.parts),
    ]
    pictures = [Image.new("1", size) for _ in alone]
    for one, picture in zip(alone, pictures, strict=True):
        one.paint(ImageDraw.Draw(picture))
    return pictures


@some
@given(screens, st.sampled_from((*SIZES, (96, 40), (72, 64))))
def test_no_part_is_drawn_over_another_whatever_is_shown(screen: Screen, size: tuple[int, int]) -> None:
    upright = draw(replace(screen, mood=Mood.CALM), size)
    pictures = _inks(lay_out(screen, size), size)
    assert sum(picture.histogram()[255] for picture in pictures) == upright.histogram()[255]


@some
@given(st.text(st.sampled_from(POLISH + "ABCabcWw .-"), min_size=1, max_size=60), st.sampled_from(SIZES))
def test_a_long_name_is_cut_wherever_it_stands(name: str, size: tuple[int, int]) -> None:
    seats = tuple(Score(seat, name) for seat in range(1, 5))
    for screen in (
        Screen(title=name, big=name, sign=3, text=(name,), scores=seats, hint=name),
        Screen(title=name, scores=seats, hint=name),
        Screen(figure=Dice((Face("Ż", name), Face("Z", name, crossed=True))), hint=name),
    ):
        box = draw(screen, size).getbbox()
        assert box is None or (box[0] >= 2 and box[1] >= 1)
        assert box is None or (box[2] <= size[0] - 2 and box[3] <= size[1] - 2)
        pictures = _inks(lay_out(screen, size), size)
        assert sum(picture.histogram()[255] for picture in pictures) == draw(screen, size).histogram()[255]


def test_where_title_and_hint_would_overlap_the_title_goes() -> None:
    screen = Screen(title="Ę" * 20, hint="ok: kto pierwszy, ten lepszy")
    for height in range(16, 40):
        assert same(draw(screen, (128, height)), draw(replace(screen, title=""), (128, height)))
    assert not same(draw(screen, (128, 40)), draw(replace(screen, title=""), (128, 40)))


@pytest.mark.parametrize("big", ["0", "8", "42", "0:14.3", "12:34"])
def test_a_lone_number_or_time_is_at_least_30_px_tall_between_title_and_hint(big: str) -> None:
    image = draw(Screen(title="Hourglass", big=big, hint="ok"))
    assert ink(image, 13, 49)[1] >= 30


def test_a_digit_alone_is_the_largest_there_is() -> None:
    assert ink(draw(Screen(big="8")), 0, 64)[1] == 60


def test_a_ruling_keeps_its_digit_tall_with_the_margin_beside_it() -> None:
    without = draw(replace(SCREENS["ruling"], text=()))
    image = draw(SCREENS["ruling"])
    assert not same(image, without)
    assert ink(image.crop((0, 0, 72, 64)), 13, 49)[1] >= 30


@pytest.mark.parametrize("size", SIZES)
def test_every_polish_letter_is_drawn_and_like_no_other(size: tuple[int, int]) -> None:
    letters = POLISH + "acelnoszACELNOSZ😀"
    for screens in (
        [Screen(title=letter) for letter in letters],
        [Screen(big=letter) for letter in letters],
        [Screen(hint=letter) for letter in letters],
    ):
        assert len({draw(screen, size).tobytes() for screen in screens}) == len(letters)


def test_a_letter_and_its_accent_as_two_characters_are_one_letter() -> None:
    assert same(draw(Screen(big="Zo\u0301łw\u200d")), draw(Screen(big="Zółw")))


def test_a_line_break_is_a_space() -> None:
    assert same(draw(Screen(title="17\n runda\t2 ")), draw(Screen(title="17 runda 2")))


def test_what_is_too_long_ends_in_an_ellipsis() -> None:
    assert same(draw(Screen(title="A" * 40)), draw(Screen(title="A" * 19 + "…")))
    assert same(draw(Screen(big="Ż" * 40)), draw(Screen(big="Ż" * 19 + "…")))
    assert same(draw(Screen(hint="B" * 40)), draw(Screen(hint="B" * 19 + "…")))


def test_a_long_reason_gets_two_more_rows_before_it_is_cut() -> None:
    reason = "nie teraz: trwa sprawdzanie"
    image = draw(Screen(big="9", hint=reason))
    assert ink(image, 39, 64)[1] >= 20
    assert not same(image, draw(Screen(big="9", hint="nie teraz: trwa spr…")))
    longer = reason + " kart gracza 3"
    image = draw(Screen(big="9", hint=longer))
    assert ink(image, 27, 64)[1] >= 32
    assert not same(image, draw(Screen(big="9", hint=reason)))
    longest = draw(Screen(big="9", hint=longer + ", Ali i Zuzanny"))
    assert same(longest, draw(Screen(big="9", hint=longer + ", Ali i Zuz…")))


def test_a_long_reason_is_read_in_full_below_smaller_dice() -> None:
    screen = SCREENS["dice-reason"]
    picture = draw(screen)
    assert not same(picture, draw(replace(screen, hint="kości już leżą, kar…")))
    assert [spot.side for spot in dice_on(picture, screen)] == [23, 23]
    brief = replace(screen, hint="ok")
    assert [spot.side for spot in dice_on(draw(brief), brief)] == [35, 35]


def test_a_figure_on_a_small_panel_has_its_hint_but_no_title() -> None:
    for name in ("dice-two", "dice-one", "sand-alone"):
        screen = replace(SCREENS[name], title="rzut 4", text=())
        small = draw(screen, (64, 48))
        assert same(small, draw(replace(screen, title=""), (64, 48)))
        for hint in ("", "ok: rzut"):
            other = replace(screen, hint=hint)
            assert same(draw(other, (64, 48)), small) == (hint == screen.hint)


def test_a_low_panel_drops_text_and_title_before_its_hint() -> None:
    full = Screen(title="17 · runda 2", big="7", text=("ą", "j", "Ż"), hint="ok: dalej")
    low = draw(full, (128, 32))
    assert same(low, draw(replace(full, title="", text=("ą",)), (128, 32)))
    assert not same(low, draw(Screen(big="7"), (128, 32)))


@pytest.mark.parametrize("figure", [None, Sand(500)])
def test_on_a_narrow_panel_verb_and_value_outlast_size_and_hourglass(figure: Sand | None) -> None:
    for line in ("twój wynik: 8", "podaj wynik", "kładź i naciśnij", "Masz wynik? Wciśnij!", "ok: dalej"):
        for shown in (
            Screen(big="13", figure=figure, hint=line),
            Screen(big="13", figure=figure, text=(line,)),
        ):
            page = lay_out(replace(shown, title="remis"), (64, 48))
            rows = [
                *page.hint,
                *(row for part, _ in page.middle.parts if isinstance(part, Lines) for row in part.rows),
            ]
            assert " ".join(rows) == line
            assert page.tells(10)


@some
@given(
    st.text(st.sampled_from(POLISH + "ABCabc?!"), min_size=1, max_size=9),
    st.none() | st.sampled_from(sorted(SIGNS)),
    st.lists(st.sampled_from(["kładź i naciśnij", "+12,4 ms za 1", "remis"]), max_size=3).map(tuple),
    st.sampled_from(["", "nie podawaj liczb!", "nie teraz: trwa sprawdzanie kart gracza 3"]),
)
def test_a_seat_s_big_word_is_never_lost_or_cut(
    big: str, sign: int | None, text: tuple[str, ...], hint: str
) -> None:
    for size in ((128, 64), (128, 32), (64, 48)):
        parts = [
            part for part, _ in lay_out(Screen("spokój 0", big, sign, text, (), hint), size).middle.parts
        ]
        leads = [part for part in parts if isinstance(part, Lead)]
        assert [lead.big is not None and lead.whole for lead in leads] == [True]


def test_the_title_goes_before_a_line_of_text_and_that_before_the_hint() -> None:
    full = Screen(title="17 · runda 2", big="SPRAWDZAM!", sign=3, text=("remis 3, 4",), hint="jaka suma?")
    assert same(draw(full), draw(replace(full, title="")))
    assert not same(draw(full), draw(replace(full, text=())))
    fuller = replace(full, text=("remis 3, 4", "wygrywa ten z lewej"))
    assert same(draw(fuller), draw(full))


@pytest.mark.parametrize("size", SIZES)
def test_a_title_that_warns_stays_whatever_else_goes(size: tuple[int, int]) -> None:
    for screen in (
        Screen(big="Bożydar Łuka", sign=3, text=("a", "b"), scores=_scores(*"12345678"), hint="ok: dalej"),
        Screen(figure=Dice((RED, NOT_GREEN)), hint="kości już leżą, karta za późno"),
        Screen(text=("raz", "dwa", "trzy"), scores=_scores("1", "2"), hint="ok: dalej"),
    ):
        assert lay_out(replace(screen, title="! ekran 3"), size).title == "! ekran 3"


def test_neither_scores_nor_a_reason_are_cut_for_each_other() -> None:
    screen = Screen(big="Gracz 3", sign=3, scores=_scores("0", "1", "2", "3"), hint="ok: dalej")
    refused = replace(screen, hint="nie teraz: trwa sprawdzanie kart gracza 3")
    for shown in (screen, refused):
        page = lay_out(shown, (128, 64))
        assert page.tells(12)
        assert " ".join(page.hint) == shown.hint
        assert not same(draw(shown), draw(replace(shown, scores=())))


def test_on_a_low_panel_text_and_hint_stand_beside_the_big_thing() -> None:
    screen = Screen(title="spokój 0", sign=1, big="TY", text=("kładź i naciśnij",), mood=Mood.CALM)
    low = draw(screen, (128, 32))
    assert same(low, draw(replace(screen, title=""), (128, 32)))
    assert ink(low.crop((0, 0, 74, 32)), 0, 32)[1] >= 25
    assert ink(low.crop((74, 0, 128, 32)), 4, 28)[0] == 47  # "naciśnij", on a row of its own
    assert same(low, draw(replace(screen, text=(), hint="kładź i naciśnij"), (128, 32)))


def test_a_narrow_panel_shows_a_title_whole_or_not_at_all() -> None:
    screen = Screen(title="spokój 0 nerwy 0", sign=4, big="4")
    assert same(draw(screen, (64, 48)), draw(replace(screen, title=""), (64, 48)))
    assert not same(draw(replace(screen, title="spokój 0"), (64, 48)), draw(screen, (64, 48)))


def test_a_few_short_lines_alone_are_the_big_thing_together() -> None:
    piles = Screen(title="gra: ● Gracz 1", text=("↓ zielona 2", "↑ niebieska 7"), hint="jeszcze 1 albo ok")
    assert lay_out(piles, (128, 64)).middle.digit == 13
    refused = replace(piles, hint="1: nie teraz, gra ● Gracz 3")
    assert same(draw(refused), draw(replace(refused, title="")))


@pytest.mark.parametrize("seat", SIGNS)
def test_a_sign_always_has_its_number(seat: int) -> None:
    for size in SIZES:
        for hint in ("", "ok"):
            image = draw(Screen(sign=seat, hint=hint), size)
            bare = []
            for side in range(9, size[1]):
                shape = Image.new("1", size)
                draw_sign(ImageDraw.Draw(shape), (0, 0), seat, side, ink=LIT)
                bare.append(shape.crop(shape.getbbox()).tobytes())
            above = image.crop((0, 0, size[0], size[1] - (15 if hint else 0)))
            assert above.crop(above.getbbox()).tobytes() not in bare


def test_no_sign_stands_above_a_number() -> None:
    screen = Screen(sign=1, big="1", text=("podstęp ↑ szary",), hint="mów tylko: kolor, stos, podstęp")
    for size in SIZES:
        for shown in (screen, replace(screen, title="ma turę"), replace(screen, hint="ok")):
            for part, _ in lay_out(shown, size).middle.parts:
                assert not (isinstance(part, Lead) and part.stacked)


@pytest.mark.parametrize("count", range(1, 9))
def test_each_seat_of_the_table_is_shown(count: int) -> None:
    scores = tuple(Score(seat, str(10 + seat)) for seat in range(1, count + 1))
    screen = Screen(title="Quiz", big="7", scores=scores, hint="ok")
    image = draw(screen)
    for gone in range(count):
        changed = (*scores[:gone], replace(scores[gone], text="??"), *scores[gone + 1 :])
        assert not same(image, draw(replace(screen, scores=changed)))


def test_an_empty_screen_is_dark() -> None:
    assert draw(Screen()).getbbox() is None


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", [name for name in SCREENS if name.startswith("dice-")])
def test_dice_on_a_picture_are_found_where_they_lie(name: str, size: tuple[int, int]) -> None:
    screen = SCREENS[name]
    assert isinstance(screen.figure, Dice)
    picture = draw(screen, size)
    upright = ImageChops.invert(picture) if screen.mood is Mood.TURN else picture
    found = dice_on(picture, screen)
    assert [spot.face for spot in found] == [
        face for face in screen.figure.faces if face.still or not screen.figure.rolling
    ]
    for face, x, y, side in found:
        die = draw_die(face.text, side, crossed=face.crossed)
        assert same(upright.crop((x, y, x + side, y + side)), die)


def test_no_dice_lie_on_a_picture_that_shows_something_else() -> None:
    screen = SCREENS["dice-two"]
    assert dice_on(draw(SCREENS["clock"]), SCREENS["clock"]) == ()
    for other in (
        Image.new("1", (128, 64)),
        draw(SCREENS["dice-rolling"]),
        ImageChops.offset(draw(screen), 1, 0),
        draw(screen).convert("L").point(lambda level: level // 2),
    ):
        assert dice_on(other, screen) == ()
