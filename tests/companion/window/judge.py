"""The judge: draws every look of every scene in many ways and reports what people couldn't read.

``python -m tests.companion.window.judge [SCENE ...] [--size WxH ...]`` draws them in both languages, both
themes, four sizes, and in letters meant twice as large, with the controls as the desk shows them; a line for
each violation, then how many there were. It exits with 1 if there was any.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import pygame
from pygame import Color, Rect, Surface

from companion.i18n import speaker
from companion.table.captions import caption
from companion.table.view import Plate
from companion.window.face import Held
from companion.window.keys import Do
from companion.window.overlay_stack import grid_of, overlay_for
from companion.window.scale import Scale, safe, unit_of
from companion.window.table.button import Tone, draw_face
from companion.window.table.choice_row import AllChoices, Choice
from companion.window.table.overlay import Overlay
from companion.window.table.plates import draw_plate
from companion.window.table_face import TableFace
from companion.window.theme import PALETTES
from companion.words import Say
from firmware.views import Cue, Mood, Sound
from tests.companion.games.scenes import LANGUAGES, SCENES, Language
from tests.companion.window.table_album import THEMES, Seen, tables_of
from tests.companion.window.test_window import FakeDesk
from tests.companion.window.verdicts import Picture, Violation, alike_in_grey, bare, facts_of, verdict
from tests.companion.window.watched import Canvas, WatchedType, notes_on, watching

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (800, 480))
LARGER = 2.0


@dataclass(frozen=True, slots=True)
class Look:
    """One way to draw a moment of a scene."""

    scene: str
    language: Language
    theme: str
    size: tuple[int, int]
    larger: float = 1.0

    def __str__(self) -> str:
        size = f"{self.size[0]}x{self.size[1]}"
        return f"{self.scene} {self.language} {self.theme} {size}" + " twice" * (self.larger > 1)


class ShownDesk(FakeDesk):
    """Somebody at work on a moment of a scene."""

    def __init__(self, seen: Seen, language: Language) -> None:
        super().__init__([plate.seat for plate in seen.view.plates], language)
        self.seen, self.lamps = seen.view, set(seen.lit)


@lru_cache(maxsize=1)
def scale_of(theme: str, size: tuple[int, int], larger: float) -> Scale:
    """The window's, with letters that are watched; what was made for others is let go."""
    pygame.font.init()
    return Scale(PALETTES[theme], WatchedType(), unit_of(size), larger=larger)


def drawn(look: Look, seen: Seen) -> Picture:
    """A moment as the window shows it, watched."""
    scale = scale_of(look.theme, look.size, look.larger)
    with watching():
        face = TableFace(ShownDesk(seen, look.language), look.size, scale, rounds=True)
        target = Canvas(look.size)
        face.paint(target, Held(), 0)
    facts = facts_shown(face)
    return Picture(target, notes_on(target), tuple(facts), typed_names(look.scene), look.larger)


def sheets(look: Look) -> Iterator[tuple[str, Picture]]:
    """What can lie over the table in a scene: rules, keyboard, what the bar has no room for, all choices."""
    scale, say, seen_before = scale_of(look.theme, look.size, look.larger), speaker(look.language), set()
    for seen in tables_of(look.scene, look.language):
        desk = ShownDesk(seen, look.language)
        face = TableFace(desk, look.size, scale, rounds=True)
        face.paint(Surface(look.size), Held(), 0)
        found: dict[str, Overlay | None] = {
            f"rules of {seen.view.game}": overlay_for(Do.RULES, desk, seen.view.game),
            f"keyboard of {seen.view.game}": overlay_for(Do.TYPE, desk, seen.view.game),
            "more": face.more(),
        }
        if AllChoices() in [spot.does for spot in face.painter._choices]:
            found[f"choices {seen.view.choices}"] = grid_of(seen.view)
        for name, overlay in found.items():
            if overlay is not None and name not in seen_before:
                seen_before.add(name)
                yield name[:20], covered_by(overlay, look, say)


def covered_by(overlay: Overlay, look: Look, say: Say) -> Picture:
    """What lies over the table as the window shows it, watched."""
    scale = scale_of(look.theme, look.size, look.larger)
    with watching():
        target = Canvas(look.size)
        target.fill(scale.palette.ground)
        overlay.draw(target, scale, safe(look.size, scale.margin), say)
    return Picture(target, notes_on(target), ())


def facts_shown(face: TableFace) -> Iterator[tuple[Rect, str]]:
    """What has to be read, and where."""
    painter, view = face.painter, face.view
    places = {name: Rect(place) for name, (place, _) in painter.pieces._shown.items()}
    places["ok"] = painter.layout.choices.union(painter.layout.controls)
    for piece, fact in facts_of(view):
        yield places.get(piece, Rect(0, 0, 0, 0)), fact
    for spot in painter._choices:
        if isinstance(spot.does, Choice) and bare(view.choices[spot.does.index]):
            yield places["choices"], view.choices[spot.does.index]
        elif isinstance(spot.does, AllChoices):
            yield places["choices"], f"({len(view.choices)})"


@lru_cache
def typed_names(scene: str) -> tuple[str, ...]:
    """Names that people typed in a scene: those may be cut."""
    lines = (line.split() for line in SCENES[scene].read_text(encoding="utf-8").splitlines())
    return tuple(" ".join(line[4:]) for line in lines if line[1:3] == ["enter", "name"] and line[4:])


def judge(look: Look) -> Iterator[tuple[str, Violation]]:
    """Everything wrong with a scene, drawn in one way, with the second when it is."""
    for seen in tables_of(look.scene, look.language):
        yield from ((f"{seen.seconds:g}s", violation) for violation in verdict(drawn(look, seen)))
    for name, picture in sheets(look):
        yield from ((name, violation) for violation in verdict(picture))


# -- without colour and without sound


def without_colour(theme: str) -> Iterator[Violation]:
    """Buttons and plates that could only be told apart by their colour."""
    scale = scale_of(theme, (1280, 720), 1.0)
    rect = Rect(20, 20, 200, 80)

    def ground() -> Surface:
        surface = Surface((240, 120))
        surface.fill(scale.palette.ground)
        return surface

    tones = {}
    for tone in Tone:
        tones[str(tone)] = surface = ground()
        ink = draw_face(surface, scale, rect, tone)
        scale.type.write(surface, "OK", 60, Color(ink), (60, 60))
    yield from alike_in_grey(tones)
    plates = {}
    for mood, strong, lit in product(Mood, (False, True), (False, True)):
        plates[f"{mood} strong={strong} lit={lit}"] = surface = ground()
        plate = Plate(3, "Ola", "17", mood=mood, strong=strong)
        draw_plate(surface, scale, rect, plate, lit=lit)
    yield from alike_in_grey(plates)


def without_sound() -> Iterator[Violation]:
    """Sounds that have no caption of their own."""
    for language in LANGUAGES:
        heard = Counter(caption(Cue(sound), speaker(language)) for sound in Sound)
        yield from (
            Violation("no caption", text, language) for text, count in heard.items() if count > 1 or not text
        )


# -- all of it


def looks(scenes: Iterable[str], sizes: Sequence[tuple[int, int]], larger: bool) -> Iterator[Look]:
    """Every way to draw these scenes; one after the other what has letters in common."""
    for size, theme, by in product(sizes, THEMES, (1.0, LARGER) if larger else (1.0,)):
        for scene, language in product(scenes, LANGUAGES):
            yield Look(scene, language, theme, size, by)


def main(words: Sequence[str]) -> int:
    """Judge what is asked for."""
    parser = argparse.ArgumentParser(prog="judge", description="what couldn't be read in the table window")
    parser.add_argument("scenes", nargs="*", metavar="SCENE")
    parser.add_argument("--size", action="append", metavar="WxH", help="only this size; can be repeated")
    parser.add_argument("--once", action="store_true", help="not also in letters twice as large")
    asked = parser.parse_args(words)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sizes = [(int(wide), int(tall)) for wide, _, tall in (size.partition("x") for size in asked.size or ())]
    count: Counter[str] = Counter()

    def tell(where: str, violation: Violation) -> None:
        count[violation.kind] += 1
        sys.stdout.write(f"{where}  {violation}\n")

    for theme in THEMES:
        for violation in without_colour(theme):
            tell(theme, violation)
    for violation in without_sound():
        tell("sound", violation)
    for look in looks(asked.scenes or sorted(SCENES), sizes or SIZES, not asked.once):
        for when, violation in judge(look):
            tell(f"{look} {when}", violation)
    kinds = ", ".join(f"{kind} {number}" for kind, number in count.most_common())
    sys.stdout.write(f"{count.total()} violations{': ' if kinds else ''}{kinds}\n")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
