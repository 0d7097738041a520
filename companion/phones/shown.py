"""What pages are shown, as JSON: the table window's view and panels' screens; and whether it still holds.

A dataclass becomes an object with its class's name as ``is``, and what is empty (None, no text, no items) is
left out; 0 and false are not. So a page tells "not known" from "no" and needs to know no default.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any, TypeAlias

from companion.i18n import speaker
from companion.loop.loop import Loop
from companion.session.screens import ties_told
from companion.table.picture import Picture
from companion.table.view import TableView
from companion.words import Names
from firmware.events import NS_PER_MS, Enter, HostEvent, HostKey, Key, Knob, Seat
from firmware.views import SIGNS, Screen

Json: TypeAlias = Any
"""What `json.dumps` takes."""

WHOLE_TABLE = frozenset({"host", "board"})
"""The roles of pages that are shown all of the table; others their own seats, the plates and the race."""

_FAR = 999
"""More steps than any choice has: the knob stops at the first."""


def as_json(value: object) -> Json:
    """A view, or anything in one, as JSON; pictures are left out: they are ten times as large as all else.

    Raises:
        TypeError: it is nothing that a view is made of.
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Picture):
        return None
    if is_dataclass(value) and not isinstance(value, type):
        told = {one.name: as_json(getattr(value, one.name)) for one in fields(value)}
        return {"is": type(value).__name__, **{name: one for name, one in told.items() if not _empty(one)}}
    if isinstance(value, Mapping):
        return {str(key): as_json(one) for key, one in value.items()}
    if isinstance(value, (tuple, frozenset)):
        return [as_json(one) for one in (sorted(value) if isinstance(value, frozenset) else value)]
    raise TypeError(f"a view is made of plain data, not of {type(value).__name__}")


def _empty(value: Json) -> bool:
    return value is None or value in ("", [])


_SIGNS = {
    str(seat): {"shape": one.shape, "colour": one.colour, "name": one.name} for seat, one in SIGNS.items()
}


@dataclass(frozen=True)
class Moment:
    """All that any page is shown of one instant; see `firmware.views` and `companion.table.view`.

    Attributes:
        now: when (ns of CLOCK_MONOTONIC).
        asleep: seats whose phone is silent.
        ties: how close a tie is at this table, in a line; may be empty.
    """

    now: int
    table: TableView
    language: str
    names: Names
    screens: Mapping[Seat, Screen]
    lit: frozenset[Seat]
    playing: tuple[Seat, ...]
    volume: int
    asleep: frozenset[Seat] = frozenset()
    ties: str = ""

    @classmethod
    def of(cls, loop: Loop, table: TableView, now: int, asleep: Collection[Seat] = ()) -> Moment | None:
        """What a loop shows beside this table; None before its first view was made."""
        if loop.shown is None:
            return None
        state, view = loop.shown
        ties = " · ".join(ties_told(loop.session, state, speaker(state.language)))
        lit, playing, away = frozenset(loop.lit), tuple(loop.playing), frozenset(asleep)
        names, volume = dict(state.names), state.volume
        return cls(now, table, state.language, names, view.seats, lit, playing, volume, away, ties)

    @cached_property
    def _table(self) -> Json:
        return as_json(self.table)  # once, however many pages there are

    def view(self, role: str, seats: Collection[Seat]) -> dict[str, Json]:
        """What a page of this role is shown, that has these seats."""
        whole = self._table
        if role not in WHOLE_TABLE:
            whole = {key: whole[key] for key in ("is", "plates", "finish") if key in whole}
        return {
            "now": self.now / NS_PER_MS,
            "lang": self.language,
            "table": whole,
            "screens": as_json({seat: self.screens[seat] for seat in seats if seat in self.screens}),
            "lit": sorted(self.lit),
            "names": {str(seat): name for seat, name in self.names.items() if isinstance(seat, int)},
            "signs": _SIGNS,
            "ties": self.ties,
            "asleep": sorted(self.asleep),
            "playing": list(self.playing),
            "volume": self.volume,
        }


class Shown:
    """The moment at hand, numbered, and since which number what a host can do has meant the same.

    It is told of moments by one thread, and asked by any. What a host can do is ``ok`` and the other keys,
    ``turn 1``, ``turn -1``, ``choose N``, of `TableView.choices`, and ``enter WORDS``.
    """

    def __init__(self) -> None:
        self._seen: tuple[int, Moment] | None = None
        self._since: dict[str, tuple[int, object]] = {}

    def see(self, moment: Moment) -> int:
        """This is shown from now on; returns its number, another one where anything is new."""
        rev, before = self._seen or (0, None)
        if before is None or replace(before, now=moment.now) != moment:
            rev += 1
            for word, means in _meanings(moment.table).items():
                if word not in self._since or self._since[word][1] != means:
                    self._since[word] = rev, means
            self._seen = rev, moment
        return rev

    def view(self, role: str, seats: Collection[Seat]) -> tuple[int, dict[str, Json]]:
        """Its number, and what a page is shown of it; number 0 and nothing before there was any."""
        if self._seen is None:
            return 0, {}
        rev, moment = self._seen
        return rev, moment.view(role, seats)

    def still(self, rev: int, what: str) -> bool:
        """Whether doing ``what`` means the same as when a page was shown number ``rev``.

        A turn always does, and so does a line that is typed: they say all that they mean.
        """
        verb = what.partition(" ")[0]
        if self._seen is None or verb in {"turn", "enter"}:
            return self._seen is not None
        return rev >= self._since["ok" if verb == "ok" else "all"][0]

    def means(self, what: str, at: int) -> tuple[HostEvent, ...]:
        """What a host would do for ``what`` at the knob, at a time (ns); nothing if that can't be done.

        Where a knob is before it is turned can't be known: to take a choice it is turned to the first, where
        it stops, and from there.
        """
        verb, _, rest = what.partition(" ")
        if verb == "enter" and rest:
            return (Enter(rest, at),)
        if verb == "turn" and rest in {"1", "-1"}:
            return (Knob(int(rest), at),)
        if verb == "choose" and self._seen is not None and rest.isdecimal():
            table, n = self._seen[1].table, int(rest)
            turn = Knob(-_FAR, at), *((Knob(n, at),) if n else ())
            taken = () if table.pages else (Key(HostKey.OK, at),)  # a page is there to be looked at
            return (*turn, *taken) if n < len(table.choices) else ()
        return (Key(HostKey(what), at),) if what in set(HostKey) else ()


def _meanings(table: TableView) -> dict[str, object]:
    """What an ok stands for, and what all else: it is about whoever the heading is about."""
    about = table.game, table.sign, table.takes, table.choices, table.inside, table.frozen
    return {"ok": (*about, table.ok, table.standing), "all": about}
