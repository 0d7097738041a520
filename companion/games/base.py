"""What every referee is: a state machine of one game, fed events in the order of their stamps.

A referee object holds how the game was set up and never changes; its *state* is a frozen value. Stepping
gives a new state and a few cues, or raises `NotNow`, which leaves the state as it was and tells people why.
Times a referee sees are *game time*: `companion.session.session` takes pauses out of them. What people see of
a state is not the referee's business: it is given the `Views` of its game and hands them the state.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from companion.games.choice import Choice
from companion.games.facts import Course, Ending
from companion.games.options import Opts, Setup, options_of
from companion.games.typed import TYPED, by_folded, folded
from companion.table.view import Plate, TableView
from companion.words import Say, T, Text
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
from firmware.presses.race import NO_RACE, Race, Ruling
from firmware.rolling import Roll
from firmware.views import Cue, Lamp, Screen

S = TypeVar("S")

Effect: TypeAlias = Cue | Roll
"""What a referee wants done: sound a cue, roll dice. (When it is to be woken, `Referee.wake_at` tells.)"""

Step: TypeAlias = tuple[S, tuple[Effect, ...]]
"""What a step gives: the new state, and what is to be done."""


def check_plays(seat: Seat, seats: Collection[Seat]) -> None:
    """That a seat is one of those in play.

    Raises:
        NotNow: it isn't.
    """
    if seat not in seats:
        raise NotNow(T("Seat {seat} is not in this game", seat=seat))


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
        super().__init__(why.filled())


class End(Enum):
    """Whether a game has ended."""

    NOT_YET = "not yet"
    WHEN_LEFT = "when left"
    """It has no end of its own: whoever leads when it is left has won."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game stands, or how it has ended.

    Attributes:
        who: the winners of a game that is `End.OVER` (none: all have lost), or who leads in one that ends
            when it is left; nobody before that.
        end: whether it has ended.
        score: what all have reached, in a game that is won or lost together; None in others.
        solo_ns: how long a player alone took; None if that isn't told, or not yet.
        record: what best solo times are kept under: the game's name, unless options make it another one.
    """

    who: tuple[Seat, ...] = ()
    end: End = End.NOT_YET
    score: int | None = None
    solo_ns: int | None = None
    record: str = ""

    @property
    def winners(self) -> tuple[Seat, ...] | None:
        """Who has won; None while the game goes on, ``()`` once all have lost."""
        return self.who if self.end is End.OVER else None


def never(setup: Setup[Any], state: object, now: int) -> int | None:
    """When screens change by themselves on which no clock runs."""
    return None


@dataclass(frozen=True, slots=True)
class Views(Generic[S, Opts]):
    """What people see of a game: functions of how it was set up, where it stands, and the time (ns).

    Attributes:
        main: what the main panel shows.
        seat: what a seat's own panel shows.
        lamp: what a seat's lamp does.
        table: what the table window shows beside the heading, which says the same as the main panel; without
            one, the scores of the main panel.
        changes_at: when the screens change by themselves (a clock runs; ns), or None.
        ending: what is told of the game once it is over; without one, who has won.
    """

    main: Callable[[Setup[Opts], S, int, Say], Screen]
    seat: Callable[[Setup[Opts], S, Seat, int, Say], Screen]
    lamp: Callable[[Setup[Opts], S, Seat, int], Lamp]
    table: Callable[[Setup[Opts], S, int, Say], TableView] | None = None
    changes_at: Callable[[Setup[Opts], S, int], int | None] = never
    ending: Callable[[Setup[Opts], Course[S]], Ending] | None = None


class Referee(ABC, Generic[S, Opts]):
    """The rules of one game; ``S`` is its state, ``Opts`` its options.

    Args:
        setup: how the game was set up.
        views: what people see of it; handed that, they are methods here: ``main_screen(state, now, say)``.

    Attributes:
        of_a_tie: what the photo finish says of one that no rule breaks; it fills the seats in.
    """

    of_a_tie: Text = T("Tie: {seats}. The table decides")

    def __init__(self, setup: Setup[Opts], views: Views[S, Opts]) -> None:
        self.setup = setup
        self.name = setup.game
        self.english: Mapping[str, str] = by_folded(TYPED)
        self.main_screen: Callable[[S, int, Say], Screen] = partial(views.main, setup)
        self.seat_screen: Callable[[S, Seat, int, Say], Screen] = partial(views.seat, setup)
        self.lamp: Callable[[S, Seat, int], Lamp] = partial(views.lamp, setup)
        self.table: Callable[[S, int, Say], TableView] = self._scores_only
        if views.table is not None:
            self.table = partial(views.table, setup)
        self.changes_at: Callable[[S, int], int | None] = partial(views.changes_at, setup)
        self.ending: Callable[[Course[S]], Ending] | None = None
        if views.ending is not None:
            self.ending = partial(views.ending, setup)

    def _scores_only(self, state: S, now: int, say: Say) -> TableView:
        """A table view for a game that has none: the seats with what the main panel tells of them."""
        scores = self.main_screen(state, now, say).scores
        return TableView(
            plates=tuple(Plate(s.seat, say.name(s.seat), s.text, strong=s.strong) for s in scores)
        )

    @abstractmethod
    def start(self) -> S:
        """The state before the first move."""

    def terms(self, state: S) -> Mapping[str, str]:
        """Options, as typed, with which a rematch begins although this game had begun with others."""
        return {}

    def step(self, state: S, event: Event) -> Step[S]:
        """One event.

        Raises:
            NotNow: it isn't allowed now; the state stays as it was.
        """
        match event:
            case Press():
                check_plays(event.seat, self.setup.seats)
                return self.on_press(state, event)
            case Release():
                return self.on_release(state, event)
            case Tick():
                return self.on_tick(state, event)
            case Rolled():
                return self.on_rolled(state, event)
            case Enter():
                return self.on_enter(state, event, self.words(event.text))
            case Knob():
                return self.on_knob(state, event)
            case Key(key=HostKey.OK):
                return self.on_ok(state, event)
            case Key(key=HostKey.BACK):
                return self.on_back(state, event)
            case Key() | Resumed():
                raise NotNow(T("Nothing to choose now"))

    def words(self, text: str) -> tuple[str, ...]:
        """What was typed, in lower case, word by word, as if typed in English."""
        return tuple(self.english.get(folded(word), word) for word in text.lower().split())

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
        raise NotNow(T("Nothing to go back to"))

    @abstractmethod
    def on_enter(self, state: S, enter: Enter, words: tuple[str, ...]) -> Step[S]:
        """The host typed something, or chose it with the knob; ``words`` are lower case and English."""

    def on_enter_paused(self, state: S, enter: Enter, words: tuple[str, ...]) -> Step[S]:
        """The same while the box pauses and no clock runs: what is chosen of `corrections`, too."""
        return self.on_enter(state, enter, words)

    def on_knob(self, state: S, knob: Knob) -> Step[S]:
        """The knob was turned while there are no `choices`: what it then means is the game's."""
        raise NotNow(T("Nothing to choose now"))

    def wake_at(self, state: S) -> int | None:
        """The stamp after which a `Tick` is wanted (ns), or None."""
        return None

    def runs_out_at(self, state: S) -> int | None:
        """When the clock that everybody watches runs out (ns), or None; its last five seconds are ticked."""
        return None

    def may_doze(self, state: S) -> bool:
        """Whether a press may be taken for waking a dimmed screen and nothing else.

        False wherever one may be the first of a race; while `wake_at` is set screens never dim anyway.
        """
        return True

    def buttons_up(self, state: S) -> S:
        """The state as if every button were up: undo comes back to a moment, not to the fingers of it."""
        return state

    def decides(self, before: S, after: S, press: Press) -> bool:
        """Whether what a press has changed is a decision of its own, to be undone by itself.

        Another press of a race is not: with the first, its ruling and all its stragglers it is one decision.
        """
        was, now = self.race(before), self.race(after)
        return not (was.presses and now != was and now.opened == was.opened)

    def decides_by_time(self, before: S, after: S) -> bool:
        """Whether what time has changed is a decision of its own, to be undone by itself."""
        return False

    def without(self, state: S, seat: Seat) -> S | None:
        """The state as if a seat's last press hadn't been, at no price: an elbow on a button.

        None: that can't be told apart from what came after; undo can.
        """
        return None

    def takes_over(self, state: S, was: Setup[Opts]) -> S | None:
        """The state of a game begun with another set-up, as it goes on with this one; None: it can't.

        With the same seats, and other values of none but `Option.live` options, it is what it was.
        """
        fixed = [option.name for option in options_of(type(was.options)) if not option.live]
        same = all(getattr(was.options, name) == getattr(self.setup.options, name) for name in fixed)
        return state if same and was.seats == self.setup.seats else None

    def choices(self, state: S) -> tuple[Choice, ...]:
        """What the knob can choose now. Empty: nothing, and what it then means is told by `on_knob`."""
        return ()

    def first_choice(self, state: S) -> int:
        """Where the knob stands before it is turned: what a plain ok takes."""
        return 0

    def plain_ok(self, state: S) -> Text | None:
        """What ok does while there are no choices; None: it is refused."""
        return None

    def corrections(self, state: S) -> tuple[Choice, ...]:
        """What can be put right at any time, in the menu of hold-ok: counts, marks, forgotten buttons."""
        return ()

    @abstractmethod
    def snapshot(self, state: S, now: int) -> dict[str, Any]:
        """The state as JSON, with ``phase``, ``players`` and the game's own keys."""

    def race(self, state: S) -> Race:
        """The race at hand; `companion.session.session` remembers the rulings of all."""
        return NO_RACE

    def ruling(self, state: S) -> Ruling | None:
        """The ruling of the race at hand, or None."""
        return self.race(state).ruling

    def finish(self, state: S) -> Ruling | None:
        """That ruling for as long as its photo finish stands on the table: until the game goes on."""
        return self.ruling(state)

    def outcome(self, state: S) -> Outcome:
        """Who has won, and how; a tool has no outcome at all."""
        return Outcome()
