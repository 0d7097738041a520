"""A table without hardware: a box on mock pins, fake panels, its loop, and the hand at it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from companion.errors import OptionError, ScriptError
from companion.games.base import NotNow
from companion.games.catalogue import kinds
from companion.loop.loop import Loop, Watcher
from companion.loop.mailbox import Mailbox, Told
from companion.scripts.script import Action, Begin, Dice, Done, Script, Tell, Wire
from companion.session.setting_up import SettingUp
from companion.session.state import State
from companion.store.journal import Journal
from companion.store.things import surroundings
from firmware.boxfile.settings import Settings
from firmware.drawing.frames import draw
from firmware.events import Enter, Event, Key, Knob, Resumed, Seat, Within
from firmware.fakes.inputs import FakeInputs
from firmware.fakes.oled_bench import OledBench
from firmware.fakes.pins import StampedFactory
from firmware.pi.box import GpioBox
from firmware.pi.clock import to_ns, to_ticks
from firmware.pi.factory import Header
from firmware.pi.input_wish import boxed
from firmware.pi.panels import LumaPanels
from firmware.plugged import Found
from firmware.ports import Clock, Inputs, Panels


class MockHand(ABC):
    """Closes and opens the contacts of a mock box; a `companion.scripts.script.Table`.

    Args:
        settings: how the box is built.
        factory: its pins.
        mailbox: where goes what the host does.
        clock: the time.
        origin: the stamp at which a script's time is zero (ns).
    """

    def __init__(
        self, settings: Settings, factory: StampedFactory, mailbox: Mailbox, clock: Clock, origin: int
    ) -> None:
        self.origin = origin
        self.mailbox = mailbox
        self.inputs = FakeInputs(tuple(settings.inputs), mailbox)
        self._settings = settings
        self._factory = factory
        self._clock = clock

    def touch(self, seat: Seat, closed: bool, at: int, within: Within | None = None) -> None:  # noqa: ARG002
        """Close or open a seat's contact; ``at`` is the stamp the pin gives the edge (ns).

        How unsure that is, ``within``, matters where presses are judged; None: as the seat's button.
        """
        if seat in self._settings.seats:
            self._factory.pin(self._settings.seats[seat].button).edge_at(at, closed)
        elif seat in self._settings.inputs:
            self.inputs.touch(seat, closed, at)

    def wire(self, seat: Seat, closed: bool, stamp: int, within: Within | None = None) -> None:
        """One edge, stamped in the script's time."""
        self.touch(seat, closed, self.origin + stamp, within)

    def do(self, action: Done) -> None:
        """What the host does, now."""
        now = self._clock.now()
        match action:
            case Begin():
                self.mailbox.put(_typed(action, now))
            case Tell(event):
                self.mailbox.put(Told(_typed(event, now) if isinstance(event, Begin) else self._moved(event)))
            case Enter() | Knob() | Key():
                self.mailbox.put(replace(action, at=now))
            case Resumed():
                self.mailbox.put(Resumed(now - 1, now))

    def _moved(self, event: Event) -> Event:
        """An event of the script's time at that moment of the box's."""
        at = self.origin + event.at
        return Resumed(self.origin + event.was, at) if isinstance(event, Resumed) else replace(event, at=at)

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""


class MockTable(MockHand):
    """A box on mock pins, its loop, and the hand at it.

    Args:
        settings: how the box is built.
        clock: the time it lives in.
        panels: where its screens go.
        closed: seats whose buttons are down when it is switched on.
        origin: the stamp at which a script's time is zero (ns).
        watch: told of each change of state.
        journal: where everything is written down, or None.
        offer: whether to offer to go on with what the journal has left unfinished.
        mailbox: where all that happens goes; None: one of its own.
        inputs: its plugged-in buttons, beside those that the hand closes; None: there are no others, and
            those of the box file are there, as unsure as it says.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        panels: Panels,
        *,
        closed: Collection[Seat] = (),
        origin: int = 0,
        watch: Watcher | None = None,
        journal: Journal | None = None,
        offer: bool = True,
        mailbox: Mailbox | None = None,
        inputs: Inputs | None = None,
    ) -> None:
        factory = StampedFactory(clock)
        super().__init__(settings, factory, mailbox or Mailbox(), clock, origin)
        # Nobody hears a mock piezo, and its thread would live in real time whatever the clock says.
        settings = replace(settings, piezo=None)
        self.inputs.real = inputs
        self.box = GpioBox(settings, Header(factory), self.mailbox, clock, panels, inputs=self.inputs)
        for seat in closed:
            self.touch(seat, True, clock.now())
        self.loop = Loop(settings, self.box, self.mailbox, clock, watch=watch, journal=journal, offer=offer)
        for seat, wish in boxed(settings.inputs if inputs is None else {}).items():
            self.mailbox.put(Found(replace(wish.away, here=True), seat))

    def touch(self, seat: Seat, closed: bool, at: int, within: Within | None = None) -> None:
        """Close or open a seat's contact."""
        at = to_ns(to_ticks(at))  # as a pin will tell it
        if closed and within is not None:
            self.loop.arbiter.unsure(seat, at, within)
        super().touch(seat, closed, at)

    def do(self, action: Done) -> None:
        """What the host does, now."""
        if isinstance(action, Dice):
            self.loop.dice_cup.lay_ready(action.faces)
        else:
            super().do(action)

    def snapshot(self) -> dict[str, Any]:
        """The state at this very instant."""
        return self.loop.snapshot()


def _typed(begin: Begin, at: int) -> Enter:
    return Enter(" ".join(("game", begin.name, *begin.words)), at)


def fake_panels(
    settings: Settings, bench: OledBench, on_change: Callable[[], None] = lambda: None
) -> LumaPanels:
    """The box's panels, by luma's real drivers, on fake controllers."""
    return LumaPanels(settings.panels, draw=draw, open_port=bench.open_port, on_change=on_change)


def reaching(settings: Settings, script: Script) -> Settings:
    """A box whose sources are as unsure as a script's presses."""
    times = settings.times
    return replace(settings, times=replace(times, reach=max(times.reach, script.reach)))


def actions_on(settings: Settings, script: Script) -> Iterator[tuple[str, Action]]:
    """What a script does on a box, each action with its place in the file.

    Raises:
        ScriptError: a line names a seat the box hasn't got.
    """
    for seat in script.closed:
        _check_seat(script.source, seat, settings)
    for command in script.commands:
        where = f"{script.source}:{command.line}"
        if isinstance(command.action, Wire):
            _check_seat(where, command.action.seat, settings)
        yield where, command.action


def _check_seat(where: str, seat: Seat, settings: Settings) -> None:
    if seat not in settings.every_seat:
        raise ScriptError(f"{where}: expected a seat of this box {list(settings.every_seat)}, got {seat}")


def check_games(script: Script, settings: Settings) -> None:
    """See that every game of a script can be set up on this box, before anything is played.

    Raises:
        ScriptError: one can't, or a line names a seat the box hasn't got.
    """
    setting_up = SettingUp(surroundings(settings, settings.every_seat))
    switched_on = State(language=settings.language)
    for where, action in actions_on(settings, script):
        done = action.event if isinstance(action, Tell) else action
        if isinstance(done, Enter):
            switched_on = _with_things(switched_on, done.text)
        if isinstance(done, Begin):
            try:
                setting_up.begin(switched_on, done.name, done.words, 0)
            except OptionError as error:
                raise ScriptError(f"{where}: {error}") from None


def _with_things(state: State, text: str) -> State:
    """The state once this was typed, if it is a thing that later games may be played with."""
    if text.split(" ", maxsplit=1)[0] not in kinds():
        return state
    try:
        kept = state.kept.typed(text, ())
    except NotNow:
        return state  # the script shows what the box says to it
    return state if kept is None else replace(state, kept=kept)
