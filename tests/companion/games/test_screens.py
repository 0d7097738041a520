"""Every screen of every game, as people see it: one sheet a game and language, a row a moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from firmware.drawing.frames import draw
from firmware.views import PanelId
from tests.companion.games.legible import cut, too_small
from tests.companion.games.scenes import LANGUAGES, SCENES, Language, moments_of, pictures_of
from tests.gallery import SIZES, shots

GAP = 4
SMALL = SIZES[1:]
KINDS = ("", "-small")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_screens_of_a_game_look_as_they_did(
    name: str, language: Language, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    moments = moments_of(name, language)
    panels: tuple[PanelId, ...] = ("main", 1, 2, 3, 4)
    sheet = Image.new("1", (len(panels) * (128 + GAP), len(moments) * (64 + GAP)), 255)
    for row, moment in enumerate(moments):
        for column, panel in enumerate(panels):
            picture = draw(moment.screens[panel], (128, 64))
            sheet.paste(picture, (column * (128 + GAP), row * (64 + GAP)))
    image_snapshot(sheet, pictures_of(name) / f"screens-{language}.png")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_screens_of_small_seat_panels_look_as_they_did(
    name: str, language: Language, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    pages = [[shot.picture for shot in shots(name, language, size)] for size in SMALL]
    rows = max(len(page) for page in pages)
    sheet = Image.new("1", (sum(width + GAP for width, _ in SMALL), rows * (48 + GAP)), 255)
    for page, x in zip(pages, (0, SMALL[0][0] + GAP), strict=True):
        for row, picture in enumerate(page):
            sheet.paste(picture, (x, row * (48 + GAP)))
    image_snapshot(sheet, pictures_of(name) / f"screens-{language}-small.png")


def test_every_picture_is_of_a_scene() -> None:
    expected = {f"screens-{language}{kind}" for language in LANGUAGES for kind in KINDS}
    for name in SCENES:
        assert {path.stem for path in pictures_of(name).glob("screens-*.png")} == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_screen_has_one_big_thing_that_is_read_from_where_people_sit(
    name: str, language: Language
) -> None:
    small = [
        (moment.seconds, panel, arc, screen)
        for moment in moments_of(name, language)
        for panel, screen in moment.screens.items()
        if (arc := too_small(screen, panel)) is not None
    ]
    assert not small


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_what_to_do_is_never_left_out_or_cut(name: str, language: Language) -> None:
    moments = moments_of(name, language)
    assert not [(moment.seconds, one) for moment in moments for one in moment.screens.values() if cut(one)]
