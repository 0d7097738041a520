"""Every table of every game, as the window draws it: one sheet a game, language and theme."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.window.theme import PALETTES
from firmware.views import SIGNS
from tests.companion.games.scenes import LANGUAGES, SCENES, Language, pictures_of
from tests.companion.window.table_album import THEMES, picture, tables_of

SIZE = (640, 400)
"""The smallest window: where everything has its place there, it has it anywhere."""
SMALL = (SIZE[0] // 2, SIZE[1] // 2)
ACROSS = 4
COLOURS = 96
SWATCH = 48
COARSE = 8
UNSEEN = 22
"""What a patch of `COARSE` pixels may differ by, of 255: fewer colours are kept than are drawn, and smoothing
rounds differently on other processors."""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_the_tables_of_a_game_look_as_they_did(
    name: str, language: Language, theme: str, image_snapshot: Callable[[Image.Image, Path], None]
) -> None:
    path = pictures_of(name) / f"table-{language}-{theme}.png"
    image_snapshot(settled(sheet(name, language, theme), path, theme), path)


def sheet(name: str, language: Language, theme: str) -> Image.Image:
    """All moments of a scene, half as large as they were drawn."""
    looks = tables_of(name, language)
    rows = -(-len(looks) // ACROSS)
    whole = Image.new("RGB", (ACROSS * SMALL[0], rows * SMALL[1]))
    for place, look in enumerate(looks):
        drawn = picture(look, language, theme, SIZE).resize(SMALL, Image.Resampling.BOX)
        whole.paste(drawn, (place % ACROSS * SMALL[0], place // ACROSS * SMALL[1]))
    return whole


def settled(shot: Image.Image, path: Path, theme: str) -> Image.Image:
    """The sheet in few colours, or the kept one if nobody could see a difference."""
    if path.exists():
        kept = Image.open(path)
        if kept.size == shot.size and unlike(kept.convert("RGB"), shot) <= UNSEEN:
            return kept
    return shot.quantize(palette=colours(shot, theme), dither=Image.Dither.NONE)


def colours(shot: Image.Image, theme: str) -> Image.Image:
    """The few colours to keep a sheet in: the seats' and the theme's among them, however rare."""
    meant = [sign.colour for sign in SIGNS.values()]
    meant += ["#{:02x}{:02x}{:02x}".format(*one[:3]) for one in astuple(PALETTES[theme])]
    whole = Image.new("RGB", (shot.width, shot.height + SWATCH))
    whole.paste(shot)
    for place, colour in enumerate(meant):
        whole.paste(colour, (place * SWATCH, shot.height, (place + 1) * SWATCH, whole.height))
    return whole.quantize(COLOURS, dither=Image.Dither.NONE)


def unlike(one: Image.Image, other: Image.Image) -> int:
    """How much two sheets differ in the patch where they differ most."""
    difference = ImageChops.difference(one, other).reduce(COARSE)
    return max(int(band.getextrema()[1]) for band in difference.split())  # type: ignore[arg-type]


def test_another_colour_is_seen() -> None:
    blue, grey = (Image.new("RGB", (320, 200), colour) for colour in ("#56B4E9", "#9F9F9F"))
    assert unlike(blue, grey) > UNSEEN


def test_a_token_more_is_seen() -> None:
    plain = Image.new("RGB", (320, 200), "#123028")
    token = plain.copy()
    token.paste("#ff8a78", (100, 100, 108, 107))
    assert unlike(plain, token) > UNSEEN


def test_every_picture_is_of_a_scene() -> None:
    expected = {f"table-{language}-{theme}" for language in LANGUAGES for theme in THEMES}
    for name in SCENES:
        assert {path.stem for path in pictures_of(name).glob("table-*.png")} == expected
