"""The scenes whose screens are kept as pictures: one table script a game, and when to look at its panels.

Each is a file of ``scenes``, in whose first lines ``# look SECONDS ...`` says when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from companion import script
from companion.app import SCRIPT_START_NS, play
from firmware.events import NS_PER_S
from firmware.fakes.clock import HandClock
from firmware.fakes.panels import NoPanels
from firmware.settings import eight_seats
from firmware.views import AWAKE, PanelId, Rest, Screen

SCENES = {path.stem: path for path in sorted((Path(__file__).parent / "scenes").glob("*.table"))}
Language: TypeAlias = Literal["pl", "en"]
LANGUAGES: tuple[Language, ...] = ("pl", "en")
_LOOK = "# look "


@dataclass(frozen=True)
class Moment:
    """What was on the panels of a table so many seconds after its start."""

    seconds: float
    screens: Mapping[PanelId, Screen]


class _Album(NoPanels):
    """Keeps every screen with its time."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self.pages: list[tuple[int, Mapping[PanelId, Screen]]] = []

    def show(self, screens: Mapping[PanelId, Screen], rest: Rest = AWAKE) -> None:
        self.pages.append((self._clock.now() - SCRIPT_START_NS, screens))

    def at(self, seconds: float) -> Mapping[PanelId, Screen]:
        return [screens for at, screens in self.pages if at <= seconds * NS_PER_S][-1]


def looks_of(text: str) -> tuple[float, ...]:
    """When a scene is to be looked at, in seconds."""
    lines = (line.split()[2:] for line in text.splitlines() if line.startswith(_LOOK))
    return tuple(float(word) for line in lines for word in line)


@lru_cache
def moments_of(name: str, language: Language) -> tuple[Moment, ...]:
    """Play a scene and look at its panels whenever it says so."""
    text = SCENES[name].read_text(encoding="utf-8")
    clock = HandClock(SCRIPT_START_NS)
    album = _Album(clock)
    play(script.read(text, name), replace(eight_seats(), language=language), clock, album)
    return tuple(Moment(look, album.at(look)) for look in looks_of(text))
