"""Table views of the scenes of `tests.companion.games.scenes`, and pictures of them as the window draws them.

``python -m tests.companion.window.table_album FOLDER [SCENE ...]`` draws them large, to be looked at.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path

import pygame
from PIL import Image

from companion.i18n import speaker
from companion.scripts import script
from companion.scripts.mock import MockTable, reaching
from companion.scripts.script import Script
from companion.scripts.virtual import SCRIPT_START_NS
from companion.session.table import table_view
from companion.table.view import TableView
from companion.window.scale import Scale, unit_of
from companion.window.table.control_bar import Control
from companion.window.table.table_painter import TablePainter, TableScene
from companion.window.theme import PALETTES
from companion.window.type import Type
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_S, Seat
from firmware.fakes.hand_clock import HandClock
from tests.companion.games.scenes import LANGUAGES, SCENES, Language, looks_of
from tests.companion.scripts.looking import play_and_look

THEMES = ("dark", "light")
SIZE = (800, 480)
"""The smallest screen people put on a box: if everything can be read there, it can be everywhere."""


@dataclass(frozen=True)
class Seen:
    """What the table window had to show so many seconds after a scene's start."""

    seconds: float
    view: TableView
    lit: frozenset[Seat]


@lru_cache
def tables_of(name: str, language: Language) -> tuple[Seen, ...]:
    """Play a scene and look at its table whenever it says so."""
    text = SCENES[name].read_text(encoding="utf-8")
    return tables_at(script.read(text, name), looks_of(text), language)


def tables_at(played: Script, seconds: Iterable[float], language: Language) -> tuple[Seen, ...]:
    """Play a script and look at its table at these times."""
    clock = HandClock(SCRIPT_START_NS)
    looks: list[Seen] = []

    def look(table: MockTable, at: float) -> None:
        loop = table.loop
        assert loop.view is not None
        say = speaker(language).named(loop.state.names)
        finish = loop.camera.finish(loop.state, say)
        view = table_view(loop.session, loop.state, loop.view, clock.now(), say, finish=finish)
        looks.append(Seen(at, view, loop.lit))

    at = {round(second * NS_PER_S): partial(look, at=second) for second in seconds}
    box = reaching(replace(eight_seats(), language=language), played)
    play_and_look(played, box, clock, at)
    return tuple(looks)


@lru_cache
def painter(theme: str, size: tuple[int, int]) -> TablePainter:
    """The one hand for all pictures of a theme and size: its cloth and letters take longest to make."""
    pygame.font.init()
    return TablePainter(size, Scale(PALETTES[theme], Type(), unit_of(size)))


def picture(
    look: Seen,
    language: Language,
    theme: str,
    size: tuple[int, int] = SIZE,
    controls: frozenset[Control] = frozenset(),
) -> Image.Image:
    """A table view as the window draws it, with these controls."""
    target, paints = pygame.Surface(size), painter(theme, size)
    paints.pieces.forget()
    scene = TableScene(view=look.view, lit=look.lit, say=speaker(language), shown=controls)
    paints.paint(target, scene)
    return Image.frombytes("RGB", size, pygame.image.tobytes(target, "RGB"))


def main(folder: Path, names: Sequence[str]) -> None:
    """Draw scenes at 1280 x 720: dark in Polish, light in English."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        for language, theme in zip(LANGUAGES, THEMES, strict=True):
            for look in tables_of(name, language):
                drawn = picture(look, language, theme, (1280, 720))
                drawn.save(folder / f"{name}-{look.seconds:g}-{language}-{theme}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or sorted(SCENES))
