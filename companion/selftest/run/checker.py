"""One box being checked: the loop between its pins, panels and clock and a `companion.selftest.course`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.i18n import speaker
from companion.loop.driver import Driven
from companion.selftest import check_report
from companion.selftest.check_events import (
    Broke,
    Certified,
    Certify,
    CheckEffect,
    CheckEvent,
    Counted,
    Measured,
    PluggedIn,
    Progress,
    Refit,
    Wanted,
    WriteTie,
    Written,
)
from companion.selftest.check_screens import screens, seconds_left
from companion.selftest.course import Course, CourseState, Stepped
from companion.selftest.findings import faults
from companion.selftest.run.builders_hand import BuildersHand
from companion.selftest.run.check_box import CheckBox
from companion.selftest.step import Known
from firmware.boxfile.settings import Settings
from firmware.boxfile.settings_edit import write_tie
from firmware.certificate import Certificate
from firmware.errors import PinBusyError, SettingsError
from firmware.events import NS_PER_MS, NS_PER_S, Edge, Enter, Seat, Tick
from firmware.pi.input_wish import wish_for
from firmware.pi.jumper import Jumper
from firmware.plugged import Found, Plugged, head_line
from firmware.ports import Clock
from firmware.presses.loopback import Plan, slow
from firmware.times import earliest
from firmware.views import Cue, PanelId, Screen

HEADS_LATER_NS = 5 * NS_PER_MS
"""A head's stamps may be a little before what they answer, its clock being known only so well: they are
measured so much later, and that is subtracted."""


class Checker(Driven):
    """One box being checked, driven as the game's loop is.

    Args:
        settings: how the box should be built.
        course: what is checked.
        box: its pins and panels.
        clock: the time.
        tell: prints lines.
        file: the box file, for the tie; None if it is one that ships with the program.
        aside: does what may take long, in a thread of its own, or at once where time is virtual.
        certify: writes a certificate of what was measured; None: on mock pins, of which there is none.
    """

    def __init__(
        self,
        settings: Settings,
        course: Course,
        box: CheckBox,
        clock: Clock,
        *,
        tell: Callable[[Sequence[str]], None],
        file: Path | None = None,
        aside: Callable[[Callable[[], None]], None],
        certify: Callable[[Mapping[str, Any]], Certificate] | None = None,
    ) -> None:
        super().__init__(box.mailbox, clock)
        self.box = box
        self.course = course
        self.hand: BuildersHand | None = None
        self._settings = settings
        self._tell = tell
        self._file = file
        self._aside = aside
        self._certify = certify
        self._say = speaker(settings.language)
        self._answers: deque[CheckEvent] = deque()
        self._plan: Plan | None = None
        self._jumper: Jumper | None = None
        self._shown: tuple[dict[PanelId, Screen], frozenset[int]] | None = None
        self._asked: tuple[str, str] | None = None
        self._told = 0
        self._seen: tuple[CourseState, int | None] | None = None
        self._given: dict[Seat, Plugged] = {}
        self.state = CourseState(-1, None, Known(settings))

    def begin(self) -> None:
        """Start with the first step; what has come before tells only what is plugged in."""
        found = [item for item in self._drained() if isinstance(item, Found)]
        self._lines = self.box.listen()
        known = Known(
            self._settings,
            box_faults=frozenset(self.box.faults()),
            closed=self._lines.closed,
            levels=self.box.levels(),
            file=self._file is not None,
            plugged={each.seat: each.button for each in found if each.seat is not None},
        )
        self._become(self.course.start(known, self._clock.now()))

    # -- the loop --------------------------------------------------------------------------------------------

    def step(self) -> int | None:
        """Take in what has come, ask, show; returns the next deadline (ns) or None."""
        now = self._clock.now()
        if self.hand is not None:
            self.hand.deliver(now)
        for item in self._drained():
            if isinstance(item, Edge):
                self._feed(item)
            elif isinstance(item, Found):
                self._plug(item, now)
            elif isinstance(item, Enter) and not (self.hand is not None and self.hand.word(item.text)):
                self._happen(item)
        if new := frozenset(self.box.faults()) - self.state.known.box_faults:
            self._happen(Broke(new, now))
        self._measure(now)
        self._take_answers(now)
        for event in self._lines.events(now):
            self._happen(event)
        wake = self.course.wake_at(self.state)
        if wake is not None and wake <= now:
            self._happen(Tick(now))
        self._take_answers(now)
        self._show(now)
        return self._due(now)

    def _feed(self, edge: Edge) -> None:
        """An edge is for the measuring, if there is any: lines driven so fast would all be noisy."""
        if self._plan is None:
            self._lines.feed(edge)
        else:
            late = 0 if edge.within is None else HEADS_LATER_NS
            self._plan.feed(replace(edge, at=edge.at + late))

    def _plug(self, found: Found, now: int) -> None:
        """A seat's button is there; or one that is nobody's was pressed, who is then whoever was asked."""
        seat = self.course.asked_for(self.state) if found.seat is None else found.seat
        if not isinstance(seat, int) or seat not in self._settings.inputs or not found.button.here:
            return
        taken = seat in self._given or self._settings.inputs[seat] is not None
        if found.seat is None and not taken:
            self._given[seat] = found.button
            self.box.give(self._given)
        self._happen(PluggedIn(seat, found.button, now, stray=found.seat is None and taken))

    def _take_answers(self, now: int) -> None:
        """What was asked for and has come; from a thread of its own it may come while this turn runs."""
        while self._answers:
            event = self._answers.popleft()
            self._happen(replace(event, at=min(event.at, now)))

    def _due(self, now: int) -> int | None:
        ask, counts = self.state.ask, None
        if ask is not None and ask.until is not None:
            counts = now + ((ask.until - now - 1) % NS_PER_S) + 1  # the countdown's next second
        hand = None if self.hand is None else self.hand.due()
        plan = None if self._plan is None else self._plan.due
        return earliest(self.course.wake_at(self.state), self._lines.deadline(), hand, plan, counts)

    def _happen(self, event: CheckEvent | Enter) -> None:
        self._become(self.course.step(self.state, event))

    def _become(self, stepped: Stepped) -> None:
        self.state, effects = stepped
        self._do(effects)
        if self.state.ended:
            self.stop()

    # -- what it asks for ------------------------------------------------------------------------------------

    def _do(self, effects: Sequence[CheckEffect]) -> None:
        for effect in effects:
            match effect:
                case Cue():
                    self.box.play(effect)
                case Wanted.SCAN:
                    self._aside(self._scan)
                case Refit(panel, settings):
                    self.box.refit(panel, settings)
                case Wanted.COUNT:
                    self._answers.append(Counted(deepcopy(self.lateness), self._clock.now()))
                case Wanted.MEASURE:
                    self._begin_measuring()
                case Wanted.STOP_MEASURING if self._plan is not None:
                    self._plan.stop()
                case WriteTie(tie):
                    self._answers.append(self._written(tie))
                case Certify(data):
                    self._answers.append(self._certified(data))

    def _scan(self) -> None:
        self._answers.append(self.box.scan())
        self.box.mailbox.put(None)

    def _written(self, tie: int) -> Written:
        try:
            write_tie(self._file, tie)
        except SettingsError as error:
            return Written(str(error), self._clock.now())
        return Written(None, self._clock.now())

    def _certified(self, data: Mapping[str, Any]) -> Certified:
        now = self._clock.now()
        if self._certify is None:
            return Certified("", "", "", now)
        try:
            made = self._certify(data)
        except (OSError, ValueError, SettingsError) as error:
            return Certified("", "", str(error), now)
        return Certified(made.id, made.made.isoformat(), "", now)

    def _begin_measuring(self) -> None:
        pin, now = self._settings.jumper, self._clock.now()
        assert pin is not None
        try:
            self._jumper = Jumper(pin, self.box.factory)
        except PinBusyError as error:
            self._answers.append(Measured(None, (("pin busy", None),), {"error": str(error)}, now))
            return
        seats, plugged = self._settings.seats, self.state.known.plugged
        self._plan = Plan(seats, now) if seats else slow(plugged, now)

    def _took(self, plan: Plan) -> tuple[dict[Seat, tuple[int, int]], dict[Seat, tuple[int, int]]]:
        """How long plugged-in buttons took, and by how much lines of heads are stamped later than the pin.

        The time until the former were asked is no delay of theirs.
        """
        boxed = [button for button in self._settings.inputs.values() if button is not None]
        found, biases = dict[Seat, tuple[int, int]](), dict[Seat, tuple[int, int]]()
        for seat, button in self.state.known.plugged.items():
            if (took := plan.delay(seat)) is None:
                continue
            first, last = took
            if head_line(button.code) is not None:
                biases[seat] = first - HEADS_LATER_NS, last - HEADS_LATER_NS
            else:
                earlier = wish_for(button.device, button.code, boxed).earlier
                found[seat] = first + earlier, max(first, last - button.within.apart) + earlier
        return found, biases

    def _measure(self, now: int) -> None:
        """One turn of the loop-back, and its end."""
        plan, jumper = self._plan, self._jumper
        if plan is None or jumper is None:
            return
        wanted = plan.step(now)
        if wanted is not None:
            jumper.drive(wanted)
            done = round(plan.progress * 1000)
            self._answers.append(Progress(done if plan.busy else done // 10 * 10, now))
        if plan.due is None:
            result = plan.result()
            if not plan.slow and not result.lines and self.state.known.plugged:
                self._plan = slow(self.state.known.plugged, now)
                return
            jumper.close()
            delays, biases = self._took(plan) if plan.slow else ({}, {})
            self._plan = self._jumper = None
            troubles = tuple((str(trouble), line) for trouble, line in result.troubles)
            troubles = () if delays or biases else troubles
            self._answers.append(Measured(result.tie, troubles, result.as_data(), now, delays, biases))

    # -- what is seen ----------------------------------------------------------------------------------------

    def _show(self, now: int) -> None:
        ask = self.state.ask
        left = None if ask is None else seconds_left(ask, now)
        if self._seen is not None and self._seen[0] is self.state and self._seen[1] == left:
            return
        self._seen = self.state, left
        shown = screens(self.course, self.state, now, self._say), ask.lit if ask is not None else frozenset()
        if shown != self._shown:
            self._shown = shown
            self.box.show(*shown)
        found = self.course.findings(self.state)
        for fault in faults(found[self._told :]) if not self.state.ended else ():
            self._tell(check_report.told(fault, self._say))
        self._told = len(found)
        asked = None if ask is None else (ask.key, ask.do.filled())
        step = self.state.step
        if asked != self._asked and ask is not None and step is not None:
            self._tell(check_report.question(step, ask, now, self._say))
        self._asked = asked

    def snapshot(self) -> dict[str, Any]:
        """The test at this very instant."""
        return check_report.snapshot(self.course, self.state)

    def close(self) -> None:
        """Lamps off, panels blank, pins free."""
        if self._jumper is not None:
            self._jumper.close()
        self.box.close()
