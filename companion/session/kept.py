"""What a table keeps from game to game, and from one evening to the next: names, options, how loud.

Pure: `to_keep` gives it as JSON for the journal, `from_kept` takes it back when the box is switched on. What
was kept by another version, or by hand, may be anything: whatever can't be is left out and never stops a box.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion.errors import ThingError
from companion.games.base import NotNow
from companion.games.catalogue import all_games
from companion.games.options import Option, common_options, is_number
from companion.games.rachmistrz.reckoning.boards import Board
from companion.games.rachmistrz.reckoning.drafts import TYPED, read_typed
from companion.words import T
from firmware.events import Seat
from firmware.times import Times
from firmware.views import LOUDEST, louder

if TYPE_CHECKING:
    from companion.session.state import State

LONGEST_NAME = 12
"""Letters; more would be cut on every screen."""

_OF_ONE_EVENING = frozenset({"seats", "first", "lang"})
"""Options that are about who is here now, or kept otherwise."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What undo never takes back and no new game forgets.

    Attributes:
        names: of seats that have one.
        options: of each game, as last played: as typed, but for who plays and begins.
        volume: 0, silence, to `firmware.views.LOUDEST`.
        boards: made since the box was switched on, by the word a game asks for them by. (Their files are what
            outlives the evening: see `companion.store.board_shelf`.)
    """

    names: Mapping[Seat, str] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    volume: int = LOUDEST
    boards: Mapping[str, Board] = field(default_factory=dict)

    def named(self, seat: Seat, name: str) -> Kept:
        """With a seat's name, cleaned; an empty one is forgotten."""
        others = {other: had for other, had in self.names.items() if other != seat}
        name = clean_name(name)
        return replace(self, names=dict(sorted({**others, seat: name}.items())) if name else others)

    def typed(self, text: str, seats: Collection[Seat]) -> Kept | None:
        """With ``name SEAT NAME``, ``volume N`` or a board, typed at any time; None for anything else.

        Raises:
            NotNow: it was meant as one of them, and can't be.
        """
        match text.split():
            case ["name", seat, *name] if is_number(seat) and int(seat) in seats:
                return self.named(int(seat), " ".join(name))
            case ["volume", level] if is_number(level) and int(level) <= LOUDEST:
                return replace(self, volume=int(level))
            case [word, *_] if word == TYPED:
                return self._with_board(text)
            case ["name", *_]:
                raise NotNow(T("Expected name SEAT NAME, got {got}", got=text))
            case ["volume", *_]:
                raise NotNow(T("Expected volume 0 to {most}, got {got}", most=LOUDEST, got=text))
        return None

    def _with_board(self, text: str) -> Kept:
        try:
            word, board = read_typed(text)
        except ThingError as error:
            raise NotNow(T("{problem}", problem=error.faults[0])) from None
        return replace(self, boards={**self.boards, word: board})

    def next_volume(self) -> Kept:
        """One step louder; after the loudest, silence."""
        return replace(self, volume=louder(self.volume))

    def played(self, game: str, said: Mapping[str, str]) -> Kept:
        """With the options a game has begun with."""
        own = {name: value for name, value in said.items() if name not in _OF_ONE_EVENING}
        return replace(self, options={**self.options, game: own})


def clean_name(text: str) -> str:
    """A name as it is shown: printable, single spaces, at most `LONGEST_NAME` letters."""
    shown = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(shown.split())[:LONGEST_NAME].rstrip()


def to_keep(state: State) -> dict[str, Any]:
    """What is to be remembered of a state, as JSON, by the names it is kept under."""
    return {
        "names": {str(seat): name for seat, name in state.kept.names.items()},
        "seats": list(state.seats),
        "options": {game: dict(said) for game, said in state.kept.options.items()},
        "language": state.language,
        "volume": state.kept.volume,
    }


def from_kept(state: State, kept: Mapping[str, Any], seats: Collection[Seat]) -> State:
    """A state with what was remembered, as far as it can be.

    Args:
        state: just switched on.
        kept: what `to_keep` once gave; anything else is left out.
        seats: the seats of this box.
    """
    volume = kept.get("volume")
    language = kept.get("language")
    return replace(
        state,
        language=language if language in ("pl", "en") else state.language,
        seats=tuple(seat for seat in sorted(seats) if seat in _numbers(kept.get("seats"))),
        kept=Kept(
            names=_names(kept.get("names"), seats),
            options={game.name: _options(kept, game.name, game.own_options) for game in all_games()},
            volume=volume if type(volume) is int and 0 <= volume <= LOUDEST else state.volume,
        ),
    )


def _numbers(value: object) -> list[int]:
    return [number for number in value if type(number) is int] if isinstance(value, list) else []


def _words(value: object) -> dict[str, str]:
    """Of anything, the entries that are words by name."""
    if not isinstance(value, Mapping):
        return {}
    return {key: word for key, word in value.items() if isinstance(key, str) and isinstance(word, str)}


def _names(value: object, seats: Collection[Seat]) -> dict[Seat, str]:
    words = _words(value)
    names = {seat: clean_name(words.get(str(seat), "")) for seat in sorted(seats)}
    return {seat: name for seat, name in names.items() if name}


def _options(kept: Mapping[str, Any], game: str, own: tuple[Option, ...]) -> dict[str, str]:
    """A game's options as they were kept, but for those it hasn't got or can't read."""
    every = kept.get("options")
    said = _words(every.get(game)) if isinstance(every, Mapping) else {}
    known = {option.name: option for option in (*own, *common_options(Times(), "pl"))}
    return {name: value for name, value in said.items() if name in known and _reads(known[name], value)}


def _reads(option: Option, value: str) -> bool:
    try:
        option.read(value)
    except ValueError:
        return False
    return option.name not in _OF_ONE_EVENING and not set(value) & set(" =")
