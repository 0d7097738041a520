"""A finished game as it is told later: read from its result, whatever version of the program wrote that.

A result whose game, players or winners can't be made out is left out of every history; of all else that is
odd only that is missing. People are who they are called, at whatever seat; without a name, the seat's number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeAlias

from companion.words import Names
from firmware.events import Seat

Result: TypeAlias = Mapping[str, Any]
"""What `companion.session.result.result` gave, perhaps of an earlier version, and what the journal adds: the
``run`` of the box, ``began`` (ISO 8601, UTC), ``when`` (the same by this machine's clock; None: unknown)."""

Person: TypeAlias = Seat | str
"""Who played: a name, or the number of a seat that had none."""

Side: TypeAlias = tuple[Person, ...]
"""Those who win and lose as one: a player, a team's players, or a team by its name."""

PROGRAM_MADE = datetime(2026, 11, 1, tzinfo=UTC)
"""The month of the first version: no game is older. A Raspberry Pi has no clock that runs while it is off,
and wakes up in the past where there is no network: a date before this is unknown."""


def moment(began: object) -> datetime | None:
    """When a game began, as a journal has it; None if that can't be, or can't be read."""
    try:
        at = datetime.fromisoformat(str(began))
    except ValueError:
        return None
    at = at if at.tzinfo is not None else at.replace(tzinfo=UTC)
    return at if at >= PROGRAM_MADE else None


@dataclass(frozen=True, slots=True)
class Reaction:
    """How quick one was, from a race's opening to its press (ms): the best time, and the median."""

    best_ms: float
    median_ms: float


@dataclass(frozen=True, slots=True)
class Margin:
    """A race decided by little: for whom, over whom, by how many µs; closer than ``tie_us`` is a tie."""

    seat: Seat
    over: Seat
    us: int
    tie_us: int


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game.

    Attributes:
        game: which, by its name in scripts.
        seats: who played.
        winners: who has won; nobody: all have lost.
        names: of the seats that had one.
        teams: who played together, and what they were called, if anything.
        score: what all have reached together; None where each plays for itself.
        length_s: how long it took (s).
        reactions: of each seat that has raced.
        closest: the race decided by least.
        fastest: who won a race soonest after it opened, and how soon (ms).
        run: which run of the box it was played in; None: not told.
        began: when, UTC; None: unknown.
        when: the same as people read it; empty: unknown.
    """

    game: str
    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    names: Names = field(default_factory=dict)
    teams: tuple[tuple[tuple[Seat, ...], str], ...] = ()
    score: float | None = None
    length_s: float = 0
    reactions: Mapping[Seat, Reaction] = field(default_factory=dict)
    closest: Margin | None = None
    fastest: tuple[Seat, float] | None = None
    run: object = None
    began: datetime | None = None
    when: str = ""

    def person(self, seat: Seat) -> Person:
        """Who sat there."""
        return self.names.get(seat, seat)

    @property
    def together(self) -> bool:
        """Whether all have won or lost as one."""
        return len(self.seats) > 1 and self.score is not None

    @property
    def against(self) -> bool:
        """Whether people played against each other, and it is known who won."""
        return len(self.groups) > 1 and self.score is None and bool(self.winners)

    @property
    def groups(self) -> tuple[tuple[Seat, ...], ...]:
        """The seats of each side, in the order of the seats."""
        team = {seat: seats for seats, _ in self.teams for seat in seats}
        return tuple(dict.fromkeys(team.get(seat, (seat,)) for seat in self.seats))

    @property
    def sides(self) -> tuple[Side, ...]:
        """What those sides are called."""
        called = dict(self.teams)
        plain = [tuple(sorted(map(self.person, group), key=str)) for group in self.groups]
        named: list[Side] = [
            (called[group],) if called.get(group) else side
            for group, side in zip(self.groups, plain, strict=True)
        ]
        return tuple(named if len(set(named)) == len(named) else plain)

    @property
    def won(self) -> tuple[bool, ...]:
        """Of each side, whether it has won; several: they share it."""
        return tuple(not set(group).isdisjoint(self.winners) for group in self.groups)


def read(told: Result) -> Played | None:
    """A result as a game; None if it can't be made out who played and who won."""
    game, seats = told.get("game"), _seats(told.get("seats"))
    winners = _seats(told.get("winners"))
    if not isinstance(game, str) or not seats or winners is None or not set(winners) <= set(seats):
        return None
    when = told.get("when")
    return Played(
        game=game,
        seats=seats,
        winners=winners,
        names=_names(told.get("names"), seats),
        teams=tuple(_teams(told.get("teams"), seats)),
        score=number(told.get("score")),
        length_s=number(told.get("length_s")) or 0,
        reactions=dict(_reactions(told.get("reactions"), seats)),
        closest=_closest(told.get("closest_us"), seats),
        fastest=_fastest(told.get("fastest_ms"), seats),
        run=told.get("run"),
        began=moment(told.get("began")),
        when=when if isinstance(when, str) else "",
    )


def read_all(history: Iterable[Result]) -> tuple[Played, ...]:
    """Those of the results that can be told, in their order."""
    return tuple(played for played in map(read, history) if played is not None)


def number(value: object) -> float | None:
    """A number that can be meant: zero or more, and not more than anything here is."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1e12:
        return None
    return value


def _mapping(value: object) -> Mapping[Any, Any]:
    return value if isinstance(value, Mapping) else {}


def _seats(value: object) -> tuple[Seat, ...] | None:
    if not isinstance(value, list | tuple) or not all(type(seat) is int and seat > 0 for seat in value):
        return None
    return tuple(value) if len(set(value)) == len(value) else None


def _of(key: object, seats: tuple[Seat, ...]) -> Seat | None:
    """A seat of that game by its number, be it a key of JSON."""
    return next((seat for seat in seats if type(key) in {int, str} and str(seat) == str(key)), None)


def _names(value: object, seats: tuple[Seat, ...]) -> dict[Seat | str, str]:
    """Whoever shares a name with another at the table is told by the seat instead."""
    names: dict[Seat | str, str] = {
        seat: name
        for key, name in _mapping(value).items()
        if (seat := _of(key, seats)) is not None and isinstance(name, str) and name
    }
    often = Counter(name.casefold() for name in names.values())
    return {seat: name for seat, name in names.items() if often[name.casefold()] == 1}


def _teams(value: object, seats: tuple[Seat, ...]) -> Iterator[tuple[tuple[Seat, ...], str]]:
    taken: set[Seat] = set()
    for team in value if isinstance(value, list | tuple) else ():
        members, name = _seats(_mapping(team).get("seats")), _mapping(team).get("name")
        if members and set(members) <= set(seats) - taken:
            taken.update(members)
            yield members, name if isinstance(name, str) else ""


def _reactions(value: object, seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, Reaction]]:
    for key, one in _mapping(value).items():
        seat, best = _of(key, seats), number(_mapping(one).get("best_ms"))
        median = number(_mapping(one).get("median_ms"))
        if seat is not None and best is not None:
            yield seat, Reaction(best, best if median is None else median)


def _closest(value: object, seats: tuple[Seat, ...]) -> Margin | None:
    told = _mapping(value)
    seat, over, us = _of(told.get("seat"), seats), _of(told.get("over"), seats), number(told.get("us"))
    if seat is None or over is None or seat == over or us is None:
        return None
    return Margin(seat, over, int(us), int(number(told.get("tie_us")) or 0))


def _fastest(value: object, seats: tuple[Seat, ...]) -> tuple[Seat, float] | None:
    told = _mapping(value)
    seat, ms = _of(told.get("seat"), seats), number(told.get("ms"))
    return None if seat is None or ms is None else (seat, ms)
