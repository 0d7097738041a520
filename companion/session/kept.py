"""What a table keeps from game to game: names, options, how loud; what is made for games. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from companion.errors import ThingError
from companion.games.base import NotNow
from companion.games.options import is_number
from companion.games.rachmistrz.reckoning.boards import Board
from companion.games.rachmistrz.reckoning.drafts import TYPED, read_typed
from companion.session.names import clean_name
from companion.words import T
from firmware.events import Seat
from firmware.views import LOUDEST, louder

OF_ONE_EVENING = frozenset({"seats", "first", "lang"})
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
        own = {name: value for name, value in said.items() if name not in OF_ONE_EVENING}
        return replace(self, options={**self.options, game: own})
