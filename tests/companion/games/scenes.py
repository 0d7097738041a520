"""The scenes whose screens are kept as pictures: one table script a game, and when to look at its panels.

Each is the ``scene.table`` of a folder, in whose first lines ``# look SECONDS ...`` says when. Only those are
here whose games are installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from companion.games.catalogue import all_games
from companion.scripts import script
from companion.scripts.script import Begin
from companion.scripts.virtual import SCRIPT_START_NS, play
from firmware.boxfile.settings import eight_seats
from firmware.events import NS_PER_S
from firmware.fakes.hand_clock import HandClock
from firmware.fakes.picture_files import NoPanels
from firmware.views import AWAKE, PanelId, Rest, Screen
from tests.companion.games.our_ten import OUR_TEN

_LOOK, _PLAYS, _MENU = "# look ", "# plays ", "# menu of our ten"


def plays_what_is_here(text: str) -> bool:
    """Whether the games of a table script are installed: any can be taken away.

    They are those it begins, and those it names in a line ``# plays NAME ...`` since it uses what they lend.
    With a line ``# menu of our ten`` it shows what stands in the menu: our ten, and no other.
    """
    lines = text.splitlines()
    commands = script.read(text, "script").commands
    here = {game.name for game in all_games()}
    begun = {one.action.name for one in commands if isinstance(one.action, Begin)}
    named = {name for line in lines if line.startswith(_PLAYS) for name in line.split()[2:]}
    return begun | named <= here and (_MENU not in lines or here == set(OUR_TEN))


COMPANION = Path(__file__).parents[1]
SCENES = {
    path.parent.name: path
    for folder in ("games", "scenes")
    for path in sorted((COMPANION / folder).glob("*/scene.table"))
    if plays_what_is_here(path.read_text(encoding="utf-8"))
}
"""By the folder a scene lies in, with its pictures beside it."""


def pictures_of(scene: str) -> Path:
    """The folder of the pictures kept of a scene."""
    return SCENES[scene].parent / "pictures"


Language: TypeAlias = Literal["pl", "en"]
LANGUAGES: tuple[Language, ...] = ("pl", "en")


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
