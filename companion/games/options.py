"""How a game is set up: its options, as typed or chosen with the knob, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Generic, TypeVar, cast

from companion.errors import OptionError
from companion.games.things import ThingsByKind
from companion.words import T, Text
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, SEATS, Seat
from firmware.rolling import Die, read_dice
from firmware.times import Times

Opts = TypeVar("Opts")
"""A game's own options: a frozen dataclass whose fields are made by `option`."""

V = TypeVar("V")


class ChoiceError(OptionError):
    """Raised when what the table itself can choose can't be played so.

    Attributes:
        why: the reason, for the screen.
    """

    def __init__(self, problem: str, why: Text) -> None:
        self.why = why
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a game that has none."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing about a game that the table may set before it starts.

    Attributes:
        name: as typed, ``name=value``.
        label: as shown in the menu.
        default: the value when nothing is said.
        offers: what the knob offers, as typed.
        read: turns the typed value into the game's; raises ValueError with what was expected.
        shown: what values are called on a screen; the others, numbers and names, say what they are.
        of_dice: it is read by `firmware.rolling.read_dice`, with the dice and sets this box knows by name;
            the knob offers them as well.
        of_things: the knob offers the things kept for this game as well, by their words.
        of_seats: the value names seats; whoever doesn't play is neither offered nor remembered in it.
        of_teams: they stand in it as teams.
        live: it can be another one from one moment to the next, in the middle of a game.
    """

    name: str
    label: Text
    default: str
    offers: tuple[str, ...]
    read: Callable[[str], Any]
    shown: Mapping[str, Text] = field(default_factory=dict)
    of_dice: bool = False
    of_things: bool = False
    of_seats: bool = False
    of_teams: bool = False
    live: bool = False


def option(
    label: Text,
    default: str,
    offers: tuple[str, ...],
    read: Callable[[str], V],
    *,
    shown: Mapping[str, Text] = MappingProxyType({}),
    of_dice: bool = False,
    of_things: bool = False,
    of_seats: bool = False,
    of_teams: bool = False,
    live: bool = False,
) -> V:
    """A field of a game's options; its name is the option's. See `Option` for what the rest is."""
    made = Option("", label, default, offers, read, shown, of_dice, of_things, of_seats, of_teams, live)
    return cast(V, field(metadata={"option": made}))


def options_of(options: type[Any]) -> tuple[Option, ...]:
    """A game's own options, in the order of their fields."""
    return tuple(replace(one.metadata["option"], name=one.name) for one in fields(options))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a game finds on the box it is played on, whatever is typed.

    Attributes:
        seats: of this box, ascending; as many as a game takes are in play unless ``seats`` is typed.
        times: the box's, defaults of ``tie_us`` and ``settle_ms``.
        language: the default of ``lang``.
        dice: faces of the dice this box knows by name.
        things: what is kept for games, see `companion.games.things`.
        sets: whole sets of dice that games lend, by name.
    """

    seats: tuple[Seat, ...]
    times: Times
    language: str
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    things: ThingsByKind = field(default_factory=dict)
    sets: Mapping[str, tuple[Die, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setup(Generic[Opts]):
    """How a game was set up.

    Attributes:
        game: the game's name.
        seats: the seats in play, clockwise; the ring is these.
        first: who begins.
        tie: presses this close are simultaneous (ns).
        settle: how long rulings wait for late deliveries (ns).
        language: ``pl`` or ``en``.
        options: the game's own options, read.
        words: what was typed, so that a rematch or a journal can repeat it.
        here: the box it is played on.
    """

    game: str
    seats: tuple[Seat, ...]
    first: Seat
    tie: int
    settle: int
    language: str
    options: Opts
    words: tuple[str, ...]
    here: Surroundings

    def next_seat(self, seat: Seat, direction: int = 1) -> Seat:
        """The next seat of the ring, clockwise (1) or the other way (-1)."""
        index = self.seats.index(seat)
        return self.seats[(index + direction) % len(self.seats)]

    def left_distance(self, of: Seat, seat: Seat) -> int:
        """How many places to the left of ``of`` the seat sits: 1 is the next, clockwise."""
        return (self.seats.index(seat) - self.seats.index(of)) % len(self.seats)


YES_NO: Mapping[str, Text] = {"yes": T("yes"), "no": T("no"), "none": T("none")}
"""What these values are called on a screen, whichever option they are of."""


def one_of(*values: V) -> Callable[[str], V]:
    """Reads one of a few values, as `str` writes them; ValueError says which."""
    words = {str(value): value for value in values}

    def read(text: str) -> V:
        if text not in words:
            raise ValueError(" or ".join(words))
        return words[text]

    return read


def yes_no(text: str) -> bool:
    """Reads ``yes`` or ``no``; ValueError says so."""
    return one_of("yes", "no")(text) == "yes"


def whole_number(low: int, high: int) -> Callable[[str], int]:
    """Reads a whole number from ``low`` to ``high``; ValueError says what was expected."""

    def read(text: str) -> int:
        if not is_number(text.removeprefix("-")) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return read


def seconds(high: int, low: int = 0) -> Callable[[str], int]:
    """Reads a number of seconds, ``low`` (0 is no limit) to ``high``, up to three decimals, as ns."""

    def read(text: str) -> int:
        whole, _, part = text.partition(".")
        if not (is_number(whole) and len(part) <= 3 and is_number(part or "0")):
            raise ValueError(f"seconds from {low} to {high}")
        ns = int(whole) * NS_PER_S + int(part.ljust(3, "0")) * NS_PER_MS
        if not low * NS_PER_S <= ns <= high * NS_PER_S:
            raise ValueError(f"seconds from {low} to {high}")
        return ns

    return read


def read_seats(text: str) -> tuple[Seat, ...]:
    """Reads ``1,2,4``; ValueError says what was expected."""
    parts = text.split(",")
    if not all(is_number(part) and int(part) in SEATS for part in parts):
        raise ValueError("seats from 1 to 8 with commas between, such as 1,2,4")
    seats = tuple(sorted({int(part) for part in parts}))
    if len(seats) != len(parts):
        raise ValueError("each seat once")
    return seats


def of_those_who_play(value: str, seats: Collection[Seat]) -> str:
    """What is left of ``1,3`` or ``1+2,3+4`` without seats, and teams of seats, that aren't in play."""
    playing = set(map(str, seats))
    return ",".join(part for part in value.split(",") if playing.issuperset(part.split("+")))


def common_options(times: Times, language: str) -> tuple[Option, ...]:
    """The options every game takes, but for ``seats`` and ``first``; defaults are the box's."""
    tie, settle = str(times.tie // NS_PER_US), str(times.settle // NS_PER_MS)
    return (
        Option("tie_us", T("Tie within (µs)"), tie, (tie, "5000", "30000"), whole_number(0, 1_000_000)),
        Option("settle_ms", T("Ruling after (ms)"), settle, (settle,), whole_number(1, 1000)),
        Option("lang", T("Language"), language, ("pl", "en"), one_of("pl", "en")),
    )


def read_setup(
    name: str,
    options: type[Opts],
    players: range,
    words: tuple[str, ...],
    here: Surroundings,
) -> Setup[Opts]:
    """A game's set-up from what was typed, ``seats=1,2 first=2 name=value``.

    Args:
        name: the game's.
        options: its own options.
        players: how many seats can play.
        words: what was typed.
        here: the box it is played on.

    Raises:
        OptionError: an option is unknown, said twice, or its value can't be; one line.
    """
    roll = partial(read_dice, named=here.dice, sets=here.sets)
    own = tuple(replace(option, read=roll) if option.of_dice else option for option in options_of(options))
    every = {option.name: option for option in (*own, *common_options(here.times, here.language))}
    said: dict[str, str] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals or option not in {"seats", "first", *every}:
            known = ", ".join(["seats", "first", *every])
            raise OptionError(f"{name}: expected option=value with one of {known}; got {word!r}")
        if option in said:
            raise OptionError(f"{name}: {option} is said twice")
        said[option] = value
    values = {word: _read(name, word, o.read, said.get(word, o.default)) for word, o in every.items()}
    low, high = players[0], players[-1]
    seats = _read(name, "seats", read_seats, said.get("seats", ",".join(map(str, here.seats[:high]))))
    if not set(seats) <= set(here.seats):
        raise OptionError(f"{name}: expected seats of this box {list(here.seats)}, got {list(seats)}")
    if len(seats) not in players:
        why = T("For {least} to {most} players", least=low, most=high)
        raise ChoiceError(f"{name}: expected {low} to {high} seats, got {len(seats)}", why)
    first = _read(name, "first", whole_number(1, 8), said.get("first", str(seats[0])))
    if first not in seats:
        why = T("Who begins? Seat {seat} doesn't play", seat=first)
        raise ChoiceError(f"{name}: expected first to be one of the seats in play, got {first}", why)
    return Setup(
        game=name,
        seats=seats,
        first=first,
        tie=values["tie_us"] * NS_PER_US,
        settle=values["settle_ms"] * NS_PER_MS,
        language=values["lang"],
        options=options(**{option.name: values[option.name] for option in own}),
        words=words,
        here=here,
    )


def _read(game: str, name: str, read: Callable[[str], V], value: str) -> V:
    try:
        return read(value)
    except ValueError as error:
        raise OptionError(f"{game}: expected {name} to be {error}; got {value!r}") from None
