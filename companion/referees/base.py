"""What every referee is: a state machine of one game, fed events in the order of their stamps.

A referee object holds how the game was set up and never changes; its *state* is a frozen value. Stepping
gives a new state and a few cues, or raises `NotNow`, which leaves the state as it was and tells people why.
Times a referee sees are *game time*: `companion.session` takes pauses out of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.words import Say, T, Text
from firmware.dice import Roll
from firmware.errors import OptionError, PierwszyError
from firmware.events import (
    NS_PER_MS,
    NS_PER_S,
    NS_PER_US,
    SEATS,
    Enter,
    Event,
    HostKey,
    Key,
    Knob,
    Press,
    Release,
    Resumed,
    Rolled,
    Seat,
    Tick,
)
from firmware.race import Ruling
from firmware.settings import Times
from firmware.views import Cue, Lamp, Screen

S = TypeVar("S")

Effect: TypeAlias = Cue | Roll
"""What a referee wants done: sound a cue, roll dice. (When it is to be woken, `Referee.wake_at` tells.)"""

Step: TypeAlias = tuple[S, tuple[Effect, ...]]
"""What a step gives: the new state, and what is to be done."""


class NotNow(PierwszyError):  # noqa: N818 - it is an answer to a player, not a fault
    """Raised when an event isn't allowed: nothing changes, and ``why`` is shown.

    Attributes:
        why: the reason, for the screen.
        back_to: the state to fall back to, where what is refused had already begun (a press that became a
            hold); None leaves the state as it is.
    """

    def __init__(self, why: Text, back_to: object = None) -> None:
        self.why = why
        self.back_to = back_to
        super().__init__(why.sentence)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the knob can choose: the words `Enter` would carry, and how it is shown."""

    text: str
    label: Text


@dataclass(frozen=True, slots=True)
class Option:
    """One thing about a game that the table may set before it starts.

    Attributes:
        name: as typed, ``name=value``.
        label: as shown in the menu.
        default: the value when nothing is said.
        offers: what the knob offers, as typed.
        read: turns the typed value into the game's; raises ValueError with what was expected.
    """

    name: str
    label: Text
    default: str
    offers: tuple[str, ...]
    read: Callable[[str], Any]


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
    """

    seats: tuple[Seat, ...]
    first: Seat
    tie: int
    settle: int
    language: str
    options: Mapping[str, Any] = field(default_factory=dict)
    words: tuple[str, ...] = ()

    def next_seat(self, seat: Seat, direction: int = 1) -> Seat:
        """The next seat of the ring, clockwise (1) or the other way (-1)."""
        index = self.seats.index(seat)
        return self.seats[(index + direction) % len(self.seats)]

    def left_distance(self, of: Seat, seat: Seat) -> int:
        """How many places to the left of ``of`` the seat sits: 1 is the next, clockwise."""
        return (self.seats.index(seat) - self.seats.index(of)) % len(self.seats)


class Referee(ABC, Generic[S]):
    """The rules of one game; ``S`` is its state."""

    name: ClassVar[str]
    title: ClassVar[Text]
    players: ClassVar[range]
    """How many seats can play."""
    options: ClassVar[tuple[Option, ...]] = ()

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    @abstractmethod
    def start(self) -> S:
        """The state before the first move."""

    def step(self, state: S, event: Event) -> Step[S]:
        """One event.

        Raises:
            NotNow: it isn't allowed now; the state stays as it was.
        """
        match event:
            case Press():
                if event.seat not in self.setup.seats:
                    raise NotNow(T("Seat {seat} is not in this game", seat=event.seat))
                return self.on_press(state, event)
            case Release():
                return self.on_release(state, event)
            case Tick():
                return self.on_tick(state, event)
            case Rolled():
                return self.on_rolled(state, event)
            case Enter():
                return self.on_enter(state, event, tuple(event.text.lower().split()))
            case Knob():
                return self.on_knob(state, event)
            case Key(key=HostKey.OK):
                return self.on_ok(state, event)
            case Key() | Resumed():
                raise NotNow(T("Nothing to choose now"))

    @abstractmethod
    def on_press(self, state: S, press: Press) -> Step[S]:
        """A seat in play pressed."""

    def on_release(self, state: S, release: Release) -> Step[S]:
        """A seat let its button go."""
        return state, ()

    def on_tick(self, state: S, tick: Tick) -> Step[S]:
        """`wake_at` has come."""
        return state, ()

    def on_rolled(self, state: S, rolled: Rolled) -> Step[S]:
        """The dice of the last `Roll` have come to rest."""
        return state, ()

    @abstractmethod
    def on_ok(self, state: S, key: Key) -> Step[S]:
        """The host accepted."""

    @abstractmethod
    def on_enter(self, state: S, enter: Enter, words: tuple[str, ...]) -> Step[S]:
        """The host typed something, or chose it with the knob; ``words`` are lower case."""

    def on_knob(self, state: S, knob: Knob) -> Step[S]:
        """The knob was turned while there are no `choices`: what it then means is the game's."""
        raise NotNow(T("Nothing to choose now"))

    def wake_at(self, state: S) -> int | None:
        """The stamp after which a `Tick` is wanted (ns), or None."""
        return None

    def may_doze(self, state: S) -> bool:
        """Whether a press may be taken for waking a dimmed screen and nothing else.

        False wherever one may be the first of a race; while `wake_at` is set screens never dim anyway.
        """
        return True

    def buttons_up(self, state: S) -> S:
        """The state as if every button were up: undo comes back to a moment, not to the fingers of it."""
        return state

    def choices(self, state: S) -> tuple[Choice, ...]:
        """What the knob can choose now; the first is what a plain ok does. Empty: nothing to choose."""
        return ()

    def first_choice(self, state: S) -> int:
        """Where the knob stands before it is turned."""
        return 0

    @abstractmethod
    def snapshot(self, state: S, now: int) -> dict[str, Any]:
        """The state as JSON, with ``phase``, ``players`` and the game's own keys."""

    def ruling(self, state: S) -> Ruling | None:
        """The ruling of the race at hand, or None; `companion.session` remembers the last one."""
        return None

    @abstractmethod
    def winners(self, state: S) -> tuple[Seat, ...] | None:
        """Who has won; None while the game goes on."""

    def leaders(self, state: S) -> tuple[Seat, ...] | None:
        """Who leads, in a game without an end of its own; None in others, or while nothing has happened."""
        return None

    @abstractmethod
    def main_screen(self, state: S, now: int, say: Say) -> Screen:
        """What the main panel shows."""

    @abstractmethod
    def seat_screen(self, state: S, seat: Seat, now: int, say: Say) -> Screen:
        """What a seat's own panel shows."""

    @abstractmethod
    def lamp(self, state: S, seat: Seat, now: int) -> Lamp:
        """What a seat's lamp does."""

    def changes_at(self, state: S, now: int) -> int | None:
        """When the screens change by themselves (a clock runs; ns), or None."""
        return None


def is_number(word: str) -> bool:
    """Whether a typed word is a whole number; one of ten digits or more is no number anybody means."""
    return word.isascii() and word.isdigit() and len(word) < 10


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


def _language(text: str) -> str:
    if text not in {"pl", "en"}:
        raise ValueError("pl or en")
    return text


def read_seats(text: str) -> tuple[Seat, ...]:
    """Reads ``1,2,4``; ValueError says what was expected."""
    parts = text.split(",")
    if not all(is_number(part) and int(part) in SEATS for part in parts):
        raise ValueError("seats from 1 to 8 with commas between, such as 1,2,4")
    seats = tuple(sorted({int(part) for part in parts}))
    if len(seats) != len(parts):
        raise ValueError("each seat once")
    return seats


def common_options(times: Times, language: str) -> tuple[Option, ...]:
    """The options every game takes, but for ``seats`` and ``first``; defaults are the box's."""
    tie, settle = str(times.tie // NS_PER_US), str(times.settle // NS_PER_MS)
    return (
        Option("tie_us", T("Tie within (µs)"), tie, (tie, "5000", "30000"), whole_number(0, 1_000_000)),
        Option("settle_ms", T("Ruling after (ms)"), settle, (settle,), whole_number(1, 1000)),
        Option("lang", T("Language"), language, ("pl", "en"), _language),
    )


def read_setup(
    referee: type[Referee[Any]],
    words: tuple[str, ...],
    at_table: tuple[Seat, ...],
    times: Times,
    language: str,
) -> Setup:
    """A game's set-up from what was typed, ``seats=1,2 first=2 name=value``.

    Args:
        referee: the game.
        words: what was typed.
        at_table: the seats of this box; as many as the game takes are in play unless ``seats`` is typed.
        times: the box's times, defaults of ``tie_us`` and ``settle_ms``.
        language: the default of ``lang``.

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
    )


def _read(referee: type[Referee[Any]], name: str, read: Callable[[str], Any], value: str) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise OptionError(f"{referee.name}: expected {name} to be {error}; got {value!r}") from None
