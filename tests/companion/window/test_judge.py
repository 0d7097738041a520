"""The judge finds each kind of fault that is planted, and none in scenes as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest
from pygame import Color, Rect, Surface

from companion.scripts import script
from companion.table.finish import Came
from companion.table.parts import Dice, Die, Digits, Side
from companion.window.scale import Scale, unit_of
from companion.window.sign import draw_sign
from companion.window.theme import PALETTES, centred, clipped, enlarged, shrunk
from firmware.views import Face
from tests.companion.games.scenes import LANGUAGES, SCENES, Language
from tests.companion.session.test_invitation import ROWS, at_table, by_phone, in_menu, who_plays
from tests.companion.window import judge
from tests.companion.window.judge import Look
from tests.companion.window.table_album import THEMES, Seen, tables_at
from tests.companion.window.verdicts import Picture, alike_in_grey, least_letters, said, verdict
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

SIZE = (1280, 720)
MIDDLE = (500, 300)
INK, GROUND = PALETTES["dark"].ink, PALETTES["dark"].ground
NOTHING = ((Rect(0, 0, *SIZE), ""),)


def found(draw: Callable[[Surface, Scale], None], *facts: str, names: tuple[str, ...] = ()) -> list[str]:
    """The kinds of faults in what is drawn, which should say these facts."""
    pygame.font.init()
    with watching():
        target, scale = Canvas(SIZE), Scale(PALETTES["dark"], WatchedType(), unit_of(SIZE))
        target.fill(GROUND)
        draw(target, scale)
    meant = tuple((target.get_rect(), fact) for fact in facts)
    return [violation.kind for violation in verdict(Picture(target, notes_on(target), meant, names))]


def write(
    text: str, height: int = 60, at: tuple[int, int] = MIDDLE, colour: Color = INK
) -> Callable[..., None]:
    return lambda target, scale: scale.type.write(target, text, height, colour, at)


def both(*draws: Callable[..., None]) -> Callable[..., None]:
    def draw(target: Surface, scale: Scale) -> None:
        for one in draws:
            one(target, scale)

    return draw


def within(clip: Rect, draw: Callable[..., None]) -> Callable[..., None]:
    def cut(target: Surface, scale: Scale) -> None:
        with clipped(target, clip):
            draw(target, scale)

    return cut


def filled(colour: Color, rect: Rect) -> Callable[..., None]:
    return lambda target, scale: target.fill(colour, rect)


def sign(radius: int) -> Callable[..., None]:
    return lambda target, scale: draw_sign(target, scale, MIDDLE, 3, radius=radius, ground=GROUND)


def baked(height: int) -> Callable[..., None]:
    """A number written on a picture four times as large, which is shrunk and then put on the table."""

    def draw(target: Surface, scale: Scale) -> None:
        picture = enlarged((60, 60), GROUND)
        centred(picture, scale.type.ink("7", height * 4, INK), picture.get_rect().center)
        target.blit(shrunk(picture), MIDDLE)

    return draw


def test_what_is_well_written_is_nobodys_fault() -> None:
    draws = (write("Źródło: malejący"), write("17", at=(500, 420)), sign(20), baked(40))
    at = both(
        *draws[:2], lambda target, scale: draw_sign(target, scale, (300, 300), 3, radius=20, ground=GROUND)
    )
    assert found(at, "Źródło: malejący", "17") == []


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (write("tiny", 16), "too small"),
        (baked(16), "too small"),
        (sign(5), "sign too small"),
        (write("pale", colour=GROUND.lerp("white", 0.2)), "too pale"),
        (both(filled(INK.lerp("black", 0.3), Rect(480, 280, 90, 90)), write("half pale")), "too pale"),
        (within(Rect(400, 250, 400, 64), write("malejący")), "cut"),
        (within(Rect(400, 250, 150, 100), write("a long word")), "cut"),
        (write("edge", at=(20, 300)), "at the edge"),
        (write("edge", at=(1190, 300)), "at the edge"),
        (both(write("one"), write("other", at=(520, 310))), "overlap"),
        (both(sign(30), write("over it")), "overlap"),
        (both(write("hidden"), filled(GROUND, Rect(480, 290, 300, 30))), "covered"),
        (write("Too long to be…"), "ellipsis"),
    ],
)
def test_a_planted_fault_is_found(draw: Callable[..., None], kind: str) -> None:
    assert kind in found(draw)


def test_a_fact_that_isnt_written_is_lost_and_one_on_two_lines_isnt() -> None:
    assert found(write("Seat 3 begins"), "Seat 4 begins") == ["lost"]
    two = both(write("Seat 3"), write("begins", at=(500, 360)))
    assert found(two, "Seat 3 begins") == []


def test_only_a_name_that_people_typed_may_be_cut() -> None:
    assert found(write("Bożydar Łu…"), "Bożydar Łukasz", names=("Bożydar Łukasz",)) == []
    assert set(found(write("Seat 3 be…"), "Seat 3 begins", names=("Bożydar Łukasz",))) == {"ellipsis", "lost"}


def test_what_differs_in_colour_alone_is_found() -> None:
    def plain(colour: str) -> Surface:
        surface = Surface((40, 40))
        surface.fill(colour)
        return surface

    alike = {"red": plain("#c00000"), "green": plain("#006600")}
    assert [violation.kind for violation in alike_in_grey(alike)] == ["colour alone"]
    assert list(alike_in_grey({**alike, "green": plain("#40ff40")})) == []


def test_a_sound_without_a_caption_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert list(judge.without_sound()) == []
    monkeypatch.setattr(judge, "caption", lambda cue, say: "")
    assert {violation.kind for violation in judge.without_sound()} == {"no caption"}


@pytest.mark.parametrize("theme", THEMES)
def test_buttons_and_plates_are_told_apart_without_colour(theme: str) -> None:
    assert list(judge.without_colour(theme)) == []


def test_the_least_letters_are_26_px_at_1080p_and_in_proportion_elsewhere() -> None:
    sizes = ((1920, 1080), (3840, 2160), (1280, 720), (800, 480))
    assert [least_letters(size) for size in sizes] == [26, 52, 17, 12]


def test_every_text_of_a_part_is_a_fact_and_what_is_drawn_otherwise_is_not() -> None:
    assert list(said((Side(3, "last card", right=True), Digits((2, 3, 7))))) == ["last card", "2", "3", "7"]
    dice = (Die(Face("6"), sides=6), Die(Face("20"), sides=20))
    assert list(said(Dice(dice))) == ["20"]
    assert list(said(Dice(dice, rolled=500))) == []


# -- scenes as they are

HANDFUL = ("buzzer", "kezao", "menu", "rachmistrz", "seventeen")


@pytest.mark.parametrize("scene", [scene for scene in HANDFUL if scene in SCENES])
def test_a_scene_can_be_read_on_small_screens_and_in_letters_twice_as_large(scene: str) -> None:
    ways: list[tuple[Language, str, tuple[int, int], float]] = [
        ("pl", "dark", (800, 480), 1.0),
        ("en", "light", (1280, 720), judge.LARGER),
    ]
    wrong = [
        f"{look} {when}  {violation}"
        for look in (Look(scene, *way) for way in ways)
        for when, violation in judge.judge(look)
    ]
    assert wrong == []


PHONES = """
0      game buzzer seats=1,2,3,4,5,6
0      enter name 1 Ola
1      ok
2      ok
3.0    press 1 within 20
3.015  press 2 within 20
3.040  press 3 within 20
3.05   press 4
3.055  press 5 within 20
3.09   press 6 within 20
"""

SMALL_AND_LARGE = pytest.mark.parametrize(
    "look",
    [Look("menu", "pl", "dark", (800, 480)), Look("menu", "en", "light", (1280, 720), judge.LARGER)],
    ids=str,
)


@pytest.mark.plays("buzzer")
@SMALL_AND_LARGE
def test_a_race_of_phones_and_a_pin_can_be_read(look: Look) -> None:
    (seen,) = tables_at(script.read(PHONES, "phones"), (3.6,), look.language)
    assert seen.view.finish is not None
    assert sum(mark.came is Came.TIED for mark in seen.view.finish.marks) == 3
    assert list(verdict(judge.drawn(look, seen))) == []


@SMALL_AND_LARGE
def test_the_way_in_for_phones_can_be_read(look: Look) -> None:
    invited = replace(by_phone(), rows=ROWS)
    for evening in (in_menu(look.language), who_plays(look.language)):
        seen = Seen(0, at_table(evening, invited), frozenset())
        assert list(verdict(judge.drawn(look, seen))) == []


def test_a_scene_is_drawn_in_every_way() -> None:
    ways = list(judge.looks(["menu"], judge.SIZES, larger=True))
    assert len(ways) == len(set(ways)) == len(LANGUAGES) * len(THEMES) * len(judge.SIZES) * 2
    assert {way.size for way in ways} == {(800, 480), (1280, 720), (1920, 1080), (3840, 2160)}
