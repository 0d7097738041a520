"""Every screen of every scene as large pictures to look at, and a few chosen ones for the README.

Run by ``make gallery``: one picture a scene, language and kind of panel, each different screen once with the
time and panel where it is first seen. `tests.companion.games.scenes` says which scenes there are.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from PIL import Image, ImageDraw

from firmware.drawing.frames import draw
from firmware.drawing.lettering import write
from firmware.views import PanelId, Screen
from tests.companion.games.scenes import LANGUAGES, SCENES, Language, moments_of

ROOT = Path(__file__).parents[1]
README_PICTURE = ROOT / ".pictures" / "gallery.png"
SIZES = ((128, 64), (128, 32), (64, 48))
SCALE, README_SCALE = 4, 2
ACROSS_PX = 2200
GAP = 12
CAPTION = 24
PAPER, BEZEL, INK = 255, 24, 0

README_SCREENS: tuple[tuple[str, Language, float, PanelId], ...] = (
    ("seventeen", "en", 1.5, 2),
    ("seventeen", "en", 2.9, 3),
    ("seventeen", "en", 5.1, "main"),
    ("kezao", "en", 3.6, 1),
    ("kezao", "en", 4.5, 2),
    ("seven_ate_nine", "en", 6.15, "main"),
    ("rachmistrz", "en", 8, 3),
    ("rachmistrz", "en", 15, "main"),
    ("the_game", "en", 9.3, "main"),
    ("buzzer", "pl", 2.1, 2),
    ("buzzer", "pl", 5, 2),
    ("chess_clock", "pl", 12.5, "main"),
)
"""What the README shows: scene, language, time in seconds, panel."""


class Shot(NamedTuple):
    """One screen as a panel shows it, and what to write under it."""

    picture: Image.Image
    caption: str = ""


def shots(name: str, language: Language, size: tuple[int, int]) -> Iterator[Shot]:
    """The scene's different screens; a small panel is a seat's, so there no main screen is shown."""
    seen: set[Screen | bytes] = set()
    for moment in moments_of(name, language):
        for panel, screen in moment.screens.items():
            picture = draw(screen, size)
            # Of a screen that each seat has, one is enough: its sign alone makes no new picture.
            same = replace(screen, sign=None) if panel != "main" else picture.tobytes()
            if same in seen or screen == Screen() or (size != SIZES[0] and panel == "main"):
                continue
            seen.add(same)
            yield Shot(picture, f"{moment.seconds:g} s · {panel}")


def sheet(page: Sequence[Shot], columns: int, scale: int) -> Image.Image:
    """The panels side by side, row by row, each in a bezel and with its caption, if it has one."""
    width, height = (length * scale + GAP for length in page[0].picture.size)
    pitch = height + GAP + (CAPTION if page[0].caption else 0)
    rows = -(-len(page) // columns)
    image = Image.new("L", (columns * (width + GAP) + GAP, rows * pitch + GAP), PAPER)
    pen = ImageDraw.Draw(image)
    for number, shot in enumerate(page):
        row, column = divmod(number, columns)
        x, y = GAP + column * (width + GAP), GAP + row * pitch
        pen.rounded_rectangle((x, y, x + width - 1, y + height - 1), radius=GAP // 2, fill=BEZEL)
        large = shot.picture.resize((width - GAP, height - GAP), Image.Resampling.NEAREST)
        image.paste(large.convert("L"), (x + GAP // 2, y + GAP // 2))
        write(pen, (x + GAP // 2, y + height + 2), shot.caption, 20, bold=False, ink=INK)
    return image


def readme_picture() -> Image.Image:
    """The chosen screens."""
    chosen = []
    for name, language, seconds, panel in README_SCREENS:
        (moment,) = (moment for moment in moments_of(name, language) if moment.seconds == seconds)
        chosen.append(Shot(draw(moment.screens[panel])))
    return sheet(chosen, columns=3, scale=README_SCALE)


def write_all(folder: Path) -> None:
    """Write a picture for each scene, language and kind of panel."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCENES:
        for language in LANGUAGES:
            for size in SIZES:
                page = list(shots(name, language, size))
                columns = ACROSS_PX // (size[0] * SCALE + 2 * GAP)
                small = "" if size == SIZES[0] else f"-{size[0]}x{size[1]}"
                if page:
                    sheet(page, columns, SCALE).save(folder / f"{name}-{language}{small}.png", optimize=True)


def main(words: Iterable[str]) -> int:
    """Write the README's picture and, into the named folder, all the others."""
    (folder,) = words
    write_all(Path(folder))
    readme_picture().save(README_PICTURE, optimize=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
