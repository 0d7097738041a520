from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from firmware.drawing.frames import draw
from firmware.views import Screen
from tests import gallery
from tests.companion.games.scenes import moments_of


@pytest.mark.plays("seventeen", "kezao", "seven_ate_nine", "rachmistrz", "the_game", "buzzer", "turns")
def test_the_picture_in_the_readme_is_what_the_panels_show() -> None:
    kept = Image.open(gallery.README_PICTURE)
    assert kept.tobytes() == gallery.readme_picture().tobytes(), "make gallery"
    assert f"({gallery.README_PICTURE.relative_to(gallery.ROOT)})" in (gallery.ROOT / "README.md").read_text()


@pytest.mark.plays("hourglass")
def test_every_main_screen_of_a_scene_is_in_its_gallery_once() -> None:
    shots = list(gallery.shots("hourglass", "pl", (128, 64)))
    pictures = [shot.picture.tobytes() for shot in shots]
    shown = {draw(moment.screens["main"]).tobytes() for moment in moments_of("hourglass", "pl")}
    assert shown <= set(pictures)
    assert len(pictures) == len(set(pictures))


@pytest.mark.plays("seventeen")
def test_small_panels_are_seats_and_dark_ones_are_left_out() -> None:
    for size in ((128, 32), (64, 48)):
        shots = list(gallery.shots("seventeen", "en", size))
        assert shots
        assert all(not shot.caption.endswith("main") for shot in shots)
        assert draw(Screen(), size).tobytes() not in [shot.picture.tobytes() for shot in shots]


@pytest.mark.plays("stopwatch")
def test_a_gallery_is_the_same_file_each_time(tmp_path: Path) -> None:
    shots = list(gallery.shots("stopwatch", "pl", (64, 48)))
    for name in ("one.png", "two.png"):
        gallery.sheet(shots, columns=3, scale=4).save(tmp_path / name, optimize=True)
    assert (tmp_path / "one.png").read_bytes() == (tmp_path / "two.png").read_bytes()
