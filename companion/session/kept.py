"""What a table keeps from game to game: names, options, how loud; what is made for games. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.errors import ThingError
from companion.games.base import NotNow
from companion.games.catalogue import kinds
from companion.games.things import Things, ThingsByKind
from companion.games.typed import folded
from companion.games.words import ALWAYS_TYPED
from companion.session import plugging
from companion.words import Names, T, team_key
from firmware.digits import is_number
from firmware.events import Seat
from firmware.views import LOUDEST, Voice, louder

OF_ONE_EVENING = frozenset({"seats", "first", "lang"})
"""Options that are about who is here now, or kept otherwise."""


_TYPED = {folded(polish): english for polish, english in ALWAYS_TYPED.items()}

LONGEST_SEAT_NAME = 12
"""Letters; more would be cut on every screen."""


def clean_name(text: str) -> str:
    """A name as it is shown: printable, single spaces, at most `LONGEST_SEAT_NAME` letters."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:LONGEST_SEAT_NAME].rstrip()


def whose_name(text: str, seats: Collection[Seat]) -> Seat | str | None:
    """The seat, or the team of several, that ``3`` or ``1+2`` names; None if it is neither."""
    parts = text.split("+")
    if not all(is_number(part) and int(part) in seats for part in parts):
        return None
    members = {int(part) for part in parts}
    if len(members) < len(parts):
        return None
    return team_key(members) if len(members) > 1 else members.pop()


@dataclass(frozen=True, slots=True)
class Kept:
    """What undo never takes back and no new game forgets.

    Attributes:
        names: of seats, and teams, that have one.
        options: of each game, as last played: as typed, but for who plays and begins.
        voices: of seats whose players have chosen what their own sound is played on.
        volume: 0, silence, to `firmware.views.LOUDEST`.
        last: the game played last, by its name; empty: none yet.
        buttons: the plugged-in ones of seats that have, or had, some.
        answered: the seats whose buttons have passed a zero test since they were plugged in.
        phones: they may be seats' buttons; each evening begins as the box file has it.
        things: made for games since the box was switched on. (Their files are what outlives the evening: see
            `companion.store.things`.)
    """

    names: Names = field(default_factory=dict)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    voices: Mapping[Seat, Voice] = field(default_factory=dict)
    volume: int = LOUDEST
    last: str = ""
    buttons: plugging.Buttons = field(default_factory=dict)
    answered: tuple[Seat, ...] = ()
    phones: bool = False
    things: ThingsByKind = field(default_factory=dict)

    def named(self, whose: Seat | str, name: str) -> Kept:
        """With a seat's name, or a team's, cleaned; an empty one is forgotten."""
        others = {other: had for other, had in self.names.items() if other != whose}
        name = clean_name(name)
        names = {**others, whose: name} if name else others
        return replace(self, names=dict(sorted(names.items(), key=lambda named: str(named[0]))))

    def voiced(self, seat: Seat, voice: Voice) -> Kept:
        """With what a seat's own sound is played on."""
        return replace(self, voices=dict(sorted({**self.voices, seat: voice}.items())))

    def typed(self, text: str, seats: Collection[Seat]) -> Kept | None:
        """With what can be typed at any time; None for all else.

        That is ``name SEAT NAME``, ``name 1+2 NAME``, ``sound SEAT VOICE``, ``volume N``, ``phones on``,
        ``button ...`` (`companion.session.plugging`), or a thing for a game.

        Raises:
            NotNow: it was meant as one of them, and can't be.
        """
        word, *more = text.split() or [""]
        match [_TYPED.get(folded(word), word), *more]:
            case ["name", whose, *name] if (named := whose_name(whose, seats)) is not None:
                if len(" ".join(name)) > LONGEST_SEAT_NAME:
                    raise NotNow(T("A name: at most {most} letters", most=LONGEST_SEAT_NAME))
                return self.named(named, " ".join(name))
            case ["sound", whose, voice] if isinstance(seat := whose_name(whose, seats), int):
                called = _TYPED.get(folded(voice), folded(voice))
                if called in set(Voice):
                    return self.voiced(seat, Voice(called))
                raise NotNow(T("No such sound: Names has them all"))
            case ["volume", level] if is_number(level) and int(level) <= LOUDEST:
                return replace(self, volume=int(level))
            case ["phones", "on" | "off"]:
                return replace(self, phones=more == ["on"])
            case ["button", *_]:
                return self._plugged(plugging.read(more, self.buttons, seats))
            case [kind, *_] if kind in kinds():
                return self._with_thing(kinds()[kind], text)
            case ["name", *_]:
                raise NotNow(T("Expected name SEAT NAME, got {got}", got=text))
            case ["sound", *_]:
                raise NotNow(T("Expected sound SEAT SOUND, got {got}", got=text))
            case ["phones", *_]:
                raise NotNow(T("Expected phones on or phones off, got {got}", got=text))
            case ["volume", *_]:
                raise NotNow(T("Expected volume 0 to {most}, got {got}", most=LOUDEST, got=text))
        return None

    def _plugged(self, buttons: plugging.Buttons) -> Kept:
        """With other buttons, which have yet to answer."""
        same = (seat for seat in self.answered if plugging.is_same(self.buttons, buttons, seat))
        return replace(self, buttons=buttons, answered=tuple(same))

    def _with_thing(self, things: Things[Any], text: str) -> Kept:
        try:
            word, thing = things.read_typed(text)
        except ThingError as error:
            raise NotNow(T("{problem}", problem=error.faults[0])) from None
        made = {**things.of(self.things), word: thing}
        return replace(self, things={**self.things, things.kind: made})

    def next_volume(self) -> Kept:
        """One step louder; after the loudest, silence."""
        return replace(self, volume=louder(self.volume))

    def played(self, game: str, said: Mapping[str, str]) -> Kept:
        """With the options a game has begun with."""
        own = {name: value for name, value in said.items() if name not in OF_ONE_EVENING}
        return replace(self, options={**self.options, game: own}, last=game)
