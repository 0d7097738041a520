"""The loop: the one thread that owns all state, from edges in to screens and lamps out.

A press's way (see the README): a pin's callback leaves an `Edge` in the `Mailbox`; `Loop.step` drains it into
the arbiter, which hands events on in the order of their stamps; the session steps; a view is made and shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from companion.games.base import Effect
from companion.i18n import speaker
from companion.loop import zero_lines
from companion.loop.dice_cup import DiceCup
from companion.loop.driver import Driven
from companion.loop.holds import Holds
from companion.loop.knobless import KnobHost, KnoblessHost
from companion.loop.lamp_answers import LampAnswers
from companion.loop.line_log import LineLog
from companion.loop.mailbox import Item, Mailbox, Told
from companion.loop.panel_rest import PanelRest
from companion.loop.photo_finish import Camera
from companion.loop.switchboard import Switchboard
from companion.session import letting_go, plugging, screens
from companion.session.history_screens import NO_PAST, Past
from companion.session.invitation import Invitation
from companion.session.session import Session
from companion.session.shelf import Fetch
from companion.session.state import Stage, State
from companion.store.journal import Journal
from companion.store.recorder import NoRecorder, Recorder
from companion.store.things import surroundings
from firmware.boxfile.settings import Settings
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Enter, Event, Press, Rolled, Seat, Tick
from firmware.plugged import Found
from firmware.ports import Box, Clock
from firmware.presses.arbiter import Arbiter
from firmware.presses.contact import reader
from firmware.presses.hostkeys import HostButtons
from firmware.rolling import Roll
from firmware.times import earliest
from firmware.views import AWAKE, Cue, Lamp, Sound, View, Voice

log = logging.getLogger("pierwszy.loop")

BLINK_NS = 250 * NS_PER_MS
"""Half a blink: on and off make 2 Hz, below the 3 Hz that can harm."""

SOON_NS = 2 * NS_PER_MS
"""A ruling due this soon comes before anything is drawn, and one view shows both: drawing takes about a
millisecond, and the press that makes a ruling due leaves the gate only ``tie`` before it."""

HUSH_NS = 50 * NS_PER_MS
"""While something on the lines is undecided and this near, nothing else in the process should be busy."""

ASKS_AGAIN_NS = 45 * NS_PER_MS
"""So long after a first press on a good network its race is due: marks asked for then do for that, too."""

UNHEARD_NS = 10 * NS_PER_S
"""For so long is said whose phone a ruling hasn't waited for."""

FAREWELL_NS = 2 * NS_PER_S
"""So long a box that is switched off shows that, until it ends: a television goes dark with it."""

FATAL = "buttons dead"
"""The fault after which no press can come any more: better to end and be started anew."""

ONCE = frozenset({"aside", "torn", "lost", "unrecorded"})
"""Faults that are said once: they go with the next thing that happens."""

Watcher: TypeAlias = "Callable[[int, State, State], None]"
"""Told the time, and the session's state before and after each event."""


class Loop(Driven):
    """One box, one session, one clock.

    Attributes:
        state: the session's state now; a value, so any thread may read it.
        lit: the seats whose lamps are lit now.
        view: what was shown last.
        shown: that and the state it shows, as one value: any thread that needs both reads them here.
        past: the finished games.
        invitation: where phones find the table; None while they don't. Whoever changes it wakes the loop.
        broken: the loop has ended because nothing could reach it any more.
        camera: remembers the last race for its photo finish.
        on_cue: called with each cue, after the box has been told to sound it; at volume 0 it isn't told to.
        on_sound: called with the time and each cue, before whoever watches is told of its event; `on_cue` is
            the window's.
        on_show: called after screens and lamps have changed.
        on_page: called like `on_show`, with None, and like `on_cue`, with each cue: for pages on phones.
        on_phones: called when phones are switched on or off.
        marks: tells of seats whose presses may come any time before which stamp none is still to come.
        on_ask: called when such marks are wanted; they come by the mailbox, which wakes the loop.
        on_hush: called with True when a ruling may be near, with False when it no longer is.
    """

    def __init__(
        self,
        settings: Settings,
        box: Box,
        mailbox: Mailbox,
        clock: Clock,
        *,
        watch: Watcher | None = None,
        journal: Journal | None = None,
        offer: bool = True,
        pull: Callable[[bool], None] | None = None,
    ) -> None:
        super().__init__(mailbox, clock)
        now = clock.now()
        seats = [line for line in box.lines if isinstance(line, int)]
        self.session = Session(surroundings(settings, seats))
        self.state = self.session.start()
        self._recorder = NoRecorder() if journal is None else Recorder(journal, self.session)
        self.state = self._recorder.start(self.state, offer=offer)
        self._told: set[str] = set()
        read = reader(box.closed, clock)
        self.arbiter = Arbiter(seats, settings.times, read, now)
        self._line_log = LineLog(self.arbiter, self._recorder.lines, now)
        self.host_buttons = HostButtons(set(box.lines) - set(seats), settings.times, read, now)
        knobless = settings.knob is None and len(seats) > 1
        self._host = KnoblessHost(self.session) if knobless else KnobHost()
        self._switchboard = Switchboard(
            box,
            self.arbiter,
            [seat for seat, button in settings.inputs.items() if button is not None],
            knobless=knobless,
        )
        self._switchboard.knows(self.state.kept.buttons)
        self.lit: frozenset[Seat] = frozenset()
        self.view: View | None = None
        self.shown: tuple[State, View] | None = None
        self.past: Past = NO_PAST
        self.invitation: Invitation | None = None
        self.on_cue: Callable[[Cue], None] = lambda _: None
        self.on_sound: Callable[[int, Cue], None] = lambda *_: None
        self.on_show: Callable[[], None] = lambda: None
        self.on_hush: Callable[[bool], None] = lambda _: None
        self.on_page: Callable[[Cue | None], None] = lambda _: None
        self.on_phones: Callable[[bool], None] = lambda _: None
        self.marks: Callable[[], Mapping[Seat, int]] = dict
        self.on_ask: Callable[[], None] = lambda: None
        self.dice_cup = DiceCup()
        self.panel_rest = PanelRest(now, settings.rests)
        self.lamp_answers = LampAnswers()
        self.holds = Holds(self.arbiter.contacts)
        self.camera = Camera()
        self._pull = zero_lines.Pull(pull)
        self._rest = AWAKE
        box.set_volume(self.state.volume)
        self._settle = settings.times.settle
        self._box = box
        self._watch = watch
        self._shown: State | None = None
        self._faults: tuple[str, ...] = ()
        self._held: frozenset[Seat] = frozenset()
        self._invited: Invitation | None = None
        self._hushed = False
        self._ticked: tuple[int, State] | None = None
        self._asked = now
        self._is_told = False  # a recorded game is being told: time and dice are, too
        self._ends: int | None = None
        self.broken = False

    # -- the loop --------------------------------------------------------------------------------------------

    def step(self) -> int | None:
        """Take in what has come, judge what is due, show it; returns the next deadline (ns) or None."""
        now = self._clock.now()
        self.arbiter.woke(now, self._wake_at())
        self.arbiter.marks = self.marks()  # only now: it may be long since what they let go was due
        for item in self._drained():
            self._take(item)
        said = chain(
            self._switchboard.says(self.state), zero_lines.says(self.state.zero, self.arbiter.contacts)
        )
        for text in said:
            self.arbiter.tell(Enter(text, self._said_at(text, now)))
        for key in chain(self.host_buttons.keys(now), self._host.keys(self.state, now)):
            self.arbiter.tell(key)
        for event in self.arbiter.events(now, self._wake_at):
            self._happen(event, now)
        for at, seat in self.arbiter.spiked():
            self.camera.spike(seat, at - self.state.offset)
        self._answer(now)
        decides = self.arbiter.deadline(self._wake_at())
        self._hush(decides, now)
        asks = self._asks(self.arbiter.asks_at(self._wake_at()), now)
        answers = earliest(self.arbiter.hears_at(), self._pull.step(self.state.zero, now))
        decides = earliest(decides, asks, answers, self.host_buttons.deadline(), self._host.deadline())
        if self._ruling_soon(now):
            return decides
        self._recorder.try_again()
        self._recorder.write_lines(now)
        faults, held = self._all_faults(), self._all_held(now)
        changed = self.state is not self._shown or self.invitation is not self._invited
        changed = changed or (faults, held) != (self._faults, self._held)
        if changed or self._due_to_show(now) or self.panel_rest.rest(now) != self._rest:
            self._note(faults)
            self._held = held
            self._show(now)
        elif self.view is not None and self._lit(self.view, now) != self.lit:
            self._light(self.view, now)
        if self.state.stage is Stage.OFF:
            return self._leave(now)
        return earliest(decides, self._shows_at(now))

    def _said_at(self, text: str, now: int) -> int:
        """When the box has said something of a button (ns).

        That one is less sure than before is said ahead of all that is still to be judged: a race under way
        waits for its press. One pulled out may have pressed just before, as unsure as it was.
        """
        return now if plugging.is_away(text) else min(now, self.arbiter.left)

    def _asks(self, wanted: int | None, now: int) -> int | None:
        """Ask for marks of a moment that is over, and again if that takes long; returns when to (ns)."""
        if wanted is None or wanted > now:
            return wanted
        if self._asked < wanted or now - self._asked >= ASKS_AGAIN_NS:
            self._asked = now
            self.on_ask()
        return self._asked + ASKS_AGAIN_NS

    def _leave(self, now: int) -> int:
        """End, once people have seen that it goes off; returns when (ns)."""
        self._ends = self._ends or now + FAREWELL_NS
        if now >= self._ends:
            self.stop()
        return self._ends

    def _note(self, faults: tuple[str, ...]) -> None:
        self._faults = faults
        if FATAL in faults and not self.broken:
            log.error("%s: no press can arrive any more; ending, to be started again", FATAL)
            self.broken = True
            self.stop()

    def _take(self, item: Item) -> None:
        if isinstance(item, Told):
            self._is_told = True
            self.panel_rest.swallows(item.event)
            if isinstance(item.event, Press):
                self._line_log.aside(item.event)
            self._step(item.event, self._clock.now())
        elif isinstance(item, Found):
            self._switchboard.found(item)
        elif not isinstance(item, Edge):
            self.arbiter.tell(item)
        elif item.line in self.arbiter.contacts:
            self._line_log.feed(item, self._clock.now())
        elif item.line in self.host_buttons.contacts:
            self.host_buttons.feed(item)

    def _happen(self, event: Event, now: int) -> None:
        self._is_told = False  # somebody plays on
        if self.panel_rest.swallows(event):
            self._recorder.woke(event, now, self.state)
            return
        meant = tuple(self._host.events(self.state, event))
        for each in (event, *meant):
            if isinstance(each, Press) and (each is not event or event not in meant):
                self._line_log.aside(each)
        for each in meant:
            self._step(each, now)

    def _step(self, event: Event, now: int) -> None:
        before = self.state
        try:
            after, effects = self.session.step(before, event)
        except Exception:  # a bug in a referee must cost one event, not the evening
            log.exception("lost an event to a fault of ours: %s", event)
            after, effects = before, ()
        if isinstance(event, Tick):
            self._ticked = (event.at, after)
        self.camera.sees(event, before, after)  # the ruling is made already
        self._recorder.record(event, now, before, after)
        self._told.update(fault for fault in self._faults if fault.partition(" ")[0] in ONCE)
        voices = after.kept.voices
        effects = tuple(_voiced(each, voices) for each in effects if not _is_over(each, event, now))
        for effect in effects:
            if isinstance(effect, Cue):
                self.on_sound(now, effect)
        self._become(after, now)
        for effect in effects:
            self._do(effect, event.at)

    def _do(self, effect: Effect | Fetch, at: int) -> None:
        """Do what the event at ``at`` asks for; dice have its stamp, so nothing comes between."""
        match effect:
            case Cue():
                if self.state.volume:
                    self._box.play(effect)
                self.on_cue(effect)
                self.on_page(effect)
            case Roll(dice) if not self._is_told:
                self.arbiter.tell(Rolled(self.dice_cup.roll(dice), at))
            case Fetch(key):
                taken = self._recorder.fetch(key, self.state, at)
                self.camera.forget()
                self._become(taken, self._clock.now())

    def _become(self, after: State, now: int) -> None:
        before, self.state = self.state, after
        if after.volume != before.volume:
            self._box.set_volume(after.volume)
        if after.kept.phones is not before.kept.phones:
            self.on_phones(after.kept.phones)
        if after.kept.buttons is not before.kept.buttons:
            self._switchboard.knows(after.kept.buttons)
        if after.game is not before.game:
            setup = after.game.setup if after.game is not None else None
            self.arbiter.settle = self._settle if setup is None else setup.settle
            self.arbiter.in_play = self.session.seats if setup is None else setup.seats
            self.arbiter.tie = self.session.here.times.tie if setup is None else setup.tie
        if self._watch is not None and after is not before:
            self._watch(now, before, after)

    def _wake_at(self) -> int | None:
        if self._is_told:
            return None
        try:
            wake = self.session.wake_at(self.state)
        except Exception:
            log.exception("lost a wake-up to a fault of ours")
            return None
        if self._ticked is not None and self._ticked == (wake, self.state):
            return None  # its tick has come and changed nothing: asking again would spin
        return wake

    def _answer(self, now: int) -> None:
        """Lamps answer the presses just heard; one that blinks is about its seat already."""
        lamps = {} if self.view is None else self.view.lamps
        for seat in set(self.arbiter.heard(now)).intersection(self.playing):
            if lamps.get(seat, Lamp.OFF) is not Lamp.BLINK:
                self.lamp_answers.press(seat, now, lit=seat in self.lit)

    def _hush(self, due: int | None, now: int) -> None:
        hush = due is not None and due - now <= HUSH_NS
        if hush != self._hushed:
            self._hushed = hush
            self.on_hush(hush)

    def _ruling_soon(self, now: int) -> bool:
        wake = self._wake_at()
        return wake is not None and 0 < wake + self.arbiter.settle - now <= SOON_NS

    def _shows_at(self, now: int) -> int | None:
        """When what is shown changes by itself (ns), or None."""
        if self.view is None:
            return None
        blinks = Lamp.BLINK in self.view.lamps.values()
        blink = (now // BLINK_NS + 1) * BLINK_NS if blinks else None
        answer = self.lamp_answers.changes_at(now)
        changes = self.holds.changes_at(now), self.panel_rest.changes_at(now)
        until = self.view.until
        if until is not None and until <= now:
            until = None  # it waits for time, which is to be told
        return earliest(until, blink, answer, *changes)

    # -- what is seen ----------------------------------------------------------------------------------------

    def _due_to_show(self, now: int) -> bool:
        return self.view is None or (self.view.until is not None and self.view.until <= now)

    def _lit(self, view: View, now: int) -> frozenset[Seat]:
        bright = now // BLINK_NS % 2 == 0
        on = {Lamp.ON, Lamp.BLINK} if bright else {Lamp.ON}
        return self.lamp_answers.over([seat for seat, lamp in view.lamps.items() if lamp in on], now)

    def _show(self, now: int) -> None:
        self._shown, self._rest = self.state, self.panel_rest.rest(now)
        self._invited = self.invitation
        say = speaker(self.state.language)
        try:
            self.past = self._recorder.past
            view = screens.view(
                self.session,
                self.state,
                now,
                say,
                self._faults,
                held=self._held,
                history=self.past,
                invited=self._invited,
            )
            self.view = self._host.explained(view, self.state, say)
        except Exception:  # people keep the screen before: better than a box that has ended
            log.exception("lost a screen to a fault of ours, in %s", self.state.stage.value)
            self.view = None if self.view is None else replace(self.view, until=None)
            return
        self.shown = self.state, self.view
        asked = letting_go.asked(self.state, self.view) if self.state.paused_at is None else ()
        self.holds.shows(asked, now)
        self.panel_rest.shows(self.view.screens(), self.session.may_doze(self.state), now)
        self._rest = self.panel_rest.rest(now)
        self._light(self.view, now)

    def _light(self, view: View, now: int) -> None:
        """Put the view on the box: with the lamps as they are now, its screens if they are new."""
        self.lit = self._lit(view, now)
        self._box.show(view.screens(), self.lit, self._rest)
        self.on_show()
        self.on_page(None)

    def _all_faults(self) -> tuple[str, ...]:
        lines = [f"{c.fault} {line}" for line, c in self.arbiter.contacts.items() if c.fault is not None]
        notices = [notice for notice in self._recorder.notices if notice not in self._told]
        since, seats = self.arbiter.unheard
        unheard = [f"unheard {seat}" for seat in seats if self._clock.now() - since < UNHEARD_NS]
        return (*lines, *self._box.faults(), *unheard, *notices)

    def _all_held(self, now: int) -> frozenset[Seat]:
        self.holds.spare(self._host.together())
        return self.holds.held(now)

    def snapshot(self) -> dict[str, Any]:
        """The state as JSON: the session's keys, then what the box itself saw."""
        now = self._clock.now()
        snapshot, held = self.state.snapshot(now), self._all_held(now)
        snapshot["lines"] = {
            str(line): {"presses": c.presses, "glitches": c.glitches, "fault": c.fault, "held": line in held}
            for line, c in self.arbiter.contacts.items()
        }
        snapshot["late"] = self.arbiter.late
        snapshot["interference"] = self.arbiter.interference
        snapshot["faults"] = list(self._all_faults())
        return snapshot

    @property
    def faults(self) -> tuple[str, ...]:
        """What is broken, as it was noted last: keys of `firmware.ports.Box.faults`, and the journal's."""
        return self._faults

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats in the game now; everyone's before one begins."""
        state = self.state
        return state.seats if state.stage in {Stage.PLAY, Stage.ZERO} else self.session.seats


def _voiced(effect: Effect | Fetch, voices: Mapping[Seat, Voice]) -> Effect | Fetch:
    """A seat's own sound as its player wants to hear it."""
    if not isinstance(effect, Cue) or effect.sound is not Sound.RULING or effect.seat is None:
        return effect
    return replace(effect, voice=voices.get(effect.seat, Voice.BELL))


def _is_over(effect: Effect | Fetch, event: Event, now: int) -> bool:
    """Whether an effect is the tick of a second gone by: a process that was stopped tells what is left."""
    ticked = isinstance(effect, Cue) and effect.sound is Sound.TICK
    return ticked and isinstance(event, Tick) and now - event.at >= NS_PER_S
