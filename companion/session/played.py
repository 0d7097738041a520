"""A finished game as it is told later: read from its result, whatever version of the program wrote that.

What isn't told has its default; a result that can't be read is left out of every history. People are who
they are called, at whatever seat; without a name, the seat's number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

import cattrs
from cattrs.errors import BaseValidationError

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

MOST = 1e12
"""No time, count or score here is larger."""

MOST_LETTERS = 60
"""No name or date here is longer."""


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
    tie_us: int = 0


@dataclass(frozen=True, slots=True)
class Fastest:
    """Who won a race soonest after it opened, and how soon (ms)."""

    seat: Seat
    ms: float


@dataclass(frozen=True, slots=True)
class Team:
    """Who played together, and what they were called, if anything."""

    seats: tuple[Seat, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """One finished game; its fields are keys of its result.

    Attributes:
        game: which, by its name in scripts.
        seats: who played.
        winners: who has won; nobody: all have lost.
        names: of the seats that had one.
        teams: who played together.
        players: how each stood at the end, as the game's snapshot has it.
        score: what all have reached together; None where each plays for itself.
        length_s: how long it took (s).
        reactions: of each seat that has raced.
        closest_us: the race decided by least.
        fastest_ms: the race won soonest.
        record: what it counts as among best solo times, and how long it took a player alone (``time_s``).
        run: which run of the box it was played in; None: not told.
        began: when, as the journal has it.
        when: the same as people read it; None: unknown.
    """

    game: str
    seats: tuple[Seat, ...]
    winners: tuple[Seat, ...]
    names: dict[Seat, str] = field(default_factory=dict)
    teams: tuple[Team, ...] = ()
    players: Any = None
    score: float | None = None
    length_s: float = 0
    reactions: dict[Seat, Reaction] = field(default_factory=dict)
    closest_us: Margin | None = None
    fastest_ms: Fastest | None = None
    record: str | None = None
    time_s: float | None = None
    run: int | None = None
    began: str = ""
    when: str | None = None

    def __post_init__(self) -> None:
        if not self.seats or len(set(self.seats)) < len(self.seats) or not {*self.winners} <= {*self.seats}:
            raise ValueError(f"expected seats and who of them has won, got {self.seats}, {self.winners}")

    def person(self, seat: Seat) -> Person:
        """Who sat there."""
        return self.names.get(seat, seat)

    @property
    def sides(self) -> dict[Side, bool]:
        """Each side, in the order of the seats, and whether it has won; if several have, they share it."""
        if not self.teams:
            return {(self.person(seat),): seat in self.winners for seat in self.seats}
        teams = {seat: team for team in self.teams for seat in team.seats}
        groups: dict[Team, list[Seat]] = {}
        for seat in self.seats:
            groups.setdefault(teams.get(seat, Team((seat,))), []).append(seat)
        sides: dict[Side, bool] = {}
        for team, seats in groups.items():
            named: Side = (team.name,)
            players = tuple(sorted(map(self.person, seats), key=str))
            side = named if team.name and named not in sides else players
            sides[side] = not set(seats).isdisjoint(self.winners)
        return sides


def read_all(history: Iterable[Result]) -> tuple[Played, ...]:
    """Those of the results that can be told, in their order, which is the newest first."""
    return spelt_alike(filter(None, map(read, history)))


def spelt_alike(history: Iterable[Played]) -> tuple[Played, ...]:
    """Games, the newest first, in which everyone is called the same.

    Ola typed and OLA by the knob are one person, written as the last time; two of one name at one table are
    told by their seats.
    """
    spelt: dict[str, str] = {}

    def alike(name: str) -> str:
        return spelt.setdefault(name.casefold(), name)

    games = []
    for one in history:
        names = {seat: alike(name) for seat, name in one.names.items() if name}
        often = Counter(names.values())
        names = {seat: name for seat, name in names.items() if often[name] == 1}
        teams = tuple(replace(team, name=alike(team.name)) for team in one.teams)
        same = (names, teams) == (one.names, one.teams)
        games.append(one if same else replace(one, names=names, teams=teams))
    return tuple(games)


def best_solo(games: Iterable[Played]) -> dict[str, float]:
    """The shortest time a player alone took (s), by what it was played as: see `Outcome.record`."""
    best: dict[str, float] = {}
    for one in games:
        if one.record is not None and one.time_s is not None:
            best[one.record] = min(best.get(one.record, one.time_s), one.time_s)
    return best


def read(told: Result) -> Played | None:
    """A result as a game; None if it is none."""
    try:
        return _reader.structure(told, Played)
    except BaseValidationError:
        return None


def _whole(value: object, _: object) -> int:
    """Also from a key of JSON, which is a text."""
    return round(_number(int(value) if isinstance(value, str) else value, float))


def _number(value: object, _: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST:
        raise ValueError(f"expected a number, got {value!r}")
    return value


def _text(value: object, _: object) -> str:
    """What no terminal and no panel minds."""
    if not isinstance(value, str):
        raise ValueError(f"expected a text, got {value!r}")  # noqa: TRY004 - a fault of the journal
    return (value if value.isprintable() else "".join(filter(str.isprintable, value)))[:MOST_LETTERS]


_reader = cattrs.Converter()
_reader.register_structure_hook(int, _whole)
_reader.register_structure_hook(float, _number)
_reader.register_structure_hook(str, _text)
