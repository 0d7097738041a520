"""The pictures and films of both README pages, as the window draws them: played in real time, or virtually.

Run by ``make gallery``.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pygame
from PIL import Image

from companion.app.desk_table import DeskTable
from companion.app.showing import Round, caption_at, rounds
from companion.i18n import speaker
from companion.scripts import script
from companion.window.table.control_bar import Control
from companion.window.window import Window
from firmware.boxfile.settings import eight_seats
from firmware.boxfile.window_settings import WindowSettings
from firmware.events import NS_PER_S
from tests.companion.games.scenes import Language
from tests.companion.window.table_album import Seen, picture, tables_at

PICTURES = Path(__file__).parents[1] / ".pictures"

CALL = """
0     enter name 1 Ola
0     enter name 2 Jan
0     enter name 3 Zosia
0     enter name 4 Michał
0     game seventeen seats=1,2,3,4 first=1
0.3   press 1
1     press 1
1.3   press 2
1.9   press 4
1.9003 press 3
"""
"""A call in 17 that ends in a tie."""

HOME = """
0     enter name 1 Ola
0     enter name 2 Jan
0     enter name 3 Zosia
"""


@dataclass(frozen=True)
class Still:
    """A picture of a window: its file, what is played before, so many seconds, how it looks."""

    name: str
    played: str
    seconds: float
    language: Language
    theme: str = "dark"
    box: bool = False


STILLS = (
    Still("window.png", CALL, 2.3, "en"),
    Still("desk.png", CALL, 2.3, "en", box=True),
    Still("remis.png", CALL, 2.3, "pl", "light"),
    Still("dom.png", HOME, 0.5, "pl"),
)

FILMS: dict[str, Language] = {"evening.webp": "en", "wieczor.webp": "pl"}
SPANS = (
    (1, 3.5),
    (5.2, 9),
    (12.6, 16.8),
    (21.6, 24.5),
    (31.5, 36),
    (47, 49.5),
    (76.2, 78.5),
    (81.4, 84),
    (86.5, 93),
)
"""What of the evening is filmed, in its seconds."""

PER_SECOND = 10
DRAWN, SHOWN = (1280, 720), (800, 450)
CONTROLS = frozenset({Control.BACK, Control.OK, Control.LIGHT})


def still(one: Still) -> Image.Image:
    """Play on mock pins in real time, and look at the window."""
    settings = replace(eight_seats(), language=one.language)
    with DeskTable(settings, script.read(one.played, one.name)) as desk:
        looks = WindowSettings(theme="light" if one.theme == "light" else "dark")
        with Window(desk, settings=looks, box=one.box) as window:
            until = time.monotonic() + one.seconds
            while time.monotonic() < until:
                window.step(20)
            return Image.frombytes(
                "RGB", window.surface.get_size(), pygame.image.tobytes(window.surface, "RGB")
            )


def frames(shown: Round, language: Language) -> list[Seen]:
    """The table at each picture's time, with what is said about it."""
    times = [
        start + number / PER_SECOND
        for start, end in SPANS
        for number in range(round((end - start) * PER_SECOND))
    ]
    say = speaker(language)
    told = []
    for look in tables_at(shown.script, times, language):
        text = caption_at(shown.captions, round(look.seconds * NS_PER_S))
        hint = "" if text is None else say.text(text)
        told.append(replace(look, view=replace(look.view, hint=hint, choices=(), standing=None)))
    return told


def film(language: Language) -> list[Image.Image]:
    """The evening's pictures."""
    (evening,) = rounds()
    drawn = (picture(look, language, "dark", DRAWN, CONTROLS) for look in frames(evening, language))
    return [one.resize(SHOWN, Image.Resampling.LANCZOS) for one in drawn]


def main() -> None:
    """Draw all of them."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    for one in STILLS:
        still(one).save(PICTURES / one.name, optimize=True)
    for name, language in FILMS.items():
        first, *rest = film(language)
        first.save(
            PICTURES / name,
            save_all=True,
            append_images=rest,
            duration=1000 // PER_SECOND,
            loop=0,
            quality=80,
        )


if __name__ == "__main__":
    main()
