"""What every referee is: a state machine of one game, fed events in the order of their stamps.

A referee object holds how the game was set up and never changes; its *state* is a frozen value. Stepping
gives a new state and a few cues, or raises `NotNow`, which leaves the state as it was and tells people why.
Times a referee sees are *game time*: `companion.session.session` takes pauses out of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from companion.games.options import Option, Setup
from companion.table.view import TableView, scored
from companion.words import Say, T, Text
from firmware.dice import Roll
from firmware.errors import PierwszyError
from firmware.events import (
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
from firmware.presses.race import Ruling
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
        leads_to: the state that follows all the same, where what is refused has a price; undo takes it back.
    """

    def __init__(self, why: Text, back_to: object = None, *, leads_to: object = None) -> None:
        self.why = why
        self.back_to = back_to
        self.leads_to = leads_to
        super().__init__(why.sentence)


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the knob can choose: the words `Enter` would carry, and how it is shown."""

    text: str
    label: Text


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
            case Key(key=HostKey.BACK):
                return self.on_back(state, event)
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

    def on_back(self, state: S, key: Key) -> Step[S]:
        """The host went back, while the knob stood nowhere."""
        raise NotNow(T("Nothing to choose now"))

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

    def half_made(self, state: S) -> bool:
        """Whether a choice of several steps has begun: with all of them it is one decision to be undone."""
        return False

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
        """The ruling of the race at hand, or None; `companion.session.session` remembers the last one."""
        return None

    @abstractmethod
    def winners(self, state: S) -> tuple[Seat, ...] | None:
        """Who has won; None while the game goes on, ``()`` once all have lost."""

    def score(self, state: S) -> int | None:
        """What all have reached, in a game that is won or lost together; None in others."""
        return None

    def leaders(self, state: S) -> tuple[Seat, ...] | None:
        """Who leads, in a game without an end of its own; None in others, or while nothing has happened."""
        return None

    @property
    def record(self) -> str:
        """What best solo times are kept under: the game, with the options that make it another one."""
        return self.name

    def solo_time(self, state: S) -> int | None:
        """How long a player alone took for the finished game (ns); None where no best times are kept."""
        return None

    @abstractmethod
    def main_screen(self, state: S, now: int, say: Say) -> Screen:
        """What the main panel shows."""

    @abstractmethod
    def seat_screen(self, state: S, seat: Seat, now: int, say: Say) -> Screen:
        """What a seat's own panel shows."""

    def table(self, state: S, now: int, say: Say) -> TableView:
        """What the table window shows beside the heading, which says the same as the main panel."""
        seats = {seat: say.name(seat) for seat in self.setup.seats}
        return TableView(plates=scored(self.main_screen(state, now, say), seats))

    @abstractmethod
    def lamp(self, state: S, seat: Seat, now: int) -> Lamp:
        """What a seat's lamp does."""

    def changes_at(self, state: S, now: int) -> int | None:
        """When the screens change by themselves (a clock runs; ns), or None."""
        return None
