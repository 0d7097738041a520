"""The README's film: a round of Kezao that plays itself, as the table window shows it.

Run by ``make gallery``.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from PIL import Image

from companion.app.showing import Round, caption_at, rounds
from companion.i18n import speaker
from firmware.events import NS_PER_S
from tests.companion.games.scenes import Language
from tests.companion.window.table_album import Seen, picture, tables_at

FILM = Path(__file__).parents[1] / ".pictures" / "table.gif"
GAME, THEME = "kezao", "dark"
LANGUAGE: Language = "en"
START, END, PER_SECOND = 2.6, 13.4, 10
"""From the roll to the wrong card taken back, in seconds of the round."""
DRAWN, SHOWN = (1280, 720), (640, 360)
COLOURS = 256


def frames(shown: Round, language: Language) -> list[Seen]:
    """The table at each picture's time, with what is said about it."""
    count = round((END - START) * PER_SECOND)
    looks = tables_at(shown.script, [START + number / PER_SECOND for number in range(count)], language)
    say = speaker(language)
    told = []
    for look in looks:
        text = caption_at(shown.captions, round(look.seconds * NS_PER_S))
        hint = "" if text is None else say.text(text)
        view = replace(look.view, hint=hint, choices=(), standing=None)
        told.append(replace(look, view=view))
    return told


def main() -> None:
    """Draw it."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    (shown,) = rounds([GAME])
    drawn = [picture(look, LANGUAGE, THEME, DRAWN) for look in frames(shown, LANGUAGE)]
    small = [one.resize(SHOWN, Image.Resampling.LANCZOS) for one in drawn]
    palette = small[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    first, *rest = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in small]
    first.save(FILM, save_all=True, append_images=rest, duration=1000 // PER_SECOND, loop=0, optimize=True)


if __name__ == "__main__":
    main()
