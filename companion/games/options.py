"""How a game is set up: its options, as typed or chosen with the knob, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import partial
from typing import Any, Generic, TypeVar, cast

from companion.errors import OptionError
from companion.games.reading import one_of, read_seats, what_was_expected, whole_number
from companion.games.things import ThingsByKind
from companion.words import T, Text, Who
from firmware.certificate import Standing
from firmware.digits import is_number
from firmware.events import NS_PER_MS, NS_PER_US, Seat
from firmware.presses.race import Race
from firmware.rolling import Die
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
        unit: what the others are said with, by its field ``{n}``: seconds; None: with nothing.
        calls: what the others are called, where they are neither; None: what is typed.
        of_dice: ``read`` also takes the dice (``named``) and ``sets`` this box knows by name; the knob offers
            them as well.
        of_things: the knob offers the things kept for this game as well, by their words.
        of_seats: the value names seats; whoever doesn't play is neither offered nor remembered in it.
        of_teams: they stand in it as teams.
        live: it can be another one from one moment to the next, in the middle of a game.
        more: few tables want another one: it stands last, under *more*.
        needs: the option without which it does nothing; the knob offers it only where that is set.
    """

    name: str
    label: Text
    default: str
    offers: tuple[str, ...]
    read: Callable[..., Any]
    shown: Mapping[str, Text] = field(default_factory=dict)
    unit: Text | None = None
    calls: Callable[[str], Text] | None = None
    of_dice: bool = False
    of_things: bool = False
    of_seats: bool = False
    of_teams: bool = False
    live: bool = False
    more: bool = False
    needs: str = ""

    def called(self, value: str) -> Text:
        """What a value is called on a screen."""
        named = {**YES_NO, **self.shown}.get(value)
        if named is not None:
            return named
        if self.unit is SECONDS and is_number(value) and int(value) % 60 == 0:
            return T("{n} min", n=int(value) // 60)
        if self.unit is not None:
            return Text(self.unit.sentence, (("n", value),))
        if self.calls is not None:
            return self.calls(value)
        return T("{value}", value=value or "–")


def option(
    label: Text,
    default: str,
    offers: tuple[str, ...],
    read: Callable[..., V],
    **more: Any,
) -> V:
    """A field of a game's options; its name is the option's. See `Option` for all that can be said of it."""
    return cast(V, field(metadata={"option": Option("", label, default, offers, read, **more)}))


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
        switches_off: whether the menu offers to switch the box off.
        zero: whether buttons are tested before a game in which they compete.
        phones: whether they are on as the evening begins; None: the menu doesn't offer any.
        late: by how much stamps of seats with plugged-in buttons may be too late, at most (ns).
        certificate: what vouches for the box's tie; None: nobody knows.
    """

    seats: tuple[Seat, ...]
    times: Times
    language: str
    dice: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    things: ThingsByKind = field(default_factory=dict)
    sets: Mapping[str, tuple[Die, ...]] = field(default_factory=dict)
    switches_off: bool = False
    zero: bool = False
    phones: bool | None = None
    late: Mapping[Seat, int] = field(default_factory=dict)
    certificate: Standing | None = None


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
        reach: the most by which a stamp of a source other than pins may be too late (ns).
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
    reach: int = 0

    def race(self, opened: int) -> Race:
        """A race that opens at a stamp (ns)."""
        return Race(opened, self.tie, reach=self.reach)

    def next_seat(self, seat: Seat, direction: int = 1) -> Seat:
        """The next seat of the ring, clockwise (1) or the other way (-1)."""
        index = self.seats.index(seat)
        return self.seats[(index + direction) % len(self.seats)]

    def left_distance(self, of: Seat, seat: Seat) -> int:
        """How many places to the left of ``of`` the seat sits: 1 is the next, clockwise."""
        return (self.seats.index(seat) - self.seats.index(of)) % len(self.seats)


SECONDS = T("{n} s")
"""An `Option.unit`."""

LANGUAGES: Mapping[str, Text] = {"pl": T("polski"), "en": T("English")}
"""Each in itself, for whoever reads no other."""

YES_NO: Mapping[str, Text] = {"yes": T("yes"), "no": T("no"), "none": T("none")}
"""What these values are called on a screen, whichever option they are of."""


def seats_called(value: str) -> Text:
    """What ``1,2`` is called on a screen: a seat by its player's name; without any it is nobody."""
    if not value:
        return T("nobody")
    several = "," in value
    return T("seats {seats}", seats=value) if several else T("{who}", who=Who(int(value)))


def of_those_who_play(value: str, seats: Collection[Seat]) -> str:
    """What is left of ``1,3`` or ``1+2,3+4`` without the seats that aren't in play."""
    playing = set(map(str, seats))
    parts = ("+".join(seat for seat in part.split("+") if seat in playing) for part in value.split(","))
    return ",".join(part for part in parts if part)


def common_options(times: Times, language: str) -> tuple[Option, ...]:
    """The options every game takes, but for ``seats`` and ``first``; defaults are the box's."""
    tie, settle = str(times.tie // NS_PER_US), str(times.settle // NS_PER_MS)
    return (
        Option("lang", T("Language"), language, ("pl", "en"), one_of("pl", "en"), shown=LANGUAGES),
        Option(
            "tie_us",
            T("A tie is closer than"),
            tie,
            tuple(dict.fromkeys((tie, "5000", "30000"))),
            whole_number(0, 1_000_000),
            shown={"5000": T("5 ms"), "30000": T("30 ms")},
            unit=T("{n} µs"),
            more=True,
        ),
        Option(
            "settle_ms",
            T("It is ruled after"),
            settle,
            tuple(dict.fromkeys((settle, "50", "100"))),
            whole_number(1, 1000),
            unit=T("{n} ms"),
            more=True,
        ),
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
    own = tuple(knowing(option, here) for option in options_of(options))
    every = {option.name: option for option in (*own, *common_options(here.times, here.language))}
    said: dict[str, str] = {}
    for word in words:
        option, equals, value = word.partition("=")
        if not equals or option not in {"seats", "first", "reach_us", *every}:
            known = ", ".join(["seats", "first", *every])
            raise OptionError(f"{name}: expected option=value with one of {known}; got {word!r}")
        if option in said:
            raise OptionError(f"{name}: {option} is said twice")
        said[option] = value
    values = {word: _read(name, o, said.get(word, o.default)) for word, o in every.items()}
    low, high = players[0], players[-1]
    seats_of = Option("seats", T("Who plays?"), ",".join(map(str, here.seats[:high])), (), read_seats)
    seats = _read(name, seats_of, said.get("seats", seats_of.default))
    if not set(seats) <= set(here.seats):
        raise OptionError(f"{name}: expected seats of this box {list(here.seats)}, got {list(seats)}")
    if len(seats) not in players:
        why = T("For {least} to {most} players", least=low, most=high)
        raise ChoiceError(f"{name}: expected {low} to {high} seats, got {len(seats)}", why)
    first_of = Option("first", T("Who begins"), str(seats[0]), (), whole_number(1, 8))
    first = _read(name, first_of, said.get("first", first_of.default))
    if first not in seats:
        why = T("Who begins? Seat {seat} doesn't play", seat=first)
        raise ChoiceError(f"{name}: expected first to be one of the seats in play, got {first}", why)
    # A table has its own; only a game that is played again elsewhere says it, so nobody is asked for it.
    reach = max(here.times.reach, *(here.late.get(seat, 0) for seat in seats))
    reach_of = Option("reach_us", T("{value}"), str(-(-reach // NS_PER_US)), (), whole_number(0, 9_999_999))
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
        reach=max(reach, _read(name, reach_of, said.get(reach_of.name, "0")) * NS_PER_US),
    )


def knowing(option: Option, here: Surroundings) -> Option:
    """An option as it is read here: one of dice with those that the box knows by name."""
    if not option.of_dice:
        return option
    return replace(option, read=partial(option.read, named=here.dice, sets=here.sets))


def _read(game: str, option: Option, value: str) -> Any:
    try:
        return option.read(value)
    except ValueError as error:
        what = what_was_expected(error)
        why = T(
            "{game}: expected {option} to be {what}; got {got}",
            game=game,
            option=option.name,
            what=what,
            got=repr(value),
        )
        raise ChoiceError(why.filled(), why) from None
