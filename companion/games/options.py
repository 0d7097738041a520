"""How a game is set up: its options, as typed or chosen with the knob, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.rachmistrz.reckoning.boards import NO_BOARDS, Board
from companion.words import T, Text
from firmware.dice import NO_DICE
from firmware.errors import OptionError
from firmware.events import NS_PER_MS, NS_PER_S, NS_PER_US, SEATS, Seat
from firmware.times import Times

if TYPE_CHECKING:
    from companion.games.base import Referee


@dataclass(frozen=True, slots=True)
class Option:
    """One thing about a game that the table may set before it starts.

    Attributes:
        name: as typed, ``name=value``.
        label: as shown in the menu.
        default: the value when nothing is said.
        offers: what the knob offers, as typed.
        read: turns the typed value into the game's; raises ValueError with what was expected.
        of_dice: the knob offers the dice this box knows by name as well.
        of_boards: the knob offers the boards this box knows by name as well.
        of_seats: the value names seats; whoever doesn't play is neither offered nor remembered in it.
    """

    name: str
    label: Text
    default: str
    offers: tuple[str, ...]
    read: Callable[[str], Any]
    of_dice: bool = False
    of_boards: bool = False
    of_seats: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    """How a game was set up.

    Attributes:
        seats: the seats in play, clockwise; the ring is these.
        first: who begins.
        tie: presses this close are simultaneous (ns).
        settle: how long rulings wait for late deliveries (ns).
        language: ``pl`` or ``en``.
        options: the game's own options, read.
        words: what was typed, so that a rematch or a journal can repeat it.
        named_dice: faces of the dice this box knows by name.
        boards: the boards this box knows by name.
    """

    seats: tuple[Seat, ...]
    first: Seat
    tie: int
    settle: int
    language: str
    options: Mapping[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    named_dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    boards: Mapping[str, Board] = field(default_factory=dict)

    def next_seat(self, seat: Seat, direction: int = 1) -> Seat:
        """The next seat of the ring, clockwise (1) or the other way (-1)."""
        index = self.seats.index(seat)
        return self.seats[(index + direction) % len(self.seats)]

    def left_distance(self, of: Seat, seat: Seat) -> int:
        """How many places to the left of ``of`` the seat sits: 1 is the next, clockwise."""
        return (self.seats.index(seat) - self.seats.index(of)) % len(self.seats)


VALUES: Mapping[str, Text] = {
    "yes": T("yes"),
    "no": T("no"),
    "none": T("none"),
    "kids": T("unequal"),
    "equal": T("equal"),
    "real": T("your own"),
    "virtual": T("the box's"),
    "easy": T("easy"),
    "hard": T("hard"),
    "restart": T("full again"),
    "sand": T("turn it over"),
}
"""What values of options are called on a screen; the others, numbers and names, say what they are."""


def is_number(word: str) -> bool:
    """Whether a typed word is a whole number; one of ten digits or more is no number anybody means."""
    return word.isascii() and word.isdigit() and len(word) < 10


def one_of(*words: str) -> Callable[[str], str]:
    """Reads one of a few words; ValueError says which."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return read


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
    referee: type[Referee[Any]],
    words: tuple[str, ...],
    at_table: tuple[Seat, ...],
    times: Times,
    language: str,
    *,
    named_dice: Mapping[str, tuple[str, ...]] = NO_DICE,
    boards: Mapping[str, Board] = NO_BOARDS,
) -> Setup:
    """A game's set-up from what was typed, ``seats=1,2 first=2 name=value``.

    Args:
        referee: the game.
        words: what was typed.
        at_table: the seats of this box; as many as the game takes are in play unless ``seats`` is typed.
        times: the box's times, defaults of ``tie_us`` and ``settle_ms``.
        language: the default of ``lang``.
        named_dice: faces of the dice this box knows by name.
        boards: the boards this box knows by name.

    Raises:
        OptionError: an option is unknown, said twice, or its value can't be; one line.
    """
    options = {option.name: option for option in (*referee.options, *common_options(times, language))}
    said: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in {"seats", "first", *options}:
            known = ", ".join(["seats", "first", *options])
            raise OptionError(f"{referee.name}: expected option=value with one of {known}; got {word!r}")
        if name in said:
            raise OptionError(f"{referee.name}: {name} is said twice")
        said[name] = value
    values = {name: _read(referee, name, o.read, said.get(name, o.default)) for name, o in options.items()}
    low, high = referee.players[0], referee.players[-1]
    seats = _read(referee, "seats", read_seats, said.get("seats", ",".join(map(str, at_table[:high]))))
    if not set(seats) <= set(at_table):
        raise OptionError(f"{referee.name}: expected seats of this box {list(at_table)}, got {list(seats)}")
    if len(seats) not in referee.players:
        raise OptionError(f"{referee.name}: expected {low} to {high} seats, got {len(seats)}")
    first = _read(referee, "first", whole_number(1, 8), said.get("first", str(seats[0])))
    if first not in seats:
        raise OptionError(f"{referee.name}: expected first to be one of the seats in play, got {first}")
    return Setup(
        seats=seats,
        first=first,
        tie=values.pop("tie_us") * NS_PER_US,
        settle=values.pop("settle_ms") * NS_PER_MS,
        language=values.pop("lang"),
        options=values,
        words=words,
        named_dice=named_dice,
        boards=boards,
    )


def _read(referee: type[Referee[Any]], name: str, read: Callable[[str], Any], value: str) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise OptionError(f"{referee.name}: expected {name} to be {error}; got {value!r}") from None
